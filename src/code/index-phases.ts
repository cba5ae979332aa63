/** The phases of an index run: how long each took, and how far the one that runs is. */
import type { Clock } from '../kernel/clock.js';
import type { IndexPhase, ReportProgress } from './project-face.js';

export interface PhaseTime {
  readonly name: IndexPhase;
  /** Wall time, milliseconds. */
  readonly ms: number;
}

export class Phases {
  readonly #clock: Clock;
  readonly #onProgress: ReportProgress | undefined;
  readonly #done: PhaseTime[] = [];
  #name: IndexPhase | undefined;
  #start = 0;

  constructor(clock: Clock, onProgress: ReportProgress | undefined) {
    this.#clock = clock;
    this.#onProgress = onProgress;
  }

  begin(name: IndexPhase): void {
    this.end();
    this.#name = name;
    this.#start = this.#clock.elapsed();
    this.report(0, 0);
  }

  report(done: number, total: number): void {
    if (this.#name !== undefined) this.#onProgress?.({ phase: this.#name, done, total });
  }

  /** Ends the phase that runs; all that have ended, in order. */
  end(): readonly PhaseTime[] {
    if (this.#name !== undefined)
      this.#done.push({ name: this.#name, ms: this.#clock.elapsed() - this.#start });
    this.#name = undefined;
    return this.#done;
  }
}
