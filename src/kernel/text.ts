/**
 * Small questions about strings that several parts ask: the nearest name for a typo, the order of a list, a text that is
 * safe to print. Nothing here knows what the strings mean.
 */
import { distance } from 'fastest-levenshtein';

/** Orders by UTF-16 code units, as `Array.prototype.sort` does without an argument: the same on every machine. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * The candidates closest to a mistyped name, nearest first, ties in code-unit order. A candidate counts when at most a
 * third of the longer word differs (Levenshtein, letter case and `-`/`_` ignored), or when it begins with the name.
 */
export function nearestNames(name: string, candidates: Iterable<string>, countMax = 3): string[] {
  const wanted = foldName(name);
  const found: { candidate: string; edits: number }[] = [];
  for (const candidate of candidates) {
    const folded = foldName(candidate);
    const edits = distance(wanted, folded);
    const isNear = edits * 3 <= Math.max(wanted.length, folded.length);
    if (isNear || (wanted.length >= 2 && folded.startsWith(wanted))) found.push({ candidate, edits });
  }
  found.sort((a, b) => a.edits - b.edits || compareText(a.candidate, b.candidate));
  return found.slice(0, countMax).map((each) => each.candidate);
}

/**
 * A text without control characters, each written as its escape (`\n`, `\x1b`, `\u202e`): one line, harmless on a
 * terminal, and shown in the order in which it is written, with nothing in it that cannot be seen.
 */
export function printable(text: string): string {
  return text.replace(CONTROL, escapeControl);
}

/** `1 file`, `2 files`; give the plural when it is not the singular with an `s`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

// C0 and C1 controls; the two separators that some programs take for line ends; the controls that turn the direction of
// writing (https://trojansource.codes); marks and spaces without width. Joiners stay: emoji and whole scripts need them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
const NAMED_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeControl(character: string): string {
  const named = NAMED_ESCAPES[character];
  if (named !== undefined) return named;
  const code = character.charCodeAt(0);
  return code < 0x100
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}

function foldName(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}
