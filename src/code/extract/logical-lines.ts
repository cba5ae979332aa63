/**
 * Splits Python text into logical lines: statements without their suites, over as many physical lines as brackets, triple
 * quotes and backslashes join. Used only where a file does not parse, to tell which lines to leave out; so it must be right
 * on sound code around the fault, and must not run away from an unclosed bracket or quote.
 */

/** A logical line: offsets of its first character (not its indentation) and of its end, the line break left out. */
export interface LogicalLine {
  readonly start: number;
  readonly end: number;
  readonly indent: number;
}

/** Words that begin a statement and never a line within brackets: where one stands, the bracket was never closed. */
const STATEMENT_WORD =
  /^(?:def|class|return|import|raise|pass|while|with|try|except|finally|del|global|nonlocal|assert|break|continue|async def)\b/;

const STRING_START = /[rbuft]{0,3}("""|'''|"|')/iy;

/** Every logical line that holds more than a comment, in order. */
export function logicalLines(text: string): LogicalLine[] {
  const lines: LogicalLine[] = [];
  let at = 0;
  while (at < text.length) {
    const start = skipBlank(text, at);
    const end = endOfLogicalLine(text, start);
    if (start < end && text[start] !== '#') {
      lines.push({ start, end, indent: start - (text.lastIndexOf('\n', start - 1) + 1) });
    }
    at = Math.max(end, start) + 1;
  }
  return lines;
}

/** The offset of the first character after `at` that is no white space. */
function skipBlank(text: string, at: number): number {
  let start = at;
  while (start < text.length && /\s/.test(text.charAt(start))) start++;
  return start;
}

function endOfLogicalLine(text: string, start: number): number {
  let brackets = 0;
  let at = start;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '\n') {
      if (brackets === 0 || isStatement(text, at + 1)) return at;
      at++;
    } else if (char === '#') {
      at = endOfPhysicalLine(text, at);
    } else if (char === '\\') {
      at += 2;
    } else if (char === '"' || char === "'") {
      at = endOfString(text, at);
    } else {
      if ('([{'.includes(char)) brackets++;
      else if (')]}'.includes(char)) brackets = Math.max(0, brackets - 1);
      at++;
    }
  }
  return text.length;
}

function isStatement(text: string, lineStart: number): boolean {
  const end = endOfPhysicalLine(text, lineStart);
  return STATEMENT_WORD.test(text.slice(lineStart, end).trimStart());
}

function endOfPhysicalLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

/** The offset behind the string whose opening quote is at `at`. An unclosed one ends with its physical line. */
function endOfString(text: string, at: number): number {
  STRING_START.lastIndex = at;
  const quote = STRING_START.exec(text)?.[1] ?? '"';
  const lineEnd = endOfPhysicalLine(text, at);
  for (let i = at + quote.length; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '\n' && quote.length === 1) return i;
    else if (text.startsWith(quote, i)) return i + quote.length;
  }
  return lineEnd;
}
