// What all scripts share: where the project lies and which files are in it. It only reads.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The project's root, an absolute path. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * What `import.meta.url` says in a bundled test: the address of a file in dist/. So one relative address, such
 * as `new URL('../grammars/x.wasm', import.meta.url)`, is right in a test and in the shipped bundles.
 */
export const distUrl = pathToFileURL(join(root, 'dist', 'test.cjs')).href;

/**
 * All files below a folder of the project, as POSIX paths relative to the root, sorted; none when the folder is
 * missing. Folders whose name starts with a dot, and node_modules, are left out.
 * @param {string} folder relative to the root
 * @param {(path: string) => boolean} [wanted]
 * @returns {string[]}
 */
export function listFiles(folder, wanted = () => true) {
  /** @type {string[]} */
  const found = [];
  const waiting = [join(root, folder)];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of entriesOf(next)) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && entry.name !== 'node_modules') waiting.push(path);
      } else {
        const shown = relative(root, path).split(sep).join('/');
        if (wanted(shown)) found.push(shown);
      }
    }
  }
  return found.sort();
}

/**
 * A JSON file of the project, parsed; its shape is the caller's to know.
 * @param {string} path relative to the root
 */
export function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

/** @param {string} folder */
function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
