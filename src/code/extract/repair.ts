/**
 * Finds a text that parses: where the tree holds an error, the logical line it stands in is masked, keeping every offset
 * and line number, and the text is parsed again. So one broken line costs that line, not the structure around it, whatever
 * the parser's own recovery made of it. The same holds for sound Python that the grammar does not know.
 */
import type { SyntaxErrorRange } from '../parse.js';
import { type LogicalLine, logicalLines } from './logical-lines.js';

/** A file with more separate faults than this is taken as the parser recovers it: masking costs a parse each. */
const FAULTS_MAX = 30;

export interface Repair {
  readonly text: string;
  /** Offsets of what was masked. */
  readonly masked: readonly { readonly start: number; readonly end: number }[];
}

/** `errorsOf` parses a text and gives its innermost errors, in order. */
export function repair(text: string, errorsOf: (text: string) => readonly SyntaxErrorRange[]): Repair {
  const lines = logicalLines(text);
  const masked = new Set<LogicalLine>();
  let current = text;
  for (let round = 0; round < FAULTS_MAX; round++) {
    const line = nextToMask(errorsOf(current), lines, masked);
    if (line === undefined) break;
    masked.add(line);
    current = current.slice(0, line.start) + mask(text.slice(line.start, line.end)) + current.slice(line.end);
  }
  return { text: current, masked: [...masked].sort((a, b) => a.start - b.start) };
}

/** The logical line of the first error that does not lie in one that is masked already. */
function nextToMask(
  errors: readonly SyntaxErrorRange[],
  lines: readonly LogicalLine[],
  masked: ReadonlySet<LogicalLine>,
): LogicalLine | undefined {
  for (const error of errors) {
    const line = lineAt(lines, error.start);
    if (line !== undefined && !masked.has(line)) return line;
  }
  return undefined;
}

/** The last logical line that begins at or before the offset, the first one when all begin behind it. */
function lineAt(lines: readonly LogicalLine[], offset: number): LogicalLine | undefined {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return lines[Math.max(0, low - 1)];
}

const HEADER = /^((?:async\s+)?def|class)\s+([\p{L}_][\p{L}\p{N}_]*)/u;
const CLAUSE = /^(?:elif|else|except|finally|case)\b/;

/**
 * Text of the same length and with the same line breaks, whose first line says as much of the statement as is sure: a
 * definition keeps its name, the header of a block stays one, anything else becomes `pass` or blank.
 */
function mask(source: string): string {
  const blank = source.replace(/[^\n]/g, ' ');
  const plain = skeleton(source);
  const room = blank.indexOf('\n');
  const width = room === -1 ? blank.length : room;
  return plain.length <= width ? plain + blank.slice(plain.length) : blank;
}

function skeleton(source: string): string {
  const header = HEADER.exec(source);
  const opensBlock = /:\s*(?:#.*)?$/.test(source);
  if (header) return `${header[1]?.replace(/\s+/g, ' ')} ${header[2]}${header[1] === 'class' ? ':' : '():'}`;
  const clause = CLAUSE.exec(source)?.[0];
  if (clause !== undefined && opensBlock)
    return clause === 'except'
      ? 'except:'
      : clause === 'else' || clause === 'finally'
        ? `${clause}:`
        : `${clause} _:`;
  if (opensBlock) return source.startsWith('try') ? 'try:' : 'if 1:';
  return 'pass';
}
