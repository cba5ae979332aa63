/**
 * Where the agent memory lies, by the settings of whoever runs this process. A relative folder is meant from the project's
 * root, since a client starts the server anywhere.
 */
import { loadMemoryConfig } from '../../config/memory-config.js';
import { environment } from '../../config.js';

/** The folder that holds the memory; it need not be there. Rejects with a `KgError` of code `bad-setting`. */
export async function storageRootFor(root: string): Promise<string> {
  const { storageRoot } = await loadMemoryConfig({ flags: {}, env: environment(), cwd: root });
  return storageRoot;
}
