/**
 * Writing and deleting nodes and edges. What is written is active at once and is spared by the compaction that follows.
 */
import { anchorsAfter, anchorsField, isSameAnchors, withAnchors } from '../anchor.js';
import { MemoryError } from '../errors.js';
import { healFields } from '../heal.js';
import { GIST_CHARS_ADVISED } from '../limits.js';
import { findEdge, needNode } from '../locate.js';
import {
  edgeKey,
  edgeVersionKey,
  type GraphName,
  type MemoryEdge,
  type MemoryNode,
  nodeVersionKey,
  tierOf,
} from '../model.js';
import { findNearDuplicates } from '../near-duplicates.js';
import type { AnchoredItem, DeleteEdge, DeleteNode, PutEdge, PutNode, SetAnchors } from '../operations.js';
import type { Results } from '../results.js';
import { checkEdge, checkNode } from '../rules.js';
import { markSeen } from '../sessions.js';
import { asActive } from '../tiers.js';
import type { Who, Work } from '../work.js';

/** Creates or overwrites a node. */
export function putNode(work: Work, operation: PutNode): Results['put-node'] {
  const { id, level, expectedVersion } = operation;
  const given = healFields(operation);
  checkNode(given);
  const who = work.openAsker(operation);
  const name = work.nameOf(level, who);
  const draft = work.draft(name);
  const before = draft.graph.nodes.get(id);
  const key = nodeVersionKey(id);
  const current = before === undefined ? 0 : (draft.graph.versions.get(key)?.v ?? 0);
  checkVersion(`node ${id}`, expectedVersion, current);
  const node = composeNode(before, { ...given, id }, work.context.now);
  draft.setNode(node);
  const version = draft.recordPut(key, work.author(who));
  work.spare(name, id);
  work.tell(name, who, { type: 'node_updated', node });
  markSeen(work, who, [{ level, id }]);
  const compaction = work.settle(name);
  const levels = work.namesOf(who).map((each) => ({ level: each.level, graph: work.graph(each) }));
  return {
    level,
    node,
    version,
    isNew: before === undefined,
    ...(before === undefined ? {} : { was: tierOf(before) }),
    isHealed: given !== operation,
    isLong: node.gist.length > GIST_CHARS_ADVISED,
    nearDuplicates: before?.gist === node.gist ? [] : findNearDuplicates(node, work.graph(name), levels),
    compaction,
  };
}

/** Creates or overwrites an edge. */
export function putEdge(work: Work, operation: PutEdge): Results['put-edge'] {
  const { from, to, rel, level, expectedVersion } = operation;
  checkEdge(operation);
  const who = work.openAsker(operation);
  const name = work.nameOf(level, who);
  const draft = work.draft(name);
  const before = draft.graph.edges.get(edgeKey({ from, to, rel }));
  const key = edgeVersionKey({ from, to, rel });
  checkVersion(
    `edge ${edgeKey({ from, to, rel })}`,
    expectedVersion,
    before === undefined ? 0 : (draft.graph.versions.get(key)?.v ?? 0),
  );
  const edge = composeEdge(before, operation);
  draft.setEdge(edge);
  const version = draft.recordPut(key, work.author(who));
  work.tell(name, who, { type: 'edge_updated', edge });
  const artifacts = [...new Set([from, to])].filter(
    (end) => !work.namesOf(who).some((each) => work.graph(each).nodes.has(end)),
  );
  return { level, edge, version, isNew: before === undefined, artifacts, compaction: work.settle(name) };
}

/** Stores where things are in the code now. */
export function setAnchors(work: Work, { project, items }: SetAnchors): Results['set-anchors'] {
  const who: Who = { session: null, project };
  let changed = 0;
  for (const item of items) if (setAnchorsOf(work, work.nameOf(item.level, who), item)) changed++;
  return { changed };
}

/** Whether that changed anything; what is not as it was when the anchors were made is left alone. */
function setAnchorsOf(work: Work, name: GraphName, { of, version, anchors }: AnchoredItem): boolean {
  const { nodes, edges, versions } = work.graph(name);
  if ('id' in of) {
    const node = nodes.get(of.id);
    const isOther = node === undefined || (versions.get(nodeVersionKey(of.id))?.v ?? 0) !== version;
    if (isOther || isSameAnchors(node._anchors, anchors)) return false;
    work.draft(name).setNode(withAnchors(node, anchors));
    return true;
  }
  const edge = edges.get(of.edge);
  const isOther = edge === undefined || (versions.get(edgeVersionKey(edge))?.v ?? 0) !== version;
  if (isOther || isSameAnchors(edge._anchors, anchors)) return false;
  work.draft(name).setEdge(withAnchors(edge, anchors));
  return true;
}

