/**
 * Reads a file of gitignore patterns, and takes out what a hostile repository could stall us with: each `**` in the middle
 * of a pattern multiplies the time of a match by the depth of the path.
 */
import { type Location, readTextIfThere } from '../kernel/disk.js';
import { systemErrorCode } from '../kernel/errors.js';
import { counted, printable } from '../kernel/text.js';

// Nobody writes more; see DEEP_FOLDERS in ignore-layers.ts for what these four may cost.
const GLOBSTARS_MAX = 4;
// The largest files of patterns in use have some hundred lines.
const PATTERNS_CHARS_MAX = 1_000_000;

/** The patterns of a file, '' when there is none. What is wrong with it is reported, one line each. */
export function readPatterns(file: Location, report: (message: string) => void): string {
  let text: string;
  try {
    text = readTextIfThere(file) ?? '';
  } catch (error) {
    report(`it cannot be read (${systemErrorCode(error) ?? String(error)})`);
    return '';
  }
  if (text.length > PATTERNS_CHARS_MAX) {
    report(`it has ${text.length} characters; files of patterns over ${PATTERNS_CHARS_MAX} are left out`);
    return '';
  }
  const lines = text.split('\n');
  const costly = lines.filter((line) => countGlobstars(line) > GLOBSTARS_MAX);
  if (costly.length === 0) return text;
  const [first = ''] = costly;
  report(`${counted(costly.length, 'pattern')} with too many ** left out: ${printable(first.slice(0, 80))}`);
  return lines.filter((line) => !costly.includes(line)).join('\n');
}

/** How many `**` a pattern has between two slashes. */
export function countGlobstars(pattern: string): number {
  return pattern.match(/\/\*{2,}(?=\/)/g)?.length ?? 0;
}
