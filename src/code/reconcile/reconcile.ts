/**
 * Entity reconciliation: which nodes that different indexers made stand for one thing. Three tiers (names that are the same,
 * names that are alike, and the verdicts of a language model, where there are any); links, never merges. Pure: the same nodes,
 * aliases and verdicts give the same links in the same order, whatever order they come in.
 */
import { compareText } from '../../kernel/text.js';
import { comparePairs, type Entity, type Idea, type Link, type Pair } from './entities.js';
import { exactLinks } from './exact.js';
import { type FuzzyLinks, fuzzyLinks } from './fuzzy.js';
import { type Aliases, foldName } from './names.js';
import { semanticLink, semanticPairs } from './semantic.js';

/** The code that ideas may name. */
export interface Symbols {
  /** Classes and modules. */
  readonly compared: readonly Entity[];
  /** Functions of a name, letter case ignored. */
  functionsNamed(name: string): readonly Entity[];
}

/** What is known of a pair from a model: 0–1, `undefined` while nobody has asked. */
export type VerdictOf = (pair: Pair<Idea, Idea>) => number | undefined;

/** All links, in order of ids; without verdicts those of the first two tiers. Yields between steps. */
export function* reconcile(
  ideas: readonly Idea[],
  symbols: Symbols,
  { aliases, verdictOf }: { readonly aliases: Aliases; readonly verdictOf: VerdictOf | undefined },
): Generator<void, Link[], void> {
  const byId = (a: Entity, b: Entity) => compareText(a.id, b.id);
  const ordered = [...ideas].sort(byId);
  const compared = [...symbols.compared].sort(byId);
  const functions = functionsFor(ordered, symbols, aliases).sort(byId);
  const exact = exactLinks([...ordered, ...compared, ...functions], aliases);
  yield;
  const fuzzy = yield* fuzzyLinks(ordered, compared, aliases);
  const semantic =
    verdictOf === undefined ? [] : yield* judgedLinks(ordered, isSettled(ordered, fuzzy, aliases), verdictOf);
  return [...exact, ...fuzzy.links, ...semantic].sort(comparePairs);
}

function* judgedLinks(
  ideas: readonly Idea[],
  isKnown: (pair: Pair) => boolean,
  verdictOf: VerdictOf,
): Generator<void, Link[], void> {
  const pairs = yield* semanticPairs(ideas, isKnown);
  return pairs.flatMap((pair) => {
    const similarity = verdictOf(pair);
    return (similarity !== undefined && semanticLink(pair, similarity)) || [];
  });
}

/** Whether the first two tiers have dealt with a pair of these ideas. */
function isSettled(ideas: readonly Idea[], fuzzy: FuzzyLinks, aliases: Aliases): (pair: Pair) => boolean {
  const nameOf = new Map(ideas.map(({ id, name }) => [id, aliases.canonical(foldName(name))]));
  return (pair) => nameOf.get(pair.a.id) === nameOf.get(pair.b.id) || fuzzy.isSettled(pair);
}

/** The pairs that tier 3 asks about, in their order; code has no part in it. Yields between steps. */
export function* openPairs(
  ideas: readonly Idea[],
  aliases: Aliases,
): Generator<void, readonly Pair<Idea, Idea>[], void> {
  const ordered = [...ideas].sort((a, b) => compareText(a.id, b.id));
  const fuzzy = yield* fuzzyLinks(ordered, [], aliases);
  return yield* semanticPairs(ordered, isSettled(ordered, fuzzy, aliases));
}

/** Functions are met in tier 1 only, so they are looked up by the spellings that a name may have in code. */
function functionsFor(ideas: readonly Idea[], symbols: Symbols, aliases: Aliases): Entity[] {
  const canonical = new Set(ideas.map(({ name }) => aliases.canonical(foldName(name))));
  const found = new Map<string, Entity>();
  for (const name of canonical) {
    if (name === '') continue;
    for (const spelling of aliases.spellings(name)) {
      const snake = spelling.replaceAll(' ', '_');
      for (const written of [snake, `_${snake}`]) {
        for (const entity of symbols.functionsNamed(written)) found.set(entity.id, entity);
      }
    }
  }
  return [...found.values()];
}
