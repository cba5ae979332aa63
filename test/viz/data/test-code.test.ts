/** What counts as tests is what test runners look for, and nothing that merely sounds like it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTestCode } from '../../../viz/src/data/test-code.js';

describe('tests among the code', () => {
  it('are told by folder, file and package', () => {
    for (const path of [
      'tests/a.py',
      'src/test/b.py',
      'test_oven.py',
      'x/oven_test.py',
      'conftest.py',
      'tests.py',
    ])
      assert.ok(isTestCode(`file:${path}`, path), path);
    for (const id of ['module:tests', 'module:yard.tests', 'module:yard.test.cranes'])
      assert.ok(isTestCode(id, ''), id);
  });

  it('are not what merely sounds like it', () => {
    for (const path of ['src/testing_grounds.py', 'latest/a.py', 'contest.py', 'protest/b.py', ''])
      assert.ok(!isTestCode(`file:${path}`, path), path);
    assert.ok(!isTestCode('module:yard.latest', ''));
  });
});
