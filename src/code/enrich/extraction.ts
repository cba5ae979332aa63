/**
 * What a language model reads out of one document: decisions, concepts, trade-offs, principles, and the code that it names.
 * From a reply (or the cache, which anybody may have written) to these values, item by item: one that is wrong is dropped and
 * counted, and the others stay.
 */
import { count, item, listsSchema, oneOf, readList, share, text } from './shapes.js';

/** Whatever was said, `line` is where in the document: 1-based, 0 when it is not known. */
interface Placed {
  readonly line: number;
}

export interface ExtractedDecision extends Placed {
  readonly statement: string;
  /** '' when the document gives no reason. */
  readonly rationale: string;
  /** 0–1. */
  readonly confidence: number;
}

export interface ExtractedConcept extends Placed {
  readonly name: string;
  readonly definition: string;
  readonly category: (typeof CATEGORIES)[number];
}

export interface ExtractedTradeOff extends Placed {
  readonly chosen: string;
  readonly rejected: string;
  readonly reasoning: string;
}

/** Code that the document governs: a path or a name, as the document writes it. */
export interface ExtractedRule extends Placed {
  readonly path: string;
}

/** Code that puts a decision into practice; `decision` is an index in `decisions`. */
export interface ExtractedImplementation {
  readonly code: string;
  readonly decision: number;
}

export interface Extraction {
  readonly decisions: readonly ExtractedDecision[];
  readonly concepts: readonly ExtractedConcept[];
  readonly tradeOffs: readonly ExtractedTradeOff[];
  readonly principles: readonly string[];
  readonly governs: readonly ExtractedRule[];
  readonly implements: readonly ExtractedImplementation[];
}

const CATEGORIES = ['algorithm', 'pattern', 'principle', 'term'] as const;
const LINE = count('Number of the line of the document that says so.');

const DECISION = item({
  statement: text('What was decided, as one sentence that stands alone.'),
  rationale: text('Why, as the document says; empty when it does not.', true),
  // A model that does not say how sure it is has no more reason to be right than to be wrong.
  confidence: share('How clearly the document says that this was decided: 0 to 1.', 0.5),
  line: LINE,
});
const CONCEPT = item({
  name: text('The term, as the document writes it.'),
  definition: text('What it means in this project, in one sentence.', true),
  category: oneOf('What kind of term it is.', CATEGORIES, 'term'),
  line: LINE,
});
const TRADE_OFF = item({
  chosen: text('The option that was chosen.'),
  rejected: text('One option that was weighed and rejected.'),
  reasoning: text('Why the one and not the other.', true),
  line: LINE,
});
const PRINCIPLE = text('A rule that later work has to keep, as one sentence.');
const RULE = item({ path: text('Path or name of code, exactly as the document writes it.'), line: LINE });
const IMPLEMENTATION = item({
  code: text('Path or name of code, exactly as the document writes it.'),
  decision: count('Place of the decision in your list "decisions", from 1.'),
});

/** The JSON schema of a reply. */
export const EXTRACTION_SCHEMA = listsSchema({
  decisions: DECISION,
  concepts: CONCEPT,
  trade_offs: TRADE_OFF,
  principles: PRINCIPLE,
  governs: RULE,
  implements: IMPLEMENTATION,
});

export interface ReadExtraction {
  readonly extraction: Extraction;
  /** Items that were of no use. */
  readonly dropped: number;
}

/** Reads a reply; `undefined` when it is no object with any of the lists. */
export function readExtraction(reply: unknown): ReadExtraction | undefined {
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) return undefined;
  const given = reply as Readonly<Record<string, unknown>>;
  if (!Object.keys(EXTRACTION_LISTS).some((name) => Object.hasOwn(given, name))) return undefined;
  const decisions = readList(given.decisions, DECISION);
  const concepts = readList(given.concepts, CONCEPT);
  const tradeOffs = readList(given.trade_offs ?? given.tradeoffs, TRADE_OFF);
  const principles = readList(given.principles, PRINCIPLE);
  const governs = readList(asRules(given.governs), RULE);
  const implemented = readList(given.implements, IMPLEMENTATION);
  // A decision is meant by its place in the reply; those that were dropped leave gaps there.
  const places = new Map(decisions.items.map(([place], at) => [place, at]));
  const implementations = implemented.items.flatMap(([, { code, decision }]) => {
    const at = places.get(decision);
    return at === undefined ? [] : [{ code, decision: at }];
  });
  const read = [decisions, concepts, tradeOffs, principles, governs, implemented];
  const lost = implemented.items.length - implementations.length;
  return {
    extraction: {
      decisions: valuesOf(decisions),
      concepts: valuesOf(concepts),
      tradeOffs: valuesOf(tradeOffs),
      principles: valuesOf(principles),
      governs: valuesOf(governs),
      implements: implementations,
    },
    dropped: read.reduce((sum, { dropped }) => sum + dropped, lost),
  };
}

const EXTRACTION_LISTS = {
  decisions: true,
  concepts: true,
  trade_offs: true,
  principles: true,
  governs: true,
  implements: true,
};

function valuesOf<T>({ items }: { readonly items: readonly (readonly [number, T])[] }): T[] {
  return items.map(([, value]) => value);
}

/** A bare path says as much as an object with nothing but a path. */
function asRules(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((each: unknown) => (typeof each === 'string' ? { path: each } : each));
}

/** As a reply would say it: what the cache keeps, and `readExtraction` reads again. */
export function writeExtraction({ tradeOffs, implements: implemented, ...rest }: Extraction): object {
  return {
    ...rest,
    trade_offs: tradeOffs,
    implements: implemented.map(({ code, decision }) => ({ code, decision: decision + 1 })),
  };
}
