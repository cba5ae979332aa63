/**
 * Putting back what changes replaced, and taking over the nodes and edges of another file. An undo never overwrites what
 * somebody wrote since; what a node gained without being written (reads, endorsements) stays with it.
 */
import { type Anchored, isSameAnchors, readAnchors, withAnchors } from '../anchor.js';
import { MemoryError } from '../errors.js';
import { decodeGraph } from '../graph-file.js';
import { healFields } from '../heal.js';
import {
  edgeVersionKey,
  type GraphName,
  type MemoryEdge,
  type MemoryNode,
  nodeVersionKey,
} from '../model.js';
import type { Change, Import, Undo } from '../operations.js';
import type { Results } from '../results.js';
import { checkEdge, checkNode } from '../rules.js';
import { decodeSessions } from '../sessions-file.js';
import { asActive } from '../tiers.js';
import { joinReports, NOTHING_COMPACTED, type Who, type Work } from '../work.js';

/** Reverts changes, the last first; all or none. */
export function undo(work: Work, operation: Undo): Results['undo'] {
  const who = work.openAsker(operation);
  const done: Change[] = [];
  for (const change of operation.changes.toReversed()) {
    done.push(change.kind === 'node' ? undoNode(work, who, change) : undoEdge(work, who, change));
  }
  return { changes: done, compaction: work.settle() };
}

function undoNode(work: Work, who: Who, change: Extract<Change, { kind: 'node' }>): Change {
  const { graph: name, id, before, after } = change;
  const draft = work.draft(name);
  const current = draft.graph.nodes.get(id);
  if (contentOf(current) !== contentOf(after)) throw conflict(`node ${id}`);
  if (before === undefined) {
    draft.deleteNode(id);
    draft.log('deleted', nodeVersionKey(id), work.author(who));
    work.tell(name, who, { type: 'node_deleted', id });
    return { kind: 'node', graph: name, id, ...pair(current, undefined) };
  }
  const { _useful_ts, _last_read_ts } = current ?? before;
  const restored: MemoryNode = {
    ...anchoredAsBefore(asActive(before), after, current),
    ...(_useful_ts === undefined ? {} : { _useful_ts }),
    ...(_last_read_ts === undefined ? {} : { _last_read_ts }),
  };
  draft.setNode(restored);
  draft.recordPut(nodeVersionKey(id), work.author(who));
  work.spare(name, id);
  work.tell(name, who, { type: 'node_updated', node: restored });
  return { kind: 'node', graph: name, id, ...pair(current, restored) };
}

function undoEdge(work: Work, who: Who, change: Extract<Change, { kind: 'edge' }>): Change {
  const { graph: name, key, before, after } = change;
  const draft = work.draft(name);
  const current = draft.graph.edges.get(key);
  if (contentOf(current) !== contentOf(after)) throw conflict(`edge ${key}`);
  if (before === undefined) {
    draft.deleteEdge(key);
    if (current !== undefined) {
      draft.log('deleted', edgeVersionKey(current), work.author(who));
      work.tell(name, who, { type: 'edge_deleted', edge: current });
    }
    return { kind: 'edge', graph: name, key, ...pair(current, undefined) };
  }
  const restored = anchoredAsBefore(before, after, current);
  draft.setEdge(restored);
  draft.recordPut(edgeVersionKey(restored), work.author(who));
  work.tell(name, who, { type: 'edge_updated', edge: restored });
  return { kind: 'edge', graph: name, key, ...pair(current, restored) };
}

/** What was there before the change; anchors that the change left alone have perhaps been followed since, and stay. */
function anchoredAsBefore<Item extends Anchored>(
  before: Item,
  after: Anchored | undefined,
  current: Anchored | undefined,
): Item {
  if (current === undefined || !isSameAnchors(before._anchors, after?._anchors)) return before;
  return withAnchors(before, current._anchors ?? []);
}

/** Before and after as a change has them: what is not there is left out. */
function pair<T>(before: T | undefined, after: T | undefined): { before?: T; after?: T } {
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

/** Takes nodes and edges over, item by item; one that may not be written is told and costs no other. */
export function importGraph(work: Work, operation: Import): Results['import'] {
  const who = work.openAsker(operation);
  const name = work.nameOf(operation.level, who);
  const problems: string[] = [];
  const take = <T>(items: readonly T[], one: (item: T) => void): number => {
    let taken = 0;
    for (const item of items) {
      try {
        one(item);
        taken++;
      } catch (error) {
        if (!(error instanceof MemoryError)) throw error;
        problems.push(error.message);
      }
    }
    return taken;
  };
  const nodes = take(operation.nodes, (node) => importNode(work, who, name, node));
  const edges = take(operation.edges, (edge) => importEdge(work, who, name, edge));
  importMeta(work, name, operation);
  for (const [id, session] of decodeSessions(operation.sessions ?? {}, work.context.now))
    if (!work.sessions.has(id)) work.setSession(id, session, true);
  const isSettled = nodes + edges > 0 && operation.isPart !== true;
  const compaction = isSettled ? work.settle(name) : NOTHING_COMPACTED;
  return { nodes, edges, problems, compaction: joinReports(NOTHING_COMPACTED, compaction) };
}

function importNode(work: Work, who: Who, name: GraphName, given: MemoryNode): void {
  const node = soundlyAnchored(healFields(given));
  checkNode(node);
  const draft = work.draft(name);
  draft.setNode(node);
  draft.recordPut(nodeVersionKey(node.id), work.author(who));
  work.tell(name, who, { type: 'node_updated', node });
}

function importEdge(work: Work, who: Who, name: GraphName, given: MemoryEdge): void {
  const edge = soundlyAnchored(given);
  checkEdge(edge);
  const draft = work.draft(name);
  draft.setEdge(edge);
  draft.recordPut(edgeVersionKey(edge), work.author(who));
  work.tell(name, who, { type: 'edge_updated', edge });
}

/** What is no anchor is not taken over: it costs a look for the place, and nothing else. */
function soundlyAnchored<Item extends Anchored>(item: Item): Item {
  return item._anchors === undefined ? item : withAnchors(item, readAnchors(item._anchors).anchors);
}

/** Takes over how often and when everything was written, and how far tasks are. */
function importMeta(work: Work, name: GraphName, { meta }: Import): void {
  const given = meta === undefined ? undefined : decodeGraph({ _meta: meta })?.graph;
  if (given === undefined) return;
  const draft = work.draft(name);
  for (const [key, version] of given.versions)
    if ((draft.graph.versions.get(key)?.v ?? 0) <= version.v) draft.setVersion(key, version);
  for (const [task, state] of given.progress) draft.setProgress(task, state);
}

/** What the author of a node or an edge wrote, without stamps and tiers, in one order of fields. */
function contentOf(item: MemoryNode | MemoryEdge | undefined): string | undefined {
  if (item === undefined) return undefined;
  const fields = Object.entries(item).filter(([field]) => !field.startsWith('_'));
  return JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function conflict(what: string): MemoryError {
  return new MemoryError(
    'undo-conflict',
    `${what} was written again since`,
    'Undo the later change first, or write what you want.',
  );
}
