/**
 * What the segments of a graph were linked from, which each of them keeps beside what it says: read for a linker that goes on
 * from a snapshot, and put into segments that say the same as before and were linked from something else.
 */
import type { SegmentedView } from './graph.js';
import type { Segment } from './model.js';
import { isSourceName } from './skip-rules.js';

export type Reads = Pick<Segment, 'key' | 'reads'>;

/** What each segment was linked from, in steps of one. */
export function* readsOf(view: SegmentedView): Generator<void, readonly Reads[]> {
  const reads: Reads[] = [];
  for (const key of view.segmentKeys()) {
    // Documents are linked by others.
    if (key.endsWith('/') || isSourceName(key)) reads.push({ key, reads: view.reads(key) });
    yield;
  }
  return reads;
}

/** Segments that say the same and were linked from something else, in steps of one. */
export function* retell(view: SegmentedView, touched: readonly Reads[]): Generator<void, readonly Segment[]> {
  const retold: Segment[] = [];
  for (const { key, reads } of touched) {
    const segment = view.segment(key);
    if (segment !== undefined) retold.push({ ...segment, reads });
    yield;
  }
  return retold;
}
