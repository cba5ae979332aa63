/**
 * What a hint of the watcher means for the graph: nothing, that an indexed file is to be looked at, or that the whole tree is,
 * because something came, went or changed that decides which files count. It asks for the kind of what lies there, and nothing
 * else; a hint may be late, so what lies there now decides and not what the event was called.
 */
import { isAbsolute } from 'node:path';
import { kindAt, stampOf } from '../../kernel/disk.js';
import { folderOf, lastPart } from '../../kernel/paths.js';
import { NOTE_FILES } from '../documents/record-homes.js';
import type { DocumentScan } from '../documents/which.js';
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
  /** Absent before documents were looked for in this process. */
  readonly documents: DocumentScan | undefined;
  isIndexed(path: string): boolean;
  /** Whether something is said of a path, indexed or not. */
  isTroubled(path: string): boolean;
}

/** Settings of the project or of git: what they say decides which files count. An absolute path is one around the root. */
export function isSettingsFile(path: string): boolean {
  const name = lastPart(path);
  const isPattern = name === '.gitignore' || isAbsolute(path);
  return (
    isPattern || PACKAGING_FILES.includes(name) || path === 'kg-memory.toml' || NOTE_FILES.includes(path)
  );
}

/** What has to be looked at. */
export function meaningOf(path: string, tree: KnownTree): Meaning {
  const { root, scan, documents } = tree;
  const name = lastPart(path);
  const location = locate(root, path);
  if (isSettingsFile(path) || reasonByMarker(name, true) !== undefined) return 'tree';
  if (scan.folders.has(path)) return 'tree';
  if (tree.isIndexed(path)) return meaningOfIndexed(path, location);
  if (tree.isTroubled(path)) return 'tree';
  const kind = kindAt(location);
  if (documents?.folders.has(folderOf(path)) && kind !== undefined) return 'tree';
  if (scan.closed.has(folderOf(path))) return name === '__init__.py' ? 'tree' : 'nothing';
  const isOutside = isSourceName(name) && scan.outsideFiles.includes(path);
  // It is counted, whatever it says.
  if (isOutside) return kind === 'file' ? 'nothing' : 'tree';
  if (kind === undefined) return scan.links.some((link) => link.path === path) ? 'tree' : 'nothing';
  if (kind === 'folder') return isSkippedName(name) ? 'nothing' : 'tree';
  return kind === 'link' || isSourceName(name) || isDocumentName(name) ? 'tree' : 'nothing';
}

/** Whether what was not taken up may become of use without another file saying so. */
export function mayBecomeOfUse(
  path: string,
  { scan, documents }: Pick<KnownTree, 'scan' | 'documents'>,
): boolean {
  const isDecidedByText = isDocumentName(path) || documents?.folders.has(folderOf(path)) === true;
  const isPlace = scan.closed.has(path) || scan.links.some((link) => link.path === path);
  return isSettingsFile(path) || isDecidedByText || isPlace;
}

function meaningOfIndexed(path: string, location: ReturnType<typeof locate>): Meaning {
  const stamp = stampOf(location);
  if (stamp !== undefined) return stamp.size > SOURCE_BYTES_MAX ? 'tree' : 'file';
  // What is no package any more, a document that another one stands in for, a link in the place of a file: others change with it.
  const isAlone = lastPart(path) !== '__init__.py' && !isDocumentName(path);
  return isAlone && kindAt(location) === undefined ? 'file' : 'tree';
}

/** Decision records and instructions to agents. */
function isDocumentName(name: string): boolean {
  return /\.(?:md|markdown)$/i.test(name);
}