/** Deletes a node and its edges. */
export function deleteNode(work: Work, operation: DeleteNode): Results['delete-node'] {
  const who = work.openAsker(operation);
  const { name, node } = needNode(work, who, { ...operation, isReading: false });
  const edges = removeNode(work, who, { name, node });
  work.draft(name).log('deleted', nodeVersionKey(node.id), work.author(who));
  work.tell(name, who, { type: 'node_deleted', id: node.id });
  const edgesLeft = otherGraphs(work, name).flatMap((other) => {
    const graph = work.graph(other);
    return graph.nodes.has(node.id) ? [] : (graph.incident.get(node.id) ?? []);
  });
  return {
    level: name.level,
    node,
    edgesDeleted: edges.length,
    edgesLeft,
    compaction: work.settle(name),
  };
}

/** Deletes an edge, if it is there. */
export function deleteEdge(work: Work, operation: DeleteEdge): Results['delete-edge'] {
  const who = work.openAsker(operation);
  const found = findEdge(work, who, operation);
  if (found === undefined) return { isDeleted: false, compaction: work.settle() };
  const { name, edge } = found;
  const draft = work.draft(name);
  draft.deleteEdge(edgeKey(edge));
  draft.log('deleted', edgeVersionKey(edge), work.author(who));
  work.tell(name, who, { type: 'edge_deleted', edge });
  return { isDeleted: true, level: name.level, compaction: work.settle(name) };
}

/** Takes a node and its edges out of a graph, as changes; the edges that went. */
export function removeNode(
  work: Work,
  who: Who,
  { name, node }: { readonly name: GraphName; readonly node: MemoryNode },
): readonly MemoryEdge[] {
  const draft = work.draft(name);
  const edges = draft.edgesAt(node.id);
  for (const edge of edges) {
    draft.deleteEdge(edgeKey(edge));
    work.tell(name, who, { type: 'edge_deleted', edge });
  }
  draft.deleteNode(node.id);
  return edges;
}

/** All loaded graphs in which a node of this one may be named: the projects' for the user's, the user's for a project's. */
export function otherGraphs(work: Work, name: GraphName): GraphName[] {
  if (name.level === 'project') return [{ level: 'user' }];
  return work.loadedProjects.map((project) => ({ level: 'project', project }));
}

function composeNode(
  before: MemoryNode | undefined,
  { id, gist, notes, touches, anchors }: Pick<PutNode, 'id' | 'gist' | 'notes' | 'touches' | 'anchors'>,
  now: number,
): MemoryNode {
  const {
    notes: oldNotes,
    touches: oldTouches,
    _anchors: oldAnchors,
    ...kept
  } = before === undefined ? ({} as Partial<MemoryNode>) : asActive(before);
  return {
    ...kept,
    id,
    gist,
    ...nonEmpty('notes', notes ?? oldNotes),
    ...nonEmpty('touches', touches ?? oldTouches),
    ...(before === undefined ? { _created_ts: now } : {}),
    ...anchorsField(
      touches === undefined ? oldAnchors : anchorsAfter(oldAnchors, { texts: touches, given: anchors }),
    ),
  };
}

function composeEdge(
  before: MemoryEdge | undefined,
  { from, to, rel, notes, anchors }: Pick<PutEdge, 'from' | 'to' | 'rel' | 'notes' | 'anchors'>,
): MemoryEdge {
  const { notes: oldNotes, _anchors, ...kept } = before ?? {};
  const pinned = anchorsAfter(_anchors, { texts: [from, to], given: anchors });
  return { ...kept, from, to, rel, ...nonEmpty('notes', notes ?? oldNotes), ...anchorsField(pinned) };
}

function nonEmpty<K extends string>(
  key: K,
  list: readonly string[] | undefined,
): { [P in K]?: readonly string[] } {
  return list === undefined || list.length === 0 ? {} : ({ [key]: list } as { [P in K]?: readonly string[] });
}

function checkVersion(what: string, expected: number | undefined, current: number): void {
  if (expected === undefined || expected === current) return;
  throw new MemoryError(
    'version-conflict',
    `${what} is at version ${current}, not ${expected}: somebody else wrote it`,
    'Read it again, then write with the version you read.',
  );
}
