/**
 * What one operation did to one graph, as its journal keeps it: enough to do it again (when the newest file is damaged, the
 * one before it is taken and rolled forward) and enough to take it back (history, restore).
 *
 * A record is the difference of two graph values, not a description of the request, so it holds whatever the operation was.
 * What changed only in fields that begin with `_` (a read's time, a tier) is written as those fields; all else with what
 * stood there before. How a record becomes a line is `journal-line.ts`.
 */
import { buildGraph } from '../build-graph.js';
import { LOG_ENTRIES_MAX } from '../limits.js';
import type { LogEntry, MemoryEdge, MemoryGraph, MemoryNode, ProgressState, Version } from '../model.js';
import { differingKeys } from '../versioned-map.js';

/** A node or an edge that changed: created without `before`, deleted without `after`, else `after` or `set`. */
export interface RecordedChange<Item> {
  readonly key: string;
  readonly before?: Item;
  readonly after?: Item;
  /** The fields that changed when all begin with `_`; null stands for one that is gone. */
  readonly set?: Readonly<Record<string, unknown>>;
}

/** One line of a journal. */
export interface JournalRecord {
  /** The number of the record in its graph, from 1 without gaps. */
  readonly n: number;
  readonly ts: number;
  readonly session: string | null;
  /** The kind of the operation. */
  readonly op: string;
  /** The same in the records of all graphs that one operation changed, where that may be several. */
  readonly together?: string;
  readonly seq: number;
  readonly nodes?: readonly RecordedChange<MemoryNode>[];
  readonly edges?: readonly RecordedChange<MemoryEdge>[];
  /** New values by key; null for what is gone. */
  readonly versions?: Readonly<Record<string, Version | null>>;
  readonly progress?: Readonly<Record<string, ProgressState | null>>;
  readonly log?: readonly LogEntry[];
  readonly projectPath?: string;
  /** Fields of the file that we do not know, whole, when an operation changed them. */
  readonly extraMeta?: Readonly<Record<string, unknown>>;
  readonly extraTop?: Readonly<Record<string, unknown>>;
}

/** Who did it, for the record. */
export interface RecordSource {
  readonly n: number;
  readonly ts: number;
  readonly session: string | null;
  readonly op: string;
  readonly together?: string;
}

/** The difference of two values of one graph; `undefined` when there is none that a file would show. */
export function recordOf(
  before: MemoryGraph,
  after: MemoryGraph,
  source: RecordSource,
): JournalRecord | undefined {
  if (before === after) return undefined;
  const nodes = changesOf(before.nodes, after.nodes);
  const edges = changesOf(before.edges, after.edges);
  const versions = newValues(before.versions, after.versions);
  const progress = newValues(before.progress, after.progress);
  const lastSeq = before.log.at(-1)?.seq ?? before.seq;
  const log = before.log === after.log ? [] : after.log.filter((entry) => entry.seq > lastSeq);
  const parts = {
    ...(nodes.length > 0 && { nodes }),
    ...(edges.length > 0 && { edges }),
    ...(versions !== undefined && { versions }),
    ...(progress !== undefined && { progress }),
    ...(log.length > 0 && { log }),
    ...(after.projectPath !== undefined &&
      after.projectPath !== before.projectPath && { projectPath: after.projectPath }),
    ...(after.extraMeta !== before.extraMeta && { extraMeta: after.extraMeta }),
    ...(after.extraTop !== before.extraTop && { extraTop: after.extraTop }),
  };
  if (Object.keys(parts).length === 0 && before.seq === after.seq) return undefined;
  return { ...source, seq: after.seq, ...parts };
}

function changesOf<Item extends object>(
  before: ReadonlyMap<string, Item>,
  after: ReadonlyMap<string, Item>,
): RecordedChange<Item>[] {
  const changes: RecordedChange<Item>[] = [];
  for (const key of differingKeys(before, after)) {
    const [old, now] = [before.get(key), after.get(key)];
    const set = old && now && inwardFields(old, now);
    changes.push({ key, ...(set ? { set } : { ...(old && { before: old }), ...(now && { after: now }) }) });
  }
  return changes;
}

/** The fields that differ when all of them begin with `_`, else `undefined`. */
function inwardFields(before: object, after: object): Record<string, unknown> | undefined {
  const set: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now]: unknown[] = [Reflect.get(before, name), Reflect.get(after, name)];
    if (old === now || JSON.stringify(old) === JSON.stringify(now)) continue;
    if (!name.startsWith('_')) return undefined;
    set[name] = now ?? null;
  }
  return set;
}

function newValues<Value extends object>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
): Record<string, Value | null> | undefined {
  const found = differingKeys(before, after).map((key) => [key, after.get(key) ?? null] as const);
  // Keys may be anything, `__proto__` too: entries define, assignment would not.
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** The graph after the records, each done again in its turn. */
export function rollForward(graph: MemoryGraph, records: readonly JournalRecord[]): MemoryGraph {
  if (records.length === 0) return graph;
  const nodes = new Map(graph.nodes);
  const edges = new Map(graph.edges);
  const versions = new Map(graph.versions);
  const progress = new Map(graph.progress);
  let { log, seq, projectPath, extraMeta, extraTop } = graph;
  for (const record of records) {
    for (const change of record.nodes ?? []) redo(change, nodes, isNode);
    for (const change of record.edges ?? []) redo(change, edges, isEdge);
    setValues(record.versions, versions);
    setValues(record.progress, progress);
    log = [...log, ...(record.log ?? [])];
    seq = record.seq;
    projectPath = record.projectPath ?? projectPath;
    extraMeta = record.extraMeta ?? extraMeta;
    extraTop = record.extraTop ?? extraTop;
  }
  return buildGraph(nodes.values(), edges.values(), {
    versions,
    progress,
    log: log.slice(-LOG_ENTRIES_MAX),
    seq,
    ...(projectPath === undefined ? {} : { projectPath }),
    extraMeta,
    extraTop,
  });
}

function redo<Item extends object>(
  change: RecordedChange<Item>,
  items: Map<string, Item>,
  isItem: (value: object) => value is Item,
): void {
  if (change.after !== undefined) items.set(change.key, change.after);
  else if (change.set === undefined) items.delete(change.key);
  else {
    const kept = Object.entries({ ...items.get(change.key), ...change.set });
    const item: object = Object.fromEntries(kept.filter(([, value]) => value !== null));
    if (isItem(item)) items.set(change.key, item);
  }
}

function isNode(fields: object): fields is MemoryNode {
  return ['id', 'gist'].every((name) => typeof Reflect.get(fields, name) === 'string');
}

function isEdge(fields: object): fields is MemoryEdge {
  return ['from', 'to', 'rel'].every((name) => typeof Reflect.get(fields, name) === 'string');
}

function setValues<Value>(
  values: Readonly<Record<string, Value | null>> | undefined,
  map: Map<string, Value>,
): void {
  for (const [key, value] of Object.entries(values ?? {})) {
    if (value === null) map.delete(key);
    else map.set(key, value);
  }
}
