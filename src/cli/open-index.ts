/**
 * From settings to an open project and back: the indexer is loaded, the graph brought in line with the disk, and whatever
 * happens the project is closed again. A command line watches nothing.
 */
import { existsSync } from 'node:fs';
import type { Project } from '../code/project-face.js';
import { describeSettings } from '../config/render.js';
import type { Config } from '../config.js';
import { KgError } from '../kernel/errors.js';
import type { Session } from './command.js';

/** Opens the project, indexes what has to be, and uses it. Rejects with a `KgError` when that cannot be done. */
export async function withProject<T>(
  session: Session,
  config: Config,
  use: (project: Project) => Promise<T>,
): Promise<T> {
  const { openProject } = await import('../code/live-project.js');
  const settings = describeSettings(config).map(({ env, value, origin }) => {
    return { name: env, value, origin: origin.where };
  });
  const project = openProject({ ...config, watchEnabled: false }, { log: session.log, settings });
  try {
    await project.whenReady(session.signal, session.progress, Number.POSITIVE_INFINITY);
    const { failure } = project.state();
    if (failure !== undefined) throw new KgError('io', `${config.root} could not be indexed: ${failure}`);
    return await use(project);
  } finally {
    await project.close();
  }
}

/** The same for a project that must be indexed already; throws a `KgError` of code `not-indexed` when it is not. */
export async function withIndex<T>(
  session: Session,
  config: Config,
  use: (project: Project) => Promise<T>,
): Promise<T> {
  if (!(await isIndexed(config))) {
    throw new KgError('not-indexed', `${config.root} is not indexed`, { hint: adviceToIndex(config.root) });
  }
  return withProject(session, config, use);
}

/** What to type, for a project without an index. */
export function adviceToIndex(root: string): string {
  return `Run: kg-memory index ${/^[\w./+@:-]+$/.test(root) ? root : `'${root.replaceAll("'", `'\\''`)}'`}`;
}

/** Whether there is an index to answer from. */
export async function isIndexed(config: Config): Promise<boolean> {
  return existsSync(config.indexFile);
}
