/** What is known about a project between runs, as values: its files, and what the tree around them says. */
import { ROOT } from '../kernel/paths.js';
import { hashOfPaths } from './documents/hash-of-paths.js';
import type { DocumentScan } from './documents/which.js';
import { type FileSet, listPaths, type PathLists } from './file-set.js';
import { readImportRoots } from './import-roots.js';
import type { Look } from './look.js';
import type { FileProblem } from './project-face.js';
import type { LinkResult } from './resolve/resolve.js';
import type { DocumentBase, ImportBase } from './saved-meta.js';
import type { Scan } from './scan.js';

/** What is known about a project; replaced whole at the end of a run. */
export interface Knowledge extends FileSet {
  /** Of `files`; absent until somebody needs them. */
  readonly paths?: PathLists;
  /** Of the tree: what the scan and the import roots met. */
  readonly treeProblems: readonly FileProblem[];
  /** Of files whose linking was cut short, by path. */
  readonly linkProblems: LinkResult['problems'];
  readonly imports: ImportBase;
  readonly documents: DocumentBase;
  /** Absent before the first scan of this process. */
  readonly scan?: Scan;
  readonly documentScan?: DocumentScan;
  /** When the last look at the whole tree began, milliseconds since 1970. */
  readonly since: number;
}

/** Before the first run. */
export const NOTHING: Knowledge = {
  files: new Map(),
  problems: new Map(),
  treeProblems: [],
  linkProblems: new Map(),
  imports: { roots: [] },
  documents: { instructions: [], outside: '', learned: '' },
  since: 0,
};

/** The paths of all files, listed when they are not yet. */
export function pathsOf({ files, paths }: Knowledge): PathLists {
  return paths ?? listPaths(files, undefined, { added: [], changed: [], removed: [] });
}

interface Around {
  readonly before: Knowledge;
  /** Of the files as they are now. */
  readonly paths: PathLists;
  readonly root: string;
  /** A fingerprint of what a language model has said. */
  readonly learned: string;
}

/** What a look tells of the tree as a whole; where packages are imported from is read from the project's settings. */
export function surroundingsOf(
  { scan, documentScan }: Look,
  { before, paths, root, learned }: Around,
): Partial<Knowledge> {
  const instructions = documentScan?.instructions ?? before.documents.instructions;
  const ofDocuments = documentScan === undefined ? {} : { documentScan };
  const hasDocuments = paths.documents.length > 0;
  if (scan === undefined) {
    return { ...ofDocuments, documents: { ...before.documents, instructions, learned } };
  }
  const { roots, rootPackage, scripts, problems } = readImportRoots(root, scan);
  const found = [...scan.problems, ...(documentScan?.problems ?? [])];
  return {
    ...ofDocuments,
    scan,
    treeProblems: [
      ...found.map(({ path, kind, message }) => ({ path, problem: { kind, message } })),
      ...problems,
    ],
    documents: { instructions, outside: hasDocuments ? hashOfPaths(scan.outsideFiles) : '', learned },
    imports: {
      roots: roots.map((folder) => (folder === ROOT ? '' : folder)),
      ...(rootPackage === undefined ? {} : { rootPackage }),
      ...(scripts.length === 0 ? {} : { scripts }),
    },
  };
}
