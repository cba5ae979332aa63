/**
 * What a passage says of the records that it names: the words around each name, else the label or heading they stand under.
 * Read from its beginning to its end, with the words before a name kept as far as they can matter, so that a passage of any
 * length takes time in proportion to it.
 */
import type { RecordReference, ReferenceKind } from '../../document-facts.js';
import { flatten } from './flat-text.js';
import type { Piece } from './pieces.js';
import { findHits, type Hit, isSelf, type Referrer } from './reference-hits.js';
import { EARLIER, relationBefore, relationBehind, relationOfLabel, weakenForPart } from './relations.js';

/** Text to look for references in, and what was said before it. */
export interface Passage {
  readonly pieces: readonly Piece[];
  /** Of a label or cell before it. */
  readonly context?: ReferenceKind | undefined;
  /** Of the heading above it, which governs what it begins with, not all the prose below it. */
  readonly heading?: ReferenceKind | undefined;
  /** Whether what follows a verb may be a title or a bare number. */
  readonly isLabelled: boolean;
}

/** The references of a passage, in order. */
export function readPassage(passage: Passage, referrer: Referrer): readonly RecordReference[] {
  const flat = flatten(passage.pieces);
  const { text, masked } = flat;
  const { context, heading, isLabelled } = passage;
  const hits = findHits(flat, referrer, { label: context ?? heading, isLabelled });
  const before = new WordsBefore(text);
  const label = new LabelBefore(masked);
  const isAlone = LABEL_ALONE.test(text);
  return hits.flatMap((hit) => {
    const words = before.upTo(hit);
    if (isSelf(hit, referrer)) return [];
    const behind = text.slice(hit.end, hit.end + BEHIND_CHARS);
    const said =
      relationBehind(behind) ??
      relationBefore(words) ??
      label.at(hit.start) ??
      context ??
      (before.isBeginning(words) ? heading : undefined) ??
      'relates';
    const isOfPart =
      said === 'superseded_by' &&
      referrer.isStanding &&
      context !== 'superseded_by' &&
      heading !== 'superseded_by' &&
      !isAlone;
    return [
      toReference(hit, isOfPart ? 'amended_by' : weakenForPart(said, behind, referrer.isStanding), referrer),
    ];
  });
}

function toReference(hit: Hit, kind: ReferenceKind, referrer: Referrer): RecordReference {
  const { line, target, title, area } = hit;
  // Another file with this record's number is meant by its name alone.
  const number = target !== undefined && hit.number === referrer.number ? undefined : hit.number;
  return {
    kind,
    ...(number !== undefined && { number }),
    ...(area !== undefined && { area }),
    ...(target !== undefined && { target }),
    ...(title !== undefined && { title }),
    line,
  };
}

/** A line of its own, not a sentence: "Superseded by [ADR-9]". */
const LABEL_ALONE = /^[^\p{L}\p{N}]*(?:superseded|superceded|replaced|obsoleted)[\s-]by\b/iu;
// Verbs behind a name stand near; words before one reach back further (`relations.ts`), and what has more is no beginning.
const BEHIND_CHARS = 200;
const BEFORE_CHARS = 400;

/** The text before a name, each earlier name as a single sign; only the end of it is kept. */
class WordsBefore {
  readonly #text: string;
  #kept = '';
  #from = 0;
  #isCut = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Must be asked in order of place. */
  upTo({ start, end }: Hit): string {
    if (start < this.#from) return this.#kept;
    const words = this.#kept + this.#text.slice(this.#from, start);
    this.#isCut ||= words.length > BEFORE_CHARS;
    this.#kept = words.slice(-BEFORE_CHARS) + EARLIER;
    this.#from = end;
    return words.slice(-BEFORE_CHARS);
  }

  /** Whether nothing but names and a few words has stood so far: "ADR-3 (ovens) and the older ADR-4". */
  isBeginning(words: string): boolean {
    if (this.#isCut) return false;
    const rest = words.replaceAll(EARLIER, ' ').replace(/\([^()]*\)/g, ' ');
    const found = rest.match(/[\p{L}\p{N}]+/gu) ?? [];
    return found.length <= 4 && !/^(?:none|n\/a|no|nothing|not)\b/i.test(rest.trim());
  }
}

/** "Supersedes: ADR-3's cache; ADR-4's pool": a label governs its line up to the end of a sentence, but for brackets. */
class LabelBefore {
  readonly #masked: string;
  readonly #kind: ReferenceKind | undefined;
  readonly #end: number;
  #at: number;
  #depth = 0;

  constructor(masked: string) {
    const match = /^[^\p{L}\p{N}]*(\p{L}[\p{L} /-]{1,30}?)[^\p{L}\p{N}:：]{0,4}[:：]/u.exec(masked);
    this.#masked = masked;
    this.#kind = match === null ? undefined : relationOfLabel(match[1] ?? '');
    this.#at = match?.[0].length ?? 0;
    const end = masked.slice(this.#at).search(/[.!?。]\s/);
    this.#end = end < 0 ? masked.length : this.#at + end;
  }

  /** What the label says of a name at a place; must be asked in order of place. */
  at(place: number): ReferenceKind | undefined {
    if (this.#kind === undefined || place > this.#end) return undefined;
    for (; this.#at < place; this.#at += 1) {
      const sign = this.#masked[this.#at] ?? '';
      if ('([（'.includes(sign)) this.#depth += 1;
      else if (')]）'.includes(sign)) this.#depth -= 1;
    }
    return this.#depth <= 0 ? this.#kind : undefined;
  }
}
