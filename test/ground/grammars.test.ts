/** The vendored grammars are the files that grammars/README.md says they are. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const ROW = /^\| `(?<file>[\w-]+\.wasm)` \|.* `(?<sha256>[0-9a-f]{64})` \|$/gm;

test('every grammar has the checksum that its row in the table says, and every row its file', () => {
  const table = [...readFileSync('grammars/README.md', 'utf8').matchAll(ROW)].map(({ groups }) => [
    groups?.file,
    groups?.sha256,
  ]);
  const files = readdirSync('grammars')
    .filter((file) => file.endsWith('.wasm'))
    .sort()
    .map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(`grammars/${file}`))
        .digest('hex'),
    ]);
  assert.ok(files.length > 0);
  assert.deepEqual(table, files);
});
