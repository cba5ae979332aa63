/** Edges kept as integers give the rows that were meant, as often as they are asked for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EdgeShelf } from '../../../src/code/resolve/edge-shelf.js';
import { EdgeDrafts } from '../../../src/code/resolve/edges.js';
import { IdTable } from '../../../src/code/resolve/ids.js';
import { Names } from '../../../src/code/resolve/names.js';

const OVEN = 0;
const BAKERY = 1;
const names = new Names();
const ids = new IdTable(['oven.py', 'bakery.py']);
ids.set(OVEN, ['class:oven.Oven', 'func:oven.Oven.heat']);
ids.set(BAKERY, ['func:bakery.bake', 'func:bakery.Shop']);

/** Target values of this test are places in the oven's file, from 0. */
function bakeryEdges(): {
  readonly edges: Int32Array;
  readonly importEdges: ReturnType<EdgeDrafts['importRows']>;
} {
  const drafts = new EdgeDrafts('bakery.py', names);
  drafts.add(0, 'contains', { file: BAKERY, definition: 1 });
  drafts.add(2, 'inherits', { file: OVEN, definition: 1 }, 7);
  drafts.addImport('oven.py', 1, 'Oven', false);
  drafts.addCall(1, 1, { line: 3, resolution: 'candidate', of: 3, why: 'one of "three"' });
  drafts.addCall(1, 1, { line: 5, resolution: 'inferred', of: 1, kind: 'property' });
  drafts.addCall(0, 0, { line: 900_000, resolution: 'candidate', of: 12, kind: 'implicit' });
  drafts.addReference(1, 0, { line: 4, why: 'wrapped by cached' });
  drafts.addReference(1, 0, { line: 6, why: 'not said' });
  const edges = drafts.pack((target) => ({ file: OVEN, definition: target + 1 }));
  return { edges, importEdges: drafts.importRows() };
}

const ROWS = [
  ['file:bakery.py', 'contains', 'func:bakery.bake', ''],
  ['func:bakery.Shop', 'inherits', 'class:oven.Oven', '{"sites":[{"line":7}]}'],
  [
    'func:bakery.bake',
    'calls',
    'func:oven.Oven.heat',
    '{"sites":[{"line":3,"resolution":"candidate","why":"one of \\"three\\""},{"line":5,"resolution":"inferred","kind":"property"}],"resolution":"inferred"}',
  ],
  [
    'file:bakery.py',
    'calls',
    'class:oven.Oven',
    '{"sites":[{"line":900000,"resolution":"candidate","kind":"implicit"}],"resolution":"candidate","confidence":0.08}',
  ],
  [
    'func:bakery.bake',
    'references',
    'class:oven.Oven',
    '{"sites":[{"line":4},{"line":6}],"source":"decorator","why":"wrapped by cached"}',
  ],
  ['file:bakery.py', 'imports', 'file:oven.py', '{"sites":[{"line":1}],"names":["Oven"]}'],
];

test('edges beyond the limit are made again, equal each time', () => {
  const shelf = new EdgeShelf({ ids, names }, 0);
  const held = shelf.keep(bakeryEdges(), BAKERY);
  const packed = shelf.keep(bakeryEdges(), BAKERY);
  assert.equal(held(), held());
  assert.notEqual(packed(), packed());
  for (const rows of [held(), packed(), packed()]) {
    const found = rows.map(({ source, type, target, detail }) => [source, type, target, detail]);
    assert.deepEqual(found, ROWS);
  }
});
