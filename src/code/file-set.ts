/** The files of a project as they are indexed, and how two states of them differ. Pure. */
import { compareText } from '../kernel/text.js';
import type { Problem } from './facts.js';
import type { ParsedFile, UnreadFile } from './parse-worker.js';
import { isSourceName } from './skip-rules.js';
import type { FactsText, FileRecord } from './snapshot.js';

/** A file as it is indexed. Its facts are text, or lie in the snapshot that the indexer was restored from. */
export interface IndexedFile extends FileRecord {
  readonly facts?: FactsText;
}

/** Files and problems by path. */
export interface FileSet {
  readonly files: ReadonlyMap<string, IndexedFile>;
  /** Of single files, those that could not be read at all included. */
  readonly problems: ReadonlyMap<string, readonly Problem[]>;
}

/** Paths, sorted. `changed`: those whose bytes are other than before. */
export interface FileDifference {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** Known files and what was parsed now, without what is gone or cannot be read. */
export function combine(
  known: FileSet,
  removed: readonly string[],
  parsed: readonly (ParsedFile | UnreadFile)[],
): FileSet {
  const files = new Map(known.files);
  const problems = new Map(known.problems);
  for (const path of removed) {
    files.delete(path);
    problems.delete(path);
  }
  for (const file of parsed) {
    const found = 'problem' in file ? [file.problem] : file.problems;
    if (found.length > 0) problems.set(file.path, found);
    else problems.delete(file.path);
    if ('problem' in file) {
      files.delete(file.path);
    } else {
      const { path, size, mtimeMs, hash, facts } = file;
      files.set(path, { path, size, mtimeMs, hash, facts });
    }
  }
  return { files, problems };
}

/** How files differ after `combine` from those before, of which nothing else was parsed: it looks at no others. */
export function compareParsed(
  before: ReadonlyMap<string, FileRecord>,
  removed: readonly string[],
  parsed: readonly (ParsedFile | UnreadFile)[],
): FileDifference {
  const touched = new Set([...removed, ...parsed.map(({ path }) => path)]);
  const narrow = new Map<string, FileRecord>();
  for (const path of touched) {
    const file = before.get(path);
    if (file !== undefined) narrow.set(path, file);
  }
  return compareFiles(narrow, combine({ files: narrow, problems: new Map() }, removed, parsed).files);
}

/** The paths of the sources and of the documents, each sorted. */
export interface PathLists {
  readonly sources: readonly string[];
  readonly documents: readonly string[];
}

/** The lists after a difference; those before are kept as long as no file comes or goes. */
export function listPaths(
  files: ReadonlyMap<string, FileRecord>,
  before: PathLists | undefined,
  { added, removed }: FileDifference,
): PathLists {
  if (before !== undefined && added.length + removed.length === 0) return before;
  const sorted = [...files.keys()].sort(compareText);
  return {
    sources: sorted.filter(isSourceName),
    documents: sorted.filter((path) => !isSourceName(path)),
  };
}

export function compareFiles(
  before: ReadonlyMap<string, FileRecord>,
  after: ReadonlyMap<string, FileRecord>,
): FileDifference {
  const added: string[] = [];
  const changed: string[] = [];
  for (const [path, { hash }] of after) {
    const known = before.get(path);
    if (known === undefined) added.push(path);
    else if (known.hash !== hash) changed.push(path);
  }
  const removed = [...before.keys()].filter((path) => !after.has(path));
  return {
    added: added.sort(compareText),
    changed: changed.sort(compareText),
    removed: removed.sort(compareText),
  };
}
