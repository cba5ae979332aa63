/**
 * What the system's events make a follower look at, over real folders and the real watcher: single files when that is enough,
 * the whole tree when something came or went, one run for a burst, nothing for what is ignored, and looking around when the
 * watcher is lost. Each test waits for runs, never for time; on systems whose events come late it only takes longer.
 */
import assert from 'node:assert/strict';
import {
  appendFileSync,
  type FSWatcher,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { type DocumentScan, findDocuments } from '../../../src/code/documents/which.js';
import { type Scan, scanProject } from '../../../src/code/scan.js';
import { type Followed, Follower } from '../../../src/code/watch/follower.js';
import { addToTree, makeTree, removeTree } from '../../support/tree.js';
import { until } from '../../support/until.js';

const SHIPYARD = {
  'src/yard/__init__.py': '',
  'src/yard/keel.py': 'def lay(): ...\n',
  'src/yard/mast.py': 'def step(): ...\n',
  'src/yard/rig/__init__.py': '',
  'src/yard/rig/sail.py': 'def hoist(): ...\n',
  '.gitignore': 'drift/\n*_made.py\n',
  'drift/wood.py': '',
  'node_modules/pump/pump.py': '',
};
const never = new AbortController().signal;

/** A project that is no more than its files: a run is a look, and is written down. */
class Yard {
  readonly root: string;
  readonly runs: (readonly string[] | undefined)[] = [];
  readonly settings: string[] = [];
  readonly watchers: FSWatcher[] = [];
  readonly watched: string[] = [];
  /** How many watches there are. */
  open = 0;
  scan: Scan;
  documentScan: DocumentScan;
  isRefusing = false;
  /** What runs wait for. */
  held: Promise<void> | undefined;
  readonly follower: Follower;

  constructor(root = makeTree(SHIPYARD), isRecursive = false) {
    this.root = root;
    this.scan = scanProject({ root, sourceDirs: undefined });
    this.documentScan = findDocuments(root, {});
    this.follower = new Follower(this.followed(), undefined, {
      isRecursive,
      watchFolder: (...args) => {
        const watcher = watch(...args);
        this.watched.push(String(args[0]));
        this.watchers.push(watcher);
        watcher.on('close', () => this.open--);
        this.open++;
        return watcher;
      },
    });
  }

  followed(): Followed {
    return {
      root: this.root,
      scan: () => this.scan,
      documents: () => this.documentScan,
      isIndexed: (path) => this.has(path),
      troubledPaths: () => new Set(this.scan.problems.map(({ path }) => path)),
      settingsChanged: (path) => this.settings.push(path),
      run: async (paths) => {
        if (this.isRefusing) throw new Error('not now');
        await this.held;
        this.runs.push(paths);
        this.scan = scanProject({ root: this.root, sourceDirs: undefined });
        this.documentScan = findDocuments(this.root, {});
      },
    };
  }

  documents(): string[] {
    return this.documentScan.files.map((file) => file.path);
  }

  has(path: string): boolean {
    return this.scan.files.some((file) => file.path === path);
  }

  at(path: string): string {
    return join(this.root, path);
  }

  /** The runs that a change brings about, when all of it has been heard of. */
  async runsAfter(change: () => void, isDone = () => this.runs.length > 0): Promise<typeof this.runs> {
    await this.follower.settle(never, Number.POSITIVE_INFINITY);
    this.runs.length = 0;
    change();
    await until(isDone);
    await this.follower.settle(never, Number.POSITIVE_INFINITY);
    return this.runs;
  }
}

describe('a follower', () => {
  let yard: Yard;
  beforeEach(async () => {
    yard = new Yard();
    await yard.follower.start();
  });
  afterEach(() => {
    yard.follower.close();
    removeTree(yard.root);
  });

  test('watches folders and no files, and none that is ignored or skipped', () => {
    assert.deepEqual(yard.follower.state, { kind: 'watching', folders: 4 });
    const folders = ['', 'src', 'src/yard', 'src/yard/rig'];
    assert.deepEqual(
      yard.watched.sort(),
      folders.map((folder) => yard.at(folder)),
    );
  });

  test('says whether what it has heard of is in the graph, and lets nobody wait for a mere look', async () => {
    let release = (): void => undefined;
    yard.held = new Promise((resolve) => {
      release = resolve;
    });
    const look = yard.follower.look();
    assert.equal(await yard.follower.settle(never, Number.POSITIVE_INFINITY), true);
    release();
    await look;

    yard.held = new Promise((resolve) => {
      release = resolve;
    });
    appendFileSync(yard.at('src/yard/keel.py'), '# oak\n');
    const isIn = (): Promise<boolean> => yard.follower.settle(never, 0);
    // Elsewhere than on Linux the event takes a while.
    while (await isIn()) assert.ok(yard.has('src/yard/keel.py'));
    assert.equal(await isIn(), false, 'as long as it takes');
    release();
    assert.equal(await yard.follower.settle(never, Number.POSITIVE_INFINITY), true);
    assert.ok(yard.runs.flat().includes('src/yard/keel.py'));
  });

  test('looks at a file that was written, and at no other', async () => {
    const runs = await yard.runsAfter(() => appendFileSync(yard.at('src/yard/keel.py'), '# oak\n'));
    assert.deepEqual(new Set(runs.flat()), new Set(['src/yard/keel.py']));
  });

  test('looks at a file that an editor has put in the place of the old one', async () => {
    const runs = await yard.runsAfter(() => {
      writeFileSync(yard.at('src/yard/keel.py.tmp'), 'def lay(oak): ...\n');
      renameSync(yard.at('src/yard/keel.py.tmp'), yard.at('src/yard/keel.py'));
    });
    assert.deepEqual(new Set(runs.flat()), new Set(['src/yard/keel.py']));
  });

  test('looks at a file that is gone', async () => {
    const runs = await yard.runsAfter(() => rmSync(yard.at('src/yard/mast.py')));
    assert.deepEqual(new Set(runs.flat()), new Set(['src/yard/mast.py']));
  });

  test('looks around when a source outside the source dirs is gone, however deep it lay', async () => {
    const saw = 'tools/bench/saw.py';
    await yard.runsAfter(
      () => addToTree(yard.root, { [saw]: '' }),
      () => yard.scan.outsideFiles.includes(saw),
    );
    const runs = await yard.runsAfter(() => rmSync(yard.at(saw)));
    assert.deepEqual(new Set(runs), new Set([undefined]));
    assert.ok(!yard.scan.outsideFiles.includes(saw));
  });

  test('finds files in folders in folders that have just been made, and hears of them from then on', async () => {
    await yard.runsAfter(
      () => addToTree(yard.root, { 'src/yard/deck/aft/__init__.py': '', 'src/yard/deck/aft/winch.py': '' }),
      () => yard.has('src/yard/deck/aft/winch.py'),
    );
    const runs = await yard.runsAfter(() =>
      appendFileSync(yard.at('src/yard/deck/aft/winch.py'), '# brass\n'),
    );
    assert.deepEqual(new Set(runs.flat()), new Set(['src/yard/deck/aft/winch.py']));
  });

  test('follows a folder to its new name', async () => {
    await yard.runsAfter(
      () => renameSync(yard.at('src/yard/rig'), yard.at('src/yard/rigging')),
      () => yard.has('src/yard/rigging/sail.py'),
    );
    assert.ok(!yard.has('src/yard/rig/sail.py'));
    const runs = await yard.runsAfter(() => appendFileSync(yard.at('src/yard/rigging/sail.py'), '# linen\n'));
    assert.deepEqual(new Set(runs.flat()), new Set(['src/yard/rigging/sail.py']));
  });

  test('hears of what happens in a folder that was replaced by another of its name', async () => {
    for (let time = 0; time < 3; time++) {
      await yard.runsAfter(() => {
        rmSync(yard.at('src/yard/rig'), { recursive: true });
        addToTree(yard.root, { 'src/yard/rig/__init__.py': '', 'src/yard/rig/sail.py': '' });
      });
      const runs = await yard.runsAfter(() => appendFileSync(yard.at('src/yard/rig/sail.py'), '# linen\n'));
      assert.deepEqual(new Set(runs.flat()), new Set(['src/yard/rig/sail.py']));
    }
  });

  test('follows more and more folders', async () => {
    for (let dock = 0; dock < 30; dock++) {
      await yard.runsAfter(
        () => addToTree(yard.root, { [`src/yard/dock${dock}/gate.py`]: '' }),
        () => yard.has(`src/yard/dock${dock}/gate.py`),
      );
    }
    assert.deepEqual(yard.follower.state, { kind: 'watching', folders: 34 });
    for (const dock of [0, 29]) {
      const gate = `src/yard/dock${dock}/gate.py`;
      const runs = await yard.runsAfter(() => appendFileSync(yard.at(gate), '# shut\n'));
      assert.deepEqual(new Set(runs.flat()), new Set([gate]));
    }
  });

  test('makes one run of 5,000 files that are written at once', async () => {
    const names = Array.from({ length: 5000 }, (_, plank) => `src/yard/planks/plank${plank}.py`);
    const texts = Object.fromEntries(names.map((name) => [name, 'def saw(): ...\n']));
    await yard.runsAfter(
      () => addToTree(yard.root, texts),
      () => yard.has(names.at(-1) ?? ''),
    );
    const runs = await yard.runsAfter(() => {
      for (const name of names) writeFileSync(yard.at(name), 'def saw(length): ...\n');
    });
    assert.deepEqual(runs, [undefined]);
  });

  for (const [file, text] of [
    ['.gitignore', 'mast.py\n'],
    ['pyproject.toml', '[project]\nname = "yard"\n'],
    ['kg-memory.toml', 'source_dirs = "src"\n'],
  ] as const) {
    test(`looks at the whole tree when ${file} was written`, async () => {
      const runs = await yard.runsAfter(() => writeFileSync(yard.at(file), text));
      assert.ok(runs.length > 0 && runs.every((paths) => paths === undefined), JSON.stringify(runs));
      assert.equal(yard.has('src/yard/mast.py'), file !== '.gitignore');
      assert.deepEqual([...new Set(yard.settings)], file === 'kg-memory.toml' ? [file] : []);
    });
  }

  test('looks at nothing for what is ignored, and once for an ignored file that is written again and again', async () => {
    await yard.runsAfter(() => writeFileSync(yard.at('src/yard/tables_made.py'), ''));
    const runs = await yard.runsAfter(() => {
      for (let time = 0; time < 3; time++) appendFileSync(yard.at('src/yard/tables_made.py'), '# again\n');
      writeFileSync(yard.at('drift/wood.py'), '# wet\n');
      writeFileSync(yard.at('src/yard/notes.txt'), 'tar the hull\n');
      mkdirSync(yard.at('src/yard/__pycache__'));
      appendFileSync(yard.at('src/yard/keel.py'), '# oak\n');
    });
    assert.deepEqual(new Set(runs.flat()), new Set(['src/yard/keel.py']));
    await yard.runsAfter(
      () => writeFileSync(yard.at('.gitignore'), ''),
      () => yard.has('src/yard/tables_made.py'),
    );
  });

  test('looks around when what a folder was left out for is gone from it, and at nothing else in it', async () => {
    for (const [marker, text] of [
      ['src/yard/rig/pyvenv.cfg', ''],
      ['src/yard/rig/CACHEDIR.TAG', 'Signature: 8a477f597d28d172789f06886806bc55'],
      ['src/yard/rig/.git', 'gitdir: ../../../.git/worktrees/rig'],
    ] as const) {
      await yard.runsAfter(
        () => writeFileSync(yard.at(marker), text),
        () => !yard.has('src/yard/rig/sail.py'),
      );
      const runs = await yard.runsAfter(() => {
        appendFileSync(yard.at('src/yard/rig/sail.py'), '# linen\n');
        writeFileSync(yard.at('src/yard/rig/rope.py'), '');
        appendFileSync(yard.at('src/yard/keel.py'), '# oak\n');
      });
      assert.deepEqual(new Set(runs.flat()), new Set(['src/yard/keel.py']));
      await yard.runsAfter(
        () => rmSync(yard.at(marker)),
        () => yard.has('src/yard/rig/sail.py'),
      );
    }
  });

  test('looks around when a folder of copies becomes a package', async () => {
    await yard.runsAfter(
      () =>
        addToTree(yard.root, {
          'setup.py': '',
          'build/plank.py': '',
          'src/setup.py': '',
          'src/build/plank.py': '',
        }),
      () => yard.scan.closed.has('src/build'),
    );
    await yard.runsAfter(
      () => writeFileSync(yard.at('src/build/__init__.py'), ''),
      () => yard.has('src/build/plank.py'),
    );
  });

  test('looks around when a folder takes the place of a file that was left out', async () => {
    await yard.runsAfter(() => {
      writeFileSync(yard.at('src/yard/deck_made.py'), '');
      writeFileSync(yard.at('src/yard/deck'), 'a list of planks');
    });
    await yard.runsAfter(
      () => {
        rmSync(yard.at('src/yard/deck'));
        addToTree(yard.root, { 'src/yard/deck/plank.py': '' });
      },
      () => yard.has('src/yard/deck/plank.py'),
    );
  });

  test('looks around when a link is set elsewhere, and when a source outside has come and gone', async () => {
    addToTree(yard.root, { 'tools/saw.py': '', 'tools/plane.py': '' });
    const link = yard.at('src/yard/tool.py');
    await yard.runsAfter(
      () => symlinkSync('../../tools/saw.py', link),
      () => yard.has('tools/saw.py'),
    );
    await yard.runsAfter(
      () => {
        rmSync(link);
        symlinkSync('../../tools/plane.py', link);
      },
      () => yard.has('tools/plane.py') && !yard.has('tools/saw.py'),
    );
    await yard.runsAfter(
      () => writeFileSync(yard.at('tools/file.py'), ''),
      () => yard.scan.outsideFiles.includes('tools/file.py'),
    );
    const runs = await yard.runsAfter(() => {
      appendFileSync(yard.at('tools/file.py'), '# steel\n');
      appendFileSync(yard.at('src/yard/keel.py'), '# oak\n');
    });
    assert.deepEqual(new Set(runs.flat()), new Set(['src/yard/keel.py']));
    await yard.runsAfter(
      () => rmSync(yard.at('tools/file.py')),
      () => !yard.scan.outsideFiles.includes('tools/file.py'),
    );
  });

  test('looks around for records wherever they lie, and when a text becomes one', async () => {
    await yard.runsAfter(
      () =>
        addToTree(yard.root, {
          '.gitignore': 'docs/\ndrift/\n*_made.py\n',
          'docs/adr/0001-oak.md': '# Oak\n',
        }),
      () => yard.documents().length === 1,
    );
    await yard.runsAfter(
      () => writeFileSync(yard.at('docs/adr/pine.md'), 'Some words.\n'),
      () => yard.runs.length > 0,
    );
    const record = '# Pine\n\n## Status\n\nAccepted\n\n## Context\n\nMasts.\n\n## Decision\n\nPine.\n';
    await yard.runsAfter(
      () => writeFileSync(yard.at('docs/adr/pine.md'), record),
      () => yard.documents().length === 2,
    );
    await yard.runsAfter(
      () => addToTree(yard.root, { 'log/0001-tar.md': '# Tar\n', '.adr-dir': 'log\n' }),
      () => yard.documents().includes('log/0001-tar.md'),
    );
  });

  test('hears of a file in an ignored folder that a link leads to', async () => {
    await yard.runsAfter(
      () => symlinkSync('../../drift/wood.py', yard.at('src/yard/wood.py')),
      () => yard.has('drift/wood.py'),
    );
    const runs = await yard.runsAfter(() => appendFileSync(yard.at('drift/wood.py'), '# dry\n'));
    assert.ok(runs.flat().every((path) => path === 'drift/wood.py' || path === undefined));
  });

  test('has heard of all that was saved before it is asked', {
    skip: process.platform !== 'linux',
  }, async () => {
    for (let time = 0; time < 50; time++) {
      yard.runs.length = 0;
      appendFileSync(yard.at('src/yard/keel.py'), '# oak\n');
      await yard.follower.settle(never, Number.POSITIVE_INFINITY);
      assert.deepEqual(new Set(yard.runs.flat()), new Set(['src/yard/keel.py']));
      addToTree(yard.root, { [`src/yard/bolt${time}.py`]: '' });
      await yard.follower.settle(never, Number.POSITIVE_INFINITY);
      assert.ok(yard.has(`src/yard/bolt${time}.py`));
    }
  });

  test('hears of patterns in the folder of git and around the root', async () => {
    const top = makeTree({
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/info/exclude': '',
      'yard/src/hull.py': '',
    });
    const inner = new Yard(join(top, 'yard'));
    try {
      await inner.follower.start();
      for (const file of ['.git/info/exclude', '.gitignore']) {
        writeFileSync(join(top, file), 'hull.py\n');
        await inner.follower.settle(never, Number.POSITIVE_INFINITY);
        assert.ok(!inner.has('src/hull.py'), file);
        writeFileSync(join(top, file), '');
        await inner.follower.settle(never, Number.POSITIVE_INFINITY);
        assert.ok(inner.has('src/hull.py'), file);
      }
      inner.runs.length = 0;
      addToTree(top, { 'quay/crane.py': '', 'rope.txt': '', '.git/info/refs': '' });
      await inner.follower.settle(never, Number.POSITIVE_INFINITY);
      assert.deepEqual(inner.runs, []);
    } finally {
      inner.follower.close();
      removeTree(top);
    }
  });

  test('does not claim to hear of a root that is gone, and hears of it when a look has found it again', async () => {
    await yard.runsAfter(
      () => rmSync(yard.root, { recursive: true }),
      () => !yard.follower.isWatching,
    );
    addToTree(yard.root, SHIPYARD);
    await yard.follower.look();
    assert.ok(yard.follower.isWatching);
    const runs = await yard.runsAfter(() => appendFileSync(yard.at('src/yard/keel.py'), '# oak\n'));
    assert.deepEqual(new Set(runs.flat()), new Set(['src/yard/keel.py']));
  });

  test('tries again what could not be looked at', async () => {
    yard.isRefusing = true;
    addToTree(yard.root, { 'src/yard/oar.py': '' });
    await yard.follower.settle(never, Number.POSITIVE_INFINITY);
    yard.isRefusing = false;
    await yard.follower.settle(never, Number.POSITIVE_INFINITY);
    assert.ok(yard.has('src/yard/oar.py'));
  });

  for (const [code, words] of [
    ['ENOSPC', /no more watches \(ENOSPC; raise fs\.inotify\.max_user_watches\)/],
    ['EMFILE', /no more watchers or open files \(EMFILE/],
    ['EIO', /^EIO$/],
  ] as const) {
    test(`says that it polls, and why, when the system refuses with ${code}`, async () => {
      yard.watchers[0]?.emit('error', Object.assign(new Error('refused'), { code }));
      const { state } = yard.follower;
      assert.match(state.kind === 'polling' ? state.reason : '', words);
      await until(() => yard.open === 0);
    });
  }
});

test('a follower with one watch for the whole tree, as on macOS and Windows, hears of the same', async () => {
  const yard = new Yard(undefined, true);
  try {
    await yard.follower.start();
    assert.deepEqual(yard.watched, [yard.root]);
    await yard.runsAfter(() => appendFileSync(yard.at('src/yard/keel.py'), '# oak\n'));
    await yard.runsAfter(
      () => addToTree(yard.root, { 'src/yard/deck/winch.py': '' }),
      () => yard.has('src/yard/deck/winch.py'),
    );
    const runs = await yard.runsAfter(() => {
      writeFileSync(yard.at('drift/wood.py'), '# wet\n');
      appendFileSync(yard.at('src/yard/deck/winch.py'), '# brass\n');
    });
    assert.deepEqual(new Set(runs.flat()), new Set(['src/yard/deck/winch.py']));
  } finally {
    yard.follower.close();
    removeTree(yard.root);
  }
});
