/** Where the package lies, written down for the plugin, which a host may keep in a folder of its own (`plugin/run.cjs`). */
import path from 'node:path';
import { writeFileAtomic } from '../kernel/atomic-file.js';
import { makeFolderFor } from '../kernel/folder.js';

/** Writes it down. */
export async function notePackage(stateFolder: string, packageFolder: string): Promise<void> {
  const file = path.join(stateFolder, 'package-folder');
  makeFolderFor(file);
  await writeFileAtomic(file, [`${packageFolder}\n`]);
}
