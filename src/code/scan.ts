/**
 * Which files are indexed: the Python files in the source dirs, without what git ignores, copies, caches and environments.
 * What is left out and could be missed is told: problems, skipped folders, and how many files lie outside the source dirs.
 *
 * A scan looks at names, sizes and times, never into a source; whether a file is still as it was scanned, its stamp tells
 * (`stampOf` of `locate`). The same tree gives the same scan, whatever order the disk
 * lists it in. The user's own `core.excludesFile` is not read, so that everybody indexes the same files.
 */
import path from 'node:path';
import { kindBehind, type Location, realPathBehind } from '../kernel/disk.js';
import { joinRoot, ROOT, relativeInside } from '../kernel/paths.js';
import { excludeFile, findRepository } from '../kernel/repository.js';
import { runToEnd } from '../kernel/run-to-end.js';
import { compareText } from '../kernel/text.js';
import { readPatterns } from './ignore-file.js';
import { addLayer, type CaseRule, type Layers, rescueFolder } from './ignore-layers.js';
import { escapeName } from './odd-names.js';
import type { SkipReason } from './skip-rules.js';
import { type ScanProblem, type SourceFile, Walk } from './walk.js';
import type { WalkPlan } from './walk-route.js';

/** What a scan has to know; a `Config` is one. */
export interface ScanOptions {
  /** Absolute. */
  readonly root: string;
  /** Relative POSIX; `undefined` when nobody has set any. */
  readonly sourceDirs: readonly string[] | undefined;
}

/** Why these are the source dirs: they are set, `src` holds sources, or it does not and the whole root is taken. */
export type SourceChoice = 'set' | 'src' | 'whole-root';

/** All lists are sorted by path, in code-unit order. */
export interface Scan {
  readonly files: readonly SourceFile[];
  readonly problems: readonly ScanProblem[];
  /** Where sources were looked for, relative POSIX without links, `.` for the root; in the order of the setting. */
  readonly sourceDirs: readonly string[];
  readonly sourceChoice: SourceChoice;
  /** Source files that lie elsewhere below the root: how many in which folder (`.` for those at the top). */
  readonly outside: readonly { readonly folder: string; readonly files: number }[];
  /** The same files by path. */
  readonly outsideFiles: readonly string[];
  /** Folders that were left out for a reason that their name does not tell. */
  readonly skipped: readonly { readonly folder: string; readonly reason: SkipReason }[];
  /** Links in the source dirs and the path inside the root that each stands for. */
  readonly links: readonly { readonly path: string; readonly target: string }[];
  /** Every `pyproject.toml`, `setup.cfg` and `setup.py` that is not ignored. */
  readonly packagingFiles: readonly string[];
  /** Every folder that was gone through, and where it lies: what comes or goes elsewhere changes nothing. In no order. */
  readonly folders: ReadonlyMap<string, Location>;
  /** Folders that were left out for something that lies in them or is missing there, and where each lies. In no order. */
  readonly closed: ReadonlyMap<string, Location>;
  /** Files of patterns that lie around the root or in git's own folder, there or not: the absolute folder of each, and its name. */
  readonly patternsAround: readonly { readonly folder: string; readonly name: string }[];
}

/** Where sources are looked for when nobody says. */
const STANDARD_SOURCE_DIR = 'src';

/** Scans at once: about 10 ms for 1,000 files. Throws nothing but our own faults. */
export function scanProject(options: ScanOptions): Scan {
  return runToEnd(scanSteps(options));
}

/** The same in steps of one folder each, for callers with something else to do; yields how many files it has found. */
export function* scanSteps(options: ScanOptions): Generator<number, Scan> {
  const root = realPathBehind(options.root) ?? options.root;
  const named = options.sourceDirs === undefined ? undefined : resolveSourceDirs(root, options.sourceDirs);
  if (named !== undefined) return yield* scanIn(root, named.sourceDirs, 'set', named.problems);
  const standard = resolveSourceDirs(root, [STANDARD_SOURCE_DIR]);
  if (standard.sourceDirs.length > 0) {
    const scan = yield* scanIn(root, standard.sourceDirs, 'src', []);
    if (scan.files.length > 0) return scan;
  }
  return yield* scanIn(root, [ROOT], 'whole-root', []);
}

