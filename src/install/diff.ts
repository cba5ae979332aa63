/**
 * Two texts as a unified diff, as `diff -u` writes it. Lines are matched by the longest common subsequence of what lies
 * between their common beginning and end, which for edits of settings is a few lines.
 */

const CONTEXT = 3;
// Beyond it the middle is shown as replaced: the table of the subsequence grows with the square.
const MIDDLE_LINES_MAX = 2_000;

interface Line {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** The diff of a file; '' when the texts are the same. */
export function unifiedDiff(before: string, after: string, name: string): string {
  if (before === after) return '';
  const lines = compare(splitLines(before), splitLines(after));
  const out = [`--- ${name}`, `+++ ${name}`];
  let at = 0;
  while (at < lines.length) {
    const first = lines.findIndex(({ mark }, index) => index >= at && mark !== ' ');
    if (first < 0) break;
    let last = first;
    for (let index = first; index < lines.length && index - last <= 2 * CONTEXT; index++)
      if (lines[index]?.mark !== ' ') last = index;
    const from = Math.max(at, first - CONTEXT);
    const to = Math.min(lines.length, last + CONTEXT + 1);
    out.push(header(lines, from, to), ...lines.slice(from, to).map(({ mark, text }) => `${mark}${text}`));
    at = to;
  }
  return out.join('\n');
}

function header(lines: readonly Line[], from: number, to: number): string {
  const count = (part: readonly Line[], mark: '-' | '+') => part.filter((line) => line.mark !== mark).length;
  const [before, hunk] = [lines.slice(0, from), lines.slice(from, to)];
  const range = (mark: '-' | '+') => {
    const length = count(hunk, mark);
    return `${count(before, mark) + (length === 0 ? 0 : 1)},${length}`;
  };
  return `@@ -${range('+')} +${range('-')} @@`;
}

function splitLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function compare(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const endMax = Math.min(before.length, after.length) - start;
  while (end < endMax && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const same = (text: string): Line => ({ mark: ' ', text });
  return [
    ...before.slice(0, start).map(same),
    ...compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

function compareMiddle(before: readonly string[], after: readonly string[]): Line[] {
  if (before.length > MIDDLE_LINES_MAX || after.length > MIDDLE_LINES_MAX) {
    return [
      ...before.map((text): Line => ({ mark: '-', text })),
      ...after.map((text): Line => ({ mark: '+', text })),
    ];
  }
  const width = after.length + 1;
  const longest = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const below = longest[(i + 1) * width + j] ?? 0;
      const right = longest[i * width + j + 1] ?? 0;
      const both = (longest[(i + 1) * width + j + 1] ?? 0) + 1;
      longest[i * width + j] = before[i] === after[j] ? both : Math.max(below, right);
    }
  }
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [left, right] = [before[i], after[j]];
    if (left !== undefined && left === right) {
      lines.push({ mark: ' ', text: left });
      i++;
      j++;
    } else if (
      right === undefined ||
      (left !== undefined && (longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0))
    ) {
      lines.push({ mark: '-', text: left ?? '' });
      i++;
    } else {
      lines.push({ mark: '+', text: right });
      j++;
    }
  }
  return lines;
}
