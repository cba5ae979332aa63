/**
 * Bringing a node back into sight by reading it: it becomes active, and its orphaned neighbours become archived again, so
 * that their ids and edges are crumbs to follow (chain rescue).
 */
import { type GraphName, type MemoryNode, nodeVersionKey, tierOf } from './model.js';
import { asActive, asArchived } from './tiers.js';
import type { Who, Work } from './work.js';

/** Makes an archived or orphaned node active; the ids that were rescued on the way. */
export function promote(work: Work, who: Who, name: GraphName, node: MemoryNode): string[] {
  const draft = work.draft(name);
  const active = { ...asActive(node), _last_read_ts: work.context.now };
  draft.setNode(active);
  draft.recordPut(nodeVersionKey(node.id), work.author(who), 'restored');
  work.spare(name, node.id);
  const rescued: string[] = [];
  for (const { from, to } of draft.edgesAt(node.id)) {
    const neighbour = draft.graph.nodes.get(from === node.id ? to : from);
    if (neighbour === undefined || tierOf(neighbour) !== 'orphaned') continue;
    draft.setNode(asArchived(neighbour));
    draft.log('archived', nodeVersionKey(neighbour.id), work.author(who));
    work.spare(name, neighbour.id);
    rescued.push(neighbour.id);
  }
  work.tell(name, who, { type: 'node_recalled', node: active, rescued });
  return rescued;
}
