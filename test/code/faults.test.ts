/**
 * What a user sees when the world fails: a full disk, a root that cannot be written, a clock that jumps, a snapshot of another
 * version, a watcher that is lost. The graph answers each time, and the state says what is wrong, for as long as it is.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  type FSWatcher,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { OpenOptions } from '../../src/code/live-project.js';
import type { Project } from '../../src/code/project-face.js';
import type { WatchFolder } from '../../src/code/watch/tree-watcher.js';
import type { Clock } from '../../src/kernel/clock.js';
import { openQuietly } from '../support/open-quietly.js';
import { addToTree, makeTree, removeTree } from '../support/tree.js';
import { until } from '../support/until.js';

const never = new AbortController().signal;
const DAIRY = {
  'src/dairy/__init__.py': '',
  'src/dairy/churn.py': 'def turn():\n    return 1\n',
  'src/dairy/cheese.py': 'from dairy.churn import turn\n\n\ndef press():\n    return turn()\n',
};

interface Place {
  readonly root: string;
  readonly cache: string | undefined;
}

const opened: Project[] = [];
afterEach(async () => {
  for (const project of opened.splice(0)) await project.close();
});

function start({ root, cache }: Place, more: Partial<OpenOptions> = {}): Project {
  const project = openQuietly({ root, userCacheFolder: cache, watchEnabled: true }, { stays: true, ...more });
  opened.push(project);
  return project;
}

async function open(place: Place, more: Partial<OpenOptions> = {}): Promise<Project> {
  const project = start(place, more);
  await project.whenReady(never, () => undefined, Number.POSITIVE_INFINITY);
  await project.settle(never);
  return project;
}

function has(project: Project, id: string): boolean {
  return project.view()?.find(id) !== undefined;
}

function addCream(root: string): void {
  addToTree(root, { 'src/dairy/cream.py': 'def skim(): ...\n' });
}

/** A file system of its own, when this user may mount one. */
function mounted(folder: string, options: string): boolean {
  mkdirSync(folder, { recursive: true });
  return (
    spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' }).status === 0
  );
}

/** At once, though the snapshot stays open while anything made from it lives. */
function unmount(folder: string): void {
  spawnSync('umount', ['-l', folder], { stdio: 'ignore' });
}

describe('a disk', () => {
  let place: { root: string; cache: string };
  let work: string;
  beforeEach(() => {
    work = makeTree();
    place = { root: join(work, 'dairy'), cache: join(work, 'cache') };
  });
  afterEach(async () => {
    for (const project of opened.splice(0)) await project.close();
    unmount(place.root);
    removeTree(work);
  });

  test('that is full is told as long as it is, and the graph answers', async (t) => {
    if (!mounted(place.root, 'size=64k')) {
      t.diagnostic('only root may mount a small disk');
      // What holds without one: a folder in the way refuses the write as a disk does.
      addToTree(place.root, { ...DAIRY, '.kg-index.json/keep.txt': '' });
      const project = await open({ root: place.root, cache: undefined });
      assert.match(project.state().notes.join(), /could not be saved/);
      return;
    }
    addToTree(place.root, DAIRY);
    fill(join(place.root, 'milk.bin'));
    const project = await open({ root: place.root, cache: undefined });
    assert.ok(has(project, 'func:src.dairy.cheese.press'));
    const { notes, snapshot } = project.state();
    assert.equal(snapshot, undefined);
    assert.match(notes.join(), /could not be saved.*ENOSPC[\s\S]*disk is full: free some space/);
    assert.ok(
      readdirSync(place.root).every((name) => !name.endsWith('.tmp')),
      'nothing of it is left',
    );

    rmSync(join(place.root, 'milk.bin'));
    addCream(place.root);
    await project.catchUp(never);
    await project.settle(never);
    assert.ok(has(project, 'func:src.dairy.cream.skim'));
    assert.deepEqual(project.state().notes, []);
    assert.match(readFileSync(join(place.root, '.kg-index.json'), 'utf8'), /skim/);
  });

  test('that cannot be written keeps index and lock in the cache folder, and starts from there', async () => {
    const isMounted = mounted(place.root, 'size=4m');
    addToTree(place.root, DAIRY);
    if (isMounted) spawnSync('mount', ['-o', 'remount,ro', place.root], { stdio: 'ignore' });
    else chmodSync(place.root, 0o555);
    try {
      const first = await open(place);
      const second = await open(place);
      assert.deepEqual([first.state().role, second.state().role], ['writer', 'reader']);
      assert.ok(first.state().snapshot?.path.startsWith(place.cache));
      await first.close();
      await second.close();
      assert.equal(readdirSync(join(place.cache, 'index')).length, 1);
      const third = await open(place);
      assert.ok(third.state().snapshot?.path.startsWith(place.cache));
      assert.ok(has(third, 'func:src.dairy.cheese.press'));
      assert.deepEqual(third.state().notes, []);
    } finally {
      if (!isMounted) chmodSync(place.root, 0o755);
    }
  });
});

