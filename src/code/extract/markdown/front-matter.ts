/**
 * Front matter: the YAML between `---` at the top of a document, as keys with lists of text. Only what records carry is read:
 * scalars, quoted or not, lists in brackets or below the key, folded text, comments. Nested maps, anchors and types are not.
 * A line that is none of these is a problem, and all others count; so does a block that is never closed.
 */
import type { Problem } from '../../facts.js';

/** A top-level key with its values as text; a key without a value has none. */
export interface FrontMatterEntry {
  /** In lower case, blanks and underscores as `-`. */
  readonly key: string;
  readonly values: readonly string[];
  readonly line: number;
}

export interface FrontMatter {
  readonly entries: readonly FrontMatterEntry[];
  /** The document with the lines of the front matter empty. */
  readonly body: string;
  readonly problems: readonly Problem[];
}

const KEY = /^(["']?)([A-Za-z][\w .-]*?)\1[ \t]*:(?:[ \t]+(.*))?$/;
/** How far down an opening line may stand, below blank lines or a comment with the licence. */
const SEARCH_LINES = 40;

/** Takes the front matter off a document. */
export function readFrontMatter(text: string): FrontMatter {
  const lines = text.split('\n');
  const open = findOpening(lines);
  if (open < 0) return { entries: [], body: text, problems: [] };
  const problems: Problem[] = [];
  let close = lines.findIndex((line, index) => index > open && /^(?:---|\.\.\.)\s*$/.test(line));
  const looksLikeKeys = KEY.test((lines.slice(open + 1).find((line) => !isIgnored(line)) ?? '').trimEnd());
  if (close < 0) {
    if (!looksLikeKeys) return { entries: [], body: text, problems: [] };
    close = endOfKeys(lines, open + 1);
    problems.push({ kind: 'syntax', message: 'the front matter is not closed by ---', line: open + 1 });
  } else if (!looksLikeKeys && lines.slice(open + 1, close).some((line) => !isIgnored(line))) {
    // Two rules with text between them; or front matter that is broken from its first line on.
    const hasKey = lines.slice(open + 1, close).some((line) => KEY.test(line.trimEnd()));
    if (!hasKey || lines.slice(open + 1, close).some((line) => /^#+ \S/.test(line)))
      return { entries: [], body: text, problems: [] };
  }
  const entries = readEntries(lines.slice(open + 1, close), open + 2, problems);
  const last = /^(?:---|\.\.\.)\s*$/.test(lines[close] ?? '') ? close : close - 1;
  const body = lines.map((line, index) => (index >= open && index <= last ? '' : line)).join('\n');
  return { entries, body, problems };
}

/** The first line with anything on it, comments aside, when it is `---`. */
function findOpening(lines: readonly string[]): number {
  let isComment = false;
  for (const [index, line] of lines.slice(0, SEARCH_LINES).entries()) {
    const startsComment = /^\s*<!--/.test(line);
    if (isComment || startsComment) isComment = !line.includes('-->');
    else if (/^---\s*$/.test(line)) return index;
    else if (line.trim() !== '') return -1;
  }
  return -1;
}

function endOfKeys(lines: readonly string[], from: number): number {
  const end = lines.findIndex(
    (line, index) => index >= from && (line.trim() === '' || /^#{1,6} (?!.*:)/.test(line)),
  );
  return end < 0 ? lines.length : end;
}

function isIgnored(line: string): boolean {
  return /^\s*(?:#.*)?$/.test(line);
}

function readEntries(lines: readonly string[], firstLine: number, problems: Problem[]): FrontMatterEntry[] {
  const entries: { key: string; values: string[]; line: number }[] = [];
  // The lines of a value that goes on below its key.
  let rest: string[] = [];
  const finish = (): void => {
    const last = entries.at(-1);
    if (last !== undefined && rest.length > 0) last.values = readContinued(last.values, rest);
    rest = [];
  };
  for (const [index, raw] of lines.entries()) {
    const line = raw.trimEnd();
    if (isIgnored(line)) continue;
    const match = KEY.exec(line);
    if (match !== null) {
      finish();
      const value = stripComment(match[3] ?? '');
      if (isUnclosed(value))
        problems.push(problemAt(firstLine + index, 'a quote or bracket in the front matter is not closed'));
      entries.push({ key: keyOf(match[2] ?? ''), values: readValue(value), line: firstLine + index });
    } else if (/^(?:[ \t]|-(?:\s|$)|[\]}])/.test(line) && entries.length > 0) rest.push(line);
    else problems.push(problemAt(firstLine + index, 'a line of the front matter is no "key: value"'));
  }
  finish();
  return entries;
}

function problemAt(line: number, message: string): Problem {
  return { kind: 'syntax', message, line };
}

function keyOf(key: string): string {
  return key
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[\s_.]+/g, '-');
}

/** A value that goes on below its key: a list, text folded or kept, or a bracket that was left open. */
function readContinued(started: readonly string[], rest: readonly string[]): string[] {
  const items = rest.map((line) => stripComment(line.trim()));
  if (items.every((item) => /^-(?:\s|$)/.test(item)))
    return items.map((item) => unquote(item.slice(1).trim())).filter((item) => item !== '');
  const [first = ''] = started;
  if (first.startsWith('[') || items[0]?.startsWith('['))
    return readValue([first, ...items].join(' ').trim());
  const isMarked = /^[|>][-+\d]*$/.test(first);
  const isMap = !isMarked && first === '' && items.every((item) => KEY.test(item));
  if (isMap) return [];
  return [unquote([isMarked ? '' : first, ...items].join(' ').trim())];
}

function readValue(value: string): string[] {
  if (value === '' || value === '~' || value === 'null') return [];
  const list = /^\[(.*)\](?!\()$/s.exec(value);
  // `[Title](file.md)` without quotes is no YAML list, but what people write.
  if (list === null || /^\[[^\]]*\]\(/.test(value)) return [unquote(value)];
  return splitList(list[1] ?? '')
    .map((item) => unquote(item.trim()))
    .filter((item) => item !== '');
}

/** At commas outside quotes and brackets. */
function splitList(text: string): string[] {
  return text.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\[[^[\]]*\]|[^,"'[]|["'[])+/g) ?? [];
}

function unquote(text: string): string {
  const double = /^"((?:[^"\\]|\\.)*)"$/s.exec(text);
  if (double !== null) return (double[1] ?? '').replace(/\\(.)/g, '$1');
  const single = /^'((?:[^']|'')*)'$/s.exec(text);
  return single === null ? text : (single[1] ?? '').replaceAll("''", "'");
}

/** ` # comment` behind a value that is not quoted. `#3` is a value. */
function stripComment(value: string): string {
  const text = value.trim();
  const quoted = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*(?:#.*)?$/.exec(text);
  if (quoted !== null) return quoted[1] ?? '';
  return text.replace(/(?:^|\s)#(?:\s.*)?$/, '').trim();
}

function isUnclosed(value: string): boolean {
  const quote = value[0];
  if (quote === '"' || quote === "'") return value.length < 2 || !value.endsWith(quote);
  return false;
}
