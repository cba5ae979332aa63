/** An installation that is not whole says so once, instead of calling every file unreadable. */
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runBin } from '../support/run-bin.js';
import { makeTree, removeTree } from '../support/tree.js';

for (const { grammar, file } of [
  { grammar: 'tree-sitter-python.wasm', file: 'kiln.py' },
  { grammar: 'tree-sitter-markdown.wasm', file: 'docs/adr/0001-one-kiln.md' },
])
  test(`without ${grammar} an index says that the installation is not whole`, async (t) => {
    const project = makeTree({ 'kiln.py': 'def fire(): ...\n', [file]: '# 1. One kiln\n' });
    const installed = makeTree();
    t.after(() => [project, installed].forEach(removeTree));
    for (const part of ['bin', 'dist', 'grammars', 'package.json'])
      cpSync(part, join(installed, part), { recursive: true });
    rmSync(join(installed, 'grammars', grammar));
    const { code, stderr } = await runBin(join(installed, 'bin/kg-memory.cjs'), ['index', project]);
    assert.equal(code, 1);
    assert.match(stderr, /: nothing can be parsed: .*tree-sitter.*\n.*install it again\.$/m);
  });
