/**
 * The import check finds what it is there for: a tree of small files, each wrong line marked with what must be said
 * about it, and nothing else may be said.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findViolations } from '../../scripts/check-imports.mjs';
import { findCycles } from '../../scripts/cycles.mjs';
import { listFiles } from '../../scripts/project.mjs';

const TREE = 'fixtures/import-rules';
const MARK = ' ✗ ';

/** `path:line message` for each mark in the tree, in order. */
function expectedViolations(): string[] {
  return listFiles(TREE, (path) => path.endsWith('.ts')).flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const [, ...messages] = line.split(MARK);
        return messages.map((message) => `${path.slice(TREE.length + 1)}:${index + 1} ${message}`);
      }),
  );
}

test('every marked line is found, and no other', () => {
  const expected = expectedViolations();
  const found = findViolations(TREE).map(({ path, line, message }) => `${path}:${line} ${message}`);
  assert.ok(expected.length > 20, 'the tree holds marks');
  const shortened = found.map((text) => expected.find((start) => text.startsWith(start)) ?? text);
  assert.deepEqual(shortened.sort(), expected.sort());
});

test('the command prints violations with their place and fails', () => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/check-imports.mjs', TREE], {
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.match(stdout, /^fixtures\/import-rules\/kernel\/ledger\.ts:1 may not import code\/oven\.ts: /m);
});

test('the command is silent about a tree without violations', () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['scripts/check-imports.mjs', `${TREE}/code/resolve`],
    {
      encoding: 'utf8',
    },
  );
  assert.deepEqual({ status, stdout }, { status: 0, stdout: '' });
});

test('each group that reaches itself is shown as a shortest cycle through its first member', () => {
  const roads = new Map([
    ['harbour', ['mill']],
    ['mill', ['farm', 'market']],
    ['farm', ['market']],
    ['market', ['mill', 'inn']],
    ['inn', ['inn']],
  ]);
  assert.deepEqual(findCycles(roads), [['farm', 'market', 'mill'], ['inn']]);
});
