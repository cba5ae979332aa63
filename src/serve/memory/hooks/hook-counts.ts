/**
 * How often hooks came and what they were told, since the file was made: the answer to whether the memory is used at all.
 * Numbers alone, no text of anybody. They are written now and then and at the end; losing the last minute costs nothing.
 */
import path from 'node:path';
import { writeFileAtomic } from '../../../kernel/atomic-file.js';
import type { Clock } from '../../../kernel/clock.js';
import { readTextIfThere } from '../../../kernel/disk.js';
import { describeError } from '../../../kernel/errors.js';
import type { Log } from '../../../kernel/log.js';

/** What is counted, in the order in which it is shown. */
export const COUNTED = {
  sessions: 'sessions started',
  resumed: 'of them resumed without a new preload',
  preloaded_gists: 'gists preloaded',
  prompts: 'prompts',
  full_read_nudges: 'prompts answered by the full-read nudge',
  recalls: 'prompts that called something to mind',
  recalled_gists: 'gists shown with prompts',
  recalled_names: 'names shown beside them',
  reminders: 'reminders',
  silent: 'prompts without a word',
  tool_events: 'files, pages and searches looked at',
  capture_nudges: 'capture nudges',
  captures: 'nodes written about what was nudged',
  subagents: 'subagents preloaded',
} as const;

export type Counted = keyof typeof COUNTED;

/** Counts by name, and since when, in seconds since 1970. */
export type CountsDocument = Readonly<Record<Counted, number>> & { readonly since: number };

const FILE = 'hook_counts.json';
const FILE_BYTES_MAX = 65_536;
const SAVE_EVERY_MS = 30_000;

/** The counts of a storage root, whoever runs there; all 0 when there are none. */
export function readCounts(storageRoot: string, now: number): CountsDocument {
  const text = readTextIfThere(path.join(storageRoot, FILE), FILE_BYTES_MAX) ?? '{}';
  const stored = parse(text);
  const numberAt = (name: string, standard: number) => {
    const value = stored[name];
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : standard;
  };
  const counts = Object.keys(COUNTED).map((name) => [name, numberAt(name, 0)]);
  // Every counted name has its number.
  return { ...Object.fromEntries(counts), since: numberAt('since', now) } as CountsDocument;
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** The counts of a running server. */
export class HookCounts {
  readonly #storageRoot: string;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #counts: Record<Counted, number> & { since: number };
  #savedAt: number;
  #isDirty = false;
  #saving: Promise<void> = Promise.resolve();

  constructor(storageRoot: string, clock: Clock, log: Log) {
    this.#storageRoot = storageRoot;
    this.#clock = clock;
    this.#log = log;
    this.#counts = { ...readCounts(storageRoot, clock.now() / 1_000) };
    this.#savedAt = clock.elapsed();
  }

  get document(): CountsDocument {
    return { ...this.#counts };
  }

  /** Adds to some counts. */
  add(more: Readonly<Partial<Record<Counted, number>>>): void {
    for (const [name, count] of Object.entries(more) as [Counted, number][]) this.#counts[name] += count;
    this.#isDirty = true;
    if (this.#clock.elapsed() - this.#savedAt >= SAVE_EVERY_MS) void this.save();
  }

  /** Writes what is not written. A disk that refuses is told in the log. */
  save(): Promise<void> {
    if (!this.#isDirty) return this.#saving;
    this.#isDirty = false;
    this.#savedAt = this.#clock.elapsed();
    const text = `${JSON.stringify(this.#counts, null, 1)}\n`;
    this.#saving = this.#saving
      .then(() => writeFileAtomic(path.join(this.#storageRoot, FILE), [text], { mode: 0o600 }))
      .catch((error: unknown) => this.#log.warn(`hook counts: ${describeError(error)}`));
    return this.#saving;
  }
}