function* scanIn(
  root: string,
  sourceDirs: readonly string[],
  sourceChoice: SourceChoice,
  problems: readonly ScanProblem[],
): Generator<number, Scan> {
  const letterCase = process.platform === 'win32' || process.platform === 'darwin' ? 'any' : 'exact';
  const outer = readOuterLayers(root, letterCase);
  const plan: WalkPlan = {
    root,
    sourceDirs,
    areNamed: sourceChoice === 'set',
    layers: outer.layers,
    letterCase,
  };
  const walk = new Walk(plan);
  while (walk.step()) yield walk.files.size;
  const byPath = (a: { path: string }, b: { path: string }) => compareText(a.path, b.path);
  const all = [...problems, ...outer.problems, ...walk.problems.values()];
  return {
    files: [...walk.files.values()].sort(byPath),
    problems: all.sort((a, b) => byPath(a, b) || compareText(a.message, b.message)),
    sourceDirs,
    sourceChoice,
    outside: sortedEntries(walk.countOutside()).map(([folder, files]) => ({ folder, files })),
    outsideFiles: [...walk.outsideFiles].sort(),
    skipped: sortedEntries(walk.skipped).map(([folder, reason]) => ({ folder, reason })),
    links: sortedEntries(walk.links).map(([link, target]) => ({ path: link, target })),
    packagingFiles: [...walk.packagingFiles].sort(),
    folders: walk.folders,
    closed: walk.closed,
    patternsAround: outer.files.map((file) => ({ folder: path.dirname(file), name: path.basename(file) })),
  };
}

/** The folders that exist below the root, under their real paths; what does not is a problem. */
function resolveSourceDirs(root: string, wanted: readonly string[]) {
  const sourceDirs = new Set<string>();
  const problems: ScanProblem[] = [];
  for (const folder of wanted) {
    const location = joinRoot(root, folder);
    const kind = kindBehind(location);
    const real = kind === 'folder' ? realPathBehind(location) : undefined;
    const below = real === undefined ? undefined : relativeInside(root, real);
    if (below !== undefined) sourceDirs.add(below.split('/').map(escapeName).join('/'));
    else if (real !== undefined) {
      problems.push({ path: folder, kind: 'outside', message: 'this source dir lies outside the root' });
    } else {
      const message = kind === 'file' ? 'this source dir is a file' : 'this source dir does not exist';
      problems.push({ path: folder, kind: 'missing', message });
    }
  }
  return { sourceDirs: [...sourceDirs], problems };
}

interface OuterLayers {
  readonly layers: Layers;
  readonly problems: readonly ScanProblem[];
  /** Absolute. */
  readonly files: readonly string[];
}

/**
 * Patterns from outside the root: the repository's `info/exclude`, and the `.gitignore` of each folder from the top of the
 * checkout down to the root. A root that they ignore was named in spite of them, so for the root itself they do not count.
 */
function readOuterLayers(root: string, letterCase: CaseRule): OuterLayers {
  const problems: ScanProblem[] = [];
  const repository = findRepository(root);
  if (repository === undefined) return { layers: [], problems, files: [] };
  const below = relativeInside(repository.top, root) ?? ROOT;
  const parts = below === ROOT ? [] : below.split('/');
  const ignoreFiles = parts.map((_, depth) =>
    path.join(repository.top, ...parts.slice(0, depth), '.gitignore'),
  );
  const files = [excludeFile(repository), ...ignoreFiles];
  let layers: Layers = [];
  for (const [index, file] of files.entries()) {
    const above = parts.slice(Math.max(index - 1, 0)).map((part) => `${part}/`);
    const report = (message: string) =>
      problems.push({ path: '', kind: 'unreadable', message: `${file}: ${message}` });
    const patterns = readPatterns(file, report);
    layers = addLayer(layers, patterns, { above: above.join(''), letterCase });
  }
  return { layers: rescueFolder(layers, ROOT), problems, files };
}

function sortedEntries<T>(map: ReadonlyMap<string, T>): [string, T][] {
  return [...map].sort(([a], [b]) => compareText(a, b));
}
