/**
 * Answers → markdown within a budget. Each answer is first a `Document`: sections, and items in the order of their
 * importance, each in several forms from rich to poor. Here, in one place, it is decided what fits:
 *
 * 1. the richest form in which all items fit (bodies → signatures → names),
 * 2. if even the poorest do not, as many items as fit, since fewer good ones serve more than many bare ones; every section
 *    still says its total (counts), and a cursor goes on,
 * 3. where hardly any item fits so, the first one gives way if it is a whole source, then items take their form of need,
 * 4. where that leaves next to none of them, what stands around the items is cut to the least: they are the answer,
 * 5. if not even the headings fit, the lines from the end of the text are left out; the state is the last to go.
 *
 * A token is counted as three bytes of UTF-8: more than tokenizers make of code and English, so the budget holds.
 */
import { bytesOf, clipBytes, countOf, grouped } from './render/text.js';

export interface Document {
  /** One line without the `#`. */
  readonly title: string;
  /** Lines below the title, on every page. */
  readonly intro: readonly string[];
  readonly sections: readonly Section[];
  /** The items of this page, most important first. Their order within a section is kept. */
  readonly items: readonly Item[];
  /** Items before this page. */
  readonly offset: number;
  /** Items on all pages. */
  readonly total: number;
  /** What the items are, for the line that counts them: `nodes`. */
  readonly unit: string;
}

export interface Section {
  readonly heading: string;
  /** Items on all pages; shown behind the heading. `undefined`: the section is no list. */
  readonly total: number | undefined;
  /** What is said when there is none; a section without it is left out then. */
  readonly empty?: string;
  /** Lines below its items, on the first page. */
  readonly notes?: readonly string[];
  /** That only some of its items are shown is said with it, and this, how to get it alone ('' when there is no way). */
  readonly rest?: string;
}

export interface Item {
  /** Index in `sections`. */
  readonly section: number;
  /** The same thing from rich to poor; each of one or several whole lines. At least one. */
  readonly forms: readonly string[];
  /** A form of need, poorer than the others: rather fewer items than this, but rather this than next to none. */
  readonly bare?: string;
  /** It stays rich while others get poor and are left for the next page. Of the first item only. */
  readonly isLead?: boolean;
}

export interface RenderOptions {
  readonly maxTokens: number;
  /** The last line. */
  readonly stateLine: string;
  /** Makes the cursor for the item that comes next; absent when the answer cannot be gone on with. */
  readonly cursorAt?: (offset: number) => string;
  /** Where the rest is when there is no cursor: `raise max_tokens`. */
  readonly restIn?: string;
}

/** The same answer from a later item on; for answers whose items are all at hand. */
export function pageFrom(document: Document, offset: number): Document {
  return { ...document, offset, items: document.items.slice(offset) };
}

/**
 * Items of several lists in one order of importance: the first of each list, the second of each, and so on, so that a long
 * list leaves room for the others. At most `turnsMax` of each.
 */
export function inTurns(lists: readonly (readonly Item[])[], turnsMax = Number.POSITIVE_INFINITY): Item[] {
  const longest = lists.reduce((most, list) => Math.max(most, list.length), 0);
  const turns = Array.from({ length: Math.min(longest, turnsMax) }, (_, turn) =>
    lists.flatMap((list) => list.slice(turn, turn + 1)),
  );
  return turns.flat();
}

/** Bytes of UTF-8 that are counted as one token. */
export const BYTES_PER_TOKEN = 3;

/** The text of an answer; it never takes more than `maxTokens`. */
export function renderDocument(document: Document, options: RenderOptions): string {
  const bytesMax = options.maxTokens * BYTES_PER_TOKEN;
  const fits = (text: string) => bytesOf(text) <= bytesMax;
  const { items } = document;
  const enough = Math.min(SHOWN_MIN, items.length);
  const levels = formsMost(items.filter(({ isLead }) => isLead !== true));
  const leads = formsMost(items.filter(({ isLead }) => isLead === true));
  for (let lead = 0; lead < leads; lead++) {
    if (lead > 0 && lead < leads - 1 && leadBytes(items, lead) > bytesMax * LEAD_SHARE) continue;
    for (let level = 0; level < levels; level++) {
      if (countAtMost(document, { lead, level }, bytesMax) < items.length) continue;
      const text = layOut(document, options, { lead, level }, items.length);
      if (fits(text)) return text;
    }
    const some = asManyAsFit(document, options, { lead, level: levels - 1 });
    if (some.shown >= enough) return some.text;
  }
  const poorest: Look = { lead: leads - 1, level: BARE };
  const framed = asManyAsFit(document, options, poorest);
  if (framed.shown >= enough) return framed.text;
  const bare = asManyAsFit(withoutFrame(document, bytesMax), options, poorest);
  return dropLines(bare.shown > framed.shown ? bare.text : framed.text, bytesMax);
}

/** Which forms are shown: of the lead, and of all others. */
interface Look {
  readonly lead: number;
  readonly level: number;
}

// A source that has to be cut leaves so much to everything else.
const LEAD_SHARE = 0.5;

function leadBytes([first]: readonly Item[], lead: number): number {
  return bytesOf(first?.forms[lead] ?? '');
}

// The level of the forms of need.
const BARE = Number.POSITIVE_INFINITY;

function formsMost(items: readonly Item[]): number {
  return items.reduce((most, item) => Math.max(most, item.forms.length), 1);
}

