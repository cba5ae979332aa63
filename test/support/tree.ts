/**
 * Small trees of files in the system's folder for temporary files, for tests of what is read from a disk.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What lies at a path: text, bytes, or a link to somewhere. A path that ends in `/` is an empty folder. */
export type TreeEntry = string | Uint8Array | { readonly link: string };

/** A folder of its own, without links in its path. Remove it with `removeTree`. */
export function makeTree(entries: Readonly<Record<string, TreeEntry>> = {}): string {
  const root = realpathSync.native(mkdtempSync(path.join(tmpdir(), 'kg-tree-')));
  addToTree(root, entries);
  return root;
}

export function addToTree(root: string, entries: Readonly<Record<string, TreeEntry>>): void {
  for (const [name, entry] of Object.entries(entries)) {
    const location = path.join(root, name);
    mkdirSync(name.endsWith('/') ? location : path.dirname(location), { recursive: true });
    if (name.endsWith('/')) continue;
    if (typeof entry === 'object' && 'link' in entry) symlinkSync(entry.link, location);
    else writeFileSync(location, entry);
  }
}

export function removeTree(root: string): void {
  rmSync(root, { recursive: true, force: true });
}
