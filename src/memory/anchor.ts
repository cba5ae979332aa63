/**
 * What a node or an edge keeps of the place in code that it names: where that was when it was written, and prints by which it
 * can be found again. Plain data: the memory keeps and saves it and carries it along with what it belongs to; `src/bridge/`
 * alone makes it and reads its prints.
 *
 * A text has at most one anchor for each project. Fields that are not named here are kept.
 */
import { isRecord } from './is-record.js';

/** Where a touch, or an edge's end, was found in the code when it was written; kept so that it can be found again. */
export interface Anchor {
  /** The text it belongs to, as written: an entry of `touches`, or an end of an edge. */
  readonly touch: string;
  /** Of user-level nodes: the root of the project (main checkout) it was pinned in. */
  readonly project?: string;
  /** Id in the code graph, its file ('' for a package) and, of a line or range, how far below the symbol's first line it lies. */
  readonly id: string;
  readonly path: string;
  readonly lines?: readonly [first: number, last: number];
  /** Fingerprint of its own text, '' when it has none; and what tells its neighbourhood (bridge's own short text). */
  readonly print: string;
  readonly near: string;
  /** When it was pinned, seconds; HEAD's commit then (12 digits). */
  readonly ts: number;
  readonly commit?: string;
  /** The branch it was pinned on, when that was not the project's main one: until it is merged the place is nowhere else. */
  readonly branch?: string;
  /** The id it was first pinned to, when it was followed since. */
  readonly was?: string;
}

/** What may have anchors: a node or an edge. */
export interface Anchored {
  readonly _anchors?: readonly Anchor[];
}

/** The field of a node or an edge; nothing when there are none. */
export function anchorsField(anchors: readonly Anchor[] | undefined): Anchored {
  return anchors === undefined || anchors.length === 0 ? {} : { _anchors: anchors };
}

/** Another value with these anchors and all else. */
export function withAnchors<Item extends Anchored>(item: Item, anchors: readonly Anchor[]): Item {
  const { _anchors, ...rest } = item;
  // What is left out and put back is the very field.
  return { ...rest, ...anchorsField(anchors) } as Item;
}

/** The anchors in what a file has there; those that are none are left out, and `isSound` is false. */
export function readAnchors(value: unknown): {
  readonly anchors: readonly Anchor[];
  readonly isSound: boolean;
} {
  const listed: readonly unknown[] = Array.isArray(value) ? value : [];
  const anchors = listed.filter(isAnchor);
  return { anchors, isSound: Array.isArray(value) && anchors.length === listed.length };
}

/** What is written again in a put: the texts that stay, and the anchors that were made for them. */
export interface Rewritten {
  readonly texts: readonly string[];
  /** `undefined` when there was no code to look at. */
  readonly given: readonly Anchor[] | undefined;
}

/** The anchors after texts were written again: the given ones, and the old ones of texts that stay and name nothing now. */
export function anchorsAfter(
  before: readonly Anchor[] | undefined,
  { texts, given = [] }: Rewritten,
): readonly Anchor[] {
  return joinAnchors(given, before).filter(({ touch }) => texts.includes(touch));
}

/** Both lists as one; where several have an anchor of one text and project, the first of them. */
export function joinAnchors(
  first: readonly Anchor[] | undefined = [],
  second: readonly Anchor[] | undefined = [],
): readonly Anchor[] {
  const known = new Set<string>();
  return [...first, ...second].filter((anchor) => {
    const isNew = !known.has(keyOf(anchor));
    known.add(keyOf(anchor));
    return isNew;
  });
}

/** The anchors of a text that is spelt otherwise now, with those of all others. */
export function respell(anchors: readonly Anchor[], old: string, now: string): readonly Anchor[] {
  if (!anchors.some(({ touch }) => touch === old)) return anchors;
  return joinAnchors(anchors.map((anchor) => (anchor.touch === old ? { ...anchor, touch: now } : anchor)));
}

/** Whether two lists say the same. */
export function isSameAnchors(
  a: readonly Anchor[] | undefined = [],
  b: readonly Anchor[] | undefined = [],
): boolean {
  return a === b || (a.length === b.length && JSON.stringify(a) === JSON.stringify(b));
}

function keyOf({ touch, project = '' }: Anchor): string {
  return JSON.stringify([touch, project]);
}

function isAnchor(value: unknown): value is Anchor {
  if (!isRecord(value)) return false;
  const { touch, id, path, print, near, ts, project, commit, branch, was, lines } = value;
  const areTexts = [touch, id, path, print, near].every((each) => typeof each === 'string');
  const areOptional = [project, commit, branch, was].every((each) => {
    return each === undefined || typeof each === 'string';
  });
  return areTexts && areOptional && Number.isFinite(ts) && (lines === undefined || isRange(lines));
}

function isRange(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((each) => Number.isSafeInteger(each));
}
