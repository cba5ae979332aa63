/**
 * Edits a JSON document as people keep it: comments, order, indentation, line ends, commas at the end and keys that are not
 * ours stay as they are; what is added looks like what stands beside it. A document that does not parse is never touched.
 */
import {
  applyEdits,
  createScanner,
  type Edit,
  findNodeAtLocation,
  modify,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { KgError } from '../kernel/errors.js';
import { type Entry, isSame, type Value, valueAt } from './entry.js';

// The scanner's names for what it finds, which it has as an enumeration of the compiler's alone.
const [COMMA, LINE_COMMENT, BLOCK_COMMENT, LINE_BREAK, BLANK] = [5, 12, 13, 14, 15];

type Path = readonly (string | number)[];

/** The document with the entries. Throws a `KgError` when it does not parse or has something else in their place. */
export function addToJson(text: string, entries: readonly Entry[], file: string): string {
  const { mark, body } = splitMark(text);
  const start = body.trim() === '' ? '{}\n' : body;
  const edited = entries.reduce((current, entry) => add(current, entry, file), start);
  return edited === start && text !== '' ? text : mark + edited;
}

/** The document without them, and without the objects and lists that are empty then and were not in `before`. */
export function removeFromJson(
  text: string,
  entries: readonly Entry[],
  before: string,
  file: string,
): string {
  const { mark, body } = splitMark(text);
  const old: unknown = parse(before.replace(/^\ufeff/, ''), [], { allowTrailingComma: true });
  let edited = body;
  for (const entry of [...entries].reverse()) {
    refuseTwice(edited, entry.path, file);
    const place = placeOf(read(edited, file), entry);
    if (place === undefined) continue;
    edited = remove(edited, place);
    edited = withoutEmpty(edited, place.slice(0, -1), old, file);
  }
  return mark + edited;
}

/** Where an entry stands; `undefined` when it does not. */
function placeOf(document: unknown, { how, path, value }: Entry): Path | undefined {
  const present = valueAt(document, path);
  if (how === 'set') return present === undefined ? undefined : path;
  const at = Array.isArray(present) ? present.findIndex((each) => isSame(each, value)) : -1;
  return at < 0 ? undefined : [...path, at];
}

function add(text: string, entry: Entry, file: string): string {
  const { how, path, value, instead = [] } = entry;
  const document = read(text, file);
  refuseOther(document, path.slice(0, -1), file);
  refuseTwice(text, path, file);
  const present = valueAt(document, path);
  if (how === 'append') {
    if (present === undefined) return insert(text, path, [value]);
    if (!Array.isArray(present)) throw otherThere(path, file, 'a list');
    return placeOf(document, entry) === undefined ? insert(text, [...path, present.length], value) : text;
  }
  if (present === undefined) return insert(text, path, value);
  if (!isObject(present) || !isObject(value))
    return isSame(present, value) ? text : change(text, path, value);
  const set = Object.entries(value).reduce((edited, [key, part]) => {
    if (isSame(present[key], part)) return edited;
    return key in present ? change(edited, [...path, key], part) : insert(edited, [...path, key], part);
  }, text);
  return instead.filter((key) => key in present).reduce((edited, key) => remove(edited, [...path, key]), set);
}

/** Every object on the way must be one. */
function refuseOther(document: unknown, path: readonly string[], file: string): void {
  for (let length = 0; length <= path.length; length++) {
    const part = valueAt(document, path.slice(0, length));
    if (part !== undefined && !isObject(part)) throw otherThere(path.slice(0, length), file, 'an object');
  }
}

/** Programs take the last of two keys of one name, people see the first: either may be meant. */
function refuseTwice(text: string, path: readonly string[], file: string): void {
  let at = parseTree(text, [], { allowTrailingComma: true });
  for (const key of path) {
    const members = at?.type === 'object' ? (at.children ?? []) : [];
    const [member, second] = members.filter(({ children = [] }) => children[0]?.value === key);
    if (second !== undefined) {
      throw new KgError('bad-argument', `${path.join('.')} in ${file}: "${key}" stands there twice`, {
        hint: 'Make one of the two; nothing was changed.',
      });
    }
    at = member?.children?.[1];
  }
}

function withoutEmpty(text: string, path: Path, old: unknown, file: string): string {
  let edited = text;
  for (let length = path.length; length > 0; length--) {
    const at = path.slice(0, length);
    const part = valueAt(read(edited, file), at.map(String));
    const isEmpty = typeof part === 'object' && part !== null && Object.keys(part).length === 0;
    if (!isEmpty || valueAt(old, at.map(String)) !== undefined) break;
    edited = remove(edited, at);
  }
  return edited;
}

/** Another value for what is there. Nothing around it is formatted. */
function change(text: string, path: Path, value: Value): string {
  return applyEdits(text, modify(text, [...path], value, {}));
}

/** Without a member: its line or its part of one, and one comma. What is said about its neighbours stays. */
function remove(text: string, path: Path): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const value = root === undefined ? undefined : findNodeAtLocation(root, [...path]);
  const member = value?.parent?.type === 'property' ? value.parent : value;
  const parent = member?.parent;
  if (member === undefined || parent?.children === undefined) return text;
  const { commaAt } = lookBehind(text, member.offset + member.length);
  const end = commaAt === undefined ? member.offset + member.length : commaAt + 1;
  const before = text.slice(0, member.offset);
  const start = before.replace(/\r?\n?[ \t]*$/, '').length;
  const inner = { from: parent.offset + 1, to: parent.offset + parent.length - 1 };
  const isOnly = `${text.slice(inner.from, start)}${text.slice(end, inner.to)}`.trim() === '';
  if (isOnly) return `${text.slice(0, inner.from)}${text.slice(inner.to)}`;
  const previous = parent.children[parent.children.indexOf(member) - 1];
  const spare =
    commaAt === undefined && previous !== undefined
      ? lookBehind(text, previous.offset + previous.length).commaAt
      : undefined;
  const edits: Edit[] = [{ offset: start, length: end - start, content: '' }];
  if (spare !== undefined) edits.unshift({ offset: spare, length: 1, content: '' });
  return applyEdits(text, edits);
}

