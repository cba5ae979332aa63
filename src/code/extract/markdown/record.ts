/**
 * Title, number, date and status of a record, each from where it stands: what is said on purpose (front matter, a section of
 * that name, a labelled line) before what may be read off (the file's name, a note in a quote).
 */
import type { AdrStatus } from '../../document-facts.js';
import type { Block } from './blocks.js';
import { findDate } from './dates.js';
import { type MetadataEntry, metadataKey } from './metadata.js';
import { type FileName, isGeneric, readTitle } from './names.js';
import { collapse, type Piece, readAloud, readLines, type TextLine } from './pieces.js';
import { isForm, isPlainForm, type Section } from './sections.js';
import { leadingStatus, readStatus, type StatusLine, statusOf } from './status.js';

/** What the parts of a record are read from. */
export interface RecordSource {
  readonly name: FileName;
  readonly blocks: readonly Block[];
  readonly sections: readonly Section[];
  readonly frontMatter: readonly MetadataEntry[];
  /** Labelled lines and cells before the matter begins. */
  readonly metadata: readonly MetadataEntry[];
}

export interface RecordTitle {
  readonly text: string;
  readonly line: number;
  readonly number?: string;
  /** The heading it was read from. */
  readonly section?: Section;
}

/** The title: the first heading of the highest level, unless it only says what kind of document this is. */
export function findTitle({ name, blocks, sections, frontMatter, metadata }: RecordSource): RecordTitle {
  const top = sections.find(({ level }) => level === 1) ?? sections[0];
  const heading =
    top !== undefined && (top.level === 1 || top === sections[0]) && !isLabel(top) ? top : undefined;
  const read = heading && readTitle(titleText(heading), name.number);
  const number = read?.number;
  const at = (text: string, line: number): RecordTitle => {
    const title = readTitle(text, name.number);
    const found = number ?? title.number;
    return {
      text: title.text,
      line,
      ...(found !== undefined && { number: found }),
      ...(heading && { section: heading }),
    };
  };
  if (heading !== undefined && read !== undefined && !isGeneric(read.text))
    return at(titleText(heading), heading.line);
  const said = [...frontMatter, ...metadata].find(({ key, value }) => key === 'title' && value !== '');
  if (said !== undefined && !isGeneric(readTitle(said.value).text)) return at(said.value, said.line);
  const titled = sections.find(({ key }) => key === 'title');
  const below =
    titled && blocks.slice(titled.first, titled.nextHeading).find((block) => block.kind === 'paragraph');
  if (below?.kind === 'paragraph' && readLines(below.lines) !== '')
    return at(readLines(below.lines), below.line);
  const second = sections.find((section) => section !== heading && section.level <= 2 && !isLabel(section));
  if (second !== undefined && second === sections[heading === undefined ? 0 : 1])
    return at(titleText(second), second.line);
  const [first] = blocks;
  if (heading === undefined && first?.kind === 'paragraph' && first.list === undefined) {
    const isBold = first.lines.every(({ pieces }) =>
      pieces.every(({ isStrong, text }) => isStrong || text.trim() === ''),
    );
    if (isBold && readLines(first.lines) !== '') return at(readLines(first.lines), first.line);
  }
  return { ...at(name.words, heading?.line ?? 1), text: name.words };
}

/**
 * A heading that is a part of the form: `# Status`, `## Context`. One of the highest level is mostly the title, so that only
 * the plain words of the form count there: `# How we bake` is a title, `## How we bake` is not.
 */
function isLabel({ key, title, level }: Section): boolean {
  const isOfForm = level === 1 ? isPlainForm(key) : isForm(key);
  return isOfForm || metadataKey(key) !== undefined || /^(?:status|date)\s*:/i.test(title);
}

/** A title that is struck out as a whole is still the title. */
function titleText({ heading, title }: Section): string {
  return title !== ''
    ? title
    : collapse(heading.lines.flatMap(({ pieces }) => pieces.map(({ text }) => text)).join(' '));
}

/** The order in which labelled dates count; one that is not listed comes last. */
const DATE_NAMES: readonly RegExp[] = [
  /^(?:(?:adr|decision) )?date(?: decided| of decision)?$|^(?:datum|fecha|data|дата|日期|日付|날짜|tanggal)$/,
  /decided/,
  /accept|approv|status/,
  /creat|propos|publi|open/,
];

/** The date of the decision, `YYYY-MM-DD`. */
export function findRecordDate(source: RecordSource, statusText: string): string | undefined {
  const { name, blocks, sections, frontMatter, metadata } = source;
  const labelled = [...frontMatter, ...metadata]
    .filter(({ key }) => key === 'date')
    .flatMap(({ name: label, value }) => {
      const date = findDate(value);
      const rank = DATE_NAMES.findIndex((pattern) => pattern.test(label));
      return date === undefined ? [] : [{ date, rank: rank < 0 ? DATE_NAMES.length : rank }];
    })
    .sort((a, b) => a.rank - b.rank);
  if (labelled[0] !== undefined) return labelled[0].date;
  const section = sections.find(({ key }) => metadataKey(key) === 'date');
  const inTitle = section && findDate(section.title);
  const below = section && findDate(textOf(blocks.slice(section.first, section.nextHeading)));
  return inTitle ?? below ?? findDate(beforeSuccession(statusText)) ?? name.date ?? bareDate(source);
}

/** A status up to where it tells of the end of the record, whose date is another one. */
function beforeSuccession(statusText: string): string {
  return statusText.replace(/(?:super[sc]ee?d|replaced|obsolete|deprecat|retired).*$/is, '');
}

