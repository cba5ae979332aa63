/**
 * The library: open a project, ask its graph. It offers what the command line and the server stand on, so a program gets the
 * same answers; it has no protocol, no rendering and no state outside of the project that is opened.
 *
 *     const project = await openProject('/path/to/bakery');
 *     const view = project.view();
 *     if (view !== undefined) console.log(search(view, { query: 'oven', limit: 10 }).hits);
 *     await project.close();
 */
import { openProject as openLiveProject } from './code/live-project.js';
import type { Project, ReportProgress } from './code/project-face.js';
import { describeSettings } from './config/render.js';
import type { SettingKey } from './config/settings.js';
import { loadConfig } from './config.js';
import { KgError } from './kernel/errors.js';
import { createLog } from './kernel/log.js';

export type { EdgeRef, GraphView, NodeRef } from './code/graph.js';
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

/** How a project is opened. */
export interface OpenOptions {
  /** Settings that win over variables and files: `{ source_dirs: 'src,lib' }`. */
  readonly settings?: Readonly<Partial<Record<SettingKey, string>>>;
  readonly signal?: AbortSignal;
  readonly onProgress?: ReportProgress;
}

/**
 * Opens the project in a folder and brings its index up to date; it stays up to date until it is closed. Rejects with a
 * `KgError`: `bad-root`, `bad-setting`, `io` when it cannot be indexed, `cancelled`. Nothing is printed; what a user should
 * know is in `state().notes`.
 */
export async function openProject(root: string, options: OpenOptions = {}): Promise<Project> {
  const { settings: flags, signal = new AbortController().signal, onProgress = ignore } = options;
  const config = await loadConfig({ flags: { ...flags, project_root: root } });
  const settings = describeSettings(config).map(({ env, value, origin }) => {
    return { name: env, value, origin: origin.where };
  });
  const project = openLiveProject(config, { log: createLog('quiet', ignore), settings });
  try {
    await project.whenReady(signal, onProgress, Number.POSITIVE_INFINITY);
    const { failure } = project.state();
    if (failure !== undefined) throw new KgError('io', `${root} could not be indexed: ${failure}`);
    return project;
  } catch (error) {
    await project.close();
    throw error;
  }
}

function ignore(): void {
  // Nobody listens.
}
