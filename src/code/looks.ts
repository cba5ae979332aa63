/**
 * When the whole tree is looked at, and who waits for it: a question takes in what the watcher has heard of, or has the tree
 * looked at now and then while nothing is heard. A look that began after a question came is enough for it.
 *
 * It looks at nothing itself: a look is a run over the whole tree, which the project's queue has, and which says here when it
 * has ended.
 */
import type { Clock } from '../kernel/clock.js';
import { withPatience } from '../kernel/patience.js';
import { FRESHNESS_WAIT_MS } from './project-face.js';
import type { Follower } from './watch/follower.js';

/**
 * While nothing is watched, a question finds files that have come or gone by a look at the whole tree: 10 ms for 1,000 files.
 * A look that takes no longer than the first of these is made for each question. Else looking takes no more than this share of
 * the time, two looks lie no further apart than that, and one is not waited for longer than that: a large tree is looked at while
 * the question is answered, and the answer says so.
 */
const LOOK_FREE_MS = 50;
const LOOK_SHARE = 1 / 5;
const LOOK_INTERVAL_MAX_MS = 2000;
const LOOK_WAIT_MS = 250;
/** What no watcher hears of (git's excludes, a disk mounted below the root) is found by a look that no question waits for. */
const SAFETY_LOOK_MS = 30_000;

/** The project whose tree is looked at. */
export interface Looked {
  /** Absent when nothing is followed. */
  readonly follower: Follower | undefined;
  readonly clock: Clock;
  /** Aborted when the project is closed. */
  readonly closing: AbortSignal;
  /** Brings the graph in line with the whole tree; resolves when that is done. */
  look(): Promise<unknown>;
  /** Whether the run that goes on has found something to be done. */
  hasFoundChanges(): boolean;
  /** A look has failed, which the next one tries again. */
  failed(error: unknown): void;
}

export class Looks {
  readonly #project: Looked;
  /** When the last look ended, or began when it still goes on; on the clock of durations. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** How long it took to go through the tree, without what was to be done about it. */
  #lookMs = 0;
  /** When the last look began that has ended. */
  #beganAt = Number.NEGATIVE_INFINITY;
  /** The end of the last look that a question began; never rejects. */
  #look: Promise<unknown> = Promise.resolve();
  #isBehind = false;

  constructor(project: Looked) {
    this.#project = project;
  }

  /** Changes were heard of, or are being looked for, that the last question did not wait for until they were in the graph. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** A look has ended that began at that time and went through the tree in so many milliseconds. */
  note(beganAt: number, lookMs: number): void {
    this.#beganAt = beganAt;
    this.#lookedAt = this.#project.clock.elapsed();
    this.#lookMs = lookMs;
  }

  /** Whether a look has ended that began at that time or later. */
  isSince(time: number): boolean {
    return this.#beganAt >= time;
  }

  /** Before a question: takes in what was heard of, or looks around now and then while nothing is heard. */
  async followUp(signal: AbortSignal): Promise<void> {
    await this.#beginToFollow(signal, LOOK_WAIT_MS);
    const { follower } = this.#project;
    if (follower?.isWatching !== true) {
      const isFree = this.#lookMs <= LOOK_FREE_MS;
      const intervalMs = isFree ? 0 : Math.min(this.#lookMs / LOOK_SHARE, LOOK_INTERVAL_MAX_MS);
      this.#isBehind = !(await this.#lookAgain(signal, intervalMs, LOOK_WAIT_MS));
      return;
    }
    this.#isBehind = !(await follower.settle(signal, FRESHNESS_WAIT_MS));
    await this.#lookAgain(signal, SAFETY_LOOK_MS, 0);
  }

  /** Before something is said not to exist: what was heard of is taken in, or the tree is looked at. */
  async catchUp(signal: AbortSignal, maxWaitMs: number): Promise<void> {
    await this.#beginToFollow(signal, maxWaitMs);
    const { follower } = this.#project;
    const isIn =
      follower?.isPrompt === true
        ? await follower.settle(signal, maxWaitMs)
        : await this.#lookAgain(signal, 0, maxWaitMs);
    this.#isBehind = !isIn;
  }

  /** A question that comes before the watcher is ready need not look itself: the watcher begins with a look. */
  async #beginToFollow(signal: AbortSignal, maxWaitMs: number): Promise<void> {
    const { follower } = this.#project;
    if (follower?.state.kind !== 'starting') return;
    await withPatience(follower.start(), { maxWaitMs, signal });
  }

  /**
   * Brings the graph in line with the whole tree when the last look at it is older than `ageMaxMs`. A look that has found
   * something is waited for as any change is. Resolves with whether one has begun here and come to its end.
   */
  async #lookAgain(signal: AbortSignal, ageMaxMs: number, maxWaitMs: number): Promise<boolean> {
    const { clock, closing, follower } = this.#project;
    const age = clock.elapsed() - this.#lookedAt;
    if (closing.aborted) return true;
    const isDue = age >= ageMaxMs;
    if (isDue) {
      this.#lookedAt = clock.elapsed();
      const isFollowed = follower !== undefined && follower.state.kind === 'watching';
      const look: Promise<unknown> = isFollowed ? follower.look() : this.#project.look();
      this.#look = look.catch((error: unknown) => this.#project.failed(error));
    }
    if (await withPatience(this.#look, { maxWaitMs, signal })) return isDue;
    const leftMs = this.#project.hasFoundChanges() ? Math.max(0, FRESHNESS_WAIT_MS - maxWaitMs) : 0;
    return (await withPatience(this.#look, { maxWaitMs: leftMs, signal })) && isDue;
  }
}
