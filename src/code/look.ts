/**
 * What an index run looks at on the disk: the whole tree or some paths. It reads names, sizes and times, and no contents; what
 * has to be read follows from what is known.
 */
import { type FileStamp, type Location, stampOf } from '../kernel/disk.js';
import { runInSlices } from '../kernel/slices.js';
import type { DocumentKind } from './document-facts.js';
import { type DocumentScan, type DocumentSettings, findDocuments } from './documents/which.js';
import { locate } from './odd-names.js';
import type { DocumentBase } from './saved-meta.js';
import { type Scan, scanSteps } from './scan.js';
import { isSourceName } from './skip-rules.js';

/** Where the files of a project are. */
export interface Places {
  /** Absolute. */
  readonly root: string;
  /** Relative POSIX; `undefined` when nobody has set any. */
  readonly sourceDirs: readonly string[] | undefined;
  /** Where documents lie; what is not set is looked for. */
  readonly documents?: DocumentSettings;
}

/** What a run looks at: files that are there, and known ones that are gone. */
export interface Look {
  readonly present: readonly FileThere[];
  readonly removed: readonly string[];
  readonly scan?: Scan;
  readonly documentScan?: DocumentScan;
}

/** A file on the disk. */
export interface FileThere extends FileStamp {
  readonly path: string;
  readonly absolute: Location;
  /** Python when absent. */
  readonly document?: DocumentKind;
}

/** Looks at the whole tree; what is known and not there any more is removed. Rejects with KgError `cancelled`. */
export async function lookAround(
  { root, sourceDirs, documents = {} }: Places,
  known: Iterable<string>,
  {
    signal,
    onFound,
  }: { readonly signal: AbortSignal | undefined; readonly onFound: (files: number) => void },
): Promise<Look> {
  const scan = await runInSlices(scanSteps({ root, sourceDirs }), {
    signal,
    onStep: onFound,
  });
  const documentScan = findDocuments(root, documents);
  const present = [...scan.files, ...documentScan.files.map(asFile)];
  const paths = new Set(present.map((file) => file.path));
  const removed = [...known].filter((path) => !paths.has(path));
  return { present, removed, scan, documentScan };
}

/** Looks at some paths, as nodes carry them. */
export function lookAt({ root, documents = {} }: Places, paths: readonly string[]): Look {
  const present: FileThere[] = [];
  const removed: string[] = [];
  // Their names alone do not say which files are documents.
  const documentScan = paths.some(isDocument) ? findDocuments(root, documents) : undefined;
  for (const path of paths) {
    const document = isDocument(path) ? documentScan?.files.find((file) => file.path === path) : undefined;
    const absolute = document?.absolute ?? locate(root, path);
    const stamp = isDocument(path) ? document : stampOf(absolute);
    if (stamp === undefined) removed.push(path);
    else if (document !== undefined) present.push(asFile(document));
    else present.push({ path, absolute, ...stamp });
  }
  return { present, removed, ...(documentScan && { documentScan }) };
}

/** Every indexed file that is no source is a document. */
export function isDocument(path: string): boolean {
  return !isSourceName(path);
}

function asFile({ kind, ...file }: DocumentScan['files'][number]): FileThere {
  return { ...file, document: kind };
}

/** Whether a document is read as something else than before. */
export function isOtherKind({ path, document }: FileThere, { instructions }: DocumentBase): boolean {
  return document !== undefined && (document === 'instructions') !== instructions.includes(path);
}