describe('a dairy', () => {
  let place: { root: string; cache: string };
  beforeEach(() => {
    place = { root: makeTree(DAIRY), cache: makeTree() };
  });
  afterEach(async () => {
    for (const project of opened.splice(0)) await project.close();
    removeTree(place.root);
    removeTree(place.cache);
  });

  for (const [what, jump] of [
    ['a year ahead', 365 * 86_400_000],
    ['a year back', -365 * 86_400_000],
  ] as const) {
    test(`sees every edit when the clock jumps ${what}, and when it is set right again`, async () => {
      const clock = new Hands();
      const project = await open(place, { clock });
      const churn = join(place.root, 'src/dairy/churn.py');
      for (const [edit, hour] of [jump, -jump, jump].entries()) {
        clock.jump(hour);
        appendFileSync(churn, `\n\ndef turn_${edit}():\n    return ${edit}\n`);
        await project.ensureFresh(['src/dairy/churn.py'], never);
        assert.ok(has(project, `func:src.dairy.churn.turn_${edit}`));
        addToTree(place.root, { [`src/dairy/vat${edit}.py`]: 'def fill(): ...\n' });
        await project.catchUp(never);
        assert.ok(has(project, `func:src.dairy.vat${edit}.fill`));
        await project.settle(never);
      }
      await project.close();
      const again = await open(place);
      assert.deepEqual(again.state().notes, []);
      assert.ok(has(again, 'func:src.dairy.churn.turn_2'));
    });
  }

  test('with a snapshot of an older version says so, builds it anew, and replaces it', async () => {
    const file = join(place.root, '.kg-index.json');
    await (await open(place)).close();
    const text = readFileSync(file, 'latin1');
    const older = text.replace(/"version":(\d+)/, (_, version: string) => `"version":${Number(version) - 1}`);
    assert.notEqual(older, text);
    writeFileSync(file, older, 'latin1');
    const project = await open(place);
    assert.ok(has(project, 'func:src.dairy.cheese.press'));
    assert.match(project.state().notes.join(), /format version .*written anew/);
    await project.close();
    const again = await open(place);
    assert.deepEqual(again.state().notes, []);
  });

  test('with half a snapshot sets it aside, says so, and answers', async () => {
    const file = join(place.root, '.kg-index.json');
    await (await open(place)).close();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, bytes.length / 2));
    const project = await open(place);
    assert.ok(has(project, 'func:src.dairy.cheese.press'));
    assert.match(project.state().notes.join(), /was damaged .*; it is kept as \.kg-index\.json\.corrupt-/);
    assert.ok(existsSync(file));
  });

  test('whose watcher is lost says that it polls, and misses nothing', async () => {
    const watchers: FSWatcher[] = [];
    const watchFolder: WatchFolder = (...args) => {
      const watcher = watch(...args);
      watchers.push(watcher);
      return watcher;
    };
    const project = await open(place, { watcher: { watchFolder } });
    await until(() => project.state().watcher.enabled);
    assert.match(project.state().watcher.backend, /^events of the system for \d+ folders$/);
    addCream(place.root);
    await project.catchUp(never);
    assert.ok(has(project, 'func:src.dairy.cream.skim'));

    watchers[0]?.emit('error', Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    const { watcher } = project.state();
    assert.equal(watcher.enabled, false);
    assert.match(
      watcher.backend,
      /^polling, the tree is looked at when a question comes: .*max_user_watches/,
    );
    appendFileSync(join(place.root, 'src/dairy/churn.py'), '\n\ndef stop(): ...\n');
    await project.catchUp(never);
    assert.ok(has(project, 'func:src.dairy.churn.stop'));
  });

  test('that shall not be watched says so, and misses nothing', async () => {
    const project = await open(place, { stays: false });
    assert.deepEqual(project.state().watcher, {
      enabled: false,
      backend: 'off: the tree is looked at when a question comes',
    });
    addCream(place.root);
    await project.catchUp(never);
    assert.ok(has(project, 'func:src.dairy.cream.skim'));
  });

  test('says when its settings have changed, which are read at the next start', async () => {
    const project = await open(place);
    await until(() => project.state().watcher.enabled);
    writeFileSync(join(place.root, 'kg-memory.toml'), 'source_dirs = "src"\n');
    await until(() => project.state().notes.length > 0);
    assert.match(project.state().notes.join(), /kg-memory\.toml has changed; its settings are read when/);
  });
});

/** Writes until the disk is full. */
function fill(file: string): void {
  for (const size of [4096, 1]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch (error) {
      assert.match(String(error), /ENOSPC/);
    }
  }
}

/** A clock that is right until somebody sets it. */
class Hands implements Clock {
  #offset = 0;

  now(): number {
    return Date.now() + this.#offset;
  }

  elapsed(): number {
    return performance.now();
  }

  jump(ms: number): void {
    this.#offset += ms;
  }
}
