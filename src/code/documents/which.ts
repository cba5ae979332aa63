/**
 * Which files are documents: the decision records in their folders, and the project's instructions. What the settings name
 * is taken as it is, ignored by git or not; what they do not name is looked for where people keep it. The scan of sources
 * knows nothing of this, since documents lie in few folders and sources in many.
 *
 * It looks at names, sizes and times; into a file only where a folder of records has one whose name does not tell, and into
 * `.adr-dir` and `.log4brains.yml`, in which tools note their folders.
 */
import path from 'node:path';
import {
  type FolderEntry,
  kindBehind,
  type Location,
  listFolder,
  readBytesIfReadable,
  realPathBehind,
  stampOf,
} from '../../kernel/disk.js';
import { inFolder, joinRoot, relativeInside } from '../../kernel/paths.js';
import { compareText, printable } from '../../kernel/text.js';
import type { DocumentKind } from '../document-facts.js';
import { escapeName, locateIn } from '../odd-names.js';
import { isSkippedName, isSourceName, SOURCE_BYTES_MAX } from '../skip-rules.js';
import type { ScanProblem, SourceFile } from '../walk.js';
import { notedFolders, OTHER_DIRS, STANDARD_DIR } from './record-homes.js';
import { recordNames } from './record-names.js';
import { looksLikeRecord } from './record-text.js';

/** What the settings say of documents; a `Config` has it. Of each list `undefined` is "not set", and empty is `none`. */
export interface DocumentSettings {
  /** Relative POSIX, or absolute outside the root. */
  readonly adrDirs?: readonly string[] | undefined;
  readonly adrPattern?: string | undefined;
  readonly configPaths?: readonly string[] | undefined;
  /** Whether the README at the root is read like instructions. */
  readonly takesReadme?: boolean | undefined;
}

/** A document that is to be indexed. */
export interface DocumentFile extends SourceFile {
  readonly kind: DocumentKind;
}

export interface DocumentScan {
  /** In order of path. */
  readonly files: readonly DocumentFile[];
  /** Folders in which records were looked for and that are there, as nodes write their paths. */
  readonly adrDirs: readonly string[];
  /** Why these, when no setting says so. */
  readonly reason?: string;
  /** Paths of the instructions. */
  readonly instructions: readonly string[];
  readonly problems: readonly ScanProblem[];
  /** Every folder in which records were looked for, and where it lies; in no order. */
  readonly folders: ReadonlyMap<string, Location>;
}

/** The first that is there; both when the first takes in the second. */
const INSTRUCTIONS = ['CLAUDE.md', 'AGENTS.md'] as const;
/** In the order in which they are looked for; the first that is there is taken. */
const READMES: readonly string[] = ['README.md', 'Readme.md', 'readme.md'];

// Records are grouped by area or year, seldom deeper.
const DEPTH_MAX = 4;

/** Looks for documents: some microseconds for a project without any. Throws nothing but our own faults. */
export function findDocuments(root: string, settings: DocumentSettings): DocumentScan {
  return new Search(realPathBehind(root) ?? root, settings).run();
}

class Search {
  readonly #root: string;
  readonly #settings: DocumentSettings;
  readonly #nameOf: ReturnType<typeof recordNames>;
  readonly #files = new Map<string, DocumentFile>();
  readonly #problems: ScanProblem[] = [];
  readonly #folders = new Map<string, Location>();

  constructor(root: string, settings: DocumentSettings) {
    this.#root = root;
    this.#settings = settings;
    this.#nameOf = recordNames(settings.adrPattern);
  }

