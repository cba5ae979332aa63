/** Tells whether a list of paths is another than before. */
import { createHash } from 'node:crypto';

/** Stands for a list of paths. */
export function hashOfPaths(paths: readonly string[]): string {
  return createHash('sha256').update(paths.join('\n')).digest('hex').slice(0, 16);
}
