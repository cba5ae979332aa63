/**
 * Measures whole processes: wall time from spawn to exit, CPU time of all threads, peak memory. Node children report
 * their own resource usage at exit (report-usage.cjs); CPython children print theirs. Nothing is measured from
 * outside that the operating system has not counted.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

/** What one run of a process took. */
export interface Usage {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakBytes: number;
}

// The export of a large graph, which nobody reads here, must not fail the run.
const OUTPUT_BYTES_MAX = 1 << 30;
const BYTES_PER_KIB = 1024;

/** The environment without settings of the index, so that a bench does not depend on the shell it is started from. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('KG_')));
}

/** Runs `node …args` to its end. Throws with the end of its stderr when it fails. */
export function measureNode(
  args: readonly string[],
  cwd = process.cwd(),
): Usage & { readonly stdout: string } {
  const home = mkdtempSync(join(tmpdir(), 'kg-bench-usage-'));
  const report = join(home, 'usage.json');
  try {
    const preload = join(process.cwd(), 'bench/report-usage.cjs');
    const started = performance.now();
    const run = spawnSync(process.execPath, ['--require', preload, ...args], {
      cwd,
      encoding: 'utf8',
      env: { ...cleanEnvironment(), BENCH_USAGE: report },
      maxBuffer: OUTPUT_BYTES_MAX,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const wallMs = performance.now() - started;
    if (run.error) throw run.error;
    if (run.status !== 0)
      throw new Error(`node ${args.join(' ')} exits ${run.status}: ${run.stderr.slice(-2000)}`);
    const usage = JSON.parse(readFileSync(report, 'utf8')) as NodeJS.ResourceUsage;
    const cpuMs = (usage.userCPUTime + usage.systemCPUTime) / 1000;
    return { wallMs, cpuMs, peakBytes: usage.maxRSS * BYTES_PER_KIB, stdout: run.stdout };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Wall time of a bare start and end of node, without anything loaded. */
export function measureBareNode(): number {
  const started = performance.now();
  const run = spawnSync(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  if (run.status !== 0) throw new Error('node -e 0 fails');
  return performance.now() - started;
}

/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return (at(Math.floor((sorted.length - 1) / 2)) + at(Math.ceil((sorted.length - 1) / 2))) / 2;
}

/** The value below which the given share of values lies (nearest rank). */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Medians of several runs, each figure for itself. */
export function medianUsage(runs: readonly Usage[]): Usage {
  return {
    wallMs: median(runs.map((run) => run.wallMs)),
    cpuMs: median(runs.map((run) => run.cpuMs)),
    peakBytes: median(runs.map((run) => run.peakBytes)),
  };
}
