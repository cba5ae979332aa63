/** What linking had to cut short is a problem of its file: when it is indexed, after a start from the snapshot, until it is mended. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Project } from '../../src/code/project-face.js';
import { openQuietly } from '../support/open-quietly.js';
import { makeTree, removeTree } from '../support/tree.js';

const SHIP = 'class Ship:\n    def sail(self):\n        pass\n';
const WORN = `from ship import Ship\n${'if tide: ship = Ship()\n'.repeat(300)}ship.sail()\n`;

const never = new AbortController().signal;

let root: string;
let cache: string;
before(() => {
  root = makeTree({ 'ship.py': SHIP, 'dock.py': WORN });
  cache = makeTree();
});
after(() => {
  removeTree(root);
  removeTree(cache);
});

async function open(): Promise<Project> {
  const project = openQuietly({ root, userCacheFolder: cache });
  await project.whenReady(never, () => undefined, Number.POSITIVE_INFINITY);
  return project;
}

function told(project: Project): string[] {
  return project.problems().map(({ path, problem }) => `${path}: ${problem.kind}: ${problem.message}`);
}

test('files whose linking was cut short are among the problems as long as they are so', async () => {
  const problem = 'dock.py: effort: Names bound in too many places to follow: 1 calls';
  const first = await open();
  assert.deepEqual(told(first), [problem]);
  await first.close();

  const second = await open();
  assert.deepEqual(told(second), [problem]);
  writeFileSync(join(root, 'ship.py'), `${SHIP}\n\ndef launch():\n    return Ship()\n`);
  await second.catchUp(never);
  assert.deepEqual(told(second), [problem]);
  writeFileSync(join(root, 'dock.py'), 'from ship import Ship\nShip().sail()\n');
  await second.catchUp(never);
  assert.deepEqual(told(second), []);
  await second.close();
});
