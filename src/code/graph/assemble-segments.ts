/**
 * The segments of a new part in order of key, and what belongs to them and to no node: the calls that could not be
 * resolved and what the linker read.
 */
import type { IntList } from './bytes.js';
import { type MergedTable, mergeTables, type UsedTable } from './merge-tables.js';
import type { Part } from './part.js';
import type { PartWriter } from './part-writer.js';
import type { Plan } from './plan.js';

// Segments of a few dozen entries each: about two milliseconds of copying, and of marking.
const STEP = 1 << 8;
const LONG_STEP = 1 << 11;

/** The new segments. */
export interface SegmentOrder {
  /** For each source: the new number of each segment that goes in. */
  readonly maps: readonly Int32Array[];
  /** In order. */
  readonly segments: readonly { readonly source: number; readonly segment: number; readonly path: number }[];
}

/** `paths`: for each source the new number of each path; the order of paths is that of the keys. */
export function orderSegments({ sources }: Plan, paths: MergedTable): SegmentOrder {
  const segments = sources.flatMap(({ part, keeps }, source) => {
    const pathOf = (segment: number) => paths.maps[source]?.[part.segmentPaths()[segment] ?? -1] ?? -1;
    const kept = [...keeps.keys()].filter((segment) => keeps[segment] === 1);
    return kept.map((segment) => ({ source, segment, path: pathOf(segment) }));
  });
  segments.sort((a, b) => a.path - b.path);
  const maps = sources.map(({ keeps }) => new Int32Array(keeps.length).fill(-1));
  for (const [number, { source, segment }] of segments.entries()) {
    const map = maps[source];
    if (map !== undefined) map[segment] = number;
  }
  return { maps, segments };
}

/** Writes calls and reads; returns the tables they refer to. */
export function* assembleSegments(
  plan: Plan,
  writer: PartWriter,
  { segments }: SegmentOrder,
): Generator<void, { readonly callees: MergedTable; readonly reads: MergedTable }> {
  const callees = yield* mergeTables(yield* usedTables(plan, CALLS));
  const reads = yield* mergeTables(yield* usedTables(plan, READS));
  for (const [place, { source, segment, path }] of segments.entries()) {
    if (place % STEP === STEP - 1) yield;
    const part = plan.sources[source]?.part;
    if (part === undefined) continue;
    writer.ints('segmentPaths').push(path);
    copyCalls(part, segment, callees.maps[source], writer);
    copyReads(part, segment, reads.maps[source], writer);
  }
  writer.ints('callStarts').push(writer.ints('callLines').length);
  writer.ints('readStarts').push(writer.ints('reads').length);
  return { callees, reads };
}

/** Entries of a table that segments refer to. */
interface References {
  readonly table: 'calleeTable' | 'readTable';
  starts(part: Part): Int32Array;
  entries(part: Part): Int32Array;
}

const CALLS: References = {
  table: 'calleeTable',
  starts: (part) => part.callStarts(),
  entries: (part) => part.callCallees(),
};
const READS: References = {
  table: 'readTable',
  starts: (part) => part.readStarts(),
  entries: (part) => part.reads(),
};

function* usedTables(
  { sources }: Plan,
  { table, starts, entries }: References,
): Generator<void, UsedTable[]> {
  const tables: UsedTable[] = [];
  for (const { part, keeps } of sources) {
    const used = new Uint8Array(part.table(table).count);
    for (const [segment, isKept] of keeps.entries()) {
      if (segment % LONG_STEP === LONG_STEP - 1) yield;
      const end = starts(part)[segment + 1] ?? 0;
      for (let at = starts(part)[segment] ?? 0; isKept === 1 && at < end; at++)
        used[entries(part)[at] ?? 0] = 1;
    }
    tables.push({ table: part.table(table), used });
  }
  return tables;
}

function copyCalls(part: Part, segment: number, map: Int32Array | undefined, writer: PartWriter): void {
  const lines: IntList = writer.ints('callLines');
  writer.ints('callStarts').push(lines.length);
  const end = part.callStarts()[segment + 1] ?? 0;
  for (let call = part.callStarts()[segment] ?? 0; call < end; call++) {
    lines.push(part.callLines()[call] ?? 0);
    writer.ints('callCallees').push(map?.[part.callCallees()[call] ?? 0] ?? 0);
  }
}

function copyReads(part: Part, segment: number, map: Int32Array | undefined, writer: PartWriter): void {
  const reads = writer.ints('reads');
  writer.ints('readStarts').push(reads.length);
  const old = part.reads().subarray(part.readStarts()[segment] ?? 0, part.readStarts()[segment + 1] ?? 0);
  for (const read of old.map((entry) => map?.[entry] ?? 0).sort()) reads.push(read);
}