// Fewer items than this are hardly an answer, whatever is said around them.
const SHOWN_MIN = 4;
// The share of the space that the lines above the items may take when there is next to none.
const INTRO_SHARE = 0.25;

/** As many items as fit in one look, the first few of them or all. */
function asManyAsFit(
  document: Document,
  options: RenderOptions,
  look: Look,
): { readonly shown: number; readonly text: string } {
  const bytesMax = options.maxTokens * BYTES_PER_TOKEN;
  const textOf = (count: number) => layOut(document, options, look, count);
  const atMost = countAtMost(document, look, bytesMax);
  const shown = largestThatFits(atMost, (count) => bytesOf(textOf(count)) <= bytesMax);
  return { shown, text: textOf(shown) };
}

/** How many items could fit if nothing stood around them, which tells without laying them out that more cannot. */
function countAtMost({ items }: Document, look: Look, bytesMax: number): number {
  let left = bytesMax;
  let count = 0;
  for (const item of items) {
    // A character takes a byte or more.
    left -= formAt(item, look).length;
    if (left < 0) return count;
    count++;
  }
  return count;
}

/** The same without what is said when a list is empty, without notes, and without lines above the items that take much. */
function withoutFrame(document: Document, bytesMax: number): Document {
  const intro: string[] = [];
  let left = bytesMax * INTRO_SHARE;
  for (const line of document.intro) {
    if (bytesOf(line) > left) continue;
    intro.push(line);
    left -= bytesOf(line);
  }
  intro.push('(notes and empty lists left out: raise max_tokens)');
  const sections = document.sections.map(({ heading, total }): Section => ({ heading, total }));
  return { ...document, intro, sections };
}

/** The largest number from 0 to `max` for which `fits` holds, found by halving; 0 when none does. */
function largestThatFits(max: number, fits: (count: number) => boolean): number {
  let low = 0;
  let high = Math.max(0, max);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function layOut(document: Document, options: RenderOptions, look: Look, shown: number): string {
  const own: string[][] = document.sections.map(() => []);
  for (const item of document.items.slice(0, shown)) own[item.section]?.push(formAt(item, look));
  const lines = [`# ${document.title}`, ...document.intro];
  document.sections.forEach((section, index) => {
    lines.push(...sectionLines(section, own[index] ?? [], document.offset > 0));
  });
  lines.push(...pageLines(document, options, shown));
  lines.push('', options.stateLine);
  return lines.join('\n');
}

function sectionLines(section: Section, items: readonly string[], isLater: boolean): string[] {
  const { heading, total, empty, notes = [] } = section;
  if (total === 0 && (empty === undefined || isLater)) return [];
  if (total === 0) return ['', `## ${heading} (0)`, empty ?? '', ...notes];
  if (items.length === 0 && (isLater || total === undefined)) return [];
  const rest = isLater ? { count: '', lines: [] } : restOf(section, items.length);
  const title = total === undefined ? `## ${heading}` : `## ${heading} (${rest.count}${grouped(total)})`;
  return ['', title, ...items, ...rest.lines, ...(isLater ? [] : notes)];
}

/** What a list of which only some items are shown says about the others. */
function restOf({ total = 0, rest }: Section, shown: number) {
  if (rest === undefined || shown >= total) return { count: '', lines: [] };
  const lines = rest === '' ? [] : [`All of them: ${rest}`];
  return { count: `${grouped(shown)} of `, lines };
}

function formAt(item: Item, { lead, level }: Look): string {
  if (level === BARE && item.bare !== undefined) return item.bare;
  const at = item.isLead === true ? lead : level;
  return item.forms[Math.min(at, item.forms.length - 1)] ?? '';
}

function pageLines(document: Document, options: RenderOptions, shown: number): string[] {
  const { offset, total, unit } = document;
  const next = offset + shown;
  if (offset > 0 && offset >= total) {
    return ['', `Nothing is left to show: there are ${countOf(total, unit.replace(/s$/, ''), unit)} now.`];
  }
  if (next >= total)
    return offset === 0 ? [] : ['', `${pageRange(offset, next, total, unit)}; these are the last.`];
  if (shown === 0 && document.items.length > 0) {
    return ['', `${countOf(total - offset, unit.replace(/s$/, ''), unit)} not shown: raise max_tokens.`];
  }
  const range = pageRange(offset, next, total, unit);
  const cursor = options.cursorAt?.(next);
  const rest =
    cursor === undefined ? (options.restIn ?? 'raise max_tokens') : `the same call with cursor "${cursor}"`;
  return ['', `${range}. For the rest: ${rest}.`];
}

function pageRange(offset: number, next: number, total: number, unit: string): string {
  if (offset === 0) return `${grouped(next)} of ${countOf(total, unit.replace(/s$/, ''), unit)} shown`;
  return `${grouped(offset + 1)}–${grouped(next)} of ${countOf(total, unit.replace(/s$/, ''), unit)} shown`;
}

/** The text without as many of its last lines, the state not counted, as it takes. */
function dropLines(text: string, bytesMax: number): string {
  if (bytesOf(text) <= bytesMax) return text;
  const lines = text.split('\n');
  const state = lines.pop() ?? '';
  while (lines.length > 0 && bytesOf(`${lines.join('\n')}\n…\n${state}`) > bytesMax) lines.pop();
  return clipBytes(lines.length > 0 ? `${lines.join('\n')}\n…\n${state}` : state, bytesMax);
}
