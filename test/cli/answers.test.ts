/**
 * The commands from a tree that was never indexed to answers, in the order in which a user goes: what is said where, and
 * with which exit code.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { runKgMemory } from '../support/run-bin.js';
import { createPottery, type Pottery } from './pottery.js';

interface Hits {
  readonly result: { readonly hits: readonly { readonly node: { readonly id: string } }[] };
}

async function idsFound(pottery: Pottery, query: string): Promise<string[]> {
  const { result } = (await pottery.ask('search', query)) as Hits;
  return result.hits.map(({ node }) => node.id);
}

describe('a tree without an index', () => {
  const pottery = createPottery();
  after(() => pottery.remove());

  for (const line of ['search kiln', 'relate Kiln', 'context Kiln', 'path Kiln glaze', 'verify']) {
    it(`is not indexed by ${line}`, async () => {
      const { code, stdout, stderr } = await pottery.run(...line.split(' '));
      const advice = `error: ${pottery.root} is not indexed\nRun: kg-memory index ${pottery.root}\n`;
      assert.deepEqual({ code, stdout, stderr }, { code: 3, stdout: '', stderr: advice });
      assert.deepEqual(readdirSync(pottery.root).sort(), ['src', 'tests']);
    });
  }

  it('has a status that says so', async () => {
    const { code, stdout, stderr } = await pottery.run('status');
    assert.deepEqual({ code, stderr }, { code: 3, stderr: '' });
    assert.equal(
      stdout,
      `# Status of \`${pottery.root}\`\nNot indexed. Run: kg-memory index ${pottery.root}\n`,
    );
    const json = await pottery.run('status', '--json');
    assert.equal(json.code, 3);
    assert.deepEqual(JSON.parse(json.stdout), {
      schemaVersion: 1,
      command: 'status',
      result: { indexed: false, root: pottery.root, indexFile: join(pottery.root, '.kg-index.json') },
    });
  });

  it('is an error in JSON', async () => {
    const { code, stdout, stderr } = await pottery.run('search', 'kiln', '--json');
    assert.deepEqual({ code, stdout }, { code: 3, stdout: '' });
    assert.deepEqual(JSON.parse(stderr), {
      error: {
        code: 'not-indexed',
        message: `${pottery.root} is not indexed`,
        hint: `Run: kg-memory index ${pottery.root}`,
      },
    });
  });
});

describe('an indexed tree', () => {
  let pottery: Pottery;
  before(async () => {
    pottery = createPottery();
    const { code, stderr } = await pottery.run('index');
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  });
  after(() => pottery.remove());

  it('was summarised, with the snapshot, the problems and what to do next', async () => {
    const { stdout } = await pottery.run('index');
    assert.ok(existsSync(join(pottery.root, '.kg-index.json')));
    assert.match(stdout, /^# Indexed `/);
    assert.match(stdout, /^## Graph\n- nodes: class 2, function \d+, module \d+, file 4\n- edges: /m);
    assert.match(stdout, /^- 4 files, \d+ lines, /m);
    assert.match(stdout, /^- Python files outside of what is indexed: `tests` 1$/m);
    assert.match(stdout, /^- `src\/pottery\/cracked\.py:\d+` syntax: /m);
    assert.match(stdout, /^- the graph is kept in `.*\.kg-index\.json`$/m);
    assert.match(stdout, /^- ask it: `node \S+\/bin\/kg-memory\.cjs -C \S+ search <name>`$/m);
    assert.match(
      stdout,
      /"kg-memory":\{"type":"stdio","command":"node","args":\["\S+kg-memory-mcp\.cjs"\]\}/,
    );
  });

  it('has a healthy status', async () => {
    const { code, stdout, stderr } = await pottery.run('status');
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.match(stdout, /^## Settings\n(?:- .*\n)*- KG_SOURCE_DIRS = `src` \(default\)$/m);
  });

  it('answers in the words of the tools', async () => {
    const search = await pottery.run('search', 'kiln');
    assert.match(search.stdout, /^# Search `kiln`\n/);
    assert.match(search.stdout, /- `class:src\.pottery\.kiln\.Kiln` src\/pottery\/kiln\.py:1/);
    const relate = await pottery.run('relate', 'Kiln.fire', '--edge', 'calls', '--direction', 'in');
    assert.match(
      relate.stdout,
      /func:src\.pottery\.shop\.open_shop --\[calls\]--> func:src\.pottery\.kiln\.Kiln\.fire/,
    );
    const context = await pottery.run('context', 'Kiln.heat');
    assert.match(context.stdout, /```python\n {4}def heat\(self, degrees\):\n/);
    const path = await pottery.run('path', 'open_shop', 'glaze', '--edge', 'calls');
    assert.match(path.stdout, /^2 hops over calls\. Every hop runs from source to target\.$/m);
    for (const { code, stdout, stderr } of [search, relate, context, path]) {
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      assert.match(stdout, /\nIndex: \d{4}-\d\d-\d\dT[\d:]+Z; 0 files changed since.*\n$/);
    }
  });

  it('goes on from a cursor, of that question only', async () => {
    const first = (await pottery.ask('search', 'pottery', '--limit', '2')) as {
      result: { hits: object[]; total: number; nextCursor: string };
    };
    const { nextCursor, total } = first.result;
    assert.ok(total > 2);
    const second = (await pottery.ask(
      'search',
      'pottery',
      '--limit',
      '2',
      '--cursor',
      nextCursor,
    )) as typeof first;
    assert.notDeepEqual(second.result.hits, first.result.hits);
    const other = await pottery.run('search', 'kiln', '--cursor', nextCursor);
    assert.equal(other.code, 2);
    assert.match(other.stderr, /^error: the cursor belongs to a question with other arguments\n/);
  });

  it('says which nodes a name may mean', async () => {
    const several = await pottery.run('context', 'close');
    const ids = '  func:src.pottery.shop.Door.close\n  func:src.pottery.shop.close\n';
    assert.deepEqual(
      { code: several.code, stdout: several.stdout, stderr: several.stderr },
      { code: 1, stdout: '', stderr: `error: "close" fits 2 nodes\nName one of them by its id:\n${ids}` },
    );
    const none = await pottery.run('context', 'Kilm');
    assert.deepEqual({ code: none.code, stdout: none.stdout }, { code: 1, stdout: '' });
    assert.match(
      none.stderr,
      /^error: nothing in the graph is called "Kilm"\nDid you mean:\n {2}class:src\.pottery\.kiln\.Kiln\n/,
    );
  });

  it('is coloured on demand only', async () => {
    const search = (args: readonly string[], env: Readonly<Record<string, string>>) =>
      runKgMemory(['search', 'kiln', ...args], { cwd: pottery.root, env });
    const colored = '\x1b[1m# Search `kiln`\x1b[22m\n';
    assert.ok(!(await search([], {})).stdout.includes('\x1b'));
    assert.ok((await search(['--color'], { NO_COLOR: '1' })).stdout.startsWith(colored));
    assert.ok((await search([], { FORCE_COLOR: '1' })).stdout.startsWith(colored));
    assert.ok(!(await search([], { FORCE_COLOR: '1', NO_COLOR: '1' })).stdout.includes('\x1b'));
    assert.ok(!(await search(['--no-color'], { FORCE_COLOR: '1' })).stdout.includes('\x1b'));
  });
});

describe('a tree that changes', () => {
  let pottery: Pottery;
  before(async () => {
    pottery = createPottery();
    await pottery.ask('index');
  });
  after(() => pottery.remove());
  afterEach(async () => {
    const { code, stdout } = await pottery.run('verify');
    assert.equal(code, 0, stdout);
  });

  it('is asked as it is now', async () => {
    assert.deepEqual(await idsFound(pottery, 'engobe'), []);
    pottery.write('src/pottery/slip.py', 'def engobe(pot):\n    return pot\n');
    assert.deepEqual(await idsFound(pottery, 'engobe'), ['func:src.pottery.slip.engobe']);
    pottery.write('src/pottery/slip.py', 'def slip(pot):\n    return pot\n');
    assert.deepEqual(await idsFound(pottery, 'engobe'), []);
  });
});

describe('reindex', () => {
  const pottery = createPottery();
  after(() => pottery.remove());

  it('builds what was never indexed, once', async () => {
    const { code, stdout, stderr } = await pottery.run('reindex');
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.match(stdout, /^# Reindexed\n\d+ nodes and \d+ edges from 4 files in /);
    assert.match(stdout, /^## Changed since the last index\n- there was none$/m);
  });

  it('changes nothing that was up to date', async () => {
    pottery.write('src/pottery/slip.py', 'def engobe(pot):\n    return pot\n');
    await pottery.ask('index');
    const { stdout } = await pottery.run('reindex');
    assert.match(stdout, /^- nodes \+0 −0, edges \+0 −0$/m);
  });
});
