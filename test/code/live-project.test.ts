/** One project while it lives: catching up, staying fresh, surviving a bad snapshot and a disk that refuses. */
import assert from 'node:assert/strict';
import { appendFileSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { OpenOptions } from '../../src/code/live-project.js';
import { ParsePool } from '../../src/code/parse-pool.js';
import type { IndexProgress, Project } from '../../src/code/project-face.js';
import { stateLine } from '../../src/code/render/state-line.js';
import { openSnapshot } from '../../src/code/snapshot.js';
import { systemClock } from '../../src/kernel/clock.js';
import { KgError } from '../../src/kernel/errors.js';
import { openQuietly } from '../support/open-quietly.js';
import { addToTree, makeTree, removeTree } from '../support/tree.js';

const BAKERY = {
  'src/shop/__init__.py': 'from .oven import Oven\n',
  'src/shop/oven.py': 'class Oven:\n    """Bakes."""\n\n    def bake(self):\n        return 1\n',
  'src/shop/till.py': 'from shop import Oven\n\n\ndef sell():\n    return Oven().bake()\n',
};

const never = new AbortController().signal;

describe('a live project', () => {
  let root: string;
  let cache: string;
  const opened: Project[] = [];
  beforeEach(() => {
    root = makeTree(BAKERY);
    cache = makeTree();
  });
  afterEach(async () => {
    for (const project of opened.splice(0)) await project.close();
    removeTree(root);
    removeTree(cache);
  });

  function start(indexFile = join(root, '.kg-index.json'), more: Partial<OpenOptions> = {}): Project {
    const project = openQuietly({ root, indexFile, userCacheFolder: cache, watchEnabled: true }, more);
    opened.push(project);
    return project;
  }

  async function open(indexFile?: string): Promise<Project> {
    const project = start(indexFile);
    await project.whenReady(never, () => undefined, Number.POSITIVE_INFINITY);
    return project;
  }

  /** Closes and opens again: a start from the snapshot. */
  async function reopen(project: Project): Promise<Project> {
    await project.close();
    return open();
  }

  function has(project: Project, id: string): boolean {
    return project.view()?.find(id) !== undefined;
  }

  function callers(project: Project, id: string): string[] {
    const view = project.view();
    const node = view?.find(id);
    if (view === undefined || node === undefined) return [];
    return view
      .incoming(node)
      .filter((edge) => view.edgeType(edge) === 'calls')
      .map((edge) => view.id(view.source(edge)));
  }

  test('is saved and gives up the role of the writer when it is closed while questions come', async () => {
    const project = start(undefined, { stays: true });
    await project.whenReady(never, () => undefined, Number.POSITIVE_INFINITY);
    await project.settle(never);
    appendFileSync(join(root, 'src/shop/oven.py'), '\ndef clean(): ...\n');
    await project.ensureFresh(['src/shop/oven.py'], never);
    let isClosed = false;
    const closing = project.close().finally(() => {
      isClosed = true;
    });
    for (let edit = 0; !isClosed; edit++) {
      utimesSync(join(root, 'src/shop/till.py'), edit, edit);
      await project.ensureFresh(['src/shop/till.py'], never).catch((error: unknown) => {
        assert.ok(error instanceof KgError && error.code === 'cancelled', String(error));
      });
      await setImmediate();
    }
    await closing;
    assert.deepEqual(
      readdirSync(root).filter((name) => name.endsWith('.lock')),
      [],
    );
    const opened = openSnapshot(join(root, '.kg-index.json'));
    assert.equal(opened.kind, 'ok');
    if (opened.kind !== 'ok') return;
    assert.ok(opened.snapshot.graph().view.find('func:src.shop.oven.clean') !== undefined);
    opened.snapshot.close();
  });

  test('does not let an edit wait for a save, and saves both in the end', async () => {
    const project = await open();
    const bun = join(root, 'src/shop/bun.py');
    for (let edit = 0; edit < 5; edit++) {
      appendFileSync(bun, `def glaze_${edit}(): ...\n`);
      await project.catchUp(never);
      const saved = project.settle(never);
      // Somewhere in the midst of saving.
      for (let turn = 0; turn < edit; turn++) await setImmediate();
      appendFileSync(bun, `def frost_${edit}(): ...\n`);
      await project.catchUp(never);
      assert.ok(has(project, `func:src.shop.bun.frost_${edit}`));
      await saved;
    }
    await project.settle(never);
    assert.deepEqual(project.state().notes, []);
    assert.match(readFileSync(join(root, '.kg-index.json'), 'utf8'), /frost_4/);
  });

  test('indexes, saves when closed, and starts from what it saved', async () => {
    const first = await open();
    assert.deepEqual(callers(first, 'func:src.shop.oven.Oven.bake'), ['func:src.shop.till.sell']);
    await first.close();
    const saved = readFileSync(join(root, '.kg-index.json'));

    const phases = new Set<IndexProgress['phase']>();
    const second = await open();
    await second.whenReady(never, ({ phase }) => phases.add(phase), 1000);
    assert.deepEqual(callers(second, 'func:src.shop.oven.Oven.bake'), ['func:src.shop.till.sell']);
    await second.close();
    assert.deepEqual(
      readFileSync(join(root, '.kg-index.json')),
      saved,
      'an unchanged tree is not written again',
    );
  });

  test('catches up with edits, new files and lost files made while it was away', async () => {
    const project = await open();
    await project.close();
    appendFileSync(join(root, 'src/shop/oven.py'), '\n    def cool(self):\n        return self.bake()\n');
    addToTree(root, { 'src/shop/cart.py': 'from shop.till import sell\n\n\ndef push():\n    sell()\n' });
    const again = await open();
    assert.ok(has(again, 'func:src.shop.oven.Oven.cool'));
    assert.deepEqual(callers(again, 'func:src.shop.till.sell'), ['func:src.shop.cart.push']);
    await again.close();
    rmSync(join(root, 'src/shop/cart.py'));
    const last = await open();
    assert.ok(!has(last, 'file:src/shop/cart.py'));
    assert.deepEqual(callers(last, 'func:src.shop.till.sell'), []);
  });

  test('nothing is left of a package when all its files are gone', async () => {
    const project = await open();
    await project.close();
    rmSync(join(root, 'src/shop'), { recursive: true });
    const again = await open();
    assert.equal(again.view()?.nodeCount, 0);
  });

  test('a cited file that has changed is indexed before the answer', async () => {
    const project = await open();
    writeFileSync(join(root, 'src/shop/oven.py'), '# moved\n\nclass Oven:\n    def bake(self): ...\n');
    const { stale } = await project.ensureFresh(['src/shop/oven.py', 'src/shop/unknown.py'], never);
    assert.deepEqual(stale, []);
    const view = project.view();
    const node = view?.find('func:src.shop.oven.Oven.bake');
    assert.equal(node !== undefined && view?.line(node), 4);
    // oven.py itself; those who call bake read nothing that is other than before.
    assert.equal(project.state().lastChange?.files, 1);
    assert.ok((project.state().lastChange?.linked ?? 9) <= 3);
  });

  test('a file that has just come is found by a look that does not wait its turn', async () => {
    const project = await open();
    writeFileSync(join(root, 'src/shop/cellar.py'), 'def ripen(): ...\n');
    await project.catchUp(never);
    assert.ok(has(project, 'func:src.shop.cellar.ripen'));
  });

  test('what is not in the graph yet is said as long as it is not, and no longer', async () => {
    let release = (): void => undefined;
    let held: Promise<void> | undefined;
    const pool = new (class extends ParsePool {
      override async run(...given: Parameters<ParsePool['run']>): Promise<void> {
        await held;
        return super.run(...given);
      }
    })();
    try {
      const project = start(undefined, { pool, stays: true });
      await project.whenReady(never, () => undefined, Number.POSITIVE_INFINITY);
      const said = (stale?: readonly string[]): string => stateLine(project.state(), { stale: stale ?? [] });
      held = new Promise((resolve) => {
        release = resolve;
      });
      addToTree(root, {
        'src/shop/oven.py': `# Lit.\n${BAKERY['src/shop/oven.py']}`,
        'src/shop/shelf.py': 'def stack():\n    return 1\n',
      });
      await project.catchUp(never, 0);
      assert.match(said(), /; this answer is as of|what has changed since may be missing here/);
      assert.doesNotMatch(said(), /0 files changed/);
      const { stale } = await project.ensureFresh(['src/shop/oven.py', 'src/shop/till.py'], never, 0);
      assert.deepEqual(stale, ['src/shop/oven.py']);
      assert.match(said(), /1 file changed since \(`src\/shop\/oven\.py`/, 'in every answer from then on');
      release();
      await project.catchUp(never, Number.POSITIVE_INFINITY);
      assert.match(said(), /; 0 files changed since\.$/);
      assert.ok(has(project, 'func:src.shop.shelf.stack'));
    } finally {
      release();
      pool.close();
    }
  });

  test('an edit that keeps size and time is seen while the time proves nothing', async () => {
    const file = join(root, 'src/shop/till.py');
    const project = await open();
    const before = readFileSync(file, 'utf8');
    const now = new Date();
    utimesSync(file, now, now);
    await project.ensureFresh(['src/shop/till.py'], never);
    writeFileSync(file, before.replace('sell', 'soll'));
    utimesSync(file, now, now);
    await project.ensureFresh(['src/shop/till.py'], never);
    assert.ok(has(project, 'func:src.shop.till.soll'));
  });

  test('an edit that keeps size and an old time is seen, in the open, by a watcher and after a start', async () => {
    const file = join(root, 'src/shop/till.py');
    const old = new Date('2026-01-01T00:00:00Z');
    utimesSync(file, old, old);
    const rename = (from: string, to: string): void => {
      writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
      utimesSync(file, old, old);
    };
    const project = await open();
    rename('sell', 'soll');
    await project.ensureFresh(['src/shop/till.py'], never);
    assert.ok(has(project, 'func:src.shop.till.soll'));
    rename('soll', 'sull');
    await project.catchUp(never);
    assert.ok(has(project, 'func:src.shop.till.sull'));
    await project.close();

    rename('sull', 'syll');
    const watching = start(undefined, { stays: true });
    await watching.whenReady(never, () => undefined, Number.POSITIVE_INFINITY);
    assert.ok(has(watching, 'func:src.shop.till.syll'));
    await watching.catchUp(never);
    rename('syll', 'sill');
    while (!has(watching, 'func:src.shop.till.sill')) await watching.catchUp(never);
  });

  test('files written just before the index are read by the next start, and by none after it', async () => {
    const trays = Array.from({ length: 101 }, (_, tray) => [`src/shop/tray_${tray}.py`, 'ROWS = 4\n']);
    addToTree(root, Object.fromEntries(trays));
    const snapshot = join(root, '.kg-index.json');
    await (await open()).close();
    const written = [readFileSync(snapshot)];
    const clock = { ...systemClock, now: () => Date.now() + 60_000 };
    for (let round = 0; round < 2; round++) {
      const project = start(snapshot, { stays: true, clock });
      await project.whenReady(never, () => undefined, Number.POSITIVE_INFINITY);
      await project.close();
      written.push(readFileSync(snapshot));
    }
    const [first, second, third] = written.map((bytes) => bytes.toString('base64'));
    assert.notEqual(second, first, 'the later look is kept');
    assert.equal(third, second, 'it proves what the first one could not');
  });

  test('a question that has opened the project is not made to look at the tree again', async () => {
    await (await open()).close();
    const asked = systemClock.elapsed();
    const project = await open();
    addToTree(root, { 'src/shop/shelf.py': 'def stack():\n    return 2\n' });
    // A tree that is as it was looked at since the question needs no second look; one of another question does.
    await project.catchUp(never, undefined, asked);
    assert.ok(!has(project, 'func:src.shop.shelf.stack'));
    await project.catchUp(never, undefined, systemClock.elapsed());
    assert.ok(has(project, 'func:src.shop.shelf.stack'));
  });

  test('source lines are given only when they are the indexed ones', async () => {
    const project = await open();
    assert.deepEqual(await project.readSource('src/shop/oven.py', 4, 5), {
      kind: 'text',
      startLine: 4,
      lines: ['    def bake(self):', '        return 1'],
    });
    appendFileSync(join(root, 'src/shop/oven.py'), '# more\n');
    assert.deepEqual(await project.readSource('src/shop/oven.py', 4, 5), { kind: 'changed' });
    assert.deepEqual(await project.readSource('src/shop/no.py', 1, 1), { kind: 'missing' });
  });

  test('a rebuild reports what changed', async () => {
    const project = await open();
    appendFileSync(join(root, 'src/shop/till.py'), '\n\ndef count():\n    return sell()\n');
    const report = await project.reindex({ llm: true }, () => undefined, never);
    assert.deepEqual(report.changes, {
      filesAdded: [],
      filesChanged: ['src/shop/till.py'],
      filesRemoved: [],
      nodesAdded: 1,
      nodesRemoved: 0,
      edgesAdded: 2,
      edgesRemoved: 0,
    });
    assert.match(report.notes.join(), /language model is off/);
    assert.equal(report.files, 3);
  });

  test('a cancelled rebuild leaves the graph as it was', async () => {
    const project = await open();
    const cancel = new AbortController();
    const rebuild = project.reindex({ llm: false }, () => cancel.abort(), cancel.signal);
    await assert.rejects(rebuild, (error) => error instanceof KgError && error.code === 'cancelled');
    assert.ok(has(project, 'func:src.shop.till.sell'));
    await project.close();
    assert.equal(project.state().progress.phase, 'ready');
  });

  test('a rebuild that two wait for outlives one of them', async () => {
    const project = await open();
    const cancel = new AbortController();
    const first = project.reindex({ llm: false }, () => undefined, cancel.signal);
    const second = project.reindex({ llm: false }, () => undefined, never);
    cancel.abort();
    await assert.rejects(first, (error) => error instanceof KgError && error.code === 'cancelled');
    assert.equal((await second).files, 3);
  });

  for (const [what, damage] of [
    ['half of it', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['nothing of it', () => Buffer.alloc(0)],
    ['garbage', () => Buffer.from('{"not": "ours"}\n')],
    ['a flipped byte in the middle', (bytes: Buffer) => flip(bytes, bytes.length >> 1)],
    ['a flipped byte in the first line', (bytes: Buffer) => flip(bytes, 40)],
  ] as const) {
    test(`a snapshot of which ${what} is left is set aside and built anew`, async () => {
      const file = join(root, '.kg-index.json');
      const first = await open();
      await first.close();
      writeFileSync(file, damage(readFileSync(file)));
      const project = await open();
      assert.deepEqual(callers(project, 'func:src.shop.oven.Oven.bake'), ['func:src.shop.till.sell']);
      const { notes } = project.state();
      assert.match(notes.join('\n'), /damaged|version/);
      const last = await reopen(project);
      assert.deepEqual(last.state().notes, []);
    });
  }

  test('damage that no answer has met is found after the start, and the index is built anew', async () => {
    const file = join(root, '.kg-index.json');
    const first = await open();
    await first.close();
    const bytes = readFileSync(file);
    writeFileSync(file, flip(bytes, bytes.indexOf('Bakes.')));
    const project = await open();
    while (project.state().notes.length === 0) await setImmediate();
    assert.match(project.state().notes.join(), /damaged/);
    assert.deepEqual(callers(project, 'func:src.shop.oven.Oven.bake'), ['func:src.shop.till.sell']);
  });

  test('where the index file cannot be written the snapshot is kept in the cache folder', async () => {
    const place = join(root, 'src/shop/oven.py', 'below-a-file.json');
    const project = await open(place);
    await project.close();
    assert.equal(readdirSync(join(cache, 'index')).length, 1);
    const again = await open(place);
    assert.ok(again.state().snapshot?.path.startsWith(cache));
  });

  test('an index file in the place of which a folder lies is a note, and the project works', async () => {
    addToTree(root, { '.kg-index.json/keep.txt': '' });
    const project = await open();
    assert.ok(has(project, 'func:src.shop.till.sell'));
    await project.close();
    assert.ok(project.state().snapshot?.path.startsWith(cache));
    assert.deepEqual(readdirSync(join(root, '.kg-index.json')), ['keep.txt']);
  });

  test('a caller whose patience ends before the first index does gets the definitions there are', async () => {
    const project = start();
    const phases = new Set<IndexProgress['phase']>();
    const ask = (): Promise<void> => project.whenReady(never, ({ phase }) => phases.add(phase), 0);
    while (!phases.has('linking')) await ask();
    await ask();
    const view = project.view();
    assert.ok(view?.find('func:src.shop.oven.Oven.bake') !== undefined);
    await project.whenReady(never, () => undefined, Number.POSITIVE_INFINITY);
    assert.deepEqual(callers(project, 'func:src.shop.oven.Oven.bake'), ['func:src.shop.till.sell']);
  });

  test('a waiting caller can go away', async () => {
    const project = await open();
    const gone = new AbortController();
    gone.abort();
    await assert.rejects(
      project.whenReady(gone.signal, () => undefined, 1000),
      KgError,
    );
  });
});

function flip(bytes: Buffer, at: number): Buffer {
  const flipped = Buffer.from(bytes);
  flipped[at] = (flipped[at] ?? 0) ^ 1;
  return flipped;
}
