/**
 * Reads a file of gitignore patterns, and takes out what a hostile repository could stall us with: each `**` in the middle
 * of a pattern multiplies the time of a match by the depth of the path.
 */
import { type Location, readFault, readTextIfThere } from '../kernel/disk.js';
import { counted, printable } from '../kernel/text.js';

// Nobody writes more; see DEEP_FOLDERS in ignore-layers.ts for what these four may cost.
const GLOBSTARS_MAX = 4;
// The largest files of patterns in use have some hundred lines.
const PATTERNS_BYTES_MAX = 1_000_000;
// Every path is held against every pattern, about half a microsecond each.
const PATTERNS_MAX = 2_000;

/** The patterns of a file, '' when there is none. What is wrong with it is reported, one line each. */
export function readPatterns(file: Location, report: (message: string) => void): string {
  let text: string;
  try {
    text = readTextIfThere(file, PATTERNS_BYTES_MAX) ?? '';
  } catch (error) {
    report(`it cannot be read (${readFault(error)})`);
    return '';
  }
  const patterns = text.split('\n').filter(isPattern);
  const used = patterns.slice(0, PATTERNS_MAX);
  if (used.length < patterns.length)
    report(`it has ${patterns.length} patterns; only the first ${PATTERNS_MAX} are heeded`);
  const costly = used.filter(isCostly);
  const [first] = costly;
  if (first !== undefined)
    report(
      `${counted(costly.length, 'pattern')} with too many ** left out: ${printable(first.slice(0, 80))}`,
    );
  if (used.length === patterns.length && first === undefined) return text;
  return used.filter((line) => !isCostly(line)).join('\n');
}

function isPattern(line: string): boolean {
  return !line.startsWith('#') && line.trim() !== '';
}

function isCostly(line: string): boolean {
  return countGlobstars(line) > GLOBSTARS_MAX;
}

/** How many `**` a pattern has between two slashes. */
export function countGlobstars(pattern: string): number {
  return pattern.match(/\/\*{2,}(?=\/)/g)?.length ?? 0;
}
