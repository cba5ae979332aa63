/**
 * `imports` and `inherits` edges against an oracle made of CPython's own parser (test/truth/import_oracle.py), over the
 * whole projects of the fixtures and those cases of the micro-suite that have several modules. Foreign trees and the
 * standard library are measured by the bench (`npm run bench -- --truth`). Without python3 nothing is compared.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findPython } from '../support/python.js';
import { exportInPlace } from './exported.js';
import { askOracle, compareRelations } from './relations.js';

const TREES = [
  'fixtures/projects/bakery',
  'fixtures/projects/harbour',
  'fixtures/calls/imports',
  'fixtures/calls/mro',
];

for (const tree of TREES) {
  test(`imports and inherits of ${tree} equal those of the oracle`, (context) => {
    const python = findPython(8);
    if (python === undefined) return context.diagnostic('no python3: not compared');
    const home = mkdtempSync(join(tmpdir(), 'kg-relations-'));
    try {
      const root = join(home, 'tree');
      cpSync(tree, root, { recursive: true });
      const { imports, inherits, ...rest } = compareRelations(exportInPlace(root), askOracle(python, root));
      context.diagnostic(`${imports.right} imports and ${inherits.right} inherits agree`);
      assert.deepEqual(rest, { filesMissing: [], filesExtra: [], typeOnlyWrong: [] });
      assert.deepEqual({ missing: imports.missing, extra: imports.extra }, { missing: [], extra: [] });
      assert.deepEqual({ missing: inherits.missing, extra: inherits.extra }, { missing: [], extra: [] });
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
}
