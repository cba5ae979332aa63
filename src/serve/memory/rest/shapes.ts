/**
 * What leaves the server by REST and WebSocket: the fields that are named here and no others, in the shapes of the files.
 * A field that somebody else put into a file is kept there and stays there.
 */
import type { MemoryEdge, MemoryGraph, MemoryNode } from '../../../memory/model.js';
import type { NodeView, SearchHit } from '../../../memory/operations.js';

/** A node as its file has it, times and tiers included. */
export function nodeShape(node: MemoryNode): MemoryNode {
  const { id, gist, notes, touches, _created_ts, _last_read_ts, _archived, _orphaned_ts, _useful_ts } = node;
  return {
    id,
    gist,
    ...(notes !== undefined && { notes }),
    ...(touches !== undefined && { touches }),
    ...(_created_ts !== undefined && { _created_ts }),
    ...(_last_read_ts !== undefined && { _last_read_ts }),
    ...(_archived !== undefined && { _archived }),
    ...(_orphaned_ts !== undefined && { _orphaned_ts }),
    ...(_useful_ts !== undefined && { _useful_ts }),
  };
}

export function edgeShape({ from, to, rel, notes }: MemoryEdge): MemoryEdge {
  return { from, to, rel, ...(notes !== undefined && { notes }) };
}

/** A whole graph, for viewers. */
export function graphShape({ nodes, edges, seq }: MemoryGraph) {
  return { nodes: [...nodes.values()].map(nodeShape), edges: [...edges.values()].map(edgeShape), seq };
}

export function viewShape({ level, node, version, tier, was, edges, isInBothLevels }: NodeView) {
  return {
    node: nodeShape(node),
    level,
    version,
    tier,
    was_archived: was !== 'active',
    edges: edges.map(edgeShape),
    in_both_levels: isInBothLevels,
  };
}

export function hitShape({ level, id, gist, notes, tier, score, project }: SearchHit) {
  return { level, id, gist, notes, tier, score, ...(project !== undefined && { project_path: project }) };
}
