/**
 * What listeners are told of a change, and which of them. A change of the user's graph is for everybody, one of a project's
 * for those who listen to that project; whoever caused it knows already. What compaction did is news to the causer too.
 */
import type { MemoryEvent } from '../../../memory/outcome.js';
import { edgeShape, nodeShape } from '../rest/shapes.js';

/** Who listens: perhaps for a session, perhaps to a project (its absolute root). */
export interface Listener {
  readonly session: string | undefined;
  readonly project: string | undefined;
}

/** Whether a listener is told of an event. */
export function isFor(event: MemoryEvent, { session, project }: Listener): boolean {
  if (event.level === 'project' && event.project !== project) return false;
  return event.type === 'compacted' || session === undefined || event.session !== session;
}

/** The message, as JSON is made of it. */
export function messageOf(event: MemoryEvent): Readonly<Record<string, unknown>> {
  const { type, level } = event;
  const common = {
    type,
    level,
    ...(event.project !== undefined && { project_path: event.project }),
    source_session: event.session,
  };
  switch (event.type) {
    case 'node_updated':
      return { ...common, node: nodeShape(event.node) };
    case 'node_deleted':
      return { ...common, node_id: event.id };
    case 'node_renamed':
      return { ...common, node_id: event.id, node: nodeShape(event.node) };
    case 'edge_updated':
      return { ...common, edge: edgeShape(event.edge) };
    case 'edge_deleted': {
      const { from, to, rel } = event.edge;
      return { ...common, from, to, rel };
    }
    case 'node_recalled':
      return { ...common, node: nodeShape(event.node), rescued_from_orphan: event.rescued };
    case 'compacted': {
      const { archived, restored, orphaned, deleted } = event;
      return { ...common, archived, restored, orphaned, deleted };
    }
  }
}
