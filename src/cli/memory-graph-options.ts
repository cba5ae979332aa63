/** Which graph of the agent memory a command is about: the project's of the folder (-C, else this one), or the user's. */
import type { Session } from './command.js';
import { MEMORY_PLACE_OPTIONS } from './memory-options.js';
import { choice } from './options.js';

export const GRAPH_OPTIONS = {
  ...MEMORY_PLACE_OPTIONS,
  level: choice('LEVEL', 'Which graph', ['project', 'user'], 'project'),
} as const;

/** The fields that name the graph to an endpoint. */
export function graphFields(level: string, { folder }: Pick<Session, 'folder'>) {
  return level === 'user' ? { level } : { level, project_path: folder };
}
