/**
 * Histories of projects that look like real ones: edits, renames, branch switches, ignores, import roots, packages that come
 * and go, stubs, notebooks, other source dirs after a new start. After each step the graph equals a clean build of the same
 * disk, byte for byte as it is exported. A failing script says its seed; KG_TEST_SEED runs one, KG_TEST_RUNS more of them.
 */
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { graphAsJson } from '../../src/cli/graph-json.js';
import { Indexer } from '../../src/code/indexer.js';
import { ParsePool } from '../../src/code/parse-pool.js';
import { openSnapshot, writeSnapshot } from '../../src/code/snapshot.js';
import { makeTree, removeTree } from '../support/tree.js';

const RUNS = Number(process.env.KG_TEST_RUNS ?? 6);
const ONE_SEED = process.env.KG_TEST_SEED;
const STEPS = 12;

const pool = new ParsePool();
after(() => pool.close());

describe('after every step of a history the graph is that of a clean build', () => {
  for (const name of ['bakery', 'harbour']) {
    const seeds = ONE_SEED === undefined ? Array.from({ length: RUNS }, (_, i) => i + 1) : [Number(ONE_SEED)];
    for (const seed of seeds) {
      test(`${name}, seed ${seed}`, async () => {
        const root = makeTree();
        try {
          await live(root, name, seed);
        } finally {
          removeTree(root);
        }
      });
    }
  }
});

async function live(root: string, name: string, seed: number): Promise<void> {
  const history = new History(root, seed);
  history.checkOut(path.resolve('fixtures/projects', name));
  let indexer = history.indexer();
  await indexer.update();
  for (let step = 1; step <= STEPS; step++) {
    const { did, isRestart, paths } = history.step();
    if (isRestart) indexer = await restarted(indexer, history, path.join(root, '.snapshot'));
    if (paths !== undefined) await indexer.update({ paths });
    const { relinked } = await indexer.update();
    const clean = history.indexer();
    await clean.update();
    const files = clean.files.size;
    assert.ok(relinked <= files, `${relinked} of ${files} files were linked`);
    assert.equal(exported(indexer), exported(clean), `seed ${seed}, step ${step}: ${did}`);
    assert.deepEqual(indexer.problems(), clean.problems(), `seed ${seed}, step ${step}: ${did}`);
  }
}

/** Another process: what is known comes from a snapshot, and the settings may be others. */
async function restarted(indexer: Indexer, history: History, file: string): Promise<Indexer> {
  await writeSnapshot(file, indexer.snapshotContent());
  const opened = openSnapshot(file);
  assert.equal(opened.kind, 'ok');
  const next = history.indexer();
  if (opened.kind === 'ok') assert.ok(next.restore(opened.snapshot));
  return next;
}

function exported(indexer: Indexer): string {
  const { view } = indexer;
  assert.ok(view);
  return [...graphAsJson(view)].join('').replaceAll('},{', '},\n{');
}

interface Step {
  readonly did: string;
  readonly isRestart?: boolean;
  /** Files that a watcher would name. */
  readonly paths?: readonly string[];
}

/** A tree and what happens to it. */
class History {
  readonly #root: string;
  readonly #random: () => number;
  #sourceDirs: readonly string[] | undefined;
  /** Whole trees that were left behind: what lay where. */
  readonly #branches: ReadonlyMap<string, string>[] = [];

  constructor(root: string, seed: number) {
    this.#root = root;
    this.#random = randomFrom(seed);
  }

