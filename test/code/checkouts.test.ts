/**
 * Real checkouts of git under projects that live: a history whose commits are checked out one after another, and worktrees of
 * one repository, each with a server of its own. After each switch the graph comes to equal a clean build of the tree as it
 * then is, byte for byte as it is exported; how long a question waits for that is no matter here.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, describe, test } from 'node:test';
import { graphAsJson } from '../../src/cli/graph-json.js';
import type { GraphView } from '../../src/code/graph.js';
import { Indexer } from '../../src/code/indexer.js';
import { ParsePool } from '../../src/code/parse-pool.js';
import type { Project } from '../../src/code/project-face.js';
import { McpSession } from '../support/mcp-session.js';
import { openQuietly } from '../support/open-quietly.js';
import { createWorkFolder } from '../support/run-bin.js';
import { addToTree, makeTree, removeTree } from '../support/tree.js';
import { until } from '../support/until.js';

const COMMITS = 32;
/** All of them forwards, then some that lie far apart. */
const VISITS = [...Array.from({ length: COMMITS }, (_, commit) => commit), 4, 29, 11, 30, 0, 23, 7, 31];
/** A question waits two seconds for changes, so on a busy machine the first looks may find the graph before. */
const LOOKS_MAX = 10;
const never = new AbortController().signal;

test('a live project follows every checkout of a history, and what is stashed away and back', async () => {
  const root = makeTree();
  const pool = new ParsePool();
  let project: Project | undefined;
  try {
    git(root, ['init', '-q', '-b', 'main']);
    git(root, ['fast-import', '--quiet'], history());
    const commits = git(root, ['rev-list', '--reverse', 'main']).trim().split('\n');
    assert.equal(commits.length, COMMITS);
    git(root, ['checkout', '-q', '--detach', commits[0] ?? '']);
    project = openLive(root);
    await project.whenReady(never, () => undefined, Number.POSITIVE_INFINITY);
    await until(() => project?.state().watcher.enabled === true);
    for (const visit of VISITS) {
      git(root, ['checkout', '-q', '--detach', commits[visit] ?? '']);
      await assertComesTo(project, await cleanBuild(root, pool), `commit ${visit}`);
    }
    appendFileSync(join(root, 'src/mill/wheel.py'), '\n\ndef creak():\n    return Wheel()\n');
    for (const act of [
      ['stash', '-q'],
      ['stash', 'pop', '-q'],
      ['reset', '-q', '--hard'],
    ]) {
      git(root, act);
      await assertComesTo(project, await cleanBuild(root, pool), act.join(' '));
    }
    await project.close();
    assert.equal(git(root, ['status', '--porcelain']), '', 'git does not see the index');
  } finally {
    await project?.close();
    pool.close();
    removeTree(root);
  }
});

describe('worktrees of one repository', () => {
  const work = createWorkFolder('worktrees');
  const sessions: McpSession[] = [];
  afterEach(async () => {
    for (const session of sessions.splice(0)) await session.close();
  });
  after(() => work.remove());

  async function serve(root: string): Promise<McpSession> {
    const session = new McpSession({ cwd: root, home: join(work.path, 'home') });
    sessions.push(session);
    await session.open();
    return session;
  }

  /** Which of the trees' functions a server finds. */
  async function finds(session: McpSession): Promise<readonly string[]> {
    const found: string[] = [];
    for (const name of ['grind_rye', 'grind_oats', 'grind_spelt', 'grind_late']) {
      const { text } = await session.call('kg_search', { query: name, limit: 5 });
      if (text.includes(`func:src.mill.${name}`)) found.push(name);
    }
    return found;
  }

  test('answer each from their own tree, with an index and a lock of their own', async () => {
    const main = join(work.path, 'main');
    addToTree(main, { 'src/mill.py': 'def grind_rye():\n    return 1\n' });
    git(main, ['init', '-q', '-b', 'main']);
    commitAll(main);
    const beside = join(work.path, 'beside');
    const inside = join(main, 'trees/inside');
    git(main, ['worktree', 'add', '-q', '-b', 'oats', beside]);
    git(main, ['worktree', 'add', '-q', '-b', 'spelt', inside]);
    appendFileSync(join(beside, 'src/mill.py'), '\n\ndef grind_oats():\n    return grind_rye()\n');
    appendFileSync(join(inside, 'src/mill.py'), '\n\ndef grind_spelt():\n    return grind_rye()\n');
    commitAll(inside);
    const roots = [main, beside, inside];
    const servers = [await serve(main), await serve(beside), await serve(inside)];

    const answers = (): Promise<readonly (readonly string[])[]> => Promise.all(servers.map(finds));
    assert.deepEqual(await answers(), [
      ['grind_rye'],
      ['grind_rye', 'grind_oats'],
      ['grind_rye', 'grind_spelt'],
    ]);
    for (const server of servers) {
      assert.match((await server.call('kg_status')).text, /this process writes it/, 'each writes its own');
    }

    appendFileSync(join(beside, 'src/mill.py'), '\n\ndef grind_late():\n    return 1\n');
    git(inside, ['checkout', '-q', '--detach', 'main']);
    assert.deepEqual(await answers(), [
      ['grind_rye'],
      ['grind_rye', 'grind_oats', 'grind_late'],
      ['grind_rye'],
    ]);
    for (const session of sessions.splice(0)) assert.equal((await session.close()).code, 0);
    assert.deepEqual(
      roots.map((root) => existsSync(join(root, '.kg-index.json'))),
      [true, true, true],
    );
    assert.match(git(beside, ['status', '--porcelain']), /^ M src\/mill\.py\n$/, 'git sees no index');
    const excludes = readFileSync(join(main, '.git/info/exclude'), 'utf8');
    assert.equal(excludes.split('.kg-index.json\n').length, 2, 'excluded once, for all of them');
  });
});

