/**
 * Killed at random moments while it indexes and saves: there is always a snapshot that loads, or none, and the next run ends
 * with the graph of a clean build and nothing left behind.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { killWhileIndexing } from '../support/kill.js';
import { createWorkFolder, runKgMemory } from '../support/run-bin.js';

// KILLS=100 for a long run.
const KILLS = Number(process.env.KILLS ?? 15);

describe('SIGKILL', () => {
  const work = createWorkFolder('kill');
  after(() => work.remove());

  test('leaves a snapshot that loads, or none', async () => {
    const root = join(work.path, 'project');
    const outcome = await killWhileIndexing({ root, home: work.path, kills: KILLS, seed: 7 });
    assert.equal(outcome.damaged, 0);
    assert.equal(outcome.kills, KILLS);
    assert.ok(outcome.killed > 0, 'no run was slow enough to be killed');

    const index = await runKgMemory(['index', root]);
    assert.equal(index.code, 0, index.stderr);
    const verify = await runKgMemory(['verify', root]);
    assert.equal(verify.code, 0, verify.stdout);
    const left = readdirSync(root).filter((name) => name.startsWith('.kg-'));
    assert.deepEqual(left, ['.kg-index.json']);
  });
});
