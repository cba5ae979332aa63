/** JSON texts are cut here and there without being parsed: where a string in one ends. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Behind the string that starts at `at`. Throws when there is none. */
export function stringEnd(json: string, at: number): number {
  let end = json.indexOf('"', at + 1);
  while (end > 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  if (end < 0 || json.charCodeAt(at) !== QUOTE)
    throw new Error(`this is not JSON in its shortest form: ${json}`);
  return end + 1;
}

function isEscaped(json: string, at: number): boolean {
  let from = at;
  while (json.charCodeAt(from - 1) === BACKSLASH) from--;
  return (at - from) % 2 === 1;
}
