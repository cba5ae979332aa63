/**
 * The periodic round: what is unsaved is tried again, the graphs in memory are compacted one by one, and one project that
 * nobody has opened for a day has its turn. The event loop has its own between two graphs.
 */
import { setImmediate } from 'node:timers/promises';
import { describeError } from '../../kernel/errors.js';
import type { Log } from '../../kernel/log.js';
import type { StoreParts } from './open-parts.js';
import type { OperationRunner } from './operation-runner.js';

/** An unloaded project is looked after when it has not been for a day. */
const EVERY_MS = 24 * 60 * 60 * 1000;

export class Maintenance {
  readonly #parts: StoreParts;
  readonly #runner: OperationRunner;
  readonly #log: Log;
  readonly #maintainedAt = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> | undefined;
  #isEnded = false;

  constructor(parts: StoreParts, runner: OperationRunner, log: Log) {
    this.#parts = parts;
    this.#runner = runner;
    this.#log = log;
  }

  /** Begins a round every so many milliseconds; one that fails is told, and the next one tries again. */
  start(everyMs: number): void {
    this.#timer = setInterval(() => this.#tick(), everyMs).unref();
  }

  /** One round. */
  async run(): Promise<void> {
    const { lock, shelf, clock } = this.#parts;
    lock.assertWritable();
    await this.#runner.saveAll();
    await this.#openUnattended();
    for (const [name] of [...shelf.all()]) {
      if (this.#isEnded) return;
      if (name.level === 'project') this.#maintainedAt.set(name.project, clock.elapsed());
      await this.#runner.maintainGraph(name);
      await setImmediate();
    }
    shelf.evict(new Set());
  }

  /** Begins no more rounds; resolves when none runs. */
  async end(): Promise<void> {
    this.#isEnded = true;
    clearInterval(this.#timer);
    await this.#ticking;
  }

  /** Loads one project that has not been maintained for a day. */
  async #openUnattended(): Promise<void> {
    const { places, shelf, clock } = this.#parts;
    const since = clock.elapsed() - EVERY_MS;
    for (const project of await places.projects()) {
      if (shelf.get({ level: 'project', project }) !== undefined) continue;
      const maintainedAt = this.#maintainedAt.get(project);
      if (maintainedAt !== undefined && maintainedAt > since) continue;
      this.#maintainedAt.set(project, clock.elapsed());
      await shelf.loadQuietly(project);
      return;
    }
  }

  #tick(): void {
    this.#ticking ??= this.run()
      .catch((error: unknown) => this.#log.error(`maintenance failed: ${describeError(error)}`))
      .finally(() => {
        this.#ticking = undefined;
      });
  }
}
