/**
 * "Key: value", wherever records carry it: front matter, bullets, bold lines, plain lines, cells of a table. Only keys that are
 * known are taken, so that prose with a colon stays prose. Which entry counts is decided by those who ask.
 */
import type { Block, Paragraph, Table } from './blocks.js';
import type { FrontMatterEntry } from './front-matter.js';
import { collapse, type Piece, readAloud, type TextLine } from './pieces.js';
import { leadingStatus } from './status.js';

export type MetadataKey = 'status' | 'date' | 'title' | 'number';

export interface MetadataEntry {
  readonly key: MetadataKey;
  /** The key as written, in lower case. */
  readonly name: string;
  /** As read aloud. */
  readonly value: string;
  /** The bold part of the value, '' when there is none or it is all bold. */
  readonly strong: string;
  readonly line: number;
}

const NAMES: Readonly<Record<MetadataKey, RegExp>> = {
  status:
    /^(?:(?:adr|decision|current|document|record|proposal|approval)[ -])?(?:status|state)$|^(?:lifecycle(?: status)?|estado|statut|stato|stand|статус|状态|狀態|状態|ステータス|상태)$/,
  date: /^(?:(?:adr|decision|status|creation|approval|acceptance|proposal|publication)[ -])?dates?(?:[ -](?:created|decided|accepted|approved|proposed|opened|of decision|published|updated))?$|^(?:created|created[ -](?:date|on|at)|decided(?:[ -]on)?|accepted(?:[ -]on)?|approved(?:[ -]on)?|proposed(?:[ -]on)?|last[ -](?:updated?|modified|revised|changed|reviewed)(?:[ -](?:on|date|at))?|updated(?:[ -](?:on|at))?|published(?:[ -]on)?|datum|fecha|data|дата|日期|日付|날짜|tanggal)$/,
  title: /^(?:title|titel|titre|título|name)$/,
  number: /^(?:(?:adr|record|decision)[ -]?)?(?:id|number|no|nr|#)$|^adr$/,
};

/** What a key means, when it means something here. */
export function metadataKey(name: string): MetadataKey | undefined {
  const plain = nameOf(name);
  return (Object.keys(NAMES) as MetadataKey[]).find((key) => NAMES[key].test(plain));
}

function nameOf(text: string): string {
  return collapse(text.toLowerCase().replace(/[^\p{L}\p{N}#]+/gu, ' '));
}

/** Entries of front matter. */
export function readFrontMatterEntries(entries: readonly FrontMatterEntry[]): readonly MetadataEntry[] {
  return entries.flatMap(({ key: name, values, line }) => {
    const key = metadataKey(name);
    const value = collapse(values.join(', ').replace(/\[([^[\]]*)\]\([^[)]*\)/g, '$1'));
    return key === undefined || value === '' ? [] : [{ key, name: nameOf(name), value, strong: '', line }];
  });
}

/** Entries among blocks, in order. A key that stands alone takes what follows it. */
export function readMetadata(blocks: readonly Block[]): readonly MetadataEntry[] {
  return blocks.flatMap((block, index) => {
    if (block.kind === 'table') return readTable(block);
    if (block.kind === 'heading') return [];
    const entries = block.lines.flatMap((line, place) => readLine(line, block.lines[place + 1]));
    return entries.map((entry) => (entry.value === '' ? takeNext(entry, block, blocks[index + 1]) : entry));
  });
}

/** Between two entries on one line: `**Status:** Accepted | **Date:** 2020-01-01`. */
const SEPARATOR = /\s+[|·•]\s+|\s{2,}|\s+[—–]\s+(?=\p{L}+\s*:)|[.;,]\s+(?=\p{Lu}[\p{L} ]{2,20}:\s)/u;
const KEY_VALUE = /^[^\p{L}\p{N}#]*([\p{L}][\p{L} /_-]{0,34}?|#)[^\p{L}\p{N}:：=([{~]*[:：=]\s*(.*)$/su;

function readLine(line: TextLine, following: TextLine | undefined): readonly MetadataEntry[] {
  const whole = line.pieces.map(({ isStruck, text }) => (isStruck ? '' : text)).join('');
  const segments = splitSegments(line.pieces, whole);
  return segments.flatMap(({ text, isBoldKey, strong }) => {
    const match =
      KEY_VALUE.exec(text) ??
      (isBoldKey === undefined
        ? null
        : [text, isBoldKey, text.slice(text.indexOf(isBoldKey) + isBoldKey.length)]);
    const name = match?.[1] ?? '';
    const key = metadataKey(name);
    if (match === null || key === undefined) return [];
    const value = collapse((match[2] ?? '').replace(/^[\s*_:]+/, ''));
    const goesOn = value === '' && following !== undefined && segments.length === 1;
    const next = goesOn ? readAloud(following?.pieces ?? []) : '';
    const taken = KEY_VALUE.test(next) ? '' : next;
    return [{ key, name: nameOf(name), value: goesOn ? taken : value, strong, line: line.line }];
  });
}

interface Segment {
  readonly text: string;
  /** A bold beginning, which may be a key without a colon. */
  readonly isBoldKey?: string;
  readonly strong: string;
}

function splitSegments(pieces: readonly Piece[], whole: string): readonly Segment[] {
  const [first] = pieces.filter(({ text }) => text.trim() !== '');
  const strongValue = pieces
    .filter(({ isStrong, isStruck, text }) => isStrong && !isStruck && !/:\s*$/.test(text))
    .map(({ text }) => text)
    .join(' ')
    .trim();
  const parts = whole.split(SEPARATOR);
  const keyed = parts.filter((part) => KEY_VALUE.test(part));
  if (keyed.length > 1) return joinUnkeyed(parts).map((text) => ({ text, strong: '' }));
  // Bold keys one behind the other, with nothing but blanks between value and key.
  const bold = pieces.filter(({ isStrong, text }) => isStrong && /:\s*$/.test(text)).map(({ text }) => text);
  if (bold.length > 1) return splitAt(whole, bold).map((text) => ({ text, strong: '' }));
  const isBoldKey = first?.isStrong === true && first.text !== whole ? first.text : undefined;
  return [{ text: whole, strong: strongValue, ...(isBoldKey !== undefined && { isBoldKey }) }];
}

/** Parts without a key belong to the value before them. */
function joinUnkeyed(parts: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const part of parts) {
    if (joined.length === 0 || KEY_VALUE.test(part)) joined.push(part);
    else joined.push(`${joined.pop() ?? ''} ${part}`);
  }
  return joined;
}

function splitAt(text: string, keys: readonly string[]): readonly string[] {
  let from = 0;
  const starts = keys.map((key) => {
    const at = text.indexOf(key, from);
    from = at + key.length;
    return at;
  });
  return starts.map((start, index) =>
    text.slice(start, starts[index + 1] ?? text.length).replace(/[\s|,;·•-]+$/, ''),
  );
}

/** `Status:` alone: the list item below it, or the paragraph behind it. */
function takeNext(entry: MetadataEntry, block: Paragraph, next: Block | undefined): MetadataEntry {
  if (next?.kind !== 'paragraph') return entry;
  const isBelow = (next.list?.depth ?? 0) > (block.list?.depth ?? 0);
  const isBehind = block.list === undefined && next.list === undefined;
  const value = readAloud(next.lines[0]?.pieces ?? []);
  return (isBelow || isBehind) && !KEY_VALUE.test(value) ? { ...entry, value } : entry;
}

/** A table of keys and values, down its rows or across its header. */
function readTable({ rows }: Table): readonly MetadataEntry[] {
  const [header = [], ...body] = rows;
  const keys = header.map((cell) => metadataKey(readAloud(cell.pieces)));
  const known = keys.filter((key) => key !== undefined).length;
  const isDown = header.length === 2 && (keys[0] === undefined || keys[1] === undefined);
  if (isDown || known === 0) {
    const pairs = [header, ...body].map(([name, ...cells]) => {
      return { name, cell: cells.find(({ pieces }) => readAloud(pieces) !== '') };
    });
    const entries = pairs.flatMap(({ name, cell }) => entryOf(name, cell));
    return entries.some(({ key }) => key === 'status') ? entries : [...entries, ...lastEvent(pairs)];
  }
  // Of several rows, which tell a history, the last one stands.
  const row = body.filter((cells) => cells.some(({ pieces }) => readAloud(pieces) !== '')).at(-1) ?? [];
  return header.flatMap((cell, index) => entryOf(cell, row[index]));
}

const EVENT = /^(?:created|changed|updated|modified|proposed|accepted|superseded|deprecated|rejected)$/;

/** `| Changed | Accepted (2026-03-05) |`: of a record that writes down what became of it the last event is its status. */
function lastEvent(
  pairs: readonly { readonly name: TextLine | undefined; readonly cell: TextLine | undefined }[],
): readonly MetadataEntry[] {
  return pairs
    .flatMap(({ name, cell }): readonly MetadataEntry[] => {
      const event = nameOf(readAloud(name?.pieces ?? []));
      const value = readAloud(cell?.pieces ?? []);
      if (cell === undefined || !EVENT.test(event) || leadingStatus(value) === undefined) return [];
      return [{ key: 'status', name: event, value, strong: '', line: cell.line }];
    })
    .slice(-1);
}

function entryOf(name: TextLine | undefined, cell: TextLine | undefined): readonly MetadataEntry[] {
  const written = readAloud(name?.pieces ?? []);
  const key = metadataKey(written);
  if (key === undefined || cell === undefined) return [];
  const value = readAloud(cell.pieces);
  const strong = readAloud(cell.pieces.filter(({ isStrong }) => isStrong));
  return value === '' ? [] : [{ key, name: nameOf(written), value, strong, line: cell.line }];
}