/** A new member of the nearest object or list on the way that is there. */
function insert(text: string, path: Path, value: Value): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  let length = path.length - 1;
  let parent = root === undefined ? undefined : findNodeAtLocation(root, path.slice(0, length));
  while (parent === undefined && length > 0) {
    length--;
    parent = root === undefined ? undefined : findNodeAtLocation(root, path.slice(0, length));
  }
  if (parent === undefined) return text;
  const inner = path.slice(length + 1).reduceRight<Value>((within, key) => ({ [key]: within }), value);
  const key = parent.type === 'object' ? String(path[length]) : undefined;
  return applyEdits(text, edits(text, parent, key, inner));
}

function edits(text: string, parent: Node, key: string | undefined, value: Value): Edit[] {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const unit = unitOf(text);
  const start = key === undefined ? '' : `${JSON.stringify(key)}: `;
  const last = parent.children?.at(-1);
  if (last === undefined) {
    const outer = indentAt(text, parent.offset);
    const inner = `${outer}${unit}`;
    const member = `${start}${written(value, inner, unit, eol)}`;
    const between = text.slice(parent.offset + 1, parent.offset + parent.length - 1);
    // What stands in an empty object is blank, or a comment that stays behind.
    const rest = between.trim() === '' ? `${eol}${outer}` : between;
    return [{ offset: parent.offset + 1, length: between.length, content: `${eol}${inner}${member}${rest}` }];
  }
  const end = last.offset + last.length;
  const { commaAt, lineEndAt } = lookBehind(text, end);
  if (lineEndAt === undefined) {
    const compact = `${start}${JSON.stringify(value)}`;
    return commaAt === undefined
      ? [{ offset: end, length: 0, content: `, ${compact}` }]
      : [{ offset: commaAt + 1, length: 0, content: ` ${compact},` }];
  }
  const indent = indentAt(text, last.offset);
  const member = `${eol}${indent}${start}${written(value, indent, unit, eol)}`;
  if (commaAt !== undefined) return [{ offset: lineEndAt, length: 0, content: `${member},` }];
  return [
    { offset: end, length: 0, content: ',' },
    { offset: lineEndAt, length: 0, content: member },
  ];
}

/** What follows the last member: its comma, and the end of its line, unless the closing bracket comes first. */
function lookBehind(text: string, end: number): { commaAt?: number; lineEndAt?: number } {
  const scanner = createScanner(text, false);
  scanner.setPosition(end);
  const found: { commaAt?: number; lineEndAt?: number } = {};
  for (;;) {
    const token: number = scanner.scan();
    if (token === COMMA) found.commaAt = scanner.getTokenOffset();
    else if (token === LINE_BREAK) found.lineEndAt ??= scanner.getTokenOffset();
    else if (token !== BLANK && token !== LINE_COMMENT && token !== BLOCK_COMMENT) return found;
  }
}

function written(value: Value, indent: string, unit: string, eol: string): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`);
}

/** The white space at the beginning of the line of a place. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** One step of indentation, by the first line that has one. */
function unitOf(text: string): string {
  return /\n([ \t]+)["'}/[\]]/.exec(text)?.[1] ?? '  ';
}

/** The byte-order mark that some editors put first, and the rest. */
function splitMark(text: string): { readonly mark: string; readonly body: string } {
  return text.startsWith('\ufeff') ? { mark: '\ufeff', body: text.slice(1) } : { mark: '', body: text };
}

function read(text: string, file: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.trim() === '' ? '{}' : text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error === undefined && isObject(value)) return value;
  const why = error === undefined ? 'it holds no object' : printParseErrorCode(error.error);
  const line = text.slice(0, error?.offset ?? 0).split('\n').length;
  throw new KgError('bad-argument', `${file} line ${line} cannot be edited: ${why}`, {
    hint: 'Mend it first; nothing was changed.',
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function otherThere(path: readonly string[], file: string, wanted: string): KgError {
  const name = path.length === 0 ? 'the document' : path.join('.');
  return new KgError('bad-argument', `${name} in ${file} is not ${wanted}`, {
    hint: 'Change it by hand; nothing was changed.',
  });
}
