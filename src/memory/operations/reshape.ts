/**
 * Renaming and merging nodes: everything that hangs on a node follows it. Its edges, their notes and versions, its own
 * version and endorsements, touches and edges of the other level that name it, and what sessions note about it.
 */
import { anchorsField, joinAnchors, respell, withAnchors } from '../anchor.js';
import { MemoryError } from '../errors.js';
import { needNode } from '../locate.js';
import {
  edgeKey,
  edgeVersionKey,
  type GraphName,
  type MemoryEdge,
  type MemoryNode,
  nodeVersionKey,
} from '../model.js';
import type { MergeNodes, RenameNode } from '../operations.js';
import type { Results } from '../results.js';
import { checkGist, checkId } from '../rules.js';
import { refText } from '../sessions.js';
import { asActive } from '../tiers.js';
import type { Who, Work } from '../work.js';
import { otherGraphs } from './write.js';

/** Gives a node another id. */
export function renameNode(work: Work, operation: RenameNode): Results['rename-node'] {
  const { id, newId } = operation;
  checkId(newId, 'new id');
  const who = work.openAsker(operation);
  const { name, node } = needNode(work, who, { ...operation, isReading: false });
  const draft = work.draft(name);
  if (draft.graph.nodes.has(newId))
    throw new MemoryError(
      'id-taken',
      `the ${name.level} level has a node ${newId} already`,
      'Choose another id, or merge the two with kg_merge_nodes.',
    );
  const renamed = { ...node, id: newId };
  const old = draft.graph.versions.get(nodeVersionKey(id));
  draft.deleteNode(id);
  draft.setNode(renamed);
  if (old !== undefined) draft.setVersion(nodeVersionKey(newId), old);
  const edgesChanged = followEverywhere(work, who, { name, id, newId });
  draft.log('renamed', nodeVersionKey(id), work.author(who), newId);
  draft.recordPut(nodeVersionKey(newId), work.author(who), 'put');
  work.spare(name, newId);
  const after = draft.graph.nodes.get(newId) ?? renamed;
  work.tell(name, who, { type: 'node_renamed', id, node: after });
  return { level: name.level, node: after, edgesChanged, compaction: work.settle(name) };
}

/** Makes one node of two. */
export function mergeNodes(work: Work, operation: MergeNodes): Results['merge-nodes'] {
  const { from, into, gist, level } = operation;
  if (from === into)
    throw new MemoryError(
      'bad-id',
      `a node cannot be merged into itself: ${from}`,
      'Name two nodes of one level.',
    );
  if (gist !== undefined) checkGist(gist);
  const who = work.openAsker(operation);
  const target = needNode(work, who, { id: into, level, isReading: false });
  const { name } = target;
  const { node: source } = needNode(work, who, { id: from, level: name.level, isReading: false });
  const draft = work.draft(name);
  const keys = { from: nodeVersionKey(from), into: nodeVersionKey(into) };
  const versions = [keys.from, keys.into].flatMap((key) => draft.graph.versions.get(key) ?? []);
  const newest = versions.toSorted((a, b) => b.v - a.v)[0];
  const merged = mergeFields(source, target.node, gist);
  draft.deleteNode(from);
  draft.setNode(merged);
  if (newest !== undefined) draft.setVersion(keys.into, newest);
  const edgesChanged = followEverywhere(work, who, { name, id: from, newId: into });
  draft.log('merged', keys.from, work.author(who), into);
  draft.recordPut(keys.into, work.author(who), 'put');
  work.spare(name, into);
  const after = draft.graph.nodes.get(into) ?? merged;
  work.tell(name, who, { type: 'node_deleted', id: from });
  work.tell(name, who, { type: 'node_updated', node: after });
  return { level: name.level, node: after, edgesChanged, compaction: work.settle(name) };
}

/** All that both nodes knew: what the gist loses stays as a note. */
function mergeFields(source: MemoryNode, target: MemoryNode, gist: string | undefined): MemoryNode {
  const kept = gist ?? target.gist;
  const gists = [target.gist, source.gist].filter((each) => each !== kept && each.trim() !== '');
  const notes = union([...(target.notes ?? []), ...gists, ...(source.notes ?? [])]);
  const touches = union([...(target.touches ?? []), ...(source.touches ?? [])]);
  const useful = [...(target._useful_ts ?? []), ...(source._useful_ts ?? [])].sort((a, b) => a - b);
  const read = Math.max(target._last_read_ts ?? 0, source._last_read_ts ?? 0);
  const created = Math.min(target._created_ts ?? 0, source._created_ts ?? 0);
  return {
    ...asActive(source),
    ...asActive(target),
    gist: kept,
    ...(notes.length > 0 ? { notes } : {}),
    ...(touches.length > 0 ? { touches } : {}),
    ...(useful.length > 0 ? { _useful_ts: useful } : {}),
    ...(read > 0 ? { _last_read_ts: read } : {}),
    ...(created > 0 ? { _created_ts: created } : {}),
    ...anchorsField(joinAnchors(target._anchors, source._anchors)),
  };
}

