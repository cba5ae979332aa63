/**
 * One walk over the folders of a project: which source files lie in the source dirs, how many lie elsewhere, what was left
 * out and why. `scan.ts` decides where the source dirs are and puts the result in order.
 *
 * The walk keeps its own stack, so no depth is too deep, and goes on folder by folder, so that its caller may do something
 * else in between. Links are never walked through: what one leads to is found under its real path, or is a problem. Only
 * sources are looked at (one `lstat` each); of everything else the name is enough.
 */
import path from 'node:path';
import {
  type FileStamp,
  type FolderEntry,
  kindBehind,
  type Location,
  listFolder,
  lookFault,
  realPathBehind,
  stampOf,
} from '../kernel/disk.js';
import { folderOf, inFolder, isWithin, ROOT, relativeInside } from '../kernel/paths.js';
import { printable } from '../kernel/text.js';
import type { ProblemKind } from './facts.js';
import { readPatterns } from './ignore-file.js';
import { addLayer, isFileIgnored } from './ignore-layers.js';
import { escapeName, locate, locateIn } from './odd-names.js';
import {
  isBuildName,
  isSkippedName,
  isSourceName,
  PACKAGING_FILES,
  reasonByMarker,
  type SkipReason,
  SOURCE_BYTES_MAX,
} from './skip-rules.js';
import { type Folder, Route, type WalkPlan } from './walk-route.js';

/** A source file that is to be indexed. */
export interface SourceFile extends FileStamp {
  /** POSIX, relative to the root, as `odd-names.ts` writes it. */
  readonly path: string;
  /** Where to read it: bytes when its name is no text. */
  readonly absolute: Location;
}

/** Something that is not indexed and that somebody could miss; `path` is '' when it is no file's. */
export interface ScanProblem {
  readonly path: string;
  readonly kind: ProblemKind;
  readonly message: string;
}

/** What a walk has found so far. */
export class Walk {
  readonly files = new Map<string, SourceFile>();
  /** By path and message, since a folder may be walked twice. */
  readonly problems = new Map<string, ScanProblem>();
  readonly skipped = new Map<string, SkipReason>();
  /** Links in the source dirs to what lies inside the root: path and real path. */
  readonly links = new Map<string, string>();
  readonly packagingFiles = new Set<string>();
  /** Source files outside the source dirs. */
  readonly outsideFiles = new Set<string>();
  /** Every folder that was gone through, and where it lies. */
  readonly folders = new Map<string, Location>();
  /** Folders that are skipped as long as something lies in them, or does not, and where each lies. */
  readonly closed = new Map<string, Location>();
  /** Outside the source dirs: the files in each folder, and the name they are counted under. */
  readonly #outside = new Map<string, { readonly folder: Folder; count: number }>();
  readonly #plan: WalkPlan;
  readonly #stack: Folder[] = [];
  readonly #pending: { readonly target: string; readonly kind: 'file' | 'folder'; readonly link: string }[] =
    [];
  readonly #route: Route;

  constructor(plan: WalkPlan) {
    this.#plan = plan;
    this.#route = new Route(plan);
    this.#stack.push(this.#route.start());
  }

  /** Walks one folder; false when there is none left. */
  step(): boolean {
    const folder = this.#stack.pop() ?? this.#followLinks();
    if (folder === undefined) return false;
    this.#visit(folder);
    return true;
  }

