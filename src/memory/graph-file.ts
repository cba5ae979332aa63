/**
 * A graph's file as a value, and back: the shape of `user.json` and `graph.json`. What cannot be read never costs the rest:
 * a record that is no node or edge is set aside under `_unreadable` and saved again, a field of the wrong type is mended or
 * set aside, fields that we do not know are kept, and each is told as a problem. Nothing here touches the disk or parses
 * JSON.
 */

import { runToEnd } from '../kernel/run-to-end.js';
import { anchorsField, readAnchors } from './anchor.js';
import { buildGraphInSteps } from './build-graph.js';
import { healFields } from './heal.js';
import { isRecord } from './is-record.js';
import type {
  LogAction,
  LogEntry,
  MemoryEdge,
  MemoryGraph,
  MemoryNode,
  ProgressState,
  Version,
} from './model.js';
import { edgeKey } from './model.js';

/** What a file held. */
export interface DecodedGraph {
  readonly graph: MemoryGraph;
  /** What was mended or set aside, one sentence each. */
  readonly problems: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

/** Raised when the meaning of a field changes; a file without it is from an earlier implementation. */
export const SCHEMA = 1;

const UNREADABLE = '_unreadable';
const LOG_ACTIONS = new Set<string>(['put', 'deleted', 'archived', 'restored', 'renamed', 'merged']);

// Some milliseconds of work.
const ITEMS_PER_STEP = 100;

/** Reads the parsed JSON of a graph's file; `undefined` when it is no graph at all and has to be set aside whole. */
export function decodeGraph(json: unknown): DecodedGraph | undefined {
  return runToEnd(decodeGraphInSteps(json));
}

/** The same in steps. */
export function* decodeGraphInSteps(json: unknown): Generator<void, DecodedGraph | undefined> {
  if (!isRecord(json)) return undefined;
  const { nodes: rawNodes = {}, edges: rawEdges = {}, _meta: rawMeta = {}, ...extraTop } = json;
  if (!isRecord(rawNodes) || !isRecord(rawEdges) || !isRecord(rawMeta)) return undefined;
  const notes = new Findings();
  const nodes = yield* readNodes(rawNodes, notes);
  const edges = yield* readEdges(rawEdges, notes);
  const { versions, progress, project_path: projectPath, seq, log, ...others } = rawMeta;
  // The file's own: its shape, and how far its journal had come.
  const { schema: _schema, journal: _journal, ...extraMeta } = others;
  const entries = readLog(log, notes);
  const graph = yield* buildGraphInSteps(nodes, edges, {
    versions: readVersions(versions, notes),
    progress: readProgress(progress, notes),
    seq: Math.max(isCount(seq) ? seq : 0, entries.at(-1)?.seq ?? 0),
    log: entries,
    ...(typeof projectPath === 'string' ? { projectPath } : {}),
    extraMeta,
    extraTop: notes.setAside(extraTop, UNREADABLE),
  });
  return { graph, problems: notes.problems };
}

/** The JSON of a graph's file. */
export function encodeGraph(graph: MemoryGraph): Json {
  return {
    ...graph.extraTop,
    nodes: Object.fromEntries(graph.nodes),
    edges: Object.fromEntries(graph.edges),
    _meta: {
      ...plainMeta(graph),
      versions: Object.fromEntries(graph.versions),
      ...(graph.progress.size === 0 ? {} : { progress: Object.fromEntries(graph.progress) }),
      log: graph.log,
    },
  };
}

/** What `_meta` says beside versions, progress and the log. */
export function plainMeta({ projectPath, extraMeta, seq }: MemoryGraph): Json {
  return {
    ...(projectPath === undefined ? {} : { project_path: projectPath }),
    namespace: { kind: projectPath === undefined ? 'user' : 'project', owner: null },
    ...extraMeta,
    schema: SCHEMA,
    seq,
  };
}

/** Problems on the way, and what could not be read. */
class Findings {
  readonly problems: string[] = [];
  readonly #unreadable: Record<string, unknown> = {};

  mend(problem: string): void {
    this.problems.push(problem);
  }

  keep(place: string, value: unknown, problem: string): void {
    this.#unreadable[place] = value;
    this.problems.push(problem);
  }

