/**
 * Tier 2: names that are spelt nearly alike. Of each pair the best of four ratios counts, those of the names and of what they
 * stand for; bounds that no ratio exceeds are asked first, so that of two million pairs a few thousand are compared.
 *
 * Names that are all alike (`step 1` … `step 2000`) would be millions of links. Of two nodes that have enough of them another one
 * is made only where it joins two clusters: these are always those that all links would make.
 */
import { addTo } from '../../kernel/groups.js';
import { splitWords } from '../query/words.js';
import { DisjointSets } from './clusters.js';
import { type Entity, type Idea, type Link, type Pair, pairKey, pairOf } from './entities.js';
import { type Aliases, foldName } from './names.js';
import { lengthBound, Matcher, ratioBound, type Sequence, sequenceOf } from './ratio.js';

/** From these ratios on two nodes are the same, or have to do with each other. */
const SAME_MIN = 0.85;
const RELATED_MIN = 0.7;
/** Nodes with so many links are crowded: more of them tell a reader nothing. */
const LINKS_ENOUGH = 64;
// Pairs between two chances for others to have their turn.
const PAIRS_A_STEP = 5_000;
const DIGITS = 4;

interface Prepared {
  readonly entity: Entity;
  /** What the name stands for, folded: nodes that share it were met in tier 1. */
  readonly canonical: string;
  /** The name, and what it stands for when that is something else. */
  readonly forms: readonly Sequence[];
  /** Of the forms, in code points. */
  readonly shortest: number;
  readonly longest: number;
}

export interface FuzzyLinks {
  readonly links: readonly Link[];
  /** Whether two ideas are linked, or are not since both are crowded; code makes no difference to it. */
  isSettled(pair: Pair): boolean;
}

/** Links of names that are alike and not the same. Yields between steps. */
export function* fuzzyLinks(
  ideas: readonly Idea[],
  symbols: readonly Entity[],
  aliases: Aliases,
): Generator<void, FuzzyLinks, void> {
  const prepared = ideas.flatMap((idea) => prepare(idea, aliases));
  const comparison = new Comparison();
  yield* comparison.each(prepared);
  const isSettled = settledBy(prepared, comparison);
  const byWord = groupByWord(prepared);
  for (const [at, symbol] of symbols.entries()) {
    const met = new Set(splitWords(symbol.name).flatMap((word) => byWord.get(word) ?? []));
    if (met.size > 0) {
      for (const code of prepare(symbol, aliases)) for (const one of met) comparison.compare(one, code);
    }
    if (at % PAIRS_A_STEP === 0) yield;
  }
  return { links: comparison.links, isSettled };
}

function settledBy(ideas: readonly Prepared[], comparison: Comparison): (pair: Pair) => boolean {
  const linked = new Set(comparison.links.map(pairKey));
  const crowded = new Map(
    ideas.filter((idea) => comparison.isCrowded(idea)).map((idea) => [idea.entity.id, idea]),
  );
  return (pair) => {
    // What costs least is asked first: names that are all alike are met here by the million.
    const a = crowded.get(pair.a.id);
    const b = a && crowded.get(pair.b.id);
    return (a !== undefined && b !== undefined && mayReach(a, b, RELATED_MIN)) || linked.has(pairKey(pair));
  };
}

/** Whether a bound lets the ratio of any two of the forms be so great. */
function mayReach(a: Prepared, b: Prepared, least: number): boolean {
  return a.forms.some((one) =>
    b.forms.some((other) => lengthBound(one, other) >= least && ratioBound(one, other) >= least),
  );
}

function prepare(entity: Entity, aliases: Aliases): Prepared[] {
  const name = foldName(entity.name);
  if (name === '') return [];
  const canonical = aliases.canonical(name);
  const forms = [...new Set([name, canonical])].map(sequenceOf);
  const lengths = forms.map(({ points }) => points.length);
  return [{ entity, canonical, forms, shortest: Math.min(...lengths), longest: Math.max(...lengths) }];
}

function groupByWord(ideas: readonly Prepared[]): ReadonlyMap<string, Prepared[]> {
  const byWord = new Map<string, Prepared[]>();
  for (const idea of ideas) {
    for (const word of splitWords(idea.entity.name)) addTo(byWord, word, idea);
  }
  return byWord;
}

class Comparison {
  readonly links: Link[] = [];
  readonly #matcher = new Matcher();
  readonly #clusters = new DisjointSets();
  readonly #counts = new Map<string, number>();

  isCrowded({ entity }: Prepared): boolean {
    return (this.#counts.get(entity.id) ?? 0) >= LINKS_ENOUGH;
  }

  /** Each with each whose length does not rule that out: by rising length, so that each looks at its neighbours only. */
  *each(all: readonly Prepared[]): Generator<void, void, void> {
    const ordered = [...all].sort((a, b) => a.shortest - b.shortest);
    let pairs = 0;
    for (const [at, one] of ordered.entries()) {
      // 2·l / (l + m) is the ratio of a text of l within one of m: from this m on it is too small.
      const lengthEnd = (one.longest * (2 - RELATED_MIN)) / RELATED_MIN;
      for (let next = at + 1; next < ordered.length; next++) {
        const other = ordered[next];
        if (other === undefined || other.shortest > lengthEnd) break;
        this.compare(one, other);
        if (++pairs % PAIRS_A_STEP === 0) yield;
      }
    }
  }

  compare(one: Prepared, other: Prepared): void {
    if (one.canonical === other.canonical) return;
    const isEnough = this.isCrowded(one) && this.isCrowded(other);
    if (isEnough && this.#clusters.areJoined(one.entity.id, other.entity.id)) return;
    const least = isEnough ? SAME_MIN : RELATED_MIN;
    const isOrdered = one.entity.id < other.entity.id;
    const best = isOrdered ? this.#bestRatio(one, other, least) : this.#bestRatio(other, one, least);
    if (best >= least) this.#link(linkOf(pairOf(one.entity, other.entity), best));
  }

  #link(link: Link): void {
    this.links.push(link);
    const { a, b, type } = link;
    for (const { id } of [a, b]) this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
    if (type === 'same_as') this.#clusters.join(a.id, b.id);
  }

  /** The best ratio of all forms; one that is less than `min` may be told as any less than that. */
  #bestRatio(a: Prepared, b: Prepared, min: number): number {
    let best = 0;
    for (const one of a.forms) {
      for (const other of b.forms) {
        const least = Math.max(best, min);
        if (lengthBound(one, other) < least || ratioBound(one, other) < least) continue;
        best = Math.max(best, this.#matcher.ratio(one, other));
      }
    }
    return best;
  }
}

function linkOf(pair: Pair, best: number): Link {
  const type = best >= SAME_MIN ? 'same_as' : 'related_to';
  return { ...pair, type, confidence: Number(best.toFixed(DIGITS)), source: 'fuzzy' };
}
