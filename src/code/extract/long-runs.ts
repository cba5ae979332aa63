/**
 * Two shapes of sound Python that the grammar's scanner reads again from every line of them: comment lines in a row inside
 * a block, and joined lines with nothing on them. Ten thousand of either take it minutes. They are known by their shape
 * alone, so the same text is always treated in the same way, and no line changes its number.
 */
import { endOfString } from './logical-lines.js';

// Longer than licences are; a run of this length costs less than a millisecond.
const COMMENTS_MAX = 50;
// Nobody joins lines with nothing on them; a run of this length costs less than a millisecond.
const JOINS_MAX = 100;

/** The text with long runs of comment lines made empty lines, which mean the same. */
export function withoutCommentRuns(text: string): string {
  const candidates = commentRuns(text);
  if (candidates.length === 0) return text;
  const parts: string[] = [];
  let done = 0;
  let next = 0;
  for (const at of commentStarts(text)) {
    while ((candidates[next]?.end ?? text.length) <= at) next++;
    if (at < (candidates[next]?.start ?? text.length)) continue;
    const lineStart = text.lastIndexOf('\n', at) + 1;
    if (!isBlank(text, lineStart, at)) continue;
    parts.push(text.slice(done, lineStart));
    done = endOfLine(text, at);
  }
  return parts.join('') + text.slice(done);
}

/** Whether lines are joined by more backslashes in a row, with nothing between them, than anybody writes. */
export function hasLongJoin(text: string): boolean {
  let joins = 0;
  for (let at = text.indexOf('\\\n'); at !== -1; ) {
    joins++;
    if (joins > JOINS_MAX) return true;
    let next = at + 2;
    while (isSpace(text, next)) next++;
    if (text.startsWith('\\\n', next)) at = next;
    else {
      joins = 0;
      at = text.indexOf('\\\n', next);
    }
  }
  return false;
}

interface Run {
  readonly start: number;
  readonly end: number;
}

/** Where many lines in a row begin with `#` or are empty; they may still lie in a string. */
function commentRuns(text: string): Run[] {
  const runs: Run[] = [];
  let start = 0;
  let comments = 0;
  for (let line = 0; line <= text.length; ) {
    let at = line;
    while (isSpace(text, at)) at++;
    const isComment = text[at] === '#';
    const end = endOfLine(text, at);
    if (!isComment && at !== end) {
      if (comments > COMMENTS_MAX) runs.push({ start, end: line });
      comments = 0;
      start = end + 1;
    } else if (isComment) comments++;
    line = end + 1;
  }
  if (comments > COMMENTS_MAX) runs.push({ start, end: text.length });
  return runs;
}

/** The offset of every `#` that begins a comment. */
function* commentStarts(text: string): Generator<number> {
  const mark = /["'#]/g;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    const isComment = found[0] === '#';
    if (isComment) yield found.index;
    const end = isComment ? undefined : endOfString(text, found.index);
    // An unclosed quote is taken for one that ends with its line.
    mark.lastIndex = end ?? endOfLine(text, found.index);
  }
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

function isBlank(text: string, from: number, to: number): boolean {
  let at = from;
  while (at < to && isSpace(text, at)) at++;
  return at === to;
}

function isSpace(text: string, at: number): boolean {
  const char = text[at];
  return char === ' ' || char === '\t' || char === '\f';
}
