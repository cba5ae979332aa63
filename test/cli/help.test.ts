/** The help, whole and as a user gets it. `UPDATE_GOLDEN=1` rewrites the texts; their diff is the review. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { version } from '../../src/kernel/version.js';
import { assertGolden } from '../support/golden.js';
import { runKgMemory } from '../support/run-bin.js';

const COMMANDS = [
  'index',
  'status',
  'search',
  'relate',
  'context',
  'drift',
  'path',
  'reindex',
  'export',
  'verify',
  'ask',
  'doctor',
  'viz',
  'serve',
  'server',
  'memory',
  'history',
  'restore',
  'debt',
  'stats',
  'install',
  'uninstall',
  'connect',
  'hook',
  'config',
];

async function helpOf(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runKgMemory(args);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, args.join(' '));
  return stdout;
}

describe('help', () => {
  it('is what the command alone prints', async () => {
    const text = await helpOf();
    assertGolden('fixtures/cli/help/overview.txt', text.replace(version, '<version>'));
    assert.equal(await helpOf('help'), text);
    assert.equal(await helpOf('--help'), text);
    for (const name of COMMANDS) assert.match(text, new RegExp(`^  ${name} `, 'm'));
  });

  for (const name of [...COMMANDS, 'settings']) {
    it(`speaks about ${name}`, async () => {
      const text = await helpOf('help', name);
      assertGolden(`fixtures/cli/help/${name}.txt`, text);
      if (name !== 'settings') assert.equal(await helpOf(name, '-h'), text);
      const wide = text.split('\n').filter((line) => line.length > 80 && !/^ {2}kg-memory /.test(line));
      assert.deepEqual(wide, [], 'lines fit a terminal, but for examples');
    });
  }

  it('goes before whatever else is asked', async () => {
    assert.equal(await helpOf('search', '--limit', '3', '--help'), await helpOf('help', 'search'));
    assert.equal(await helpOf('-C', '/nowhere', 'status', '--help'), await helpOf('help', 'status'));
  });

  it('needs no settings that are right', async () => {
    const env = { KG_PROJECT_ROOT: '/nowhere', KG_LLM_CONCURRENCY: '0' };
    for (const args of [['--version'], ['help'], ['help', 'search'], ['status', '--help']]) {
      const { code, stderr } = await runKgMemory(args, { env });
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, args.join(' '));
    }
  });

  it('is one JSON document when that is asked for', async () => {
    for (const words of [
      ['--json'],
      ['--json', 'help'],
      ['help', 'search', '--json'],
      ['search', '-h', '--json'],
    ]) {
      const plain = await runKgMemory(words.filter((word) => word !== '--json'));
      const { code, stdout } = await runKgMemory(words);
      assert.equal(code, 0);
      const text = plain.stdout.slice(0, -1);
      assert.deepEqual(JSON.parse(stdout), { schemaVersion: 1, command: 'help', result: { text } });
    }
    for (const words of [
      ['--json', '-V'],
      ['status', '--version', '--json'],
    ]) {
      const { stdout } = await runKgMemory(words);
      assert.deepEqual(JSON.parse(stdout), { schemaVersion: 1, command: 'version', result: { version } });
    }
  });

  it('has the version on its own', async () => {
    assert.equal(await helpOf('--version'), `${version}\n`);
    assert.equal(await helpOf('-V'), `${version}\n`);
    assert.equal(await helpOf('status', '--version'), `${version}\n`);
  });
});
