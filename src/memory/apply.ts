/**
 * The one entry of the agent memory: a state, an operation, and what the outside knows, to an outcome. A pure function; a
 * refused operation throws a `MemoryError` and has changed nothing.
 */
import { boundProject } from './ambient/hook-session.js';
import { recallPrompt } from './ambient/recall-operation.js';
import type { MemoryState, Session } from './model.js';
import { bootstrap, readGraph, readNodes, search } from './operations/read.js';
import { mergeNodes, renameNode } from './operations/reshape.js';
import { sync } from './operations/sync.js';
import { archiveNode, maintain, markUseful, progress, restoreNode } from './operations/tend.js';
import { importGraph, undo } from './operations/undo.js';
import { deleteEdge, deleteNode, putEdge, putNode, setAnchors } from './operations/write.js';
import type { Operation } from './operations.js';
import type { Context, Outcome } from './outcome.js';
import type { Results } from './results.js';
import { registerSession } from './sessions.js';
import { Work } from './work.js';

/** Applies an operation. Every project graph that `projectsNeeded` names has to be in the state. */
export function apply<O extends Operation>(state: MemoryState, operation: O, context: Context): Outcome<O> {
  const work = new Work(state, context);
  const result = run(work, operation);
  // The switch in `run` answers each kind with its own result.
  return work.finish(result) as Outcome<O>;
}

/** The roots of the projects whose graphs an operation looks at. */
export function projectsNeeded(
  sessions: ReadonlyMap<string, Session>,
  operation: Operation,
): readonly string[] {
  if (operation.kind === 'undo') {
    const named = operation.changes.flatMap(({ graph }) =>
      graph.level === 'project' ? [graph.project] : [],
    );
    return [...new Set([...named, ...askersProject(sessions, operation)])];
  }
  if (operation.kind === 'recall') {
    return [
      ...new Set([operation.project, boundProject(sessions, operation.hostSession) ?? operation.project]),
    ];
  }
  return askersProject(sessions, operation);
}

function askersProject(sessions: ReadonlyMap<string, Session>, operation: Operation): readonly string[] {
  if ('project' in operation && operation.project !== undefined) return [operation.project];
  if (!('session' in operation) || operation.session === undefined) return [];
  const project = sessions.get(operation.session)?.project_path;
  return project === undefined || project === null ? [] : [project];
}

function run(work: Work, operation: Operation): Results[Operation['kind']] {
  switch (operation.kind) {
    case 'register-session':
      return {
        session: registerSession(work, operation.project, operation.hostSession),
        startTs: work.context.now,
      };
    case 'bootstrap':
      return bootstrap(work, operation);
    case 'read-graph':
      return readGraph(work, operation);
    case 'read-nodes':
      return readNodes(work, operation);
    case 'search':
      return search(work, operation);
    case 'recall':
      return recallPrompt(work, operation);
    case 'put-node':
      return putNode(work, operation);
    case 'put-edge':
      return putEdge(work, operation);
    case 'set-anchors':
      return setAnchors(work, operation);
    case 'delete-node':
      return deleteNode(work, operation);
    case 'delete-edge':
      return deleteEdge(work, operation);
    case 'rename-node':
      return renameNode(work, operation);
    case 'merge-nodes':
      return mergeNodes(work, operation);
    case 'archive-node':
      return archiveNode(work, operation);
    case 'restore-node':
      return restoreNode(work, operation);
    case 'useful':
      return markUseful(work, operation);
    case 'sync':
      return sync(work, operation);
    case 'progress':
      return progress(work, operation);
    case 'undo':
      return undo(work, operation);
    case 'import':
      return importGraph(work, operation);
    case 'maintain':
      return maintain(work);
  }
}
