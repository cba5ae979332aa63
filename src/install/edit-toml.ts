/**
 * Edits a TOML document by its lines, since no writer of TOML keeps comments: a table of ours is appended, or its lines are
 * replaced where it stands. After every edit the document is parsed, and all else in it must say what it said before.
 */
import { KgError } from '../kernel/errors.js';
import { isTable } from '../kernel/tables.js';
import { parseToml } from '../kernel/toml.js';
import { type Entry, isSame, type Value, valueAt } from './entry.js';

/** The document with the entries, each a table. Throws a `KgError` when it does not parse, or writes a table in a way that has no lines. */
export function addToToml(text: string, entries: readonly Entry[], file: string): string {
  return entries.reduce((edited, entry) => {
    const document = read(edited, file);
    const present = valueAt(document, entry.path);
    const wanted = Object(entry.value) as Readonly<Record<string, Value>>;
    const { instead = [] } = entry;
    const isThere =
      isTable(present) &&
      Object.entries(wanted).every(([key, value]) => isSame(present[key], value)) &&
      !instead.some((key) => key in present);
    if (isThere) return edited;
    const changed =
      present === undefined ? append(edited, entry, wanted) : replace(edited, entry, wanted, file);
    checkOthers(document, changed, entry, file);
    return changed;
  }, text);
}

/** The document without them. */
export function removeFromToml(text: string, entries: readonly Entry[], _: string, file: string): string {
  return [...entries].reverse().reduce((edited, entry) => {
    const document = read(edited, file);
    if (valueAt(document, entry.path) === undefined) return edited;
    const changed = withoutTable(edited, entry.path);
    if (changed === undefined) throw noLines(entry, file);
    checkOthers(document, changed, entry, file);
    return changed;
  }, text);
}

/** Without the lines of a table; `undefined` when it has none of its own. */
function withoutTable(text: string, path: readonly string[]): string | undefined {
  const lines = linesOf(text);
  const at = findTable(lines, path);
  if (at === undefined) return undefined;
  // The blank line before it came with it.
  const from = at.from > 0 && lines[at.from - 1]?.trim() === '' ? at.from - 1 : at.from;
  return [...lines.slice(0, from), ...lines.slice(at.to)].join('');
}

function append(text: string, { path }: Entry, table: Readonly<Record<string, Value>>): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : `${eol}${eol}`;
  return `${text}${gap}${[`[${path.map(keyText).join('.')}]`, ...pairs(table)].join(eol)}${eol}`;
}

/** Our keys are set, others stay, but for those that cannot. */
function replace(text: string, entry: Entry, table: Readonly<Record<string, Value>>, file: string): string {
  const lines = linesOf(text);
  const at = findTable(lines, entry.path);
  if (at === undefined) throw noLines(entry, file);
  const [header = '', ...body] = lines.slice(at.from, at.to);
  const eol = header.endsWith('\r\n') ? '\r\n' : '\n';
  const gone = [...Object.keys(table), ...(entry.instead ?? [])];
  const others = body.filter((line) => !gone.some((key) => startsWithKey(line, key)));
  const own = pairs(table).map((pair) => `${pair}${eol}`);
  const start = header.endsWith('\n') ? header : `${header}${eol}`;
  const whole = [...lines.slice(0, at.from), start, ...own, ...others, ...lines.slice(at.to)].join('');
  return gone.reduce((left, key) => withoutTable(left, [...entry.path, key]) ?? left, whole);
}

/** The lines of a table from its header to the next one; `undefined` when it is written inline or with dots. */
function findTable(
  lines: readonly string[],
  path: readonly string[],
): { from: number; to: number } | undefined {
  const from = lines.findIndex((line) => isSame(headerOf(line), path));
  if (from < 0) return undefined;
  const next = lines.findIndex((line, at) => at > from && /^\s*\[/.test(line));
  let to = next < 0 ? lines.length : next;
  // Comments and blank lines right before the next header belong to that.
  while (next >= 0 && to > from + 1 && /^\s*(?:#.*)?$/.test(lines[to - 1] ?? '')) to--;
  return { from, to };
}

function headerOf(line: string): string[] | undefined {
  const [, inner] = /^\s*\[\s*([^[\]]+?)\s*\]\s*(?:#.*)?\r?\n?$/.exec(line) ?? [];
  if (inner === undefined) return undefined;
  const keys = inner.match(/"[^"]*"|'[^']*'|[\w-]+/g) ?? [];
  return keys.map((key) => key.replace(/^["']|["']$/g, ''));
}

function startsWithKey(line: string, key: string): boolean {
  const [, name] = /^\s*["']?([\w-]+)["']?\s*=/.exec(line) ?? [];
  return name === key;
}

function pairs(table: Readonly<Record<string, Value>>): string[] {
  return Object.entries(table).map(([key, value]) => `${keyText(key)} = ${valueText(value)}`);
}

function valueText(value: Value): string {
  // JSON's strings, booleans and lists of them are TOML's.
  if (typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value);
  return `{ ${pairs(value as Readonly<Record<string, Value>>).join(', ')} }`;
}

function keyText(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
}

/** With their line ends. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function read(text: string, file: string): unknown {
  const parsed = parseToml(text);
  if (parsed.ok) return parsed.table;
  throw new KgError('bad-argument', `${file} line ${parsed.line} cannot be edited: ${parsed.problem}`, {
    hint: 'Mend it first; nothing was changed.',
  });
}

function checkOthers(before: unknown, text: string, { path }: Entry, file: string): void {
  const parsed = parseToml(text);
  if (parsed.ok && isSame(withoutPath(before, path), withoutPath(parsed.table, path))) return;
  throw new KgError('bad-argument', `${file} is written in a way that cannot be edited safely`, {
    hint: `Change [${path.join('.')}] by hand; nothing was changed.`,
  });
}

/** A copy without one key, and without the tables that are empty then. */
function withoutPath(document: unknown, [key, ...rest]: readonly string[]): unknown {
  if (!isTable(document) || key === undefined) return document;
  const { [key]: inner, ...others } = document;
  const left = rest.length === 0 ? undefined : withoutPath(inner, rest);
  const isEmpty = left === undefined || (isTable(left) && Object.keys(left).length === 0);
  return isEmpty ? others : { ...others, [key]: left };
}

function noLines({ path }: Entry, file: string): KgError {
  return new KgError('bad-argument', `${path.join('.')} in ${file} is written in one line with others`, {
    hint: `Write it as a table [${path.join('.')}], or change it by hand; nothing was changed.`,
  });
}
