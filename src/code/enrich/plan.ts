/**
 * What there is to ask a language model about a project: documents whose text it has not read, and pairs it has not judged. From
 * values to a list; nothing is sent, and the same list tells beforehand what a run would cost.
 */
import type { GraphView } from '../graph.js';
import type { Idea, Pair } from '../reconcile/entities.js';
import type { Aliases } from '../reconcile/names.js';
import { openPairs } from '../reconcile/reconcile.js';
import { digestOf } from './learned.js';
import type { ModelCache } from './model-cache.js';
import {
  type DocumentText,
  extractionPrompt,
  PROMPT_VERSION,
  type Prompt,
  type Side,
  verdictsPrompt,
} from './prompts.js';
import { ideasIn } from './reconcile-documents.js';
import { roughTokens } from './usage.js';

/** A document of the index. */
export interface IndexedDocument {
  readonly path: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly kind: DocumentText['kind'];
  /** When it is no file: what was hashed. */
  readonly text?: string;
}

/** The mission's: pairs of one request. */
export const PAIRS_A_REQUEST = 10;

/** The sources of the settings that take in a kind of document. */
const SOURCES: Readonly<Record<DocumentText['kind'], string>> = {
  record: 'adr',
  instructions: 'config',
  docstring: 'docstrings',
  readme: 'readme',
};

/** The documents that the settings want read: those that are still to be, and how many are known. */
export function documentsToRead(
  documents: readonly IndexedDocument[],
  {
    cache,
    model,
    sources,
  }: { readonly cache: ModelCache; readonly model: string; readonly sources: readonly string[] },
): { readonly unread: readonly IndexedDocument[]; readonly known: number } {
  const wanted = documents.filter(({ kind }) => sources.includes(SOURCES[kind]));
  const unread = wanted.filter(({ hash }) => cache.extractionOf({ hash, model }) === undefined);
  // The same text twice is read once.
  const once = new Map(unread.map((document) => [document.hash, document]));
  return { unread: [...once.values()], known: wanted.length - unread.length };
}

/** The pairs of the graph that tier 3 asks about: those without a verdict of this model, and how many have one. */
export function* pairsToJudge(
  view: GraphView,
  aliases: Aliases,
  { cache, model }: { readonly cache: ModelCache; readonly model: string },
): Generator<void, { readonly unjudged: readonly Pair<Idea, Idea>[]; readonly known: number }, void> {
  const pairs = yield* openPairs(ideasIn(view), aliases);
  const unjudged = pairs.filter((pair) => {
    const verdict = cache.verdictOf(digestOf(pair));
    return verdict?.model !== model || verdict.prompt !== PROMPT_VERSION;
  });
  return { unjudged, known: pairs.length - unjudged.length };
}

/** Pairs by requests. */
export function batchesOf<T>(items: readonly T[], size = PAIRS_A_REQUEST): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

/** The question about some pairs. */
export function promptFor(pairs: readonly Pair<Idea, Idea>[]): Prompt {
  return verdictsPrompt(pairs.map(({ a, b }) => [sideOf(a), sideOf(b)]));
}

function sideOf({ type, name, text }: Idea): Side {
  return { type, name, text };
}

/** What a run would send. Tokens are rough. */
export interface Plan {
  readonly documents: readonly { readonly path: string; readonly tokens: number }[];
  /** Documents whose extraction is at hand. */
  readonly documentsKnown: number;
  /** Among the nodes that there are; what is read first may add others. */
  readonly pairs: number;
  readonly pairsKnown: number;
  readonly calls: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

// What replies have had: a record some 600 tokens, a verdict 30.
const TOKENS_A_READING = 600;
const TOKENS_A_VERDICT = 30;

/** Adds up what is to be asked. */
export function planOf(
  texts: readonly DocumentText[],
  documentsKnown: number,
  { unjudged, known }: { readonly unjudged: readonly Pair<Idea, Idea>[]; readonly known: number },
): Plan {
  const documents = texts.map((text) => ({ path: text.path, tokens: tokensOf(extractionPrompt(text)) }));
  const batches = batchesOf(unjudged);
  const tokensIn = [
    ...documents.map(({ tokens }) => tokens),
    ...batches.map((batch) => tokensOf(promptFor(batch))),
  ];
  return {
    documents,
    documentsKnown,
    pairs: unjudged.length,
    pairsKnown: known,
    calls: documents.length + batches.length,
    tokensIn: tokensIn.reduce((sum, tokens) => sum + tokens, 0),
    tokensOut: documents.length * TOKENS_A_READING + unjudged.length * TOKENS_A_VERDICT,
  };
}

function tokensOf({ system, user }: Prompt): number {
  return roughTokens(system) + roughTokens(user);
}
