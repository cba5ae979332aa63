/** What lies at a path may be anything: only regular files are read, and nothing is waited for. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { appearanceOf, readBytesIfReadable, readFault, readTextIfThere } from '../../src/kernel/disk.js';
import { makeTree, removeTree } from '../support/tree.js';

describe('reading a text', () => {
  const root = makeTree({
    'rye.txt': 'rye\n',
    'link.txt': { link: 'rye.txt' },
    'empty.txt': '',
    'oven/': '',
  });
  after(() => removeTree(root));
  const at = (name: string) => path.join(root, name);

  function faultOf(name: string, bytesMax?: number): string {
    try {
      readTextIfThere(at(name), bytesMax);
    } catch (error) {
      return readFault(error);
    }
    throw new Error(`${name} was read`);
  }

  it('follows links, and what is not there is no text', () => {
    assert.equal(readTextIfThere(at('rye.txt')), 'rye\n');
    assert.equal(readTextIfThere(at('link.txt')), 'rye\n');
    assert.equal(readTextIfThere(at('empty.txt')), '');
    assert.equal(readTextIfThere(at('spelt.txt')), undefined);
    assert.equal(readTextIfThere(at('rye.txt/spelt.txt')), undefined);
  });

  it('reads as much as it may and no more', () => {
    assert.equal(readTextIfThere(at('rye.txt'), 4), 'rye\n');
    assert.equal(faultOf('rye.txt', 3), 'it has more than 3 bytes');
  });

  it('refuses a folder with the code of the system', () => {
    assert.match(faultOf('oven'), /^E[A-Z]+$/);
  });

  it('does not wait for a pipe, nor read a device', { skip: process.platform === 'win32' }, () => {
    execFileSync('mkfifo', [at('pipe')]);
    execFileSync('ln', ['-s', '/dev/zero', at('zero')]);
    for (const name of ['pipe', 'zero']) {
      assert.equal(faultOf(name), 'it is no regular file');
      assert.equal(readBytesIfReadable(at(name)), undefined);
    }
  });
});

describe('how a file looks', () => {
  const root = makeTree({
    'rye.txt': 'rye\n',
    'new.txt': 'oat\n',
    'link.txt': { link: 'rye.txt' },
    'loop.txt': { link: 'loop.txt' },
  });
  after(() => removeTree(root));
  const look = (name: string) => appearanceOf(path.join(root, name));

  it('is another after each change, and the same without one', async () => {
    const first = await look('rye.txt');
    assert.equal(await look('rye.txt'), first);
    assert.equal(await look('link.txt'), first);
    renameSync(path.join(root, 'new.txt'), path.join(root, 'rye.txt'));
    const second = await look('rye.txt');
    assert.notEqual(second, first);
    writeFileSync(path.join(root, 'rye.txt'), 'rye and oat\n');
    assert.notEqual(await look('rye.txt'), second);
  });

  it('is nothing where nothing is, and a code where nobody may look', async () => {
    assert.equal(await look('spelt.txt'), '');
    assert.equal(await look('rye.txt/spelt.txt'), '');
    assert.match(await look('loop.txt'), /^E[A-Z]+$/);
  });
});
