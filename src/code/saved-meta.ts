/**
 * What the snapshot keeps of an indexer beside files and graph, and the check of it when it is read again: a snapshot may come
 * with a clone, so whoever wrote it need not have been this program.
 */
import { createHash } from 'node:crypto';
import type { Problem } from './facts.js';
import type { FileProblem } from './project-face.js';
import type { FactsSource } from './resolve/resolve.js';
import { SnapshotDamage } from './snapshot/damage.js';

/** Raise it when `SavedMeta` changes. */
export const META_LAYOUT = 5;

/** What imports are looked up against. */
export type ImportBase = Pick<FactsSource, 'roots' | 'rootPackage' | 'scripts'>;

/** What documents are linked against beside the graph. */
export interface DocumentBase {
  /** Paths of the documents that are project instructions; all others are decision records. */
  readonly instructions: readonly string[];
  /** Stands for the source files that are there and not indexed; '' without documents. */
  readonly outside: string;
  /** Stands for what a language model has said, and for the aliases. */
  readonly learned: string;
}

export interface SavedMeta {
  /** Which fields there are. */
  readonly layout: number;
  readonly version: string;
  readonly extractor: number;
  readonly grammar: string;
  /** Version and grammars of what reads documents. */
  readonly documentExtractor: string;
  /** Where the files lay, see `placeOf`. */
  readonly place: string;
  readonly since: number;
  readonly imports: ImportBase;
  readonly documents: DocumentBase;
  readonly problems: readonly (readonly [path: string, problems: readonly Problem[]])[];
  readonly treeProblems: readonly FileProblem[];
  readonly linkProblems: SavedMeta['problems'];
}

/** Stands for a root: equal sizes and times prove something only in the folder where they were seen. */
export function placeOf(root: string): string {
  return createHash('sha256').update(root).digest('hex').slice(0, 16);
}

/** The meta of a snapshot; `undefined` for one of another layout. Throws a `SnapshotDamage` for anything else. */
export function readSavedMeta(meta: unknown): SavedMeta | undefined {
  if (!isRecord(meta) || typeof meta.layout !== 'number') throw damaged();
  if (meta.layout !== META_LAYOUT) return undefined;
  const { version, extractor, grammar, documentExtractor, place, since } = meta;
  const { imports, documents, problems, treeProblems, linkProblems } = meta;
  const isRight =
    [version, grammar, documentExtractor, place].every((value) => typeof value === 'string') &&
    [extractor, since].every((value) => typeof value === 'number') &&
    isImportBase(imports) &&
    isDocumentBase(documents) &&
    isListOf(problems, isProblemsOfFile) &&
    isListOf(treeProblems, isFileProblem) &&
    isListOf(linkProblems, isProblemsOfFile);
  if (!isRight) throw damaged();
  return meta as unknown as SavedMeta;
}

function damaged(): SnapshotDamage {
  return new SnapshotDamage('section meta is not what it must be');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isImportBase(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { roots, rootPackage, scripts } = value;
  const isSound = isListOf(roots, isText) && (rootPackage === undefined || isText(rootPackage));
  return isSound && (scripts === undefined || isListOf(scripts, isScript));
}

function isScript(value: unknown): boolean {
  return isRecord(value) && isText(value.name) && isText(value.module) && isText(value.attribute);
}

function isDocumentBase(value: unknown): boolean {
  return (
    isRecord(value) && isListOf(value.instructions, isText) && isText(value.outside) && isText(value.learned)
  );
}

function isProblem(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { kind, message, line, endLine } = value;
  const isLine = (each: unknown): boolean => each === undefined || typeof each === 'number';
  return isText(kind) && isText(message) && isLine(line) && isLine(endLine);
}

function isFileProblem(value: unknown): boolean {
  return isRecord(value) && isText(value.path) && isProblem(value.problem);
}

function isProblemsOfFile(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && isText(value[0]) && isListOf(value[1], isProblem);
}
