/**
 * What is measured: a copy of the Python files of a tree (by default the standard library of the machine's python3),
 * in a temporary folder, so that no index is ever written beside somebody's sources.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { findPython, runPythonJson } from '../test/support/python.js';

/** A tree of Python files below `root`; `list` names a file with their absolute paths, one a line. */
export interface Corpus {
  readonly name: string;
  readonly root: string;
  readonly list: string;
  readonly files: number;
  readonly lines: number;
  readonly bytes: number;
  readonly largestBytes: number;
}

/** Directories that no index enters, whatever is in them. */
const SKIPPED = new Set(['.git', '__pycache__', 'node_modules', 'site-packages', '.tox', '.mypy_cache']);
/** What else an index reads to find its way. */
const KEPT = new Set(['pyproject.toml', 'setup.cfg', '.gitignore']);

/** The standard library's folder. Throws when there is no python3. */
export function standardLibrary(): string {
  const python = findPython(8);
  if (python === undefined) throw new Error('no python3 on the path: give the path of a checkout');
  return runPythonJson(python, 'test/truth/stdlib_path.py', []) as string;
}

/** Copies the Python files of `source` to `home/name` and describes the copy. */
export function copyCorpus(source: string, home: string, name: string): Corpus {
  const root = join(home, name);
  for (const path of walk(source)) {
    const target = join(root, relative(source, path));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(path, target);
  }
  return describeCorpus(root, name);
}

/** Describes a tree that is already where it may be indexed. */
export function describeCorpus(root: string, name: string): Corpus {
  const paths = walk(root).filter((path) => path.endsWith('.py'));
  const list = `${root}.list`;
  writeFileSync(list, paths.join('\n'));
  const sources = paths.map((path) => measureSource(readFileSync(path)));
  return {
    name,
    root,
    list,
    files: paths.length,
    lines: sources.reduce((sum, { lines }) => sum + lines, 0),
    bytes: sources.reduce((sum, { bytes }) => sum + bytes, 0),
    largestBytes: sources.reduce((largest, { bytes }) => Math.max(largest, bytes), 0),
  };
}

function measureSource(source: Buffer): { bytes: number; lines: number } {
  let lines = 0;
  for (let at = source.indexOf(10); at >= 0; at = source.indexOf(10, at + 1)) lines += 1;
  return { bytes: source.length, lines };
}

function walk(folder: string): readonly string[] {
  const found: string[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entries = readdirSync(next, { withFileTypes: true });
    if (next !== folder && entries.some(({ name }) => name === 'pyvenv.cfg')) continue;
    for (const entry of entries) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) waiting.push(path);
      else if (entry.isFile() && (entry.name.endsWith('.py') || KEPT.has(entry.name))) found.push(path);
    }
  }
  return found.sort();
}
