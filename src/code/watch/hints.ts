/**
 * What a hint of the watcher means for the graph: nothing, that an indexed file is to be looked at, or that the whole tree is,
 * because something came, went or changed that decides which files count. It asks for the kind of what lies there, and nothing
 * else; a hint may be late, so what lies there now decides and not what the event was called.
 */
import { isAbsolute } from 'node:path';
import { kindAt, stampOf } from '../../kernel/disk.js';
import { lastPart } from '../../kernel/paths.js';
import { locate } from '../odd-names.js';
import type { Scan } from '../scan.js';
import {
  isSkippedName,
  isSourceName,
  PACKAGING_FILES,
  reasonByMarker,
  SOURCE_BYTES_MAX,
} from '../skip-rules.js';

/** What is to be looked at because of a hint. */
export type Meaning = 'nothing' | 'file' | 'tree';

/** What is known of the tree. */
export interface KnownTree {
  readonly root: string;
  readonly scan: Scan;
  isIndexed(path: string): boolean;
}

/** Settings of the project or of git: what they say decides which files count. An absolute path is one around the root. */
export function isSettingsFile(path: string): boolean {
  const name = lastPart(path);
  const isPattern = name === '.gitignore' || isAbsolute(path);
  return isPattern || PACKAGING_FILES.includes(name) || path === 'kg-memory.toml';
}

/** What has to be looked at. */
export function meaningOf(path: string, { root, scan, isIndexed }: KnownTree): Meaning {
  const name = lastPart(path);
  const location = locate(root, path);
  if (isSettingsFile(path) || reasonByMarker(name, true) !== undefined) return 'tree';
  if (scan.folders.has(path)) return 'tree';
  if (isIndexed(path)) return meaningOfIndexed(path, location);
  const kind = kindAt(location);
  if (kind === 'folder') return isSkippedName(name) ? 'nothing' : 'tree';
  if (isSourceName(name) || isDocumentName(name)) {
    return kind === undefined && !isTold(path, scan) ? 'nothing' : 'tree';
  }
  return kind === 'link' ? 'tree' : 'nothing';
}

function meaningOfIndexed(path: string, location: ReturnType<typeof locate>): Meaning {
  const stamp = stampOf(location);
  if (stamp !== undefined) return stamp.size > SOURCE_BYTES_MAX ? 'tree' : 'file';
  // What is no package any more, a document that another one stands in for, a link in the place of a file: others change with it.
  const isAlone = lastPart(path) !== '__init__.py' && !isDocumentName(path);
  return isAlone && kindAt(location) === undefined ? 'file' : 'tree';
}

/** Whether something is said of a path that is not indexed: a problem, or where a link leads. */
function isTold(path: string, scan: Scan): boolean {
  return (
    scan.links.some((link) => link.path === path) ||
    scan.problems.some((problem) => problem.path === path) ||
    scan.outsideFiles.includes(path)
  );
}

/** Decision records and instructions to agents. */
function isDocumentName(name: string): boolean {
  return /\.(?:md|markdown)$/i.test(name);
}
