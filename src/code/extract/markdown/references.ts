/**
 * Where a record names other records: links to their files, "ADR-0003", "ADRs 3, 4 and 5", file names in running text, and
 * behind "superseded by" also bare numbers and titles. A link is one reference, whatever its text says; a link to somewhere
 * else is none. A record does not refer to itself. Whether there is such a record, the linker knows.
 */
import type { RecordReference, ReferenceKind } from '../../document-facts.js';
import type { Block } from './blocks.js';
import type { FrontMatterEntry } from './front-matter.js';
import { type FileName, readFileName } from './names.js';
import { collapse, type Link, type Piece, readAloud } from './pieces.js';
import { EARLIER, relationBefore, relationBehind, relationOfLabel, weakenForPart } from './relations.js';

/** The record that refers. */
export interface Referrer {
  readonly name: FileName;
  readonly number: string | undefined;
  /** The line of its title, whose own number is no reference. */
  readonly titleLine: number;
  /** Whether the record still stands: then "… is superseded by ADR-9" in its prose is about a part of it. */
  readonly isStanding: boolean;
}

/** Text to look for references in, and what was said before it. */
interface Passage {
  readonly pieces: readonly Piece[];
  /** Of a label or cell before it. */
  readonly context?: ReferenceKind | undefined;
  /** Of the heading above it, which governs what it begins with, not all the prose below it. */
  readonly heading?: ReferenceKind | undefined;
  /** Whether what follows a verb may be a title or a bare number. */
  readonly isLabelled: boolean;
}

/** The references in a document's blocks, in order. `statusLines` are the lines on which the status stands. */
export function findReferences(
  blocks: readonly Block[],
  referrer: Referrer,
  isStatusLine: (line: number) => boolean,
): readonly RecordReference[] {
  const found: RecordReference[] = [];
  // What the heading above, or the item around, says of everything below it.
  let heading: ReferenceKind | undefined;
  let lead: { readonly kind: ReferenceKind; readonly depth: number } | undefined;
  for (const block of blocks) {
    if (block.kind === 'heading') {
      const pieces = block.lines.flatMap((line) => line.pieces);
      if (block.line !== referrer.titleLine) found.push(...scan({ pieces, isLabelled: false }, referrer));
      heading = relationOfLabel(readAloud(pieces));
      lead = undefined;
    } else if (block.kind === 'table') {
      found.push(
        ...scanTable(
          block.rows.map((row) => row.map((cell) => cell.pieces)),
          heading,
          referrer,
        ),
      );
      lead = undefined;
    } else {
      const depth = block.list?.depth ?? 0;
      if (lead !== undefined && depth <= lead.depth) lead = undefined;
      const isStatus = isStatusLine(block.line);
      const lines = block.lines.map((line) => line.pieces);
      // Lines of labels are read one by one, prose as it runs.
      if (TAGS.test(plain(join(lines)))) continue;
      const passages =
        isStatus || lines.every((pieces) => LABELLED.test(plain(pieces)))
          ? joinWrapped(lines)
          : [join(lines)];
      for (const pieces of passages) {
        const isLabelled = isStatus || LABELLED.test(plain(pieces));
        found.push(...scan({ pieces, context: lead?.kind, heading, isLabelled }, referrer));
      }
      const label = relationOfLabel(/^(.*?):?$/s.exec(plain(join(lines)).trim())?.[1] ?? '');
      if (label !== undefined) lead = { kind: label, depth };
    }
  }
  return distinct(found);
}

/** A line of its own, not a sentence: "Superseded by [ADR-9]". */
const LABEL_ALONE = /^[^\p{L}\p{N}]*(?:superseded|superceded|replaced|obsoleted)[\s-]by\b/iu;
const LABELLED =
  /^[^\p{L}\p{N}]*\p{L}[\p{L} /-]{1,30}[^\p{L}\p{N}:：]{0,4}[:：]|^[^\p{L}\p{N}]*(?:superseded|superceded|replaced|amended|obsoleted|supersedes|replaces|amends)\b/iu;

