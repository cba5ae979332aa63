/** The agent memory of a project, by the settings of whoever runs this process; opened when it is first asked for. */
import { MemorySource, type MemorySourceOptions } from './memory-source.js';

/** `root`: of the project, asked for with the first question. `onFault` takes what is our own fault. */
export function openMemory(
  options: Pick<MemorySourceOptions, 'root' | 'onFault' | 'hintsWaitMs'>,
): MemorySource {
  return new MemorySource({
    ...options,
    // Settings take longer to load than a project without a memory has to wait.
    storageRoot: async (project) => (await import('./storage-root.js')).storageRootFor(project),
  });
}
