/**
 * The projects that a memory server shows in the explorer: those with a memory, and no others. Each one's settings say where its
 * index is; a source is made when it is first asked for, and kept.
 */
import { loadConfig } from '../../config.js';
import type { Log } from '../../kernel/log.js';
import { CodeSource } from './code-source.js';
import type { ShownProjects } from './viz-face.js';

/** What has to be known of the memory. */
export interface ProjectLister {
  /** Absolute roots, in order. */
  projects(): Promise<readonly string[]>;
}

export function memoryProjects(memory: ProjectLister, log: Log): ShownProjects {
  const sources = new Map<string, CodeSource>();
  return {
    hasMemory: true,
    roots: () => memory.projects(),
    source: async (root) => {
      const known = sources.get(root);
      if (known !== undefined) return known;
      if (!(await memory.projects()).includes(root)) return undefined;
      const config = await loadConfig({ flags: { project_root: root } });
      const source = sources.get(root) ?? new CodeSource(config, (note) => log.warn(note));
      sources.set(root, source);
      return source;
    },
  };
}
