/**
 * What language models have said, and was paid for: extractions by the text they were made of, verdicts by pair. A value in
 * memory with a text form; where that is kept is somebody else's business.
 *
 * The graph is a function of the sources and of this: whoever builds it, now or later, with a model at hand or without, looks
 * here and asks nobody. So an extraction is found by what the document says now, and where there is none for that (the model
 * is off, or has failed), the last one that was made of the document stands in for it, as outdated.
 */
import { createHash } from 'node:crypto';
import { compareText } from '../../kernel/text.js';
import { type Extraction, readExtraction, writeExtraction } from './extraction.js';
import { PROMPT_VERSION } from './prompts.js';

/** The text that was read, and who read it. */
export interface ExtractionSource {
  /** Of the document, as nodes carry it. */
  readonly path: string;
  /** SHA-256 of the text. */
  readonly hash: string;
  readonly model: string;
}

export interface StoredExtraction extends ExtractionSource {
  readonly prompt: number;
  readonly extraction: Extraction;
  /** Items of the reply that were of no use. */
  readonly dropped: number;
}

/** What a pair was held to be. */
export interface StoredVerdict {
  /** 0–1. */
  readonly similarity: number;
  readonly model: string;
  readonly prompt: number;
}

/** What all runs together have cost. */
export interface Spent {
  readonly calls: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** An extraction as the graph uses it; `isOutdated`: it was made of an earlier text of the document. */
export interface FoundExtraction extends StoredExtraction {
  readonly isOutdated: boolean;
}

const FORMAT = 'kg-memory language model cache';
const VERSION = 1;
const NOTHING_SPENT: Spent = { calls: 0, tokensIn: 0, tokensOut: 0 };

export class ModelCache {
  readonly #extractions = new Map<string, StoredExtraction>();
  /** By path: the key of the extraction that was made last. */
  readonly #latest = new Map<string, string>();
  readonly #verdicts = new Map<string, StoredVerdict>();
  #spent = NOTHING_SPENT;
  #fingerprint: string | undefined;

  /** Stands for everything that a graph is made from; '' for an empty cache. */
  get fingerprint(): string {
    this.#fingerprint ??= this.#isEmpty() ? '' : digest(JSON.stringify(this.#content()));
    return this.#fingerprint;
  }

  get spent(): Spent {
    return this.#spent;
  }