interface Move {
  readonly name: GraphName;
  readonly id: string;
  readonly newId: string;
}

/** Rewrites what names the node, in its graph, in the other level, and in sessions; how many edges changed. */
function followEverywhere(work: Work, who: Who, move: Move): number {
  let changed = repoint(work, who, move);
  for (const other of otherGraphs(work, move.name)) {
    if (!namesForeignNode(work, other, move)) continue;
    changed += repoint(work, who, { ...move, name: other });
  }
  followInSessions(work, move);
  return changed;
}

/** Whether an id in another graph means the node: that graph has none of its own, nor has another project. */
function namesForeignNode(work: Work, other: GraphName, { name, id }: Move): boolean {
  if (work.graph(other).nodes.has(id)) return false;
  if (name.level === 'user') return true;
  return !work.loadedProjects.some(
    (project) => project !== name.project && work.graph({ level: 'project', project }).nodes.has(id),
  );
}

/** Points the edges and touches of one graph to the new id. */
function repoint(work: Work, who: Who, { name, id, newId }: Move): number {
  if (!work.graph(name).incident.has(id) && !hasTouch(work, name, id)) return 0;
  const draft = work.draft(name);
  const edges = draft.edgesAt(id);
  for (const edge of edges) {
    const key = edgeKey(edge);
    const ends = { from: swap(edge.from, id, newId), to: swap(edge.to, id, newId) };
    const moved = { ...edge, ...ends, ...anchorsField(respell(edge._anchors ?? [], id, newId)) };
    draft.deleteEdge(key);
    work.tell(name, who, { type: 'edge_deleted', edge });
    // What tied the two together says nothing once they are one.
    if (moved.from === moved.to && edge.from !== edge.to) continue;
    const twin = draft.graph.edges.get(edgeKey(moved));
    const joined = joinEdges(twin, moved);
    draft.setEdge(joined);
    const version = draft.graph.versions.get(edgeVersionKey(edge));
    if (version !== undefined && twin === undefined) draft.setVersion(edgeVersionKey(joined), version);
    draft.recordPut(edgeVersionKey(joined), work.author(who));
    work.tell(name, who, { type: 'edge_updated', edge: joined });
  }
  for (const node of [...draft.graph.nodes.values()]) {
    if (!node.touches?.includes(id)) continue;
    const after = { ...node, touches: union(node.touches.map((touch) => swap(touch, id, newId))) };
    draft.setNode(withAnchors(after, respell(node._anchors ?? [], id, newId)));
  }
  return edges.length;
}

function hasTouch(work: Work, name: GraphName, id: string): boolean {
  for (const { touches } of work.graph(name).nodes.values()) if (touches?.includes(id)) return true;
  return false;
}

function joinEdges(twin: MemoryEdge | undefined, edge: MemoryEdge): MemoryEdge {
  if (twin === undefined) return edge;
  const notes = union([...(twin.notes ?? []), ...(edge.notes ?? [])]);
  const anchors = joinAnchors(twin._anchors, edge._anchors);
  return { ...edge, ...twin, ...(notes.length > 0 ? { notes } : {}), ...anchorsField(anchors) };
}

function followInSessions(work: Work, { name, id, newId }: Move): void {
  const [old, now] = [id, newId].map((each) => refText({ level: name.level, id: each }));
  if (old === undefined || now === undefined) return;
  for (const [sessionId, session] of work.sessions) {
    if (name.level === 'project' && session.project_path !== name.project) continue;
    const lists = {
      seen_ids: session.seen_ids,
      preloaded_ids: session.preloaded_ids,
      liked_ids: session.liked_ids,
    };
    const changed = Object.entries(lists).flatMap(([field, list]) =>
      list?.includes(old) ? [[field, union(list.map((each) => swap(each, old, now)))] as const] : [],
    );
    if (changed.length > 0) work.setSession(sessionId, { ...session, ...Object.fromEntries(changed) }, true);
  }
}

function swap(text: string, old: string, now: string): string {
  return text === old ? now : text;
}

function union(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
