/** The package's version, which the build puts in from package.json, so that no file has to be read for it; and which is newer. */

declare const KG_MEMORY_VERSION: string;

/** As in package.json: `0.1.0`. */
export const version: string = KG_MEMORY_VERSION;

/** Whether version `a` is newer than `b`, by their three numbers; what is no number counts as 0. */
export function isNewerVersion(a: string, b: string): boolean {
  const numbers = (text: string) =>
    text
      .split(/[.-]/)
      .slice(0, 3)
      .map((part) => Number(part) || 0);
  const [left, right] = [numbers(a), numbers(b)];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0);
}
