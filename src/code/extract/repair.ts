/**
 * Finds a text that parses: where the tree holds an error, the logical line it stands in is masked, keeping every line
 * number, and the text is parsed again. So one broken line costs that line, not the structure around it, whatever the
 * parser's own recovery made of it. The same holds for sound Python that the grammar does not know.
 */
import type { SyntaxErrorRange } from '../parse.js';
import { type LogicalLine, lineBreaks, logicalLines } from './logical-lines.js';
import { hasLongJoin } from './long-runs.js';

/** A file with more separate faults than this is taken as the parser recovers it: masking costs a parse each. */
const FAULTS_MAX = 30;
/** So many characters are parsed again in all: some seconds' work, and as many faults as above up to 66 KB. */
const REPAIR_CHARS_MAX = 2_000_000;

export interface Repair {
  readonly text: string;
  /** What was masked, in order. */
  readonly masked: readonly LogicalLine[];
}

/** Parses a text and finds something among its innermost errors, which come in order and one by one. */
export type FindInErrors = <T>(
  text: string,
  find: (errors: Iterable<SyntaxErrorRange>) => T | undefined,
) => T | undefined;

/** Masks what does not parse, a line at a time. */
export function repair(text: string, findInErrors: FindInErrors): Repair {
  const lines = logicalLines(text);
  // The parser blames what stands behind an unclosed bracket, so such lines go first; others it cannot be given at all.
  const masked = new Set(lines.filter((line) => line.isUnclosed || isUnparsable(text, line)));
  let current = maskAll(text, lines, masked);
  const rounds = Math.min(FAULTS_MAX, Math.ceil(REPAIR_CHARS_MAX / text.length));
  for (let round = 0; round < rounds; round++) {
    const attempt = current;
    const line = findInErrors(attempt, (errors) => nextToMask(attempt, errors, lines, masked));
    if (line === undefined) break;
    masked.add(line);
    current = maskAll(text, lines, masked);
  }
  return { text: current, masked: lines.filter((line) => masked.has(line)) };
}

function isUnparsable(text: string, { start, end }: LogicalLine): boolean {
  return hasLongJoin(text.slice(start, end));
}

/** The logical line of the first error that does not lie in one that is masked already. */
function nextToMask(
  current: string,
  errors: Iterable<SyntaxErrorRange>,
  lines: readonly LogicalLine[],
  masked: ReadonlySet<LogicalLine>,
): LogicalLine | undefined {
  for (const error of errors) {
    const line = lastFrom(lines, 1 + lineBreaks(current, 0, error.start));
    if (line !== undefined && !masked.has(line)) return line;
  }
  return undefined;
}

/** The last logical line that begins on or before a physical one; the first when all begin behind it. */
function lastFrom(lines: readonly LogicalLine[], physical: number): LogicalLine | undefined {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.line ?? 0) <= physical) low = middle + 1;
    else high = middle;
  }
  return lines[Math.max(0, low - 1)];
}

function maskAll(text: string, lines: readonly LogicalLine[], masked: ReadonlySet<LogicalLine>): string {
  const parts: string[] = [];
  let at = 0;
  for (const line of lines) {
    if (!masked.has(line)) continue;
    const source = text.slice(line.start, line.end);
    parts.push(text.slice(at, line.start), skeleton(source), '\n'.repeat(line.endLine - line.line));
    at = line.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

const HEADER = /^((?:async\s+)?def|class)\s+([\p{L}_][\p{L}\p{N}_]*)/u;
const CLAUSE = /^(?:elif|else|except|finally|case)\b/;

/** As much of a statement as is sure: a definition keeps its name, a block's header stays one, the rest is `pass`. */
function skeleton(source: string): string {
  const opensBlock = /:\s*(?:#.*)?$/.test(source);
  const header = HEADER.exec(source);
  if (header) {
    const signature = `${header[1]?.replace(/\s+/g, ' ')} ${header[2]}${header[1] === 'class' ? '' : '()'}`;
    return opensBlock ? `${signature}:` : `${signature}: pass`;
  }
  if (!opensBlock) return 'pass';
  const clause = CLAUSE.exec(source)?.[0];
  if (clause === undefined) return source.startsWith('try') ? 'try:' : 'if 1:';
  return clause === 'elif' || clause === 'case' ? `${clause} _:` : `${clause}:`;
}
