/**
 * What happened to a graph, newest first, from its journal: who changed what, and what stood there before. It is also how a
 * change is taken back. Changes that only a machine makes (a read's time, a tier) are left out.
 */

import { edgeKey, type GraphName } from '../model.js';
import type { Change } from '../operations.js';
import type { JournalRecord } from './journal-record.js';

/** One operation in a graph's history. */
export interface HistoryEntry {
  /** Its number in this graph. */
  readonly n: number;
  /** Float seconds. */
  readonly ts: number;
  readonly session: string | null;
  readonly op: string;
  /** The same in the histories of all graphs that the operation changed, where that may be several. */
  readonly together?: string;
  readonly changes: readonly Change[];
}

/** Which part of a history. */
export interface HistoryQuery {
  /** Only operations that changed this node's id, or this edge's key `from->to:rel`. */
  readonly key?: string;
  /** At most so many, 50 when not given. */
  readonly limit?: number;
}

const LIMIT = 50;

/** The entries, newest first. */
export function historyOf(
  graph: GraphName,
  records: readonly JournalRecord[],
  { key, limit = LIMIT }: HistoryQuery = {},
): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  for (const record of records.toReversed()) {
    if (entries.length >= limit) break;
    const changes = changesIn(graph, record).filter((change) => key === undefined || keyOf(change) === key);
    const { n, ts, session, op, together } = record;
    if (changes.length > 0)
      entries.push({ n, ts, session, op, ...(together !== undefined && { together }), changes });
  }
  return entries;
}

function changesIn(graph: GraphName, { nodes = [], edges = [] }: JournalRecord): Change[] {
  return [
    ...nodes
      .filter(({ set }) => set === undefined)
      .map(({ key, before, after }): Change => {
        return { kind: 'node', graph, id: key, ...(before && { before }), ...(after && { after }) };
      }),
    ...edges
      .filter(({ set }) => set === undefined)
      .map(({ key, before, after }): Change => {
        return { kind: 'edge', graph, key, ...(before && { before }), ...(after && { after }) };
      }),
  ];
}

function keyOf(change: Change): string {
  if (change.kind === 'node') return change.id;
  const edge = change.after ?? change.before;
  return edge === undefined ? change.key : edgeKey(edge);
}
