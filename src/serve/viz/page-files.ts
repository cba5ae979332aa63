/**
 * The explorer's page as it was built: a few files beside the program, read when the first of them is asked for and kept.
 * A path is looked up among their names, so nothing else on the disk can be asked for.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the page, ready to be sent. */
export interface PageFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly tag: string;
  /** Its name changes with its contents, so a browser may keep it for good. */
  readonly isLasting: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Reads the built page; by path, `index.html` and `assets/…`. Empty when it was not built. */
export function readPageFiles(): ReadonlyMap<string, PageFile> {
  const folder = fileURLToPath(new URL('./viz/', import.meta.url));
  const files = new Map<string, PageFile>();
  if (!existsSync(folder)) return files;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const bytes = readFileSync(join(folder, name));
    const path = name.replaceAll('\\', '/');
    const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"`;
    files.set(path, { bytes, type, tag, isLasting: path.startsWith('assets/') });
  }
  return files;
}