  indexer(): Indexer {
    return new Indexer({ root: this.#root, sourceDirs: this.#sourceDirs, pool });
  }

  checkOut(from: string): void {
    cpSync(from, this.#root, { recursive: true });
    this.#branches.push(this.#texts());
  }

  step(): Step {
    const acts = [
      () => this.#edit(),
      () => this.#edit(),
      () => this.#edit(),
      () => this.#add(),
      () => this.#remove(),
      () => this.#rename(),
      () => this.#renameFolder(),
      () => this.#switchBranch(),
      () =>
        this.#toggle(
          '.gitignore',
          this.#pick(['*_ignored.py\nwinch.py\nstore/\n', 'order.py\ngear/\n!order.py\n', 'src/*\n']),
        ),
      () =>
        this.#toggle(
          this.#pick(['pyproject.toml', 'src/pyproject.toml']),
          this.#pick([
            '[tool.setuptools]\npackage-dir = {"" = "src/bakery"}\n',
            '[tool.setuptools.packages.find]\nwhere = ["gear", "src"]\n',
            '[tool.broken\n',
          ]),
        ),
      () =>
        this.#toggle(
          path.join(this.#pick(this.#folders()), '__init__.py'),
          this.#pick(['', 'from .order import *\n', 'from . import winch\n']),
        ),
      () => this.#stub(),
      () => this.#notebook(),
      () => this.#document(),
      () => this.#restart(),
      () => this.#restart(),
    ];
    return this.#pick(acts)();
  }

  #edit(): Step {
    const file = this.#pick(this.#sources());
    const lines = this.#read(file).split('\n');
    const at = Math.floor(this.#random() * lines.length);
    const kind = this.#pick(['cut', 'insert', 'append', 'break', 'swap', 'touch']);
    if (kind === 'cut') lines.splice(at, 1 + Math.floor(this.#random() * 6));
    else if (kind === 'insert') lines.splice(at, 0, '');
    else if (kind === 'append') lines.push(...this.#code());
    else if (kind === 'break') lines[at] = `${lines[at]} (`;
    else if (kind === 'swap') {
      const other = this.#read(this.#pick(this.#sources())).split('\n');
      lines.splice(at, lines.length, ...other.slice(at));
    }
    this.#write(file, lines.join('\n'));
    return { did: `${kind} in ${file}`, paths: [file] };
  }

  /** Some statements that reach into whatever modules there are. */
  #code(): string[] {
    const other = this.#pick(this.#sources());
    const dotted = other
      .replace(/^src\//, '')
      .replace(/(?:\/__init__)?\.\w+$/, '')
      .replaceAll('/', '.');
    const names = [...this.#read(other).matchAll(/^(?:class|def) (\w+)/gm)].map(([, name = '']) => name);
    const name = names.length === 0 ? 'nothing' : this.#pick(names);
    return this.#pick([
      [`from ${dotted} import ${name}`, `${name}()`, `made = ${name}()`, 'made.bake()'],
      [`import ${dotted} as module`, `module.${name}()`],
      [`from ${dotted} import *`],
      [`class ${name}Again(${name}):`, '    def bake(self):', '        return super().bake()'],
      [`def ${name}(given: "${name}") -> "${name}":`, `    return given.${name}()`],
      ['__all__ = ["bake"]'],
    ]);
  }

  #add(): Step {
    const file = path.posix.join(
      this.#pick(this.#folders()),
      this.#pick(['fresh.py', 'order.py', 'winch.py', 'store.py', '__main__.py', 'random_ignored.py']),
    );
    this.#write(file, `${this.#code().join('\n')}\n`);
    return { did: `add ${file}`, paths: [file] };
  }

  #remove(): Step {
    const file = this.#pick(this.#sources());
    rmSync(path.join(this.#root, file));
    return { did: `remove ${file}`, paths: [file] };
  }

  #rename(): Step {
    const from = this.#pick(this.#sources());
    const to = path.posix.join(
      this.#pick(this.#folders()),
      this.#pick([path.basename(from), 'moved.py', '__init__.py']),
    );
    renameSync(path.join(this.#root, from), path.join(this.#root, to));
    return { did: `rename ${from} to ${to}`, paths: [to, from] };
  }

  #renameFolder(): Step {
    const folders = this.#folders().filter((folder) => folder !== '.');
    if (folders.length === 0) return this.#edit();
    const from = this.#pick(folders);
    const to = path.posix.join(
      path.dirname(from),
      this.#pick(['store', 'gear', 'kitchen', `${path.basename(from)}-stubs`]),
    );
    if (existsSync(path.join(this.#root, to))) return this.#edit();
    renameSync(path.join(this.#root, from), path.join(this.#root, to));
    return { did: `rename folder ${from} to ${to}` };
  }

  /** Everything is what it was on another branch, or a new branch begins. */
  #switchBranch(): Step {
    const now = this.#texts();
    const next = this.#pick(this.#branches);
    this.#branches.push(now);
    for (const file of now.keys()) if (!next.has(file)) rmSync(path.join(this.#root, file));
    for (const [file, text] of next) if (now.get(file) !== text) this.#write(file, text);
    return { did: 'switch branch' };
  }

  #toggle(file: string, text: string): Step {
    const isThere = existsSync(path.join(this.#root, file));
    if (isThere && this.#random() < 0.6) rmSync(path.join(this.#root, file));
    else this.#write(file, text);
    return { did: `${isThere ? 'change' : 'add'} ${file}` };
  }

  #stub(): Step {
    const stubs = this.#sources().filter((file) => file.endsWith('.pyi'));
    if (stubs.length > 0 && this.#random() < 0.4) {
      const file = this.#pick(stubs);
      rmSync(path.join(this.#root, file));
      return { did: `remove ${file}`, paths: [file] };
    }
    const source = this.#pick(this.#sources().filter((file) => file.endsWith('.py')));
    const text = this.#read(source)
      .replace(/^( *)(async def|def) (\w+)\(self[^)]*\).*:$/gm, '$1$2 $3(self, *args: object) -> "Oven": ...')
      .split('\n')
      .filter(
        (line) =>
          /^(?:import|from|class| *(?:async )?def)\b/.test(line) &&
          (line.endsWith('...') || !line.includes('def ')),
      );
    this.#write(`${source}i`, `${text.join('\n')}\n${this.#code().join('\n')}\n`);
    return { did: `stub of ${source}`, paths: [`${source}i`] };
  }

  #notebook(): Step {
    const file = path.posix.join(this.#pick(this.#folders()), this.#pick(['sales.ipynb', 'order.ipynb']));
    const source = ['%matplotlib inline', ...this.#code(), 'def chart():', '    return 1'].map(
      (line) => `${line}\n`,
    );
    const text = JSON.stringify({ cells: [{ cell_type: 'code', source }], metadata: {} }, null, 1);
    this.#write(file, this.#random() < 0.2 ? text.slice(0, -20) : text);
    return { did: `notebook ${file}`, paths: [file] };
  }

  #document(): Step {
    const known = this.#files().filter((file) => file.endsWith('.md'));
    const file = this.#pick([...known, 'docs/adr/0003-later.md', 'AGENTS.md']);
    const text = existsSync(path.join(this.#root, file))
      ? this.#read(file)
      : '# 3. Later\n\n## Status\n\nAccepted\n';
    const about = this.#code()
      .map((line) => `\`${line}\``)
      .join(' ');
    const named = `\n## Decision\n\nSee \`${this.#pick(this.#sources())}\` and ${about}, ADR-0001.\n`;
    const lines = `${text}${named}`.split('\n');
    lines.splice(Math.floor(this.#random() * lines.length), Math.floor(this.#random() * 4));
    this.#write(file, lines.join('\n'));
    return { did: `document ${file}`, paths: [file] };
  }

  #restart(): Step {
    this.#sourceDirs = this.#pick([
      undefined,
      ['src'],
      ['.'],
      ['src/bakery', 'tests'],
      ['gear'],
      ['nowhere'],
    ]);
    if (this.#random() < 0.5) this.#edit();
    return { did: `start anew with ${this.#sourceDirs ?? 'no source dirs'}`, isRestart: true };
  }

  #pick<Value>(values: readonly Value[]): Value {
    if (values.length === 0) throw new Error('there is nothing to pick from');
    return values[Math.floor(this.#random() * values.length)] as Value;
  }

  #read(file: string): string {
    return readFileSync(path.join(this.#root, file), 'utf8');
  }

  #write(file: string, text: string): void {
    const location = path.join(this.#root, file);
    mkdirSync(path.dirname(location), { recursive: true });
    writeFileSync(location, text);
  }

  #files(): string[] {
    return readdirSync(this.#root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.snapshot'))
      .map((entry) =>
        path.relative(this.#root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'),
      )
      .sort();
  }

  #texts(): ReadonlyMap<string, string> {
    return new Map(this.#files().map((file) => [file, this.#read(file)]));
  }

  /** There is always one. */
  #sources(): string[] {
    const found = this.#files().filter((file) => /\.pyi?$/.test(file));
    if (found.some((file) => file.endsWith('.py'))) return found;
    this.#write('last.py', 'def bake():\n    pass\n');
    return ['last.py'];
  }

  #folders(): string[] {
    return [...new Set(this.#files().map((file) => path.posix.dirname(file)))];
  }
}

/** Numbers in [0, 1) from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
