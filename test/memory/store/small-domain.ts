/**
 * As much of a domain as the store's tests need: puts, deletes, undo and sessions over the real graphs and drafts, without
 * rules, rendering or compaction. What the store promises must hold whatever the domain does.
 */
import assert from 'node:assert/strict';
import { GraphDraft } from '../../../src/memory/draft.js';
import {
  edgeKey,
  edgeVersionKey,
  type GraphName,
  type MemoryState,
  nodeVersionKey,
} from '../../../src/memory/model.js';
import type { Change, Operation } from '../../../src/memory/operations.js';
import type { Context, Outcome } from '../../../src/memory/outcome.js';
import type { Results } from '../../../src/memory/results.js';
import type { Domain } from '../../../src/memory/store/domain.js';

const IDLE = { archived: [], restored: [], orphaned: [], deleted: [] };

type Draw = (draft: GraphDraft, state: MemoryState, context: Context) => Results[keyof Results];

function nameOf(operation: Operation): GraphName {
  if ('level' in operation && operation.level === 'project' && 'project' in operation) {
    return { level: 'project', project: operation.project ?? '' };
  }
  const [first] = operation.kind === 'undo' ? operation.changes : [];
  return first?.graph ?? { level: 'user' };
}

function drawOf(operation: Operation): Draw {
  const author = (now: number) => ({ now, session: null });
  switch (operation.kind) {
    case 'put-node':
      return (draft, _, { now }) => {
        const { id, gist, notes, level } = operation;
        const before = draft.graph.nodes.get(id);
        const node = {
          ...before,
          id,
          gist,
          _created_ts: before?._created_ts ?? now,
          ...(notes && { notes }),
        };
        draft.setNode(node);
        const version = draft.recordPut(nodeVersionKey(id), author(now));
        const isNew = before === undefined;
        return {
          level,
          node,
          version,
          isNew,
          isHealed: false,
          isLong: false,
          nearDuplicates: [],
          compaction: IDLE,
        };
      };
    case 'put-edge':
      return (draft, _, { now }) => {
        const { from, to, rel, level } = operation;
        const edge = { from, to, rel };
        draft.setEdge(edge);
        const version = draft.recordPut(edgeVersionKey(edge), author(now));
        return { level, edge, version, isNew: true, artifacts: [], compaction: IDLE };
      };
    case 'delete-node':
      return (draft, _, { now }) => {
        const node = draft.graph.nodes.get(operation.id);
        assert(node, `no node ${operation.id}`);
        const edges = draft.edgesAt(operation.id);
        for (const edge of edges) draft.deleteEdge(edgeKey(edge));
        draft.deleteNode(operation.id);
        draft.log('deleted', nodeVersionKey(operation.id), author(now));
        const level = operation.level ?? 'user';
        return { level, node, edgesDeleted: edges.length, edgesLeft: [], compaction: IDLE };
      };
    case 'undo':
      return (draft) => {
        for (const change of operation.changes) takeBack(draft, change);
        return { changes: operation.changes, compaction: IDLE };
      };
    case 'read-nodes':
      return (draft, _, { now }) => {
        for (const id of operation.ids) {
          const node = draft.graph.nodes.get(id);
          if (node !== undefined) draft.setNode({ ...node, _last_read_ts: now });
        }
        return { found: [], missing: [], rescued: [], text: '' };
      };
    default:
      return () => ({ reports: [], stalled: [], expiredSessions: [] });
  }
}

function takeBack(draft: GraphDraft, change: Change): void {
  if (change.kind === 'node') {
    if (change.before === undefined) draft.deleteNode(change.id);
    else draft.setNode(change.before);
  } else if (change.before === undefined) draft.deleteEdge(change.key);
  else draft.setEdge(change.before);
}

function apply(state: MemoryState, operation: Operation, context: Context): Outcome {
  const saves = { graphs: [nameOf(operation)], sessions: operation.kind === 'register-session' };
  const nothing = { changes: [], events: [], saves };
  if (operation.kind === 'register-session') {
    const session = {
      start_ts: context.now,
      project_path: operation.project ?? null,
      last_activity: context.now,
      op_count: 0,
    };
    const sessions = new Map(state.sessions).set(context.freshSessionId, session);
    const result = { session: context.freshSessionId, startTs: context.now };
    return { ...nothing, state: { ...state, sessions }, result };
  }
  const name = nameOf(operation);
  const base = name.level === 'user' ? state.user : state.projects.get(name.project);
  assert(base, 'the store loads what is needed');
  const draft = new GraphDraft(base);
  const result = drawOf(operation)(draft, state, context);
  if (!draft.hasChanged) return { ...nothing, state, result };
  const graph = draft.finish();
  const next =
    name.level === 'user'
      ? { ...state, user: graph }
      : { ...state, projects: new Map(state.projects).set(name.project, graph) };
  const events =
    operation.kind === 'delete-node'
      ? [{ level: name.level, session: null, type: 'node_deleted' as const, id: operation.id }]
      : [];
  return { ...nothing, state: next, result, events };
}

/** The domain itself. */
export const smallDomain: Domain = {
  apply: apply as Domain['apply'],
  projectsNeeded: (_, operation) => {
    const name = nameOf(operation);
    return name.level === 'project' ? [name.project] : [];
  },
  onlyAsks: () => false,
  changesGraphs: () => true,
  changesTogether: () => false,
  prepare: () => undefined,
  idCarried: () => undefined,
  // biome-ignore lint/correctness/useYield: there is nothing to do in steps
  comeToRest: function* (state) {
    const result = { reports: [], stalled: [], expiredSessions: [] };
    return { state, result, changes: [], events: [], saves: { graphs: [], sessions: false } };
  },
};
