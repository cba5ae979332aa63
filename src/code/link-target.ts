/** What the target of a link is, as far as its text tells. Where it leads, those know who know the project. */

/** Whether a target is an address, `https://…`, `mailto:…`, `//host/…`, and no path. */
export function isAddress(target: string): boolean {
  return /^[a-z][a-z0-9+.-]*:|^\/\//i.test(target);
}

/** The text behind `%20` and the like; as it is when a bare `%` stands in it that nobody encoded. */
export function decodeTarget(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
