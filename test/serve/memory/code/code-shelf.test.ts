/** Which index a folder has, how often it is looked at, and how many are open: by a clock that the test holds. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { type Config, loadConfig } from '../../../../src/config.js';
import { KgError } from '../../../../src/kernel/errors.js';
import { createLog } from '../../../../src/kernel/log.js';
import { CodeShelf } from '../../../../src/serve/memory/code/code-shelf.js';
import { GitProject } from '../../../support/git-project.js';

const yards = Array.from(
  { length: 6 },
  (_, at) => new GitProject({ [`slip_${at}.py`]: 'def slide():\n    pass\n' }),
);
const [yard] = yards as [GitProject];
const log = createLog('quiet', () => undefined);
let configs = 0;

class HandClock {
  ms = 1_000_000;
  now = () => this.ms;
  elapsed = () => this.ms;
}

function open(
  placeOf: (root: string) => Promise<Config> = (root) => loadConfig({ flags: { project_root: root } }),
) {
  const clock = new HandClock();
  const shelf = new CodeShelf({
    clock,
    log,
    placeOf: (root) => {
      configs++;
      return placeOf(root);
    },
  });
  return { clock, shelf };
}

before(async () => {
  for (const each of yards) await each.index();
});
after(() => {
  for (const each of yards) each.remove();
});

it('finds the nearest index around a folder, and none beyond its checkout', async () => {
  const { shelf } = open();
  const inner = join(yard.root, 'hull/deck');
  mkdirSync(inner, { recursive: true });
  assert.equal((await shelf.at(inner))?.place.root, yard.root);
  assert.equal((await shelf.at(yard.root))?.view, (await shelf.at(inner))?.view);
  assert.equal(await shelf.at(join(yard.root, '..')), undefined);
});

it('looks at most ten times a second', async () => {
  const { clock, shelf } = open();
  const first = await shelf.at(yard.root);
  yard.write('mast.py', 'def raise_mast():\n    pass\n');
  await yard.index();
  assert.equal((await shelf.at(yard.root))?.view, first?.view, 'a moment later nobody looks');
  clock.ms += 100;
  const second = await shelf.at(yard.root);
  assert.notEqual(second?.view, first?.view);
  assert.ok(second?.view.find('func:mast.raise_mast') !== undefined);
  const answers = await Promise.all(Array.from({ length: 9 }, () => shelf.at(yard.root)));
  assert.ok(answers.every((each) => each === second));
  rmSync(join(yard.root, '.kg-index.json'));
  clock.ms += 100;
  assert.equal(await shelf.at(yard.root), undefined);
  await yard.index();
});

it('keeps four open, the last used, and lets go what nobody asks about', async () => {
  const { clock, shelf } = open();
  const views = new Map<string, unknown>();
  for (const { root } of yards) {
    clock.ms += 1;
    views.set(root, (await shelf.at(root))?.view);
  }
  const isKept = async (root: string) => (await shelf.at(root))?.view === views.get(root);
  const kept: boolean[] = [];
  for (const { root } of yards.toReversed()) kept.push(await isKept(root));
  assert.deepEqual(kept, [true, true, true, true, false, false]);
  const last = yards.at(-1)?.root ?? '';
  clock.ms += 10 * 60_000;
  await shelf.at(yard.root);
  clock.ms += 1;
  await shelf.tidy();
  assert.equal(await isKept(last), false);
});

it('asks for the settings of a folder once, and again where they were of no use', async () => {
  let isWhole = false;
  const { clock, shelf } = open((root) => {
    if (!isWhole) throw new KgError('bad-setting', 'index_file is no path');
    return loadConfig({ flags: { project_root: root } });
  });
  configs = 0;
  assert.equal(await shelf.at(yard.root), undefined);
  isWhole = true;
  assert.equal(await shelf.at(yard.root), undefined);
  assert.equal(configs, 1);
  clock.ms += 30_001;
  assert.equal(await shelf.at(yard.root), undefined);
  assert.ok((await shelf.at(yard.root)) !== undefined);
  assert.equal(configs, 2);
});

it('finds the index around a folder however deep that lies', async () => {
  const { shelf } = open();
  const hold = join(yard.root, ...Array.from({ length: 20 }, (_, deck) => `deck${deck}`));
  mkdirSync(hold, { recursive: true });
  assert.equal((await shelf.at(hold))?.view, (await shelf.at(yard.root))?.view);
  assert.ok((await shelf.at(hold)) !== undefined);
});
