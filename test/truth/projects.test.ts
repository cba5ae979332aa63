/**
 * Whole graphs of whole small projects, as sorted text: fixtures/projects/<name>/expected.graph. Every line of those files
 * was read against the sources by a person; `UPDATE_GOLDEN=1` rewrites them, and then the diff is the review. The
 * hash of a file is left out: it says nothing that the sources beside it do not.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ExportedGraph, exportCopy } from './exported.js';

const ROOT = 'fixtures/projects';

for (const name of readdirSync(ROOT)
  .filter((entry) => !entry.endsWith('.md'))
  .sort()) {
  test(`the graph of ${name} is the expected one, line by line`, () => {
    const file = join(ROOT, name, 'expected.graph');
    const graph = exportCopy(join(ROOT, name));
    assert.equal(graph.format, 'kg-memory/graph@1');
    const text = renderGraph(graph);
    if (process.env.UPDATE_GOLDEN) writeFileSync(file, text);
    assert.deepEqual(text.split('\n'), readFileSync(file, 'utf8').split('\n'));
  });
}

/** Nodes, then edges, one a line with what they carry, in the order of the export. */
function renderGraph({ nodes, edges }: ExportedGraph): string {
  const nodeLines = nodes.map(({ id, type, name, path, line, hash: _, ...rest }) =>
    [`${type} ${id}`, `${path}:${line}`, name, render(rest)].join(' | '),
  );
  const edgeLines = edges.map(({ source, target, type, ...rest }) =>
    [`${source} --${type}--> ${target}`, render(rest)].join(' | '),
  );
  return `${[...nodeLines, '', ...edgeLines].join('\n')}\n`;
}

function render(properties: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(' ');
}
