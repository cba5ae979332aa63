/**
 * Headings → sections, and what their titles mean. Levels are taken as they are written: a section ends where the next heading
 * of its level or a higher one begins, whatever was skipped in between.
 */
import type { DocumentSection } from '../../document-facts.js';
import type { Block, Heading } from './blocks.js';
import { collapse, readLines } from './pieces.js';

/** A heading and the blocks below it. */
export interface Section {
  readonly heading: Heading;
  /** As read aloud. */
  readonly title: string;
  /** For comparisons: in lower case, without numbering, marks and a colon. */
  readonly key: string;
  readonly level: number;
  readonly line: number;
  readonly endLine: number;
  /** Index of the first block below the heading; of the next heading; and of the block behind the whole section. */
  readonly first: number;
  readonly nextHeading: number;
  readonly end: number;
}

/** The sections of a document of so many lines. */
export function findSections(blocks: readonly Block[], lines: number): readonly Section[] {
  const sections: Section[] = [];
  // The nearest heading below the one at hand, of each level and of any.
  const nearest: (readonly [index: number, line: number] | undefined)[] = [];
  let nextHeading = blocks.length;
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const block = blocks[index];
    if (block?.kind !== 'heading') continue;
    const { level, line } = block;
    const behind = nearest.slice(0, level + 1).flatMap((each) => (each === undefined ? [] : [each]));
    const [end, endLine] = behind.reduce(
      (first, each) => (each[0] < first[0] ? each : first),
      [blocks.length, Math.max(lines, line) + 1],
    );
    const title = readLines(block.lines);
    const place = { first: index + 1, nextHeading, end, endLine: endLine - 1 };
    sections.push({ heading: block, title, key: headingKey(title), level, line, ...place });
    nearest[level] = [index, line];
    nextHeading = index;
  }
  return sections.reverse();
}

/** A heading for comparisons: `## 3. **Decision Outcome**:` is `decision outcome`. */
export function headingKey(title: string): string {
  return collapse(title.toLowerCase())
    .replace(/^(?:[\divx]{1,4}(?:\.\d+)*[.):]?\s+(?=\p{L})|[^\p{L}\p{N}]+)+/u, '')
    .replace(/\s*\((?:optional|required|if any)\)\s*$/, '')
    .replace(/[^\p{L}\p{N})]+$/u, '');
}

/** As facts have it. */
export function toDocumentSection(section: Section, blocks: readonly Block[]): DocumentSection {
  const { title, level, line, endLine } = section;
  return {
    title,
    level,
    line,
    endLine,
    summary: summaryOf(blocks.slice(section.first, section.nextHeading)),
  };
}

const SUMMARY_CHARS_MAX = 400;

/** The first paragraph; a list as its items, when a list is all there is. */
export function summaryOf(blocks: readonly Block[]): string {
  const paragraphs = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block] : []));
  const first = paragraphs.find(({ lines }) => readLines(lines) !== '');
  if (first === undefined) return '';
  const text = readLines(first.lines);
  const place = paragraphs.indexOf(first);
  const items = paragraphs.slice(place + (first.list === undefined ? 1 : 0));
  const end = items.findIndex(({ list }) => list === undefined);
  const listed = (end < 0 ? items : items.slice(0, end)).map(({ lines }) => readLines(lines));
  if (first.list !== undefined) return shorten(listed.join('; '));
  // "We will:" says nothing without what follows.
  return shorten(text.endsWith(':') && listed.length > 0 ? `${text} ${listed.join('; ')}` : text);
}

/** Cuts a text at the end of a sentence, else at a word. */
export function shorten(text: string): string {
  if (text.length <= SUMMARY_CHARS_MAX) return text;
  const head = text.slice(0, SUMMARY_CHARS_MAX);
  const sentence = Math.max(head.lastIndexOf('. '), head.lastIndexOf('! '), head.lastIndexOf('? '));
  if (sentence > SUMMARY_CHARS_MAX / 3) return head.slice(0, sentence + 1);
  const word = head.lastIndexOf(' ');
  return `${head.slice(0, word > 0 ? word : SUMMARY_CHARS_MAX - 1)}…`;
}

const DECISION =
  /^(?:(?:the |our |final |proposed |architectur(?:e|al) )?decisions?(?: (?:outcome|made|taken|summary|result|statement|and rationale|rationale|& rationale|drivers? and outcome))?|(?:decision )?outcome|chosen (?:option|solution)|resolution|conclusion|solution|proposed solution|proposal|entscheidung|décision|decisión|decisão|beslissing|решение|决策|决定|決定)$/;

/** Whether a heading opens the decision itself. */
export function isDecision(key: string): boolean {
  return DECISION.test(key);
}

/** Headings that are part of the form and name no thing. */
const FORM =
  /^(?:status|state|dates?|authors?|deciders?|decision makers?|context(?: and .*)?|background|motivation|problem(?: statement)?|introduction|overview|summary|tl;?dr|goals?|non[- ]goals|scope|out of scope|assumptions?|constraints?|requirements?|decision drivers?|drivers?|forces|(?:considered )?(?:options|alternatives)(?: considered)?|(?:pros|cons|advantages|disadvantages|benefits|drawbacks|risks?|costs?|trade[- ]?offs?)(?: (?:and|&) .*)?(?: of .*)?|(?:positive|negative|neutral)? ?(?:consequences?|impacts?|implications?|effects?)(?: .*)?|confirmation|validation|verification|compliance|rationale|reasons?|reasoning|justification|arguments?|why.*|how.*|what.*|when.*|implementation(?: .*)?|implementing.*|details?|examples?(?: .*)?|usage|notes?|comments?|discussion|links?|references?|related.*|more information|further .*|see also|appendix.*|changelog|history|revisions?.*|updates?|next steps|follow[- ]?ups?|todo|open questions|questions|timeline|rollout.*|migration(?: .*)?|testing|tests?|monitoring|conclusion|outcome|result|results|option \w+|alternative \w+|approach|solution|proposal|design|architecture|chosen .*|good|bad|neutral|pro|contra|table of contents|contents|glossary|terms|definitions|technical story|acceptance criteria|success criteria|metrics|decision.*|(?:step|phase|part) \w+|(?:.* )?(?:principles?|guidelines)|.*\?)$/;

const PLAIN_FORM =
  /^(?:status|context(?: and problem statement)?|background|motivation|problem(?: statement)?|introduction|overview|summary|decision(?: drivers?| outcome)?|(?:considered )?(?:options|alternatives)(?: considered)?|(?:positive |negative )?consequences?|pros and cons(?: of the options)?|rationale|implications?|links?|references?|notes?|related decisions)?$/;

/** Whether a heading is nothing but a word of the form. */
export function isPlainForm(key: string): boolean {
  return PLAIN_FORM.test(key);
}

/** Whether a heading belongs to the form of records, not to their matter. */
export function isForm(key: string): boolean {
  return key === '' || FORM.test(key) || isDecision(key);
}
