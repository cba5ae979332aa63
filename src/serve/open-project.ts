/**
 * From the settings to a project that lives: what the stdio server does right after its first reply. It throws a KgError
 * for settings and roots that cannot be used, and loads the indexer only when they can.
 */
import type { Project } from '../code/project-face.js';
import { describeSettings } from '../config/render.js';
import { loadConfig } from '../config.js';
import type { Log } from '../kernel/log.js';

/** Opens the project that the environment and the settings files name. */
export async function openFromSettings(log: Log): Promise<Project> {
  const config = await loadConfig();
  const settings = describeSettings(config).map(({ env, value, origin }) => {
    return { name: env, value, origin: origin.where };
  });
  for (const warning of config.warnings) log.warn(warning);
  const { openProject } = await import('../code/live-project.js');
  return openProject(config, { log, settings, stays: true });
}
