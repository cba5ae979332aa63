/**
 * A damaged or forged index never spoils an answer: whatever is wrong with it, and whenever that shows, the tools say what they
 * say over an index that was just made, and leave a whole one behind.
 */
import assert from 'node:assert/strict';
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ParsePool } from '../../src/code/parse-pool.js';
import type { Project } from '../../src/code/project-face.js';
import { openSnapshot } from '../../src/code/snapshot.js';
import { runToEnd } from '../../src/kernel/run-to-end.js';
import { codeHandlers } from '../../src/serve/code-handlers.js';
import { sectionNames, withSection } from '../support/forge-snapshot.js';
import { openQuietly } from '../support/open-quietly.js';
import { makeTree, removeTree } from '../support/tree.js';

const SHIPYARD = {
  'src/yard/__init__.py': 'from .hull import Hull\n',
  'src/yard/hull.py':
    'class Hull:\n    """Carries Ü."""\n\n    def float(self, cargo):\n        return cargo.weigh()\n',
  'src/yard/crane.py': 'from yard import Hull\n\n\ndef lift():\n    return Hull().float(None)\n',
};

const QUESTIONS = [
  ['kg_search', { query: 'carries' }],
  ['kg_search', { query: 'Hull' }],
  ['kg_context', { file_path: 'Hull.float' }],
  ['kg_relate', { node_id: 'lift' }],
] as const;

const never = new AbortController().signal;

describe('a damaged index', () => {
  const root = makeTree(SHIPYARD);
  const file = join(root, '.kg-index.json');
  let whole: Buffer;
  let expected: readonly string[];
  const pool = new ParsePool();
  after(() => {
    pool.close();
    removeTree(root);
  });

  before(async () => {
    const project = open();
    expected = await answers(project);
    await project.close();
    whole = readFileSync(file);
    assert.match(expected.join(), /Carries Ü/);
  });

  function open(): Project {
    return openQuietly({ root, indexFile: file }, { pool });
  }

  /** What the tools say, without the last line, which tells the time. */
  async function answers(project: Project): Promise<readonly string[]> {
    const faults: string[] = [];
    const server = codeHandlers({ project: async () => project, onFault: (line) => faults.push(line) });
    const texts: string[] = [];
    for (const [name, args] of QUESTIONS) {
      const { content } = await server.callTool({ name, arguments: args }, { signal: never });
      texts.push(content.map(({ text }) => text.slice(0, text.trimEnd().lastIndexOf('\n'))).join());
    }
    assert.deepEqual(faults, []);
    return texts;
  }

  /** Puts an index there, asks, and looks at what is left. Returns how often the user was told of damage. */
  async function askOver(index: Buffer, what: string): Promise<number> {
    for (const name of readdirSync(root)) if (name.startsWith('.kg-index.json')) rmSync(join(root, name));
    writeFileSync(file, index);
    const project = open();
    assert.deepEqual(await answers(project), expected, what);
    await project.settle(never);
    await project.close();
    assert.equal(project.state().failure, undefined, what);
    const opened = openSnapshot(file);
    assert.ok(opened.kind === 'ok', `${what}: ${JSON.stringify([opened, project.state().notes])}`);
    assert.equal(runToEnd(opened.snapshot.check()), undefined, what);
    opened.snapshot.close();
    const aside = readdirSync(root).filter((name) => name.includes('.corrupt-'));
    assert.ok(aside.length <= 1, what);
    const told = project.state().notes.filter((note) => note.includes(file));
    assert.ok(told.length <= 1, `${what}: ${told.join('\n')}`);
    assert.ok(aside.length <= told.length, what);
    return told.length;
  }

  test('never changes an answer, whichever bit is wrong', async () => {
    let told = 0;
    const step = Math.ceil(whole.length / 70);
    for (let at = 3; at < whole.length; at += step) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ 4;
      told += await askOver(flipped, `byte ${at}`);
    }
    assert.ok(told > 40, `told ${told} times`);
  });

  test('never changes an answer, whatever a section holds instead', async () => {
    const values = ['null', '[]', '{}', '[999999999,-1]', '"a string"'];
    for (const [at, name] of sectionNames(whole).entries()) {
      const chosen = ['meta', 'files', 'graph', 'types', 'shapes', 'details', 'property'].includes(name)
        ? values
        : values.slice(at % values.length).slice(0, 1);
      for (const value of chosen) await askOver(withSection(whole, name, value), `${name}: ${value}`);
    }
  });

  test('is not needed for a rebuild, nor for one file that has changed', async () => {
    for (const [name, value] of [
      ['name', '[]'],
      ['facts', '"a string"'],
      ['edgeTargets', '""'],
    ] as const) {
      writeFileSync(file, withSection(whole, name, value));
      const project = open();
      await project.whenReady(never, () => undefined, Number.POSITIVE_INFINITY);
      const report = await project.reindex({ llm: false }, () => undefined, never);
      assert.equal(report.files, 3, name);
      assert.deepEqual(await answers(project), expected, name);
      await project.close();
    }
    writeFileSync(file, withSection(whole, 'facts', 'null'));
    appendFileSync(join(root, 'src/yard/crane.py'), '\n\ndef lower():\n    return lift()\n');
    const project = open();
    await project.whenReady(never, () => undefined, Number.POSITIVE_INFINITY);
    assert.ok(project.view()?.find('func:src.yard.crane.lower') !== undefined);
    await project.close();
    assert.equal(openSnapshot(file).kind, 'ok');
  });
});