  /** How much there is; `dropped`: items of replies that were of no use. */
  get sizes(): { readonly extractions: number; readonly verdicts: number; readonly dropped: number } {
    const dropped = [...this.#extractions.values()].reduce((sum, stored) => sum + stored.dropped, 0);
    return { extractions: this.#extractions.size, verdicts: this.#verdicts.size, dropped };
  }

  /** What this model has read in this very text, wherever the document lay then. */
  extractionOf({ hash, model }: Omit<ExtractionSource, 'path'>): StoredExtraction | undefined {
    return this.#extractions.get(extractionKey(hash, model));
  }

  /** The extraction that counts for a document. */
  find(source: ExtractionSource): FoundExtraction | undefined {
    const exact = this.extractionOf(source);
    if (exact !== undefined) return { ...exact, isOutdated: false };
    const latest = this.#extractions.get(this.#latest.get(source.path) ?? '');
    return latest && { ...latest, isOutdated: latest.hash !== source.hash };
  }

  verdictOf(pair: string): StoredVerdict | undefined {
    return this.#verdicts.get(pair);
  }

  /** Paths with an extraction, in order. */
  paths(): string[] {
    return [...this.#latest.keys()].sort(compareText);
  }

  putExtraction(source: ExtractionSource, extraction: Extraction, dropped: number): void {
    const { path, hash, model } = source;
    const key = extractionKey(hash, model);
    this.#extractions.set(key, { path, hash, model, prompt: PROMPT_VERSION, extraction, dropped });
    this.#latest.set(path, key);
    this.#fingerprint = undefined;
  }

  /** `pair`: see `pairDigest`. */
  putVerdict(pair: string, similarity: number, model: string): void {
    this.#verdicts.set(pair, { similarity, model, prompt: PROMPT_VERSION });
    this.#fingerprint = undefined;
  }

  addSpent({ calls, tokensIn, tokensOut }: Spent): void {
    this.#spent = {
      calls: this.#spent.calls + calls,
      tokensIn: this.#spent.tokensIn + tokensIn,
      tokensOut: this.#spent.tokensOut + tokensOut,
    };
  }

  /** Takes in what another process has put into the file since; what is here wins. */
  merge(other: ModelCache): void {
    for (const [key, stored] of other.#extractions) {
      if (!this.#extractions.has(key)) this.#extractions.set(key, stored);
    }
    for (const [path, key] of other.#latest) if (!this.#latest.has(path)) this.#latest.set(path, key);
    for (const [pair, verdict] of other.#verdicts) {
      if (!this.#verdicts.has(pair)) this.#verdicts.set(pair, verdict);
    }
    this.#fingerprint = undefined;
  }

  /** JSON, an entry a line, in a total order: it may be looked at, and differs only where something is different. */
  *text(): Generator<string, void, void> {
    yield `{"format":${JSON.stringify(FORMAT)},"version":${VERSION},"spent":${JSON.stringify(this.#spent)}`;
    for (const [name, entries] of Object.entries(this.#content())) {
      yield `,\n${JSON.stringify(name)}:{`;
      let separator = '\n';
      for (const [key, value] of Object.entries(entries)) {
        yield `${separator}${JSON.stringify(key)}:${JSON.stringify(value)}`;
        separator = ',\n';
      }
      yield '}';
    }
    yield '}\n';
  }

  #isEmpty(): boolean {
    return this.#extractions.size + this.#verdicts.size === 0;
  }

  #content(): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
    const extractions = ordered(this.#extractions).map(([key, { extraction, ...stored }]) => {
      return [key, { ...stored, ...writeExtraction(extraction) }] as const;
    });
    return {
      extractions: Object.fromEntries(extractions),
      latest: Object.fromEntries(ordered(this.#latest)),
      verdicts: Object.fromEntries(ordered(this.#verdicts)),
    };
  }

  /** From its text; `undefined` for a text of something else. Entries that are not what they must be are left out. */
  static read(text: string): ModelCache | undefined {
    const whole = parse(text);
    if (whole?.format !== FORMAT || whole.version !== VERSION) return undefined;
    const cache = new ModelCache();
    for (const [key, value] of entriesOf(whole.extractions)) {
      const stored = readStoredExtraction(value);
      if (stored !== undefined && key === extractionKey(stored.hash, stored.model, stored.prompt)) {
        cache.#extractions.set(key, stored);
      }
    }
    for (const [path, key] of entriesOf(whole.latest)) {
      if (typeof key === 'string' && cache.#extractions.has(key)) cache.#latest.set(path, key);
    }
    for (const [pair, value] of entriesOf(whole.verdicts)) {
      const verdict = readStoredVerdict(value);
      if (verdict !== undefined) cache.#verdicts.set(pair, verdict);
    }
    cache.#spent = readSpent(whole.spent);
    return cache;
  }
}

function extractionKey(hash: string, model: string, prompt = PROMPT_VERSION): string {
  return digest(JSON.stringify([hash, model, prompt]));
}

/** What two things are called and said to be, as one short text; their order does not matter. */
export function pairDigest(a: readonly string[], b: readonly string[]): string {
  return digest(JSON.stringify([JSON.stringify(a), JSON.stringify(b)].sort()));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

function ordered<T>(map: ReadonlyMap<string, T>): (readonly [string, T])[] {
  return [...map].sort(([a], [b]) => compareText(a, b));
}

type Json = Readonly<Record<string, unknown>>;

function parse(text: string): Json | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function asObject(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

function entriesOf(value: unknown): [string, unknown][] {
  return Object.entries(asObject(value) ?? {});
}

function readStoredExtraction(value: unknown): StoredExtraction | undefined {
  const { path, hash, model, prompt, dropped } = asObject(value) ?? {};
  const read = readExtraction(value);
  const isRight = typeof path === 'string' && typeof hash === 'string' && typeof model === 'string';
  if (!isRight || read === undefined || typeof prompt !== 'number') return undefined;
  return { path, hash, model, prompt, extraction: read.extraction, dropped: naturalOf(dropped) };
}

function readStoredVerdict(value: unknown): StoredVerdict | undefined {
  const { similarity, model, prompt } = asObject(value) ?? {};
  const isRight = typeof similarity === 'number' && similarity >= 0 && similarity <= 1;
  if (!isRight || typeof model !== 'string' || typeof prompt !== 'number') return undefined;
  return { similarity, model, prompt };
}

function readSpent(value: unknown): Spent {
  const { calls, tokensIn, tokensOut } = asObject(value) ?? {};
  return { calls: naturalOf(calls), tokensIn: naturalOf(tokensIn), tokensOut: naturalOf(tokensOut) };
}

function naturalOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
