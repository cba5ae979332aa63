/**
 * Stored text as it is shown: one line, whatever was stored. What is charged is this form too, so a gist with line breaks
 * can neither forge a line of a render (a HEALTH line, a node, a header) nor cost other than it shows.
 */

// White space and control characters, the separators some programs take for line ends, and the marks that turn the
// direction of writing (https://trojansource.codes). Joiners stay: emoji and whole scripts need them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const GAP = /[\s\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g;
// Text that needs no change: printable ASCII, no two spaces in a row, none at an end.
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;
const LONG = 2_000;

/** The text with every run of white space and control characters as one space, and none at its ends. */
export function oneLine(text: string): string {
  if (text.length < LONG && PLAIN.test(text)) return text;
  return text.replace(GAP, ' ').trim();
}

/** The first characters of a text, in whole code points, with an ellipsis when something is missing; at most `charsMax`. */
export function shorten(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const end = charsMax - 1;
  const last = text.charCodeAt(end - 1);
  const isSplit = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, isSplit ? end - 1 : end).trimEnd()}…`;
}
