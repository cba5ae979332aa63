/**
 * The graph of a project while its files change: the only thing of the code graph that does. It is one large part that
 * never changes and the segments edited since, which it lays on top; the views it hands out never change either.
 *
 * It reads and writes no disk, and does not watch the time: whoever runs the steps decides when others get their turn.
 */

import { runToEnd } from '../kernel/run-to-end.js';
import { assemble } from './graph/assemble.js';
import { DraftWriter } from './graph/draft.js';
import type { Part } from './graph/part.js';
import { planDraft } from './graph/plan-draft.js';
import { planStack } from './graph/plan-stack.js';
import { type Stack, stackInSteps, stackParts } from './graph/stack.js';
import { StackView } from './graph/stack-view.js';
import { countChanges, type StackCounts } from './graph/tally-changes.js';
import type { SegmentedView } from './graph.js';
import type { Segment } from './model.js';

/** Work in steps of a few milliseconds; the result comes with the last one. */
export type Steps<T> = Generator<void, T>;

/** Builds a graph at one go. Each key may come once. */
export function buildGraph(segments: Iterable<Segment>): CodeGraph {
  return runToEnd(buildGraphInSteps(segments));
}

/** The same in steps. A segment is not held longer than until the next one is asked for. */
export function* buildGraphInSteps(segments: Iterable<Segment>): Steps<CodeGraph> {
  return new CodeGraph(yield* buildPart(segments));
}

function* buildPart(segments: Iterable<Segment>): Steps<Part> {
  const writer = new DraftWriter();
  for (const segment of segments) {
    writer.add(segment);
    yield;
  }
  return yield* assemble(yield* planDraft(writer.finish()));
}

// Every edit builds the part on top anew and counts all edges, so it may not grow without end: at two in a hundred nodes
// that stays well below what linking the edited file costs.
const TOP_ROWS_MIN = 2000;
const TOP_SHARE_MAX = 0.02;
// With so many segments replaced the first question would wait too long for its counts; with fewer it makes them itself, if it
// needs any.
const COUNTED_AHEAD = 200;

export class CodeGraph {
  private edits: ReadonlyMap<string, Segment | undefined> = new Map();
  private topRows = 0;
  /** The large part without edits. */
  private alone: Stack;
  #view: SegmentedView;

  /** Use `buildGraph`, or a snapshot. */
  constructor(private base: Part) {
    this.alone = stackParts(base);
    this.#view = new StackView(this.alone, this.alone);
  }

  /** The view of now. It stays as it is; after a change there is another one. */
  get view(): SegmentedView {
    return this.#view;
  }

  /** Whether so much has been replaced that a rebuild pays. */
  get isRebuildDue(): boolean {
    return this.topRows > Math.max(TOP_ROWS_MIN, this.base.rows * TOP_SHARE_MAX);
  }

  /** Puts segments in the place of those with the same keys, and removes others. */
  replaceSegments(changed: Iterable<Segment>, removedKeys: Iterable<string>): void {
    runToEnd(this.replaceSegmentsInSteps(changed, removedKeys));
  }

  /** The same in steps, for many segments. Until the last step the old view answers; no other edit may come between. */
  *replaceSegmentsInSteps(changed: Iterable<Segment>, removedKeys: Iterable<string>): Steps<void> {
    const edits = new Map(this.edits);
    for (const key of removedKeys) edits.set(key, undefined);
    for (const segment of changed) edits.set(segment.key, segment);
    const top = yield* topOf(edits);
    const stack = yield* stackInSteps(this.base, top, edits.keys());
    const counts = edits.size > COUNTED_AHEAD ? yield* countChanges(stack, this.alone) : undefined;
    this.lay(edits, top, stack, counts);
  }

  /** Makes ready in steps what a first question about who refers to something would wait for. */
  *prepare(): Steps<void> {
    yield* this.base.prepare();
  }

  /**
   * Merges the edits into one new part, in steps; until the last one the old view answers. Edits made meanwhile are kept.
   * When two run at once the second to end changes nothing.
   */
  *rebuild(): Steps<void> {
    yield* this.settle();
  }

  /** For a snapshot: everything up to now as one part, merged by a rebuild if need be. */
  *settle(): Steps<Part> {
    const { base, edits } = this;
    if (edits.size === 0) return base;
    const stack = yield* stackInSteps(base, yield* topOf(edits), edits.keys());
    const merged = yield* assemble(yield* planStack(stack));
    const alone = yield* stackInSteps(merged);
    if (base.isPrepared) yield* merged.prepare();
    if (this.base !== base) return merged;
    const isLater = ([key, segment]: readonly [string, Segment | undefined]) => {
      return !edits.has(key) || edits.get(key) !== segment;
    };
    const later = new Map([...this.edits].filter(isLater));
    this.base = merged;
    this.alone = alone;
    // At one go, so that no edit comes between; there are few.
    const top = runToEnd(topOf(later));
    this.lay(later, top, later.size === 0 ? alone : stackParts(merged, top, later.keys()));
    return merged;
  }

  private lay(
    edits: ReadonlyMap<string, Segment | undefined>,
    top: Part | undefined,
    stack: Stack,
    counts?: StackCounts,
  ): void {
    this.edits = edits;
    this.topRows = top?.rows ?? 0;
    this.#view = new StackView(stack, this.alone, counts);
  }
}

/** The edited segments as a part; none when there is none. */
function* topOf(edits: ReadonlyMap<string, Segment | undefined>): Steps<Part | undefined> {
  const segments = [...edits.values()].filter((segment) => segment !== undefined);
  return segments.length === 0 ? undefined : yield* buildPart(segments);
}
