/** A run that is ended by the user: the exit code, and that nothing half done is left behind. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createWorkFolder, startBin } from '../support/run-bin.js';

// Enough that it cannot be done before the signal arrives.
const FILES = 400;

function writeMany(root: string): void {
  mkdirSync(join(root, 'src'));
  const body = Array.from({ length: 60 }, (_, at) => `def shape_${at}(clay):\n    return clay\n`).join('\n');
  for (let at = 0; at < FILES; at++) writeFileSync(join(root, 'src', `pot_${at}.py`), body);
}

describe('SIGINT', () => {
  it('ends a run with 130 and leaves nothing behind', async () => {
    const root = createWorkFolder('interrupted');
    const home = createWorkFolder('home');
    writeMany(root.path);
    const child = startBin('kg-memory', ['index', root.path, '--verbose'], { home: home.path });
    child.stdout.resume();
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      // The first line says that the project is being opened.
      if (stderr === '') child.kill('SIGINT');
      stderr += chunk.toString();
    });
    const end = await new Promise((done) => child.once('close', (code, signal) => done({ code, signal })));
    assert.deepEqual(end, { code: 130, signal: null });
    assert.match(stderr, /^opening .*\ncancelled\n$/);
    assert.deepEqual(readdirSync(root.path), ['src']);
    root.remove();
    home.remove();
  });
});
