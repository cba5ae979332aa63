import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { invocationsOf, shellLine } from '../../src/cli/invocation.js';
import { createWorkFolder } from '../support/run-bin.js';

describe('how an installation is called', () => {
  const work = createWorkFolder('installed');
  const at = (...parts: string[]) => join(work.path, ...parts);
  for (const folder of ['package/bin', 'usr/bin', 'shop/node_modules/.bin']) {
    mkdirSync(at(folder), { recursive: true });
  }
  writeFileSync(at('package/bin/kg-memory.cjs'), '');
  symlinkSync(at('package/bin/kg-memory.cjs'), at('usr/bin/kg-memory'));
  symlinkSync(at('package/bin/kg-memory.cjs'), at('shop/node_modules/.bin/kg-memory'));
  after(() => work.remove());

  const searchPath = ['/bin', at('usr/bin'), at('shop/node_modules/.bin')].join(delimiter);
  const byFile = {
    commandLine: { command: 'node', args: [at('package/bin/kg-memory.cjs')] },
    server: { command: 'node', args: [at('package/bin/kg-memory-mcp.cjs')] },
  };

  it('is by name when it is on the path', () => {
    assert.deepEqual(invocationsOf(at('usr/bin/kg-memory'), searchPath), {
      commandLine: { command: 'kg-memory' },
      server: { command: 'kg-memory-mcp' },
    });
  });

  it('is by file when it is not, or only for this run', () => {
    assert.deepEqual(invocationsOf(at('usr/bin/kg-memory'), '/bin'), byFile);
    assert.deepEqual(invocationsOf(at('package/bin/kg-memory.cjs'), searchPath), byFile);
    assert.deepEqual(invocationsOf(at('shop/node_modules/.bin/kg-memory'), searchPath), byFile);
  });
});

describe('a shell line', () => {
  it('quotes what a shell would cut or read', () => {
    const line = shellLine({ command: 'node', args: ['/opt/my tools/x.cjs'] }, [
      '-C',
      "/it's",
      'search',
      '<name>',
    ]);
    assert.equal(line, "node '/opt/my tools/x.cjs' -C '/it'\\''s' search <name>");
  });
});
