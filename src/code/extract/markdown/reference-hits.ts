/**
 * The places in a passage that name a record: links to its file, "ADR-0003", "ADRs 3, 4 and 5", file names, and behind a verb or a
 * label also bare numbers and titles. What is said of the record there is not looked at.
 */
import type { ReferenceKind } from '../../document-facts.js';
import { decodeTarget, isAddress } from '../../link-target.js';
import type { FlatText } from './flat-text.js';
import { type FileName, readFileName } from './names.js';
import { collapse, type Link } from './pieces.js';

/** The record that refers. */
export interface Referrer {
  readonly name: FileName;
  readonly number: string | undefined;
  /** The line of its title, whose own number is no reference. */
  readonly titleLine: number;
  /** Whether the record still stands: then "… is superseded by ADR-9" in its prose is about a part of it. */
  readonly isStanding: boolean;
}

/** A place that names a record. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly number?: string;
  readonly area?: string;
  readonly target?: string;
  readonly title?: string;
}

/** The places, in order. `label`: what the words before the passage say, `isLabelled`: whether bare numbers and titles count. */
export function findHits(
  { text, masked, links, lineAt }: FlatText,
  referrer: Referrer,
  { label, isLabelled }: { readonly label: ReferenceKind | undefined; readonly isLabelled: boolean },
): readonly Hit[] {
  const hits: Hit[] = links.flatMap(({ link, start, end }) => {
    const read = readLink(link, text.slice(start, end), referrer);
    return read === undefined ? [] : [{ ...read, start, end, line: link.line }];
  });
  for (const hit of findNamed(masked, referrer, lineAt)) hits.push(hit);
  const inOrder = hits.sort((a, b) => a.start - b.start);
  if (!isLabelled) return inOrder;
  return [...inOrder, ...findBehindVerb(label, masked, inOrder, lineAt)].sort((a, b) => a.start - b.start);
}

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
  const decoded = decodeTarget(path);
  const base = decoded.slice(decoded.lastIndexOf('/') + 1);
  if (isAddress(target)) return readAddress(decoded, base);
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
  const taken = new Uint8Array(text.length);
  const add = (start: number, end: number, what: Omit<Hit, 'start' | 'end' | 'line'>): void => {
    if (taken.subarray(start, end).includes(1)) return;
    taken.fill(1, start, end);
    hits.push({ start, end, line: lineAt(start), ...what });
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
  context: ReferenceKind | undefined,
  masked: string,
  hits: readonly Hit[],
  lineAt: (offset: number) => number,
): readonly Hit[] {
  const starts = [...masked.matchAll(VERB)].map((match) => match.index + match[0].length);
  if (starts.length === 0 && context !== undefined) starts.push(0);
  let next = 0;
  return starts.flatMap((start, index): readonly Hit[] => {
    const end = starts[index + 1] ?? masked.length;
    while ((hits[next]?.start ?? end) < start) next += 1;
    if ((hits[next]?.start ?? end) < end) return [];
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

/** Whether a place names the record itself. */
export function isSelf({ number, target, area }: Hit, { name, number: own }: Referrer): boolean {
  if (target === undefined) return number !== undefined && number === own && area === name.area;
  const base = decodeTarget(target.slice(target.lastIndexOf('/') + 1)).replace(DOCUMENT_FILE, '');
  // `0008-ovens.fr.md` is this record in another language.
  return base.toLowerCase() === name.stem.toLowerCase() || base.startsWith(`${name.stem}.`);
}
