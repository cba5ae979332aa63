/**
 * Texts of a repository and of agents as they may be shown: without characters that cannot be seen or that turn others around
 * (https://trojansource.codes), each of which becomes the sign for what cannot be shown. Line ends and tabs stay.
 */

const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
// No list, heading or label has room for more.
const NAME_CHARS_MAX = 300;

export function seenText(text: string): string {
  return text.replace(UNSEEN, '\ufffd');
}

/** A name: of a length that can be read. */
export function seenName(text: string): string {
  return seenText(text.length <= NAME_CHARS_MAX ? text : `${text.slice(0, NAME_CHARS_MAX)}…`);
}
