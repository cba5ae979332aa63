/**
 * A graph as the outside sees it: `kg-memory export <dir> --format json`, run as a process and parsed. The tests of truth
 * look at nothing else of the index. A tree is indexed as a copy in a temporary folder, so that no snapshot, ignore file or
 * settings of this repository touch it.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** One record of the export: what every node has, and whatever else its type carries. */
export interface ExportedNode {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly [property: string]: unknown;
}

export interface ExportedEdge {
  readonly source: string;
  readonly target: string;
  readonly type: string;
  readonly [property: string]: unknown;
}

export interface ExportedGraph {
  readonly format: string;
  readonly nodes: readonly ExportedNode[];
  readonly edges: readonly ExportedEdge[];
}

// A graph of the standard library is some 100 MB of JSON.
const OUTPUT_BYTES_MAX = 1 << 30;
const CLI = 'bin/kg-memory.cjs';

/** Files beside the sources that say what is expected; they are no part of the project. */
const EXPECTATIONS = new Set(['expected.graph', 'expected.json']);

/** Indexes a copy of the folder and returns its graph. Throws with the command's stderr when it fails. */
export function exportCopy(folder: string): ExportedGraph {
  const home = mkdtempSync(join(tmpdir(), 'kg-truth-'));
  try {
    const root = join(home, basename(folder));
    cpSync(folder, root, {
      recursive: true,
      filter: (source) => !EXPECTATIONS.has(basename(source)) && basename(source) !== '__pycache__',
    });
    return exportInPlace(root);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The graph of a folder that is ours to write to: its snapshot is left behind. */
export function exportInPlace(root: string): ExportedGraph {
  const settings = Object.keys(process.env).filter((name) => name.startsWith('KG_'));
  const env = { ...process.env, ...Object.fromEntries(settings.map((name) => [name, undefined])) };
  const run = spawnSync(process.execPath, [CLI, 'export', root, '--format', 'json'], {
    encoding: 'utf8',
    env,
    maxBuffer: OUTPUT_BYTES_MAX,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (run.error) throw run.error;
  if (run.status !== 0) throw new Error(`export ${root} exits ${run.status}: ${run.stderr.slice(-2000)}`);
  return JSON.parse(run.stdout) as ExportedGraph;
}
