/**
 * From settings to an open project and back: the indexer is loaded, the graph brought in line with the disk, what is new is
 * saved, and whatever happens the project is closed again. A command line watches nothing.
 *
 * A question may be asked through settings of its own (`--source-dirs tests`): the graph it sees then is not the project's
 * and is not kept.
 */
import { askSoundly } from '../code/ask-soundly.js';
import type { Project } from '../code/project-face.js';
import { describeSettings } from '../config/render.js';
import type { Config } from '../config.js';
import { KgError } from '../kernel/errors.js';
import type { Session } from './command.js';
import { quoteWord } from './invocation.js';

/** What a command opens a project for. Only `index` keeps the graph whatever shapes it. */
export type Purpose = 'index' | 'question';

/** Opens the project, indexes what has to be, and uses it. Rejects with a `KgError` when that cannot be done. */
export async function withProject<T>(
  session: Session,
  config: Config,
  purpose: Purpose,
  use: (project: Project) => Promise<T>,
): Promise<T> {
  session.log.detail(`opening ${config.root}, index ${config.indexFile}`);
  const project = await open(session, config, purpose === 'index' || !isShapedByFlag(config));
  try {
    session.progress(project.state().progress);
    await project.whenReady(session.signal, session.progress, Number.POSITIVE_INFINITY);
    const { failure } = project.state();
    if (failure !== undefined) throw new KgError('io', `${config.root} could not be indexed: ${failure}`);
    const asker = { signal: session.signal, onProgress: session.progress };
    const result = await askSoundly(project, asker, () => use(project));
    await project.settle(session.signal);
    return result;
  } finally {
    session.progress({ phase: 'saving', done: 0, total: 0 });
    await project.close();
    session.progress({ phase: 'ready', done: 0, total: 0 });
  }
}

/** The same for a project that must be indexed already; throws a `KgError` of code `not-indexed` when it is not. */
export async function withIndex<T>(
  session: Session,
  config: Config,
  use: (project: Project) => Promise<T>,
): Promise<T> {
  if (!(await isIndexed(session, config))) {
    throw new KgError('not-indexed', `${config.root} is not indexed`, { hint: adviceToIndex(config.root) });
  }
  return withProject(session, config, 'question', use);
}

/** Whether there is an index; one that turns out to be damaged or of another version counts, and is made anew. */
export async function isIndexed(session: Session, config: Config): Promise<boolean> {
  const { SnapshotPlace } = await import('../code/snapshot-place.js');
  return new SnapshotPlace(config, (note) => session.log.warn(note)).isTaken();
}

/** What to type for what a state line leaves to the status. */
export const STATUS_NAME = 'kg-memory status';

/** What to type, for a project without an index. */
export function adviceToIndex(root: string): string {
  return `Run: kg-memory index ${quoteWord(root)}`;
}

// What decides which files are in the graph.
const SHAPING_SETTINGS = ['source_dirs', 'adr_dir', 'adr_pattern', 'config_path'] as const;

function isShapedByFlag({ origins }: Config): boolean {
  return SHAPING_SETTINGS.some((key) => origins[key].kind === 'flag');
}

async function open(session: Session, config: Config, save: boolean): Promise<Project> {
  const { openProject } = await import('../code/live-project.js');
  const settings = describeSettings(config).map(({ env, value, origin }) => {
    return { name: env, value, origin: origin.where };
  });
  return openProject(config, { log: session.log, settings, save });
}
