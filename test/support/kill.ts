/** Kills `kg-memory index` again and again while the project changes under it. Used by a test and by the bench. */
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { generateTree, moduleFile } from '../../bench/generate.js';
import { openSnapshot } from '../../src/code/snapshot.js';
import { runInSlices } from '../../src/kernel/slices.js';
import { startBin } from './run-bin.js';

export interface KillOptions {
  readonly root: string;
  /** Home of the user who runs it. */
  readonly home: string;
  readonly kills: number;
  readonly seed: number;
}

export interface KillOutcome {
  readonly kills: number;
  /** Runs that were still going when they were killed. */
  readonly killed: number;
  /** Snapshots that did not load afterwards. */
  readonly damaged: number;
}

const FILES = 150;
/** A whole run takes about this long; the moments are spread over it. */
const RUN_MS = 1500;

export async function killWhileIndexing({ root, home, kills, seed }: KillOptions): Promise<KillOutcome> {
  generateTree(root, FILES);
  const random = randomNumbers(seed);
  let killed = 0;
  let damaged = 0;
  for (let kill = 0; kill < kills; kill++) {
    appendFileSync(join(root, moduleFile(kill % FILES)), `\n\ndef added_${kill}():\n    return ${kill}\n`);
    const child = startBin('kg-memory', ['index', root, '--quiet'], { home });
    const ended = once(child, 'close');
    await Promise.race([wait(random() * RUN_MS), ended]);
    if (child.kill('SIGKILL')) killed++;
    await ended;
    if (!(await loads(join(root, '.kg-index.json')))) damaged++;
  }
  return { kills, killed, damaged };
}

/** Whether there is a whole snapshot, or none. */
async function loads(file: string): Promise<boolean> {
  const opened = openSnapshot(file);
  if (opened.kind !== 'ok') return opened.kind === 'absent';
  const fault = await runInSlices(opened.snapshot.check());
  opened.snapshot.close();
  return fault === undefined;
}

/** Mulberry32: numbers in [0, 1), the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
