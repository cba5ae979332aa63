/**
 * The graph's classes, functions and methods against CPython's own parser: names, lines, kinds and what is around them,
 * with nothing missing and nothing extra. Over all fixtures and a slice of the machine's standard library that is
 * rich in syntax; the whole of it is measured by the bench (`npm run bench -- --truth`). Without python3 only the fixtures
 * are indexed.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { findPython, runPythonJson } from '../support/python.js';
import { askDefinitions, compareDefinitions } from './definition-truth.js';
import { exportInPlace } from './exported.js';

/** Small packages, and files in which every construct of the grammar occurs. */
const SLICE = [
  'asyncio',
  'collections',
  'dataclasses.py',
  'enum.py',
  'json',
  'test/test_compile.py',
  'test/test_grammar.py',
  'test/test_patma.py',
  'test/test_unicode_identifiers.py',
  'typing.py',
  'unittest',
];

test('definitions equal those of CPython', (context) => {
  const home = mkdtempSync(join(tmpdir(), 'kg-definitions-'));
  try {
    cpSync('fixtures', join(home, 'fixtures'), { recursive: true });
    const python = findPython(8);
    if (python !== undefined)
      copySlice(runPythonJson(python, 'test/truth/stdlib_path.py', []) as string, home);
    const graph = exportInPlace(home);
    assert.ok(graph.nodes.length > 0);
    if (python === undefined) return context.diagnostic('no python3: not compared');
    const report = compareDefinitions(graph, askDefinitions(python, home));
    context.diagnostic(`${report.total} definitions compared`);
    assert.deepEqual(report, { total: report.total, missing: [], extra: [], filesMissing: [] });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

function copySlice(library: string, home: string): void {
  for (const part of SLICE) {
    const target = join(home, 'library', part);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(library, part), target, {
      recursive: true,
      filter: (source) => !source.includes('__pycache__'),
    });
  }
}
