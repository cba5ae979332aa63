/** Which graph of the agent memory a command is about: the project's of this folder, another project's, or the user's. */
import path from 'node:path';
import { MEMORY_PLACE_OPTIONS } from './memory-options.js';
import { choice, text } from './options.js';

export const GRAPH_OPTIONS = {
  ...MEMORY_PLACE_OPTIONS,
  level: choice('LEVEL', 'Which graph', ['project', 'user'], 'project'),
  project: text('FOLDER', 'The project; else this folder'),
} as const;

/** The fields that name the graph to an endpoint. */
export function graphFields({ level, project }: Readonly<Record<string, unknown>>) {
  if (level === 'user') return { level };
  const folder = typeof project === 'string' ? project : '.';
  return { level, project_path: absolute(folder) };
}

function absolute(folder: string): string {
  return path.resolve(process.cwd(), folder);
}