  /** How many source files lie outside the source dirs, by the folder they are counted under. */
  countOutside(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { folder, count } of this.#outside.values()) {
      if (count > 0) counts.set(folder.group, (counts.get(folder.group) ?? 0) + count);
    }
    return counts;
  }

  #visit(folder: Folder): void {
    const entries = listFolder(folder.location);
    if (typeof entries === 'string') {
      this.#reportUnlisted(folder, entries);
      return;
    }
    const marker = folder.isForced ? undefined : findMarker(entries);
    if (marker === undefined) this.#visitEntries(folder, entries);
    else if (this.#route.isWay(folder)) this.#visitEntries(this.#route.asCorridor(folder), entries);
    else this.#close(folder, marker);
  }

  #visitEntries(opened: Folder, entries: readonly FolderEntry[]): void {
    this.folders.set(opened.path, opened.location);
    const folder = this.#readIgnoreFile(opened, entries);
    const isProject = folder.path === ROOT || entries.some(({ name }) => isPackagingName(name));
    if (folder.isInside) this.#outside.delete(folder.path);
    else if (!folder.isCorridor) this.#outside.set(folder.path, { folder, count: 0 });
    for (const entry of entries) {
      if (entry.isDirectory()) this.#visitFolder(folder, entry, isProject);
      else if (folder.isCorridor) continue;
      else if (entry.isFile()) this.#visitFile(folder, entry);
      else if (folder.isInside) this.#visitOther(folder, entry);
    }
  }

  #readIgnoreFile(folder: Folder, entries: readonly FolderEntry[]): Folder {
    if (!entries.some((entry) => entry.name === '.gitignore' && entry.isFile())) return folder;
    const below = folder.path === ROOT ? '' : `${folder.path}/`;
    const report = (message: string) =>
      this.#report(inFolder(folder.path, '.gitignore'), 'unreadable', message);
    const patterns = readPatterns(this.#locationIn(folder, '.gitignore'), report);
    const { letterCase } = this.#plan;
    return { ...folder, layers: addLayer(folder.layers, patterns, { below, letterCase }) };
  }

  #visitFolder(parent: Folder, { name }: FolderEntry, isProject: boolean): void {
    const folder = inFolder(parent.path, escapeName(name));
    const location = this.#locationIn(parent, name);
    const decision = this.#route.enter(parent, {
      path: folder,
      location,
      reason: this.#reasonToSkip(parent, folder, isProject),
    });
    if (typeof decision === 'object') this.#stack.push(decision);
    // What a name tells is not worth telling again.
    else if (decision !== undefined && decision !== 'name') this.#close({ path: folder, location }, decision);
  }

  #close({ path, location }: Pick<Folder, 'path' | 'location'>, reason: SkipReason): void {
    this.skipped.set(path, reason);
    this.closed.set(path, location);
  }

  #reasonToSkip(parent: Folder, folder: string, isProject: boolean): SkipReason | undefined {
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    if (isSkippedName(name)) return 'name';
    if (!isProject || !isBuildName(name)) return undefined;
    const init = locateIn(this.#locationIn(parent, name), '__init__.py', path.sep);
    return stampOf(init) === undefined ? 'build-output' : undefined;
  }

  #visitFile(folder: Folder, { name }: FolderEntry): void {
    const escaped = escapeName(name);
    const isSource = isSourceName(escaped);
    if (!isSource && !isPackagingName(name)) return;
    const file = inFolder(folder.path, escaped);
    if (isFileIgnored(folder.layers, file)) return;
    if (isPackagingName(name)) this.packagingFiles.add(file);
    if (!isSource) return;
    if (folder.isInside) {
      this.#addFile(file, this.#locationIn(folder, name));
    } else {
      this.outsideFiles.add(file);
      this.#countOutside(folder, 1);
    }
  }

  /** A link, or what is neither file nor folder: a pipe, a socket, a device. It must not be opened. */
  #visitOther(folder: Folder, entry: FolderEntry): void {
    const name = escapeName(entry.name);
    if (entry.isSymbolicLink()) this.#visitLink(folder, entry);
    else if (isSourceName(name))
      this.#report(inFolder(folder.path, name), 'unreadable', 'it is no regular file');
  }

  #addFile(file: string, absolute: Location): void {
    const stamp = stampOf(absolute);
    // What a link leads to has been seen outside before.
    this.outsideFiles.delete(file);
    if (stamp === undefined) {
      // In a folder that may be listed and not entered, or too deep. What has vanished is no problem.
      const fault = lookFault(absolute);
      if (fault !== undefined) this.#report(file, 'unreadable', `it cannot be looked at (${fault})`);
      return;
    }
    if (stamp.size > SOURCE_BYTES_MAX) {
      const megabytes = (stamp.size / 1024 / 1024).toFixed(1);
      this.#report(
        file,
        'too-large',
        `it has ${megabytes} MB; files over ${SOURCE_BYTES_MAX / 1024 / 1024} MB are left out`,
      );
    } else this.files.set(file, { path: file, absolute, ...stamp });
  }

  #visitLink(folder: Folder, { name }: FolderEntry): void {
    const escaped = escapeName(name);
    const link = inFolder(folder.path, escaped);
    if (isFileIgnored(folder.layers, link)) return;
    const location = this.#locationIn(folder, name);
    const kind = kindBehind(location);
    if (kind === 'folder' ? isSkippedName(escaped) : !isSourceName(escaped)) return;
    const real = kind === undefined ? undefined : realPathBehind(location);
    if (kind === undefined || real === undefined) {
      // An editor's lock is a link to nowhere whose name begins so.
      if (!escaped.startsWith('.#')) this.#report(link, 'unreadable', 'the link leads nowhere');
      return;
    }
    const below = relativeInside(this.#plan.root, real);
    if (below === undefined) {
      this.#report(link, 'outside', `the link leaves the root: ${printable(real)}`);
      return;
    }
    const target = below.split('/').map(escapeName).join('/');
    this.links.set(link, target);
    this.#pending.push({ target, kind, link });
  }

  /**
   * Adds what links lead to, when it lies outside the source dirs: a file at once, a folder by giving it back to be walked
   * again as one inside. A folder around the link itself is a loop, and one that was skipped stays so.
   */
  #followLinks(): Folder | undefined {
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      const { target, kind, link } = next;
      if (kind === 'file') this.#followToFile(link, target);
      else if (!isWithin(target, link)) {
        const seen = this.#outside.get(target);
        if (seen !== undefined) return { ...seen.folder, isInside: true, isForced: true };
      }
    }
    return undefined;
  }

  #followToFile(link: string, target: string): void {
    if (this.files.has(target)) return;
    if (!isSourceName(target)) {
      this.#report(link, 'unreadable', `the link leads to ${target}, whose name is not that of a source`);
      return;
    }
    this.#addFile(target, locate(this.#plan.root, target));
    const seen = this.#outside.get(folderOf(target));
    if (seen !== undefined && !isFileIgnored(seen.folder.layers, target)) this.#countOutside(seen.folder, -1);
  }

  #countOutside(folder: Folder, by: 1 | -1): void {
    const seen = this.#outside.get(folder.path);
    if (seen === undefined) throw new Error(`${folder.path} is counted before it is visited`);
    seen.count += by;
  }

  #locationIn(folder: Folder, name: Location): Location {
    return locateIn(folder.location, name, path.sep);
  }

  /** What has vanished since its folder was listed is no problem; what was never to be indexed is none either. */
  #reportUnlisted(folder: Folder, code: string): void {
    const hasVanished = code === 'ENOENT' || code === 'ENOTDIR';
    if (folder.path === ROOT || (folder.isInside && !hasVanished)) {
      this.#report(folder.path, 'unreadable', `the folder cannot be listed (${code})`);
    }
  }

  #report(file: string, kind: ProblemKind, message: string): void {
    this.problems.set(`${file}\n${message}`, { path: file, kind, message });
  }
}

function findMarker(entries: readonly FolderEntry[]): SkipReason | undefined {
  for (const entry of entries) {
    const reason = typeof entry.name === 'string' ? reasonByMarker(entry.name, entry.isFile()) : undefined;
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function isPackagingName(name: Location): boolean {
  return typeof name === 'string' && PACKAGING_FILES.includes(name);
}
