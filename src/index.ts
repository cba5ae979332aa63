/**
 * The library: open a project, ask its graph. It offers what the command line and the server stand on, so a program gets the
 * same answers; it has no protocol, no rendering and no global state.
 *
 *     const project = openProject(await loadConfig({ flags: { project_root: '/path/to/bakery' } }));
 *     await project.whenReady(new AbortController().signal, () => {}, Infinity);
 *     const view = project.view();
 *     if (view !== undefined) console.log(search(view, { query: 'oven', limit: 10 }).hits);
 *     await project.close();
 */
export type { EdgeRef, GraphView, NodeRef } from './code/graph.js';
export { openProject } from './code/live-project.js';
export {
  EDGE_TYPES,
  type EdgeDetail,
  type EdgeType,
  NODE_TYPES,
  type NodeType,
  type Properties,
  type PropertyValue,
  RESOLUTIONS,
  type Resolution,
  type Site,
  type UnresolvedCall,
} from './code/model.js';
export type {
  FileProblem,
  GraphCounts,
  IndexPhase,
  IndexProgress,
  IndexState,
  Project,
  ReindexOptions,
  ReindexReport,
  ReportProgress,
  SourceText,
} from './code/project-face.js';
export type { EdgeBrief, NodeBrief, Relation } from './code/query/brief.js';
export { compareGraphs, type Difference } from './code/query/compare.js';
export { contextOf, type NodeContext } from './code/query/context.js';
export { findPath, type PathAnswer, type PathRequest } from './code/query/path.js';
export { type RelateAnswer, type RelateRequest, relate } from './code/query/relate.js';
export { type Resolved, resolveNode } from './code/query/resolve-node.js';
export { type SearchAnswer, type SearchRequest, search } from './code/query/search.js';
export { type StatusAnswer, statusOf } from './code/query/status.js';
export { type Config, type ConfigSources, loadConfig } from './config.js';
export { KgError, type KgErrorCode } from './kernel/errors.js';
export { version } from './kernel/version.js';