  setAside(extra: Json, key: string): Json {
    if (Object.keys(this.#unreadable).length === 0) return extra;
    const before = extra[key];
    return { ...extra, [key]: { ...(isRecord(before) ? before : {}), ...this.#unreadable } };
  }
}

function* readNodes(raw: Json, findings: Findings): Generator<void, MemoryNode[]> {
  const nodes: MemoryNode[] = [];
  for (const [at, [id, value]] of Object.entries(raw).entries()) {
    if (at % ITEMS_PER_STEP === 0) yield;
    if (id === '_meta') findings.keep('nodes._meta', value, 'a node cannot be named _meta');
    else if (isRecord(value)) nodes.push(readNode(id, value, findings));
    else findings.keep(`nodes.${id}`, value, `node ${id} is no object`);
  }
  return nodes;
}

function readNode(id: string, raw: Json, findings: Findings): MemoryNode {
  const { gist, notes, touches, _created_ts, _last_read_ts, _archived, _orphaned_ts, _useful_ts, ...others } =
    raw;
  const { _anchors, ...rest } = others;
  if (raw.id !== id) findings.mend(`node ${id} had another id inside`);
  const wrong = (field: string, value: unknown) =>
    findings.keep(`nodes.${id}.${field}`, value, `node ${id}: ${field} is not what it should be`);
  const list = (field: string, value: unknown): readonly string[] | undefined => {
    if (value === undefined || value === null) return undefined;
    if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
    wrong(field, value);
    return (Array.isArray(value) ? value : [value]).map(asText);
  };
  const time = (field: string, value: unknown): number | undefined => {
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    wrong(field, value);
    return undefined;
  };
  if (typeof gist !== 'string') wrong('gist', gist ?? null);
  const useful = Array.isArray(_useful_ts) ? _useful_ts.filter((each) => Number.isFinite(each)) : undefined;
  const usefulCount = Array.isArray(_useful_ts) ? _useful_ts.length : undefined;
  if (_useful_ts !== undefined && useful?.length !== (usefulCount ?? -1)) wrong('_useful_ts', _useful_ts);
  const node: MemoryNode = {
    ...rest,
    id,
    gist: gist === undefined ? '' : asText(gist),
    ...given('notes', list('notes', notes)),
    ...given('touches', list('touches', touches)),
    ...given('_created_ts', time('_created_ts', _created_ts)),
    ...given('_last_read_ts', time('_last_read_ts', _last_read_ts)),
    ...given('_archived', _archived === undefined ? undefined : Boolean(_archived)),
    ...given('_orphaned_ts', time('_orphaned_ts', _orphaned_ts)),
    ...given('_useful_ts', useful),
    ...anchorsIn(_anchors, (value) => wrong('_anchors', value)),
  };
  const healed = healFields(node);
  if (healed !== node) findings.mend(`node ${id}: pieces of a tool call stood in its gist`);
  return healed;
}

function* readEdges(raw: Json, findings: Findings): Generator<void, MemoryEdge[]> {
  const edges: MemoryEdge[] = [];
  const seen = new Set<string>();
  for (const [at, [key, value]] of Object.entries(raw).entries()) {
    if (at % ITEMS_PER_STEP === 0) yield;
    const edge = readEdge(key, value, findings);
    if (edge === undefined) findings.keep(`edges.${key}`, value, `edge ${key} lacks an end or its relation`);
    else {
      if (seen.has(edgeKey(edge))) findings.keep(`edges.${key}`, value, `edge ${key} stands there twice`);
      seen.add(edgeKey(edge));
      edges.push(edge);
    }
  }
  return edges;
}

function readEdge(key: string, value: unknown, findings: Findings): MemoryEdge | undefined {
  if (!isRecord(value)) return undefined;
  const { from, to, rel, notes, _anchors, ...rest } = value;
  if (typeof from !== 'string' || typeof to !== 'string' || typeof rel !== 'string') return undefined;
  if (from === '' || to === '') return undefined;
  const texts = notes === undefined || notes === null ? undefined : Array.isArray(notes) ? notes : [notes];
  const anchors = anchorsIn(_anchors, (damaged) =>
    findings.keep(`edges.${key}._anchors`, damaged, `edge ${key}: _anchors is not what it should be`),
  );
  return { ...rest, from, to, rel, ...given('notes', texts?.map(asText)), ...anchors };
}

/** Places in the code can be found anew: what is damaged is set aside and costs nothing else. */
function anchorsIn(value: unknown, onDamage: (value: unknown) => void) {
  if (value === undefined || value === null) return {};
  const { anchors, isSound } = readAnchors(value);
  if (!isSound) onDamage(value);
  return anchorsField(anchors);
}

function readVersions(raw: unknown, findings: Findings): Map<string, Version> {
  const versions = new Map<string, Version>();
  if (!isRecord(raw)) return versions;
  for (const [key, value] of Object.entries(raw)) {
    const { v, ts, session, ...rest } = isRecord(value) ? value : {};
    if (typeof v !== 'number' || typeof ts !== 'number')
      findings.keep(`versions.${key}`, value, `the version of ${key} has no count or time`);
    else versions.set(key, { ...rest, v, ts, session: typeof session === 'string' ? session : null });
  }
  return versions;
}

function readProgress(raw: unknown, findings: Findings): Map<string, ProgressState> {
  const progress = new Map<string, ProgressState>();
  if (!isRecord(raw)) return progress;
  for (const [task, state] of Object.entries(raw)) {
    if (isRecord(state)) progress.set(task, state);
    else findings.keep(`progress.${task}`, state, `the progress of ${task} is no object`);
  }
  return progress;
}

function readLog(raw: unknown, findings: Findings): LogEntry[] {
  if (!Array.isArray(raw)) return [];
  const entries = raw.filter(isLogEntry);
  if (entries.length < raw.length) findings.mend('some entries of the change log are no entries');
  return entries.sort((a, b) => a.seq - b.seq);
}

function isLogEntry(value: unknown): value is LogEntry {
  if (!isRecord(value)) return false;
  const { seq, ts, session, action, key } = value;
  const hasAction = typeof action === 'string' && LOG_ACTIONS.has(action satisfies string as LogAction);
  const isBySomebody = session === null || typeof session === 'string';
  return isCount(seq) && typeof ts === 'number' && isBySomebody && hasAction && typeof key === 'string';
}

function given<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V });
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
