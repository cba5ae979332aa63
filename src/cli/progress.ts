/**
 * Where a long run stands, on stderr: a bar that is drawn over itself on a terminal, elsewhere a line every few seconds. A
 * run that is done before that says nothing.
 */
import type { IndexProgress } from '../code/project-face.js';
import { progressText } from '../code/render/state-line.js';
import { type Clock, systemClock } from '../kernel/clock.js';

/** Shows progress; `clear` makes room for a line of text, and ends it. */
export interface ProgressDisplay {
  report(progress: IndexProgress): void;
  clear(): void;
}

/** A display that shows nothing. */
export const SILENT: ProgressDisplay = { report: ignoreProgress, clear: ignoreProgress };

// Often enough to move, seldom enough to cost nothing.
const REDRAW_MS = 100;
// Logs of CI jobs are read later: few lines, but proof that it lives.
const LINE_MS = 3_000;
const BAR_COLUMNS = 30;

/** A terminal that takes text as it is; its width may change. */
export interface Screen {
  write(text: string): void;
  columns(): number;
}

/** A bar on a terminal. */
export class ProgressBar implements ProgressDisplay {
  readonly #screen: Screen;
  readonly #clock: Clock;
  #phase = '';
  #drawnAt = Number.NEGATIVE_INFINITY;
  #isShown = false;

  constructor(screen: Screen, clock: Clock = systemClock) {
    this.#screen = screen;
    this.#clock = clock;
  }

  report(progress: IndexProgress): void {
    if (isOver(progress)) {
      this.clear();
      return;
    }
    const now = this.#clock.elapsed();
    if (progress.phase === this.#phase && now - this.#drawnAt < REDRAW_MS) return;
    this.#phase = progress.phase;
    this.#drawnAt = now;
    this.#isShown = true;
    // A line that is wrapped could not be drawn over.
    const line = barOf(progress).slice(0, this.#screen.columns() - 1);
    this.#screen.write(`\r\x1b[K${line}`);
  }

  clear(): void {
    if (this.#isShown) this.#screen.write('\r\x1b[K');
    this.#isShown = false;
    this.#drawnAt = Number.NEGATIVE_INFINITY;
  }
}

/** A line every few seconds, the first after that time. */
export class ProgressLines implements ProgressDisplay {
  readonly #write: (text: string) => void;
  readonly #clock: Clock;
  #saidAt: number;

  constructor(write: (text: string) => void, clock: Clock = systemClock) {
    this.#write = write;
    this.#clock = clock;
    this.#saidAt = clock.elapsed();
  }

  report(progress: IndexProgress): void {
    const now = this.#clock.elapsed();
    if (isOver(progress) || now - this.#saidAt < LINE_MS) return;
    this.#saidAt = now;
    this.#write(`${progressText(progress)}\n`);
  }

  clear(): void {
    // A line that was said stays said.
  }
}

function isOver({ phase }: IndexProgress): boolean {
  return phase === 'ready' || phase === 'failed';
}

function barOf(progress: IndexProgress): string {
  const { phase, done, total } = progress;
  if (total === 0) return phase;
  const share = Math.min(1, done / total);
  const filled = Math.round(share * BAR_COLUMNS);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_COLUMNS - filled);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `${bar} ${percent} % ${progressText(progress)}`;
}

function ignoreProgress(): void {
  // Nobody looks.
}