function openLive(root: string): Project {
  return openQuietly({ root, watchEnabled: true }, { stays: true });
}

async function cleanBuild(root: string, pool: ParsePool): Promise<string> {
  const indexer = new Indexer({ root, sourceDirs: undefined, pool });
  await indexer.update();
  return exported(indexer.view);
}

async function assertComesTo(project: Project, expected: string, what: string): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look++) {
    await project.catchUp(never);
    if (exported(project.view()) === expected) return;
  }
  assert.equal(exported(project.view()), expected, what);
}

function exported(view: GraphView | undefined): string {
  assert.ok(view);
  return [...graphAsJson(view)].join('').replaceAll('},{', '},\n{');
}

function git(folder: string, args: readonly string[], input = ''): string {
  const who = ['-c', 'user.name=miller', '-c', 'user.email=miller@localhost', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8', input });
}

function commitAll(root: string): void {
  git(root, ['add', '-A']);
  git(root, ['commit', '-q', '-m', 'a day at the mill']);
}

/** The whole history for `git fast-import`: what each commit holds, and nothing else. */
function history(): string {
  const commits = Array.from({ length: COMMITS }, (_, commit) => {
    const files = Object.entries(millAt(commit)).map(
      ([path, text]) => `M 100644 inline ${path}\n${data(text)}`,
    );
    const head = `commit refs/heads/main\ncommitter miller <miller@localhost> ${1_700_000_000 + commit} +0000\n`;
    return `${head}${data(`day ${commit}`)}deleteall\n${files.join('')}\n`;
  });
  return commits.join('');
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

/** A mill of changing parts: files that move, become packages, are stubbed, ignored, or gone, each in its own rhythm. */
function millAt(day: number): Record<string, string> {
  const turn = `turn_${day % 5}`;
  const isHigh = day % 6 < 3;
  const sluice = isHigh ? 'src/mill/race/sluice.py' : 'src/mill/sluice.py';
  const files: Record<string, string | false> = {
    'src/mill/__init__.py': day % 3 === 0 ? 'from .wheel import Wheel\n' : '',
    'src/mill/wheel.py': `class Wheel:\n    def ${turn}(self):\n        return self\n\n    def stop(self):\n        return ${day}\n`,
    'src/mill/wheel.pyi': day % 5 === 2 && `class Wheel:\n    def ${turn}(self) -> "Wheel": ...\n`,
    'src/mill/stone.py':
      day % 4 !== 1 &&
      `from mill${day % 3 === 0 ? '' : '.wheel'} import Wheel\n\n\ndef grind():\n    return Wheel().${turn}().stop()\n`,
    'src/mill/race/__init__.py': isHigh && day % 2 === 0 && 'from .sluice import open_gate\n',
    [sluice]: `from mill.wheel import Wheel\n\n\ndef open_gate(wheel: Wheel):\n    return wheel.stop()\n`,
    'src/mill/sack.py': day % 7 < 4 && 'def fill():\n    return "flour"\n',
    'src/mill/sack/__init__.py': day % 7 >= 4 && 'from .linen import *\n',
    'src/mill/sack/linen.py': day % 7 >= 4 && 'def fill():\n    return "bran"\n',
    'src/mill/sold.py':
      'from mill import sack\nfrom mill.race import sluice\n\n\nsack.fill()\nsluice.open_gate(None)\n',
    'src/mill/tally.ipynb':
      day % 9 === 4 &&
      JSON.stringify({
        cells: [{ cell_type: 'code', source: ['from mill.stone import grind\n', 'grind()\n'] }],
      }),
    '.gitignore': day % 8 === 5 && 'stone.py\n',
    'pyproject.toml':
      day % 8 >= 4 && `[tool.setuptools]\npackage-dir = {"" = "${day % 2 ? 'src' : 'src/mill'}"}\n`,
    'docs/adr/0001-water.md': `# 1. Water\n\n## Status\n\nAccepted\n\n## Decision\n\nSee \`${sluice}\` and \`grind\`.\n`,
  };
  return Object.fromEntries(
    Object.entries(files).filter((entry): entry is [string, string] => entry[1] !== false),
  );
}