  run(): DocumentScan {
    const found = this.#records();
    const instructions = [...new Set([...this.#instructions(), ...this.#readme()])];
    return {
      files: [...this.#files.values()].sort((a, b) => compareText(a.path, b.path)),
      ...found,
      instructions,
      problems: this.#problems.sort((a, b) => compareText(a.path, b.path)),
      folders: this.#folders,
    };
  }

  #records(): Pick<DocumentScan, 'adrDirs' | 'reason'> {
    const { adrDirs } = this.#settings;
    if (adrDirs !== undefined) {
      return { adrDirs: adrDirs.flatMap((folder) => this.#recordsIn(folder, true) ?? []) };
    }
    const noted = notedFolders(this.#root);
    const named = noted.folders.flatMap((folder) => this.#recordsThere(folder) ?? []);
    if (named.length > 0) {
      return { adrDirs: named, reason: `KG_ADR_DIR is not set, and ${noted.by} names ${named.join(', ')}` };
    }
    const at = this.#recordsThere(STANDARD_DIR);
    if (at !== undefined) return { adrDirs: [at] };
    for (const folder of OTHER_DIRS) {
      const other = this.#recordsThere(folder);
      if (other === undefined) continue;
      const reason = `KG_ADR_DIR is not set, and ${STANDARD_DIR} holds no record`;
      return { adrDirs: [other], reason };
    }
    return { adrDirs: kindBehind(this.#absolute(STANDARD_DIR)) === 'folder' ? [STANDARD_DIR] : [] };
  }

  /** Adds the records of a folder and gives its path, when it is there and has any, or a problem. */
  #recordsThere(folder: string): string | undefined {
    const before = this.#files.size + this.#problems.length;
    const at = this.#recordsIn(folder, false);
    return this.#files.size + this.#problems.length > before ? at : undefined;
  }

  /** Adds the records of a folder and gives its path; `undefined` when it is not there. */
  #recordsIn(folder: string, isNamed: boolean): string | undefined {
    const location = this.#absolute(folder);
    const kind = kindBehind(location);
    const real = kind === 'folder' ? realPathBehind(location) : undefined;
    if (real === undefined) {
      const what = kind === 'file' ? 'is a file' : 'does not exist';
      if (isNamed)
        this.#problems.push({ path: folder, kind: 'missing', message: `this folder of records ${what}` });
      return undefined;
    }
    const at = this.#pathOf(real);
    // What the settings do not name must not lead out of the project.
    if (at === undefined || (!isNamed && at.startsWith('../'))) return undefined;
    const waiting = [{ at, location: real as Location, depth: 0 }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      this.#folders.set(next.at, next.location);
      const entries = listFolder(next.location);
      if (typeof entries === 'string') {
        const message = `the folder cannot be listed (${entries})`;
        this.#problems.push({ path: next.at, kind: 'unreadable', message });
        continue;
      }
      for (const entry of entries) {
        const name = escapeName(entry.name);
        const inner = {
          at: inFolder(next.at, name),
          location: locateIn(next.location, entry.name, path.sep),
        };
        if (!entry.isDirectory()) this.#visit(entry, name, inner);
        else if (next.depth < DEPTH_MAX && !isSkippedName(name) && !name.startsWith('.')) {
          waiting.push({ ...inner, depth: next.depth + 1 });
        }
      }
    }
    return at;
  }

  #visit(entry: FolderEntry, name: string, { at, location }: { at: string; location: Location }): void {
    const decision = isSourceName(name) ? 'none' : this.#nameOf(name);
    if (decision === 'none') return;
    if (decision === 'perhaps' && !(entry.isFile() && isRecordByText(location))) return;
    if (decision === 'other-format') {
      this.#problems.push({ path: at, kind: 'unreadable', message: 'records are read in Markdown only' });
    } else if (entry.isFile()) this.#add(at, location, 'adr');
    else if (entry.isSymbolicLink()) this.#addLinked(at, location, 'adr');
    else this.#problems.push({ path: at, kind: 'unreadable', message: 'it is no regular file' });
  }

  #instructions(): string[] {
    const { configPaths } = this.#settings;
    if (configPaths !== undefined) return configPaths.flatMap((file) => this.#instructionsAt(file, true));
    const [first = '', second = ''] = INSTRUCTIONS;
    const found = this.#instructionsAt(first, false);
    const isEnough = found.length > 0 && !this.#takesIn(first, second);
    return isEnough ? found : [...new Set([...found, ...this.#instructionsAt(second, false)])];
  }

  #readme(): string[] {
    if (this.#settings.takesReadme !== true) return [];
    const [found] = READMES.map((file) => this.#instructionsAt(file, false)).filter(
      ({ length }) => length > 0,
    );
    return found ?? [];
  }

  /** Whether instructions say `@AGENTS.md`, which makes that file a part of them. */
  #takesIn(file: string, other: string): boolean {
    const bytes = readBytesIfReadable(this.#absolute(file));
    return (
      bytes
        ?.toString('utf8')
        .split(/\s+/)
        .some((word) => word === `@${other}` || word === `@./${other}`) ?? false
    );
  }

  #instructionsAt(file: string, isNamed: boolean): string[] {
    const location = this.#absolute(file);
    const kind = kindBehind(location);
    if (kind === 'file') {
      const at = this.#addLinked(file, location, 'instructions');
      return at === undefined ? [] : [at];
    }
    if (isNamed) {
      const what = kind === 'folder' ? 'are a folder' : 'do not exist';
      this.#problems.push({ path: file, kind: 'missing', message: `these project instructions ${what}` });
    }
    return [];
  }

  /** Under the path that it really has: `CLAUDE.md` is often a link to `AGENTS.md`. */
  #addLinked(at: string, location: Location, kind: DocumentKind): string | undefined {
    const real = kindBehind(location) === 'file' ? realPathBehind(location) : undefined;
    const target = real === undefined ? undefined : this.#pathOf(real);
    if (real === undefined || target === undefined) {
      this.#problems.push({ path: at, kind: 'unreadable', message: 'the link leads to no file' });
      return undefined;
    }
    const isInside = relativeInside(this.#root, real) !== undefined;
    if (!isInside && this.#isBelow(at)) {
      const message = `the link leaves the root: ${printable(real)}`;
      this.#problems.push({ path: at, kind: 'outside', message });
      return undefined;
    }
    this.#add(target, real, kind);
    return target;
  }

  #add(at: string, absolute: Location, kind: DocumentKind): void {
    const stamp = stampOf(absolute);
    if (stamp === undefined || this.#files.has(at)) return;
    if (stamp.size > SOURCE_BYTES_MAX) {
      const message = `files over ${SOURCE_BYTES_MAX / 1024 / 1024} MB are left out`;
      this.#problems.push({ path: at, kind: 'too-large', message });
    } else this.#files.set(at, { path: at, absolute, ...stamp, kind });
  }

  #isBelow(at: string): boolean {
    return !path.isAbsolute(at) && !at.startsWith('../');
  }

  #absolute(written: string): string {
    return path.isAbsolute(written) ? written : joinRoot(this.#root, written);
  }

  /** Relative to the root, with `..` for what the settings name outside of it; none for another drive. */
  #pathOf(real: string): string | undefined {
    const relative = relativeInside(this.#root, real) ?? path.relative(this.#root, real);
    if (path.isAbsolute(relative)) return undefined;
    return relative.split(path.sep).join('/').split('/').map(escapeName).join('/');
  }
}

// A record is some kilobytes; what is far larger and not called like one is something else.
const RECORD_BYTES_MAX = 1_000_000;

function isRecordByText(location: Location): boolean {
  const stamp = stampOf(location);
  if (stamp === undefined || stamp.size > RECORD_BYTES_MAX) return false;
  return looksLikeRecord(readBytesIfReadable(location)?.toString('utf8') ?? '');
}
