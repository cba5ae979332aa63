/**
 * What keeps the memory in order: endorsements, progress, tiers by hand, and the periodic run.
 */
import { MAINTAIN_TASK } from '../debt.js';
import { LOG_ENTRIES_MAX, TOMBSTONE_S, USEFUL_PER_SESSION_MAX } from '../limits.js';
import { findNode, needNode, viewNode } from '../locate.js';
import { edgeVersionKey, type GraphName, nodeVersionKey, tierOf } from '../model.js';
import type { MarkUseful, Progress, SetTier } from '../operations.js';
import { promote } from '../promote.js';
import type { Results } from '../results.js';
import { checkProgress } from '../rules.js';
import { holdsRef, isAlive, refText } from '../sessions.js';
import { asArchived } from '../tiers.js';
import { unknownSession, type Work } from '../work.js';
import { removeNode } from './write.js';

/** Endorses nodes, at most five a session and each once. */
export function markUseful(work: Work, operation: MarkUseful): Results['useful'] {
  const who = work.openAsker(operation);
  const { session: id } = operation;
  const session = work.sessions.get(id);
  if (session === undefined) throw unknownSession(id);
  const liked = [...(session.liked_ids ?? [])];
  const accepted: Results['useful']['accepted'][number][] = [];
  const rejected: Results['useful']['rejected'][number][] = [];
  for (const wanted of operation.ids) {
    const located = findNode(work, who, { id: wanted, isReading: true });
    const ref = { level: located?.name.level ?? 'user', id: wanted };
    if (holdsRef(new Set(liked), ref)) rejected.push({ id: wanted, because: 'already' });
    else if (liked.length >= USEFUL_PER_SESSION_MAX) rejected.push({ id: wanted, because: 'budget' });
    else if (located === undefined) rejected.push({ id: wanted, because: 'unknown' });
    else {
      const { node, name } = located;
      const times = [...(node._useful_ts ?? []), work.context.now];
      const endorsed = { ...node, _useful_ts: times };
      work.draft(name).setNode(endorsed);
      work.tell(name, who, { type: 'node_updated', node: endorsed });
      liked.push(refText(ref));
      accepted.push(ref);
    }
  }
  if (accepted.length > 0) work.setSession(id, { ...session, liked_ids: liked }, true);
  work.settle();
  return { accepted, rejected, left: Math.max(0, USEFUL_PER_SESSION_MAX - liked.length) };
}

/** Reads or replaces how far a task is; the stamp of the maintenance task is the server's own. */
export function progress(work: Work, operation: Progress): Results['progress'] {
  const { task, state } = operation;
  checkProgress(task, state);
  const who = work.openAsker(operation);
  const level = operation.level ?? (who.project === undefined ? 'user' : 'project');
  const name = work.nameOf(level, who);
  if (state === undefined) return { level, task, state: work.graph(name).progress.get(task) ?? null };
  const stored = task === MAINTAIN_TASK ? { ...state, last_ts: work.context.now } : state;
  work.draft(name).setProgress(task, stored);
  return { level, task, state: stored };
}

/** Archives a node by hand; compaction does not bring it back. */
export function archiveNode(work: Work, operation: SetTier): Results['archive-node'] {
  const who = work.openAsker(operation);
  const located = needNode(work, who, { ...operation, isReading: false });
  const { name, node } = located;
  const draft = work.draft(name);
  if (tierOf(node) === 'active') {
    draft.setNode(asArchived(node, true));
    draft.log('archived', nodeVersionKey(node.id), work.author(who));
    work.tell(name, who, { type: 'node_updated', node: draft.graph.nodes.get(node.id) ?? node });
  }
  const view = viewNode(work, located);
  return { view, compaction: work.settle(name) };
}

/** Makes a node active by hand. */
export function restoreNode(work: Work, operation: SetTier): Results['restore-node'] {
  const who = work.openAsker(operation);
  const located = needNode(work, who, { ...operation, isReading: false });
  const { name, node } = located;
  const rescued = tierOf(node) === 'active' ? [] : promote(work, who, name, node);
  const view = viewNode(work, located);
  return { view, rescued, compaction: work.settle(name) };
}

/** The periodic run over everything that is loaded. */
export function maintain(work: Work): Results['maintain'] {
  const names: GraphName[] = [{ level: 'user' }];
  for (const project of work.loadedProjects) names.push({ level: 'project', project });
  const stalled: GraphName[] = [];
  const reports: Results['maintain']['reports'][number][] = [];
  for (const name of names) {
    const deleted = deleteForgotten(work, name);
    const { isStalled, ...report } = work.compactOne(name);
    if (isStalled) stalled.push(name);
    dropTombstones(work, name);
    if (deleted.length + report.archived.length + report.restored.length + report.orphaned.length > 0)
      reports.push({ graph: name, report: { ...report, deleted } });
  }
  const { now } = work.context;
  const expired = [...work.sessions].filter(([, session]) => !isAlive(session, now)).map(([id]) => id);
  for (const id of expired) work.deleteSession(id);
  return { reports, stalled, expiredSessions: expired };
}

/** Deletes what was orphaned for a year and recalled by nobody. */
function deleteForgotten(work: Work, name: GraphName): string[] {
  const { ledger, nodes } = work.graph(name);
  if (ledger.orphaned === 0) return [];
  const { now, limits } = work.context;
  const forgotten = [...nodes.values()].filter(
    ({ _orphaned_ts: since }) => since !== undefined && now - since > limits.orphanGraceS,
  );
  for (const node of forgotten) {
    removeNode(work, { session: null }, { name, node });
    work.tell(name, { session: null }, { type: 'node_deleted', id: node.id });
  }
  return forgotten.map(({ id }) => id);
}

/** Forgets versions of what was deleted long ago. */
function dropTombstones(work: Work, name: GraphName): void {
  const { nodes, edges, versions } = work.graph(name);
  if (versions.size <= nodes.size + edges.size) return;
  const kept = new Set([...nodes.keys()].map(nodeVersionKey));
  for (const edge of edges.values()) kept.add(edgeVersionKey(edge));
  const before = work.context.now - TOMBSTONE_S;
  const old = [...versions].filter(([key, { ts }]) => ts < before && !kept.has(key)).map(([key]) => key);
  // A few at a time would write the file again and again; many at once are worth it.
  if (old.length >= Math.min(LOG_ENTRIES_MAX, 1 + nodes.size / 10)) work.draft(name).dropVersions(old);
}
