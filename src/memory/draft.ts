/**
 * A graph while one operation changes it: it takes the next version of a map the first time that map is written, keeps the
 * index of edges and the ledger in step, and becomes a value again with `finish`. The graph it started from never changes, so whoever holds
 * that sees nothing until the new one is swapped in.
 *
 * It applies no rule: what may be written is decided by who writes.
 */
import { withCitations, withNode } from './ledger.js';
import { LOG_ENTRIES_MAX } from './limits.js';
import {
  edgeKey,
  type LogAction,
  type LogEntry,
  type MemoryEdge,
  type MemoryGraph,
  type MemoryNode,
  type ProgressState,
  tierOf,
  type Version,
} from './model.js';
import { nextVersion, type WritableMap } from './versioned-map.js';
import { forgetWords } from './words.js';

/** Who changes the graph and when. */
export interface Author {
  readonly now: number;
  readonly session: string | null;
}

const NO_EDGES: readonly MemoryEdge[] = [];

/** One graph in the course of one operation. */
export class GraphDraft {
  readonly #base: MemoryGraph;
  #graph: MemoryGraph;
  #nodes: WritableMap<MemoryNode> | undefined;
  #edges: WritableMap<MemoryEdge> | undefined;
  #incident: WritableMap<readonly MemoryEdge[]> | undefined;
  #versions: WritableMap<Version> | undefined;
  #log: LogEntry[] | undefined;

  constructor(base: MemoryGraph) {
    this.#base = base;
    this.#graph = base;
  }

  /** The graph as it stands; good until the next write. */
  get graph(): MemoryGraph {
    return this.#graph;
  }

  /** Whether anything was written. */
  get hasChanged(): boolean {
    return this.#graph !== this.#base;
  }

  /** The edges at an end. */
  edgesAt(end: string): readonly MemoryEdge[] {
    return this.#graph.incident.get(end) ?? NO_EDGES;
  }

  /** Puts a node in place of the one with its id, or as the last. */
  setNode(node: MemoryNode): void {
    const nodes = this.#ownNodes();
    const before = nodes.get(node.id);
    // The tier alone decides what the edges cost; another gist leaves them as they are.
    const isSameTier = before !== undefined && tierOf(before) === tierOf(node);
    const edges = isSameTier ? NO_EDGES : this.edgesAt(node.id);
    let ledger = withCitations(this.#graph.ledger, nodes, edges, -1);
    if (before !== undefined) ledger = withNode(ledger, before, -1);
    nodes.set(node.id, node);
    ledger = withCitations(withNode(ledger, node, 1), nodes, edges, 1);
    this.#graph = { ...this.#graph, nodes, ledger };
  }

  /** Takes a node away and leaves its edges. */
  deleteNode(id: string): void {
    const nodes = this.#ownNodes();
    const before = nodes.get(id);
    if (before === undefined) return;
    const edges = this.edgesAt(id);
    let ledger = withNode(withCitations(this.#graph.ledger, nodes, edges, -1), before, -1);
    nodes.delete(id);
    forgetWords(this.#graph.words, id);
    ledger = withCitations(ledger, nodes, edges, 1);
    this.#graph = { ...this.#graph, nodes, ledger };
  }

  /** Puts an edge in place of the same one, or as the last. */
  setEdge(edge: MemoryEdge): void {
    const edges = this.#ownEdges();
    const before = edges.get(edgeKey(edge));
    edges.set(edgeKey(edge), edge);
    const incident = this.#ownIncident();
    for (const end of new Set([edge.from, edge.to])) {
      const there = incident.get(end) ?? NO_EDGES;
      const known = there.some((each) => each === before);
      incident.set(end, known ? there.map((each) => (each === before ? edge : each)) : [...there, edge]);
    }
    this.#graph = { ...this.#graph, edges, incident };
    // Another value of the same three costs the same.
    if (before !== undefined) return;
    const ledger = withCitations(this.#graph.ledger, this.#graph.nodes, [edge], 1);
    this.#graph = { ...this.#graph, ledger };
  }

  /** Takes an edge away. */
  deleteEdge(key: string): void {
    const edges = this.#ownEdges();
    const before = edges.get(key);
    if (before === undefined) return;
    this.#unlink(before);
    edges.delete(key);
    this.#graph = { ...this.#graph, edges };
  }

  /** Counts a write of a node or an edge and logs it. */
  recordPut(key: string, author: Author, action: LogAction = 'put'): number {
    const versions = this.#ownVersions();
    const v = (versions.get(key)?.v ?? 0) + 1;
    versions.set(key, { v, ts: author.now, session: author.session });
    this.#graph = { ...this.#graph, versions };
    this.log(action, key, author);
    return v;
  }

  /** Gives a key the version of another one, for what is renamed; the other one keeps its own. */
  setVersion(key: string, version: Version): void {
    const versions = this.#ownVersions();
    versions.set(key, version);
    this.#graph = { ...this.#graph, versions };
  }

  /** Forgets versions of what is no longer there. */
  dropVersions(keys: Iterable<string>): void {
    const versions = this.#ownVersions();
    for (const key of keys) versions.delete(key);
    this.#graph = { ...this.#graph, versions };
  }

  /** Adds to the log; an older entry of the same session about the same key says no more than this one, and goes. */
  log(action: LogAction, key: string, author: Author, into?: string): void {
    const seq = this.#graph.seq + 1;
    const log = this.#log ?? [...this.#graph.log];
    this.#log = log;
    const { session, now: ts } = author;
    const older = log.findLastIndex((entry) => entry.key === key && entry.session === session);
    if (older >= 0) log.splice(older, 1);
    log.push({ seq, ts, session, action, key, ...(into === undefined ? {} : { into }) });
    if (log.length > LOG_ENTRIES_MAX) log.splice(0, log.length - LOG_ENTRIES_MAX);
    this.#graph = { ...this.#graph, seq, log };
  }

  /** Replaces how far a task is. */
  setProgress(task: string, state: ProgressState): void {
    const progress = new Map(this.#graph.progress).set(task, state);
    this.#graph = { ...this.#graph, progress };
  }

  /** The graph as a value; nothing must be written after it. */
  finish(): MemoryGraph {
    return this.#graph;
  }

  #unlink(edge: MemoryEdge): void {
    const incident = this.#ownIncident();
    for (const end of new Set([edge.from, edge.to])) {
      const rest = (incident.get(end) ?? NO_EDGES).filter((each) => each !== edge);
      if (rest.length === 0) incident.delete(end);
      else incident.set(end, rest);
    }
    const ledger = withCitations(this.#graph.ledger, this.#graph.nodes, [edge], -1);
    this.#graph = { ...this.#graph, incident, ledger };
  }

  #ownNodes(): WritableMap<MemoryNode> {
    this.#nodes ??= nextVersion(this.#graph.nodes);
    return this.#nodes;
  }

  #ownEdges(): WritableMap<MemoryEdge> {
    this.#edges ??= nextVersion(this.#graph.edges);
    return this.#edges;
  }

  #ownIncident(): WritableMap<readonly MemoryEdge[]> {
    this.#incident ??= nextVersion(this.#graph.incident);
    return this.#incident;
  }

  #ownVersions(): WritableMap<Version> {
    this.#versions ??= nextVersion(this.#graph.versions);
    return this.#versions;
  }
}
