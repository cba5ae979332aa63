/** The server started by hand: help and version are no protocol, and end at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { version } from '../../src/kernel/version.js';
import { startWords } from '../../src/serve/start-words.js';
import { runBin } from '../support/run-bin.js';

test('--help says where the settings come from', async () => {
  const { code, stdout, stderr } = await runBin('kg-memory-mcp', ['--help']);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  assert.match(stdout, /^Usage:\n {2}kg-memory-mcp /m);
  assert.match(stdout, /environment \(KG_PROJECT_ROOT/);
  assert.match(stdout, /README/);
});

test('--version is the version alone', async () => {
  const { code, stdout } = await runBin('kg-memory-mcp', ['--version']);
  assert.deepEqual({ code, stdout }, { code: 0, stdout: `${version}\n` });
});

test('any other argument is refused in a line', async () => {
  for (const args of [['--prot\nocol'], ['serve'], ['--help', 'me'], ['']]) {
    const { code, stdout, stderr } = await runBin('kg-memory-mcp', args);
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' }, args.join(' '));
    assert.match(stderr, /^error: kg-memory-mcp takes no argument "[^\n]*--help[^\n]*\n$/);
  }
});

test('without arguments only a terminal is told what it waits for', () => {
  assert.deepEqual(startWords([], false), {});
  assert.match(startWords([], true).stderr ?? '', /^kg-memory-mcp waits for an MCP client[^\n]*\n$/);
  assert.equal(startWords([], true).exitCode, undefined);
});
