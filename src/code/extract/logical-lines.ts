/**
 * Splits Python text into logical lines: statements without their suites, over as many physical lines as brackets, triple
 * quotes and backslashes join. Used only where a file does not parse, to tell which lines to leave out; so it must be right
 * on sound code around the fault, and must not run away from an unclosed bracket or quote.
 */

/** A logical line: offsets of its first character (not its indentation) and of its end, the line break left out. */
export interface LogicalLine {
  readonly start: number;
  readonly end: number;
  /** The physical lines it covers, 1-based. */
  readonly line: number;
  readonly endLine: number;
  /** A bracket or quote in it is never closed, so it is broken for sure. */
  readonly isUnclosed: boolean;
}

/** Words that begin a statement and never a line within brackets: where one stands, the bracket was never closed. */
const STATEMENT_WORD =
  /^(?:def|class|return|import|raise|pass|while|with|try|except|finally|del|global|nonlocal|assert|break|continue|async def)\b/;

const STRING_START = /[rbuft]{0,3}("""|'''|"|')/iy;

/** A text of unclosed brackets would be read to its end from each of them: after so many times its length, no further than */
const READ_TIMES_MAX = 20;
/** this many characters from where a line begins. */
const FAR_CHARS = 400;

/** Every logical line that holds more than a comment, in order. */
export function logicalLines(text: string): LogicalLine[] {
  const lines: LogicalLine[] = [];
  let at = 0;
  let line = 1;
  let read = 0;
  while (at < text.length) {
    const start = skipBlank(text, at);
    const isWorn = read > READ_TIMES_MAX * text.length;
    const limit = isWorn ? endOfPhysicalLine(text, start + FAR_CHARS) : text.length;
    const { end, isUnclosed, readTo } = endOfLogicalLine(text, start, limit);
    read += readTo - start;
    line += lineBreaks(text, at, start);
    const endLine = line + lineBreaks(text, start, end);
    if (start < end && text[start] !== '#') lines.push({ start, end, line, endLine, isUnclosed });
    at = Math.max(end, start) + 1;
    line = endLine + 1;
  }
  return lines;
}

/** How many line breaks lie between two offsets. */
export function lineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** The offset of the first character after `at` that is no white space. */
function skipBlank(text: string, at: number): number {
  let start = at;
  while (start < text.length && /\s/.test(text.charAt(start))) start++;
  return start;
}

interface LineEnd {
  readonly end: number;
  readonly isUnclosed: boolean;
  /** How far it had to be looked for. */
  readonly readTo: number;
}

function endOfLogicalLine(text: string, start: number, limit: number): LineEnd {
  let brackets = 0;
  let at = start;
  while (at < limit) {
    const char = text.charAt(at);
    if (char === '\n') {
      if (brackets === 0) return { end: at, isUnclosed: false, readTo: at };
      if (isStatement(text, at + 1)) return cutShort(text, start, at);
      at++;
    } else if (char === '#') {
      at = endOfPhysicalLine(text, at);
    } else if (char === '\\') {
      at += 2;
    } else if (char === '"' || char === "'") {
      const end = endOfString(text, at);
      if (end === undefined) return { end: endOfPhysicalLine(text, at), isUnclosed: true, readTo: at };
      at = end;
    } else {
      if ('([{'.includes(char)) brackets++;
      else if (')]}'.includes(char)) brackets = Math.max(0, brackets - 1);
      at++;
    }
  }
  return brackets === 0 ? { end: at, isUnclosed: false, readTo: at } : cutShort(text, start, at);
}

/** Where a line ends whose bracket is never closed: where a header's colon ends a physical line, else before `limit`. */
function cutShort(text: string, start: number, limit: number): LineEnd {
  let end = endOfPhysicalLine(text, start);
  while (end < limit && !/:\s*(?:#.*)?$/.test(text.slice(text.lastIndexOf('\n', end - 1) + 1, end))) {
    end = endOfPhysicalLine(text, end + 1);
  }
  return { end: Math.min(end, limit), isUnclosed: true, readTo: limit };
}

function isStatement(text: string, lineStart: number): boolean {
  const end = endOfPhysicalLine(text, lineStart);
  return STATEMENT_WORD.test(text.slice(lineStart, end).trimStart());
}

function endOfPhysicalLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

/** The offset behind the string whose opening quote is at `at`; undefined when it is not closed. */
export function endOfString(text: string, at: number): number | undefined {
  STRING_START.lastIndex = at;
  const quote = STRING_START.exec(text)?.[1] ?? '"';
  for (let i = at + quote.length; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '\n' && quote.length === 1) return undefined;
    else if (text.startsWith(quote, i)) return i + quote.length;
  }
  return undefined;
}
