/**
 * CPython as a witness: finds the machine's own `python3` and runs scripts of this project with it. It installs
 * nothing, reads no settings and decides nothing about what a test does when there is no Python.
 */
import { spawnSync } from 'node:child_process';

/** The machine's Python; `version` is major and minor. */
export interface Python {
  readonly command: string;
  readonly version: readonly [number, number];
}

// Every line of output of the longest script (the standard library's definitions) fits many times over.
const OUTPUT_BYTES_MAX = 1 << 30;

/** The `python3` on the path when it is at least 3.`minor`, else undefined. */
export function findPython(minor: number): Python | undefined {
  const probe = spawnSync('python3', ['-c', 'import sys; print(*sys.version_info[:2])'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (probe.status !== 0) return undefined;
  const [major = 0, found = 0] = probe.stdout.trim().split(' ').map(Number);
  return major === 3 && found >= minor ? { command: 'python3', version: [major, found] } : undefined;
}

/** What a script prints, parsed as JSON. Throws with the end of its stderr when it fails. */
export function runPythonJson(python: Python, script: string, args: readonly string[]): unknown {
  const run = spawnSync(python.command, ['-B', script, ...args], {
    encoding: 'utf8',
    maxBuffer: OUTPUT_BYTES_MAX,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (run.error) throw run.error;
  if (run.status !== 0) throw new Error(`${script} exits ${run.status}: ${run.stderr.slice(-2000)}`);
  return JSON.parse(run.stdout);
}