/** A tag such as `adr-0033` files the record, it does not refer. */
const TAGS = /^[^\p{L}]*(?:tags|keywords|labels)\b[^\p{L}]*:/iu;

function plain(pieces: readonly Piece[]): string {
  return pieces.map(({ text, isStruck }) => (isStruck ? '' : text)).join('');
}

function join(lines: readonly (readonly Piece[])[]): readonly Piece[] {
  const [first = [], ...others] = lines;
  const blank: Piece = { kind: 'text', text: ' ', line: 0, isStrong: false, isStruck: false };
  return [...first, ...others.flatMap((pieces) => [blank, ...pieces])];
}

/** Lines that each say something of their own; one that goes on with what the line before began belongs to it. */
function joinWrapped(lines: readonly (readonly Piece[])[]): readonly (readonly Piece[])[] {
  const joined: (readonly Piece[])[] = [];
  for (const pieces of lines) {
    const text = plain(pieces);
    const isOwn =
      LABELLED.test(text) || (/^[^\p{L}\p{N}]*\p{Lu}\p{Ll}/u.test(text) && pieces[0]?.link === undefined);
    const last = joined.at(-1);
    if (last === undefined || isOwn) joined.push(pieces);
    else joined.splice(-1, 1, join([last, pieces]));
  }
  return joined;
}

function scanTable(
  rows: readonly (readonly (readonly Piece[])[])[],
  heading: ReferenceKind | undefined,
  referrer: Referrer,
): readonly RecordReference[] {
  const columns = (rows[0] ?? []).map((pieces) => relationOfLabel(readAloud(pieces)));
  return rows.flatMap((row) => {
    const ofRow = relationOfLabel(readAloud(row[0] ?? []));
    return row.flatMap((pieces, column) => {
      const context = (column > 0 ? ofRow : undefined) ?? columns[column] ?? heading;
      return scan({ pieces, context, isLabelled: context !== undefined && context !== 'relates' }, referrer);
    });
  });
}

/** References that front matter makes in keys such as `supersedes`; and in a status. */
export function findFrontMatterReferences(
  entries: readonly FrontMatterEntry[],
  referrer: Referrer,
): readonly RecordReference[] {
  const found = entries.flatMap(({ key, values, line }) => {
    const context = relationOfLabel(key);
    if (context === undefined && key !== 'status') return [];
    return values.flatMap((value) =>
      scan({ pieces: linkPieces(value, line), context, isLabelled: true }, referrer),
    );
  });
  return distinct(found);
}

/** Markdown links in a value of front matter, which nothing else parses. */
function linkPieces(value: string, line: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const add = (text: string, link?: Link): void => {
    if (text !== '' || link)
      pieces.push({ kind: 'text', text, line, isStrong: false, isStruck: false, ...(link && { link }) });
  };
  for (const match of value.matchAll(/\[([^\]]*)\]\(([^)\s]*)\)/g)) {
    add(value.slice(from, match.index));
    add(match[1] ?? '', { target: match[2] ?? '', line });
    from = match.index + match[0].length;
  }
  add(value.slice(from));
  return pieces;
}

interface Hit {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly number?: string;
  readonly area?: string;
  readonly target?: string;
  readonly title?: string;
}

