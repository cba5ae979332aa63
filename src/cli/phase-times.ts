/**
 * Wall time by phase, read off the progress that a run reports: a phase lasts until the next one is reported. What is done
 * before the first report is loading.
 */
import type { IndexPhase, IndexProgress, ReportProgress } from '../code/project-face.js';
import { type Clock, systemClock } from '../kernel/clock.js';

/** How long a phase took; a phase that came twice is one. */
export interface PhaseTime {
  readonly name: IndexPhase;
  /** Milliseconds. */
  readonly ms: number;
}

/** Takes progress as it comes, and tells the times in the order in which the phases began. */
export class PhaseTimes {
  readonly #clock: Clock;
  readonly #times = new Map<IndexPhase, number>();
  #phase: IndexPhase | undefined = 'loading';
  #since: number;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
    this.#since = clock.elapsed();
  }

  report({ phase }: IndexProgress): void {
    if (phase !== this.#phase) this.#turnTo(phase);
  }

  /** Reports, and tells somebody else too. */
  passOn(next: ReportProgress): ReportProgress {
    return (progress) => {
      this.report(progress);
      next(progress);
    };
  }

  /** The phases that were run; what stands at the end is no phase. */
  list(): PhaseTime[] {
    this.#turnTo(undefined);
    return [...this.#times]
      .filter(([name]) => name !== 'ready' && name !== 'failed')
      .map(([name, ms]) => ({ name, ms: Math.round(ms) }));
  }

  #turnTo(next: IndexPhase | undefined): void {
    const now = this.#clock.elapsed();
    if (this.#phase !== undefined) {
      this.#times.set(this.#phase, (this.#times.get(this.#phase) ?? 0) + now - this.#since);
    }
    this.#phase = next;
    this.#since = now;
  }
}
