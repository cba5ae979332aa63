/** Commands and the server over an index that is damaged, forged, or none: the answer is right, one warning says what was. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sectionNames, withSection } from '../support/forge-snapshot.js';
import { McpSession } from '../support/mcp-session.js';
import { createWorkFolder } from '../support/run-bin.js';
import { createPottery } from './pottery.js';

const COMMANDS = [
  ['search', 'glaze'],
  ['context', 'Kiln.fire'],
  ['relate', 'glaze'],
  ['path', 'open_shop', 'glaze'],
  ['export'],
] as const;

describe('a damaged index', () => {
  const pottery = createPottery();
  const file = join(pottery.root, '.kg-index.json');
  const home = createWorkFolder('home');
  const expected = new Map<string, string>();
  let whole: Buffer;
  after(() => {
    pottery.remove();
    home.remove();
  });

  before(async () => {
    await pottery.run('index');
    whole = readFileSync(file);
    for (const command of COMMANDS)
      expected.set(command[0], answerOf((await pottery.run(...command)).stdout));
  });

  /** Without the last line, which tells the time. */
  function answerOf(stdout: string): string {
    return stdout.replace(/^Index: .*$/m, '');
  }

  function put(index: Buffer): void {
    for (const name of readdirSync(pottery.root)) {
      if (name.startsWith('.kg-index.json')) rmSync(join(pottery.root, name));
    }
    writeFileSync(file, index);
  }

  function flipped(at: number): Buffer {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 4;
    return bytes;
  }

  function damages(): readonly (readonly [what: string, index: Buffer])[] {
    const body = whole.indexOf('\n') + 1;
    const line = whole.indexOf('"edgeTargets":', body) + 16;
    const noSections = Buffer.concat([
      Buffer.from('{"format":"kg-memory/index","version":3,\n'),
      whole.subarray(body),
    ]);
    return [
      ['in its first letter', flipped(0)],
      ['in its edges', flipped(line)],
      ['in its facts', flipped(whole.indexOf('"facts":') + 20)],
      ['of no sections', noSections],
      ['of no types', withSection(whole, 'types', 'null')],
      ['of wrong paths', withSection(whole, 'pathTable', '[999999999,-1]')],
    ];
  }

  it('is made anew by whatever command comes first, and the next finds a whole one', async () => {
    for (const [at, [what, index]] of damages().entries()) {
      const command = COMMANDS[at % COMMANDS.length] ?? COMMANDS[0];
      put(index);
      const { code, stdout, stderr } = await pottery.run(...command);
      assert.equal(code, 0, `${what}: ${stderr}`);
      assert.equal(answerOf(stdout), expected.get(command[0]), what);
      assert.match(
        stderr,
        /^warning: .*was damaged .*it is kept as \.kg-index\.json\.corrupt-\S+, and the index is built anew$/m,
        what,
      );
      assert.equal(stderr.match(/warning/g)?.length, 1, stderr);
      assert.deepEqual(readFileSync(file).subarray(0, 27), whole.subarray(0, 27), what);
      const again = await pottery.run('search', 'glaze');
      assert.deepEqual([again.code, again.stderr], [0, ''], what);
    }
  });

  it('is made anew by reindex, and by verify when what went before had no use for what is damaged', async () => {
    for (const [command, firstCode] of [
      ['reindex', 0],
      ['index', 3],
      ['status', 3],
    ] as const) {
      put(withSection(whole, 'edgeTypes', '"a string"'));
      const { code, stderr } = await pottery.run(command);
      assert.equal(code, 0, stderr);
      assert.equal((await pottery.run('verify')).code, firstCode, command);
      const { code: next, stderr: nothing } = await pottery.run('verify');
      assert.deepEqual([next, nothing.includes('at ')], [0, false], nothing);
    }
  });

  it('is no index that verify finds good; the one made of it is', async () => {
    for (const [what, index] of damages().slice(1, 4)) {
      put(index);
      const { code, stdout, stderr } = await pottery.run('verify');
      assert.equal(code, 3, `${what}: ${stdout}`);
      assert.match(stdout, /^# The index of `.*` was damaged\nWhat was kept could not be used: \S/, what);
      assert.match(stdout, /It was built anew, and that equals a fresh build: \d+ nodes/, what);
      assert.match(stderr, /it is kept as \.kg-index\.json\.corrupt-/, what);
      assert.equal((await pottery.run('verify')).code, 0, what);
    }
  });

  it('is nothing that a client of the server sees', async () => {
    for (const section of sectionNames(whole).filter((name) =>
      /^(types|name|edgeTargets|properties)/.test(name),
    )) {
      put(withSection(whole, section, '[999999999,-1]'));
      const server = new McpSession({ cwd: pottery.root, home: home.path });
      await server.open();
      const { text, isError } = await server.call('kg_search', { query: 'glaze' });
      assert.ok(!isError && text.includes('func:src.pottery.kiln.glaze'), `${section}: ${text}`);
      assert.ok(!(await server.call('kg_reindex')).isError, section);
      assert.equal((await server.close()).code, 0, server.stderr);
    }
  });

  it('that is none of ours is an error that says what to do, and stays', async () => {
    const config = join(pottery.root, 'pots.json');
    writeFileSync(config, '{"pots": 3}\n');
    writeFileSync(join(pottery.root, 'kg-memory.toml'), 'index_file = "pots.json"\n');
    const { code, stderr } = await pottery.run('index');
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^warning: the index could not be saved.*pots\.json is not replaced: it is no index/m,
    );
    const search = await pottery.run('search', 'glaze');
    assert.deepEqual([search.code, answerOf(search.stdout)], [0, expected.get('search')]);
    assert.equal(readFileSync(config, 'utf8'), '{"pots": 3}\n');
  });
});