function scan(passage: Passage, referrer: Referrer): readonly RecordReference[] {
  const { text, masked, links, lineAt } = flatten(passage.pieces);
  const hits: Hit[] = links.flatMap(({ link, start, end }) => {
    const read = readLink(link, text.slice(start, end), referrer);
    return read === undefined ? [] : [{ ...read, start, end, line: link.line }];
  });
  hits.push(...findNamed(masked, referrer, lineAt));
  hits.sort((a, b) => a.start - b.start);
  if (passage.isLabelled) hits.push(...findBehindVerb(passage, masked, hits, lineAt));
  hits.sort((a, b) => a.start - b.start);
  return hits.flatMap((hit, index) => {
    if (isSelf(hit, referrer)) return [];
    const behind = text.slice(hit.end);
    const said =
      relationBehind(behind) ??
      relationBefore(textBefore(text, hits.slice(0, index), hit.start)) ??
      labelBefore(masked.slice(0, hit.start)) ??
      passage.context ??
      (isAtBeginning(textBefore(text, hits.slice(0, index), hit.start)) ? passage.heading : undefined) ??
      'relates';
    const isOfPart =
      said === 'superseded_by' &&
      referrer.isStanding &&
      passage.context !== 'superseded_by' &&
      passage.heading !== 'superseded_by' &&
      !LABEL_ALONE.test(text);
    const kind = isOfPart ? 'amended_by' : weakenForPart(said, behind);
    const { line, target, title, area } = hit;
    // Another file with this record's number is meant by its name alone.
    const number = hit.target !== undefined && hit.number === referrer.number ? undefined : hit.number;
    return [
      {
        kind,
        ...(number !== undefined && { number }),
        ...(area !== undefined && { area }),
        ...(target !== undefined && { target }),
        ...(title !== undefined && { title }),
        line,
      },
    ];
  });
}

/** Whether only references and a few words stand before a place: "ADR-3 (ovens) and the older ADR-4". */
function isAtBeginning(before: string): boolean {
  const rest = before.replaceAll(EARLIER, ' ').replace(/\([^()]*\)/g, ' ');
  const words = rest.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length <= 4 && !/^(?:none|n\/a|no|nothing|not)\b/i.test(rest.trim());
}

/** "Supersedes: ADR-3's cache; ADR-4's pool": a label governs its line up to the end of a sentence, but for brackets. */
function labelBefore(before: string): ReferenceKind | undefined {
  const match = /^[^\p{L}\p{N}]*(\p{L}[\p{L} /-]{1,30}?)[^\p{L}\p{N}:：]{0,4}[:：]/u.exec(before);
  if (match === null) return undefined;
  const rest = before.slice(match[0].length);
  const isOutside = (rest.match(/[([（]/g)?.length ?? 0) <= (rest.match(/[)\]）]/g)?.length ?? 0);
  return isOutside && !/[.!?。]\s/.test(rest) ? relationOfLabel(match[1] ?? '') : undefined;
}

/** The text before a reference, each earlier one as a single sign. */
function textBefore(text: string, earlier: readonly Hit[], start: number): string {
  let from = 0;
  let before = '';
  for (const hit of earlier) {
    if (hit.start < from || hit.end > start) continue;
    before += text.slice(from, hit.start) + EARLIER;
    from = hit.end;
  }
  return before + text.slice(from, start);
}

interface Flat {
  readonly text: string;
  /** As long as `text`, with blanks where nothing may be found: links, code, addresses, hints in braces. */
  readonly masked: string;
  readonly links: readonly { readonly link: Link; readonly start: number; readonly end: number }[];
  readonly lineAt: (offset: number) => number;
}

function flatten(pieces: readonly Piece[]): Flat {
  let text = '';
  let masked = '';
  const links: { link: Link; start: number; end: number }[] = [];
  const lines: { start: number; line: number }[] = [];
  for (const piece of pieces) {
    if (piece.isStruck) continue;
    const start = text.length;
    if (piece.line > 0) lines.push({ start, line: piece.line });
    text += piece.text;
    const isName = piece.kind === 'code' && WHOLE_NAME.test(piece.text);
    masked +=
      piece.link === undefined && (piece.kind === 'text' || isName)
        ? piece.text
        : '\uE002'.repeat(piece.text.length);
    const last = links.at(-1);
    if (piece.link !== undefined && last?.link === piece.link) last.end = text.length;
    else if (piece.link !== undefined) links.push({ link: piece.link, start, end: text.length });
  }
  const hide = (match: string): string => '\uE002'.repeat(match.length);
  masked = masked.replace(/\b(?:https?:\/\/|www\.)\S+/g, hide).replace(/\{[^{}]*\}/g, hide);
  const lineAt = (offset: number): number =>
    lines.findLast(({ start }) => start <= offset)?.line ?? lines[0]?.line ?? 1;
  return { text, masked, links, lineAt };
}