/** A line before the first section that is nothing but a date. */
function bareDate({ blocks, sections }: RecordSource): string | undefined {
  const title = sections[0];
  const lines = blocks
    .slice(0, title?.nextHeading ?? blocks.length)
    .flatMap((block) => (block.kind === 'paragraph' ? block.lines : []));
  const texts = lines.map(({ pieces }) => readAloud(pieces));
  return texts.filter((text) => text.length <= 30 && findDate(text) !== undefined).map(findDate)[0];
}

function textOf(blocks: readonly Block[]): string {
  return blocks.map((block) => (block.kind === 'paragraph' ? readLines(block.lines) : '')).join(' ');
}

export interface RecordStatus {
  readonly status: AdrStatus;
  readonly text: string;
}

/** The status, from the first place that says one that is understood; else what the first place says. */
export function findStatus(source: RecordSource): RecordStatus {
  const { frontMatter, metadata, sections, blocks } = source;
  const places: readonly (readonly StatusLine[])[] = [
    fromEntries(frontMatter),
    ...sections.filter(isStatusSection).map((section) => fromSection(section, blocks)),
    fromEntries(metadata),
  ];
  const readings = places.filter((lines) => lines.length > 0).map(readStatus);
  const understood = readings.find(({ status }) => status !== 'unknown');
  if (understood !== undefined) return understood;
  const written = readings.find(({ text }) => text !== '');
  if (written !== undefined) return { status: 'unknown', text: written.text };
  return fromNote(source) ?? { status: 'unknown', text: '' };
}

function fromEntries(entries: readonly MetadataEntry[]): readonly StatusLine[] {
  const lines = entries
    .filter(({ key }) => key === 'status')
    .map(({ value, strong }) => ({ text: value, strong }));
  const first = lines.find((line) => statusOf(line) !== undefined) ?? lines[0];
  return first === undefined ? [] : [first];
}

function isStatusSection({ key, title }: Section): boolean {
  return metadataKey(key) === 'status' || /^(?:status|state)\s*[:–—-]\s*\S/i.test(collapse(title));
}

/** The lines of a status section; `## Status: accepted` says it in its title. */
function fromSection(section: Section, blocks: readonly Block[]): readonly StatusLine[] {
  const inTitle = /^[^\p{L}]*(?:status|state)\s*[:–—-]\s*(\S.*)$/iu.exec(section.title)?.[1];
  if (inTitle !== undefined) return [{ text: inTitle, strong: '' }];
  return blocks.slice(section.first, section.end).flatMap((block): readonly StatusLine[] => {
    if (block.kind === 'heading') return [toStatusLine(block.lines.flatMap(({ pieces }) => pieces))];
    if (block.kind === 'table') return fromTable(block.rows);
    // A paragraph is wrapped where its writer liked; each line is its own only where it says something on its own.
    const lines = joinWrapped(block.lines);
    return lines.map((pieces) => ({
      ...toStatusLine(pieces),
      ...(block.list?.box && { box: block.list.box }),
    }));
  });
}

function fromTable(rows: readonly (readonly TextLine[])[]): readonly StatusLine[] {
  return rows.slice(1).map((row) => {
    const cells = row.map(({ pieces }) => readAloud(pieces));
    const status = cells.find((cell) => statusOf({ text: cell, strong: '' }) !== undefined) ?? '';
    return {
      text:
        cells.some((cell) => findDate(cell)) && status !== ''
          ? [status, ...cells.filter((cell) => cell !== status && findDate(cell))].join(' ')
          : status,
      strong: '',
    };
  });
}

/** A line as long as this was most likely wrapped, not ended. */
const WRAPPED_CHARS_MIN = 60;

function joinWrapped(lines: readonly TextLine[]): readonly (readonly Piece[])[] {
  const joined: Piece[][] = [];
  for (const { pieces } of lines) {
    const isOwn =
      statusOf({ text: readAloud(pieces), strong: '' }) !== undefined ||
      /^\W*(?:amend|supersed|superced|replac|date|deciders?|see|related)/i.test(readAloud(pieces));
    const last = joined.at(-1);
    if (last === undefined || (isOwn && readAloud(last).length < WRAPPED_CHARS_MIN)) joined.push([...pieces]);
    else last.push({ kind: 'text', text: ' ', line: 0, isStrong: false, isStruck: false }, ...pieces);
  }
  return joined;
}

function toStatusLine(pieces: readonly Piece[]): StatusLine {
  const text = readAloud(pieces).replace(/^(?:status|state)\s*:\s*/i, '');
  return { text, strong: readAloud(pieces.filter(({ isStrong }) => isStrong)) };
}

/** A note above the first section, in a quote or in bold: "Superseded by …", "This record is deprecated". */
function fromNote({ blocks, sections }: RecordSource): RecordStatus | undefined {
  const [title] = sections;
  const head = blocks.slice(0, title?.nextHeading ?? blocks.length);
  for (const block of head) {
    if (block.kind !== 'paragraph') continue;
    const pieces = block.lines.flatMap(({ pieces }) => pieces);
    const isMarked =
      block.isQuote ||
      pieces[0]?.isStrong === true ||
      (pieces.length > 0 && readLines(block.lines).split(' ').length <= 4);
    const text = readLines(block.lines).replace(/^\[![A-Z]+\]\s*/, '');
    if (!isMarked) continue;
    const status = leadingStatus(text);
    if (status !== undefined) return { status, text };
  }
  return undefined;
}
