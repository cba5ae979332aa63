/**
 * What IPython takes and Python does not, made into Python line by line: `%matplotlib`, `!ls`, `files = !ls`, `%time bake()`,
 * `oven?`, `%%bash`. Code that a magic runs stays; the rest becomes `pass`. The number of lines stays, and what is within
 * brackets or a string is never touched.
 */
import { logicalLines } from './extract/logical-lines.js';

/** Magics that run what follows them as Python, in the notebook's own names. */
const RUNNING = /^%(?:time|timeit|prun|memit|lprun|mprun)\b[ \t]*/;
/** The same for a whole cell. */
const RUNNING_CELL = /^%%(?:time|timeit|capture|prun|memit|snakeviz|scalene|debug)\b/;
const CELL_MAGIC = /^%%[a-zA-Z_]/;
/** `name = !ls` and `name = %pwd`: something comes of it that nobody knows. */
const ASSIGNED = /^([\p{L}_][\p{L}\p{N}_, \t.]*=[ \t]*)[!%](?=[\w./~$({\]])/u;
const ESCAPED = /^[ \t]*(?:%{1,2}[\p{L}_]|!{1,2}|\?{1,2}[\p{L}_%]|[,;/][\p{L}_])/u;
const ASKED = /^[ \t]*%{0,2}[\p{L}_][\p{L}\p{N}_.*[\]'"]*\?{1,2}[ \t]*;?[ \t]*$/u;
/** Options of a magic that runs code, `-n 10`, `-r3`, `-q`. */
const OPTIONS = /^(?:-[a-zA-Z]+[ \t]*\d*[ \t]+)+/;

/** The lines of one cell as Python. */
export function maskMagics(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const head = lines[first] ?? '';
  if (CELL_MAGIC.test(head)) {
    if (!RUNNING_CELL.test(head)) return lines.map(() => '');
    return maskLines(lines.map((line, index) => (index === first ? '' : line)));
  }
  return maskLines(lines);
}

function hasMagic(line: string): boolean {
  return ESCAPED.test(line) || ASKED.test(line) || ASSIGNED.test(line.trimStart());
}

/** Times that what follows a masked statement of several lines is read anew. */
const REREADS_MAX = 100;

function maskLines(lines: readonly string[]): string[] {
  const masked = [...lines];
  let from = lines.some(hasMagic) ? 0 : lines.length;
  // A magic may hold a bracket or a quote that seems open: what follows it is read anew.
  for (let reads = 0; from < lines.length && reads < REREADS_MAX; reads++) from = maskFrom(masked, from);
  return masked;
}

/** Masks the magics from a line on; returns where to go on, the number of lines at the end. */
function maskFrom(lines: string[], from: number): number {
  for (const { line, endLine } of logicalLines(lines.slice(from).join('\n'))) {
    const index = from + line - 1;
    if (!hasMagic(lines[index] ?? '')) continue;
    let end = index;
    while (end + 1 < lines.length && /\\[ \t]*$/.test(lines[end] ?? '')) end++;
    lines[index] = asPython(lines[index] ?? '');
    for (let i = index + 1; i <= end; i++) lines[i] = '';
    if (from + endLine - 1 !== end) return end + 1;
  }
  return lines.length;
}

function asPython(line: string): string {
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  const body = line.slice(indent.length);
  const assigned = ASSIGNED.exec(body)?.[1];
  if (assigned !== undefined) return `${indent}${assigned}_`;
  const running = RUNNING.exec(body)?.[0];
  const code = running === undefined ? '' : body.slice(running.length).replace(OPTIONS, '');
  const isCode = code !== '' && !code.startsWith('-') && !hasMagic(code);
  return indent + (isCode ? code : 'pass');
}