/** A code span that is nothing but a record's name. */
const WHOLE_NAME =
  /^(?:ADR[-_ #]*\d{1,5}|(?:[\w.-]+\/)*(?:adrs?|decisions)\/\d{1,5}|(?:[\w./-]*\/)?(?:adr-?)?\d{3,8}-[\w-]+(?:\.md)?)$/i;

const SKIPPED_FILES =
  /^(?:readme|index|(?:adr-)?template.*|.*-template|0000-template|0005-example|contributing|changelog)$/i;
const DOCUMENT_FILE = /\.(?:md|mdx|markdown)$/i;
const NAMED_LIKE_A_RECORD =
  /^(?:adr[-_ ]?)?\d{1,5}[-_. ]\S|^(?:19|20)\d\d[-.]?\d\d[-.]?\d\d[-_. ]|^adr[-_ ]?\d/i;

/** What a link refers to; `undefined` when it is no record. */
function readLink(
  { target }: Link,
  text: string,
  referrer: Referrer,
): Omit<Hit, 'start' | 'end' | 'line'> | undefined {
  const path = target.replace(/[#?].*$/s, '');
  const byText = (): Omit<Hit, 'start' | 'end' | 'line'> | undefined => {
    const number = findNamed(text, referrer, () => 0)[0]?.number;
    return number === undefined ? undefined : { number };
  };
  const decoded = decode(path);
  const base = decoded.slice(decoded.lastIndexOf('/') + 1);
  const isAddress = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(target);
  if (isAddress) return readAddress(decoded, base);
  if (base === '') return path === '' ? undefined : byText();
  const { stem, number } = readFileName(base);
  if (SKIPPED_FILES.test(stem)) return byText();
  const isRecord = NAMED_LIKE_A_RECORD.test(base);
  if (DOCUMENT_FILE.test(base)) {
    const known = number ?? (isRecord ? undefined : byText()?.number);
    return { target: path, ...(known !== undefined && { number: known }) };
  }
  if (isRecord && !/\.\w{1,5}$/.test(base)) return { target: path, ...(number !== undefined && { number }) };
  return byText();
}

/** A link to the web, when it ends like the file of a record in a folder of records. Which project it is, nobody knows. */
function readAddress(path: string, base: string): Omit<Hit, 'start' | 'end' | 'line'> | undefined {
  const isFolderOfRecords =
    /\/(?:adrs?|decisions|architecture-decisions|decision-records|architecture\/decisions)\//i.test(path);
  if (
    !isFolderOfRecords ||
    !/^(?:adr-?)?\d{3,8}[-_][a-z]/i.test(base) ||
    /record-architecture-decisions/i.test(base)
  )
    return undefined;
  return { target: DOCUMENT_FILE.test(base) ? base : `${base}.md` };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

const FILE_IN_TEXT =
  /(?<![\w./-])(?:\.{0,2}\/)?(?:[\w.-]+\/)*((?:adr[-_]?)?(?:\d{3,5}|(?:19|20)\d\d-?\d\d-?\d\d)[-_][a-z][a-z0-9_-]{2,}\.(?:md|markdown))(?![\w])/gi;
const STEM_IN_TEXT =
  /(?<![\w./-])((?:adr[-_])?(?:\d{4}|(?:19|20)\d\d-?\d\d-?\d\d)-[a-z][a-z0-9]*(?:-[a-z0-9]+){1,})(?![\w./-]*[\w/])/g;
/** `docs/adr/0012`, without the words behind the number. */
const NUMBER_IN_FOLDER = /(?<![\w./-])(?:[\w.-]+\/)*(?:adrs?|decisions)\/0*(\d{1,5})(?![\w./-]*[\w/-])/gi;
const NUMBERED = String.raw`(?:\s?(?:no\.|nr\.|number|n°|№)\s?|[\s_#–-]|-#)?#?\s?0*(\d{1,5})(?![\w]|[.,]\d|-\d\d-\d\d|\s?%)`;
const MORE =
  /^(\s*(?:,|;|\/|&|\+|–|-|、|，|～|and|or|und|oder|bis|et|ou|à|au|y|e|o|to|through|至|到|和|与|及|と|から|,\s*and|,\s*or)\s*#?)(0*)(\d{1,5})(?![\w]|[.,]\d|-\d|\s?%)/i;
const DECISION_NUMBER =
  /\b(?:(architectur(?:e|al)\s+)?decision(\s+records?)?s?)\s+(?:#|no\.?\s?|number\s)?(0*)(\d{1,4})(?![\w]|[.,]\d)/gi;

/** References by name in text: numbers behind "ADR", file names. */
function findNamed(text: string, referrer: Referrer, lineAt: (offset: number) => number): readonly Hit[] {
  const hits: Hit[] = [];
  const isFree = (start: number, end: number): boolean =>
    hits.every((hit) => end <= hit.start || start >= hit.end);
  const add = (start: number, end: number, what: Omit<Hit, 'start' | 'end' | 'line'>): void => {
    if (isFree(start, end)) hits.push({ start, end, line: lineAt(start), ...what });
  };
  for (const match of text.matchAll(FILE_IN_TEXT)) {
    const { number } = readFileName(match[1] ?? '');
    if (!SKIPPED_FILES.test(readFileName(match[1] ?? '').stem))
      add(match.index, match.index + match[0].length, {
        target: match[0],
        ...(number !== undefined && { number }),
      });
  }
  for (const match of text.matchAll(STEM_IN_TEXT)) {
    const { number, stem } = readFileName(match[1] ?? '');
    if (!SKIPPED_FILES.test(stem))
      add(match.index, match.index + match[0].length, {
        target: `${match[0]}.md`,
        ...(number !== undefined && { number }),
      });
  }
  for (const match of text.matchAll(NUMBER_IN_FOLDER))
    add(match.index, match.index + match[0].length, { number: match[1] ?? '' });
  for (const match of text.matchAll(prefixed(referrer))) {
    const area = match[1]?.toUpperCase();
    const number = match[2] ?? '';
    // "Our ADR 2023 review" has a year.
    if (/^(?:19|20)\d\d$/.test(number) && !/[#0-]\d{4}$/.test(match[0])) continue;
    let end = match.index + match[0].length;
    add(match.index, end, { number, ...(area !== undefined && { area }) });
    const isPlural = /^[a-z]*s/i.test(match[0]);
    for (let more = MORE.exec(text.slice(end)); more !== null; more = MORE.exec(text.slice(end))) {
      const isPadded = (more[2] ?? '') !== '' || /-0\d+$/.test(match[0]);
      if (!isPlural && !(isPadded && (more[2] ?? '') + (more[3] ?? '') !== (more[3] ?? ''))) break;
      const start = end + (more[1] ?? '').length;
      end += more[0].length;
      add(start, end, { number: more[3] ?? '' });
    }
  }
  for (const match of text.matchAll(DECISION_NUMBER)) {
    const isSure = match[1] !== undefined || match[2] !== undefined || (match[3] ?? '') !== '';
    // "Decisions #3 and #4" may be items of a list.
    if (isSure) add(match.index, match.index + match[0].length, { number: match[4] ?? '' });
  }
  return hits;
}

/** "ADR" and, when the record's own file is called otherwise (`DR-003`), that. */
function prefixed({ name }: Referrer): RegExp {
  const own = /^([a-z]{2,8})[-_]?\d/i.exec(name.stem)?.[1];
  const words = own === undefined || /^m?adrs?$/i.test(own) ? 'ADRs?' : `(?:ADRs?|${own}s?)`;
  // `ADR-OPS-003`: records may be counted by area.
  const area = String.raw`(?:[-_]([a-z]{2,10})(?=[-_]\d{2}))?`;
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])${words}${area}${NUMBERED}`, 'giu');
}

const VERB =
  /(?:super[sc]ee?ded|superseeded|replaced|obsoleted|amended|overridden)[\s-]by|\b(?:super[sc]ee?des|superseds|replaces|amends|obsoletes)\b/gi;
/** Behind a verb; `#1597` is an issue, not a record. */
const BARE_NUMBER = /^[\s:*_\])"'“(–—-]*(?!#[1-9]\d{3})#?0*(\d{1,5})(?![\w]|[.,]\d|-\d|[/:]\d)(?!\s+[a-z])/;
const PLACEHOLDER = /\b(?:X{2,}|N{2,}|YY+)\b|^[[{<]|\d{4}-example/;
const NOTHING =
  /^(?:none|n\/?a|no|not applicable|nothing|nil|null|tbd|todo|unknown|this|it|us|later|yes|[-–—.?]*)$/i;

/** Behind a verb, in a status or a label, where nothing else was found: a bare number, else a title. */
function findBehindVerb(
  { context: label, heading }: Passage,
  masked: string,
  hits: readonly Hit[],
  lineAt: (offset: number) => number,
): readonly Hit[] {
  const context = label ?? heading;
  const starts = [...masked.matchAll(VERB)].map((match) => match.index + match[0].length);
  if (starts.length === 0 && context !== undefined) starts.push(0);
  return starts.flatMap((start, index): readonly Hit[] => {
    const end = starts[index + 1] ?? masked.length;
    if (hits.some((hit) => hit.start >= start && hit.start < end)) return [];
    const rest = masked.slice(start, end);
    if (rest.includes('\uE002')) return [];
    const number = BARE_NUMBER.exec(rest);
    if (number !== null) return listNumbers(rest, start, lineAt);
    if (context === 'relates') return [];
    const title = collapse(rest.replace(/^[\s:*_"'“”()[\]–—-]+/, '').replace(/[\s*_"'”.)\]]+$/, ''));
    if (NOTHING.test(title) || PLACEHOLDER.test(title) || title.length > 160 || !/\p{L}{2}/u.test(title))
      return [];
    return [{ start, end: start + rest.length, line: lineAt(start + rest.search(/\p{L}/u)), title }];
  });
}

function listNumbers(rest: string, start: number, lineAt: (offset: number) => number): readonly Hit[] {
  return [...rest.matchAll(/(?!#[1-9]\d{3})(?<!#)#?0*(\d{1,5})(?![\w]|[.,]\d|-\d)/g)].map((match) => ({
    start: start + match.index,
    end: start + match.index + match[0].length,
    line: lineAt(start + match.index),
    number: match[1] ?? '',
  }));
}

function isSelf({ number, target, area }: Hit, { name, number: own }: Referrer): boolean {
  if (target === undefined) return number !== undefined && number === own && area === name.area;
  const base = decode(target.slice(target.lastIndexOf('/') + 1)).replace(DOCUMENT_FILE, '');
  // `0008-ovens.fr.md` is this record in another language.
  return base.toLowerCase() === name.stem.toLowerCase() || base.startsWith(`${name.stem}.`);
}

function distinct(references: readonly RecordReference[]): readonly RecordReference[] {
  const seen = new Map(references.map((reference) => [JSON.stringify(reference), reference]));
  return [...seen.values()];
}
