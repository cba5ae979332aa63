/**
 * A folder as a client names it: an absolute path, or one from the home directory. Any will do, also one that is gone or
 * lies outside the home directory; which project it belongs to is the memory's to find out.
 */
import { homedir } from 'node:os';
import path from 'node:path';
import { printable } from '../../kernel/text.js';
import { MemoryError } from '../../memory/errors.js';
import type { Asker } from '../../memory/operations.js';

const PATH_CHARS_MAX = 4_096;

/** The path without `..` and `~`. Throws a `MemoryError` of reason `no-project` for what is no absolute path. */
export function absoluteFolder(folder: string): string {
  const home = /^~(?=$|[/\\])/.test(folder) ? path.join(homedir(), folder.slice(1)) : folder;
  if (path.isAbsolute(home) && home === printable(home) && home.length <= PATH_CHARS_MAX)
    return path.resolve(home);
  throw new MemoryError(
    'no-project',
    `"${printable(folder.slice(0, 120))}" is no absolute path of a folder`,
    'Give the folder you work in, such as /home/me/bakery.',
  );
}

/** Who asks, by a session and a folder as they were given; what is empty was not given. */
export function askerFrom(session: string | undefined, folder: string | undefined): Asker {
  return {
    ...(session !== undefined && session !== '' && { session }),
    ...(folder !== undefined && folder !== '' && { project: absoluteFolder(folder) }),
  };
}
