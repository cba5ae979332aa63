/** Cold full indexes: against the bare parse of the same bytes, against CPython, and as the sources grow. */
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findPython, runPythonJson } from '../test/support/python.js';
import { type Corpus, describeCorpus } from './corpus.js';
import { generateTree } from './generate.js';
import { measureNode, median, medianUsage, type Usage } from './processes.js';
import { judged, megabytes, percent, type Row, seconds, shown, times } from './rows.js';

const CLI = 'bin/kg-memory.cjs';
const SNAPSHOT = '.kg-index.json';
// Targets of the table "Numbers to reach" of the design.
// Those for an index that follows values; without that they would be 2.0 and 1.5.
const CPU_RATIO_MAX = 3.5;
const WALL_RATIO_MAX = 2.5;
const MEMORY_PER_SOURCE_BYTE = 12;
const MEMORY_PER_LARGEST_BYTE = 30;
const MEMORY_BASE_BYTES = 120e6;
const SNAPSHOT_RATIO_MAX = 1.5;
/** How many times the smaller tree's, for one of ten times the lines; and for each line, whatever the sizes. */
const GROWTH_MAX = 11;
const GROWTH_PER_LINE_MAX = GROWTH_MAX / 10;
// Files of the smallest generated tree: about 1,000 nodes.
const BASE_FILES = 75;

/** One corpus indexed from nothing, `runs` times, in turn with its baselines. */
export function measureIndex(corpus: Corpus, bareParse: string, runs: number): readonly Row[] {
  const bare: Usage[] = [];
  const cold: Usage[] = [];
  for (let run = 0; run < runs; run += 1) {
    bare.push(measureNode([bareParse, corpus.list]));
    cold.push(indexCold(corpus.root));
  }
  const baseline = medianUsage(bare);
  const index = medianUsage(cold);
  const snapshot = statSync(join(corpus.root, SNAPSHOT)).size;
  const { name, bytes } = corpus;
  const on = `${name}: ${corpus.files} files, ${corpus.lines} lines, ${megabytes(bytes)}`;
  const pair = (a: number, b: number) => `${seconds(a)} against ${seconds(b)} of a bare parse`;
  return [
    shown('corpus', on, ''),
    judged(
      'cold index, CPU',
      index.cpuMs / baseline.cpuMs,
      CPU_RATIO_MAX,
      times,
      pair(index.cpuMs, baseline.cpuMs),
    ),
    judged(
      'cold index, wall',
      index.wallMs / baseline.wallMs,
      WALL_RATIO_MAX,
      times,
      pair(index.wallMs, baseline.wallMs),
    ),
    judged('cold index, peak memory', index.peakBytes, peakLimit(corpus), megabytes, 'the whole process'),
    judged(
      'snapshot',
      snapshot / bytes,
      SNAPSHOT_RATIO_MAX,
      percent,
      `${megabytes(snapshot)} of the sources' bytes`,
    ),
    ...againstPython(corpus, index, runs),
  ];
}

/** Three generated trees, each ten times the one before. */
export function measureGrowth(home: string, runs: number): readonly Row[] {
  const steps = [1, 10, 100].map((factor) => {
    const root = join(home, `grown-${factor}`);
    generateTree(root, BASE_FILES * factor);
    const corpus = describeCorpus(root, `generated × ${factor}`);
    return { corpus, usage: medianUsage(Array.from({ length: runs }, () => indexCold(root))) };
  });
  return steps.flatMap(({ corpus, usage }, index) => {
    const before = steps[index - 1];
    const on = `${corpus.lines} lines`;
    const figures = `${seconds(usage.cpuMs)} CPU, ${megabytes(usage.peakBytes)}`;
    if (before === undefined) return [shown(`growth: ${on}`, figures, '')];
    const from = `${before.corpus.lines} → ${on}: ${figures}`;
    return [
      judged('growth, CPU', usage.cpuMs / before.usage.cpuMs, GROWTH_MAX, times, from),
      judged('growth, memory', usage.peakBytes / before.usage.peakBytes, GROWTH_MAX, times, from),
    ];
  });
}

/** Large trees, the smaller one first, once each and under the heap that Node gives itself: it must suffice. */
export function measureLarge(roots: readonly string[]): readonly Row[] {
  const runs = roots.map((root) => ({ corpus: describeCorpus(root, root), usage: indexCold(root) }));
  return runs.flatMap(({ corpus, usage }, index) => {
    const before = runs[index - 1];
    const on = `${corpus.files} files, ${megabytes(corpus.bytes)}`;
    const figures = `${on}: ${seconds(usage.cpuMs)} CPU, ${seconds(usage.wallMs)} in all`;
    const rows = [
      judged('cold index at scale, peak memory', usage.peakBytes, peakLimit(corpus), megabytes, figures),
    ];
    if (before === undefined) return rows;
    const lines = corpus.lines / before.corpus.lines;
    const growth = (a: number, b: number): number => a / b / lines;
    const from = `${before.corpus.lines} → ${corpus.lines} lines, for each line`;
    return [
      ...rows,
      judged(
        'growth at scale, CPU',
        growth(usage.cpuMs, before.usage.cpuMs),
        GROWTH_PER_LINE_MAX,
        times,
        from,
      ),
      judged(
        'growth at scale, memory',
        growth(usage.peakBytes, before.usage.peakBytes),
        GROWTH_PER_LINE_MAX,
        times,
        from,
      ),
    ];
  });
}

function peakLimit({ bytes, largestBytes }: Corpus): number {
  return bytes * MEMORY_PER_SOURCE_BYTE + largestBytes * MEMORY_PER_LARGEST_BYTE + MEMORY_BASE_BYTES;
}

/** One run of `kg-memory index` without a snapshot. */
export function indexCold(root: string): Usage {
  rmSync(join(root, SNAPSHOT), { force: true });
  const usage = measureNode([CLI, 'index', root]);
  if (!existsSync(join(root, SNAPSHOT))) throw new Error(`no ${SNAPSHOT} in ${root} after an index`);
  return usage;
}

function againstPython(corpus: Corpus, index: Usage, runs: number): readonly Row[] {
  const python = findPython(8);
  if (python === undefined) return [];
  const cpu = Array.from(
    { length: runs },
    () => (runPythonJson(python, 'bench/parse_walk.py', [corpus.list]) as number) * 1000,
  );
  const basis = `${seconds(index.cpuMs)} against ${seconds(median(cpu))} of ast.parse and a walk in Python ${python.version.join('.')}`;
  return [shown('cold index, CPU against CPython', times(index.cpuMs / median(cpu)), basis)];
}
