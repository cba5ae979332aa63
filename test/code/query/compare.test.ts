import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Segment } from '../../../src/code/model.js';
import { compareGraphs, type Difference } from '../../../src/code/query/compare.js';
import { BAKERY, bakery, segmentOf } from '../../support/bakery.js';
import { naiveGraph } from '../../support/naive-graph.js';

function differences(left: readonly Segment[], right: readonly Segment[]): Difference[] {
  return [...compareGraphs(naiveGraph(left), naiveGraph(right))].flat();
}

const OVEN = { id: 'class:oven.Oven', line: 3 };
const plain = segmentOf(
  'oven.py',
  [
    [OVEN.id, OVEN.line, { bases: ['Appliance'] }],
    ['func:oven.bake', 9],
  ],
  [['func:oven.bake', 'calls', OVEN.id, { resolution: 'exact', sites: [{ line: 10 }] }]],
);

describe('compareGraphs', () => {
  it('finds nothing between a graph and itself', () => {
    assert.deepEqual([...compareGraphs(bakery(), bakery())].flat(), []);
  });

  it('names a property that differs, and one that is missing', () => {
    const moved = segmentOf(
      'oven.py',
      [
        [OVEN.id, 4, {}],
        ['func:oven.bake', 9],
      ],
      [['func:oven.bake', 'calls', OVEN.id, { resolution: 'exact', sites: [{ line: 10 }] }]],
    );
    assert.deepEqual(differences([plain], [moved]), [
      { kind: 'node-property', node: OVEN.id, property: 'bases', left: ['Appliance'], right: undefined },
      { kind: 'node-property', node: OVEN.id, property: 'line', left: 3, right: 4 },
    ]);
  });

  it('does not mind the order in which an object was written', () => {
    const one = segmentOf('oven.py', [[OVEN.id, 3, { docstring: 'Hot.', end_line: 9 }]]);
    const other = segmentOf('oven.py', [[OVEN.id, 3, { end_line: 9, docstring: 'Hot.' }]]);
    assert.deepEqual(differences([one], [other]), []);
  });

  it('names an edge that one side lacks, and what an edge carries', () => {
    const guessed = segmentOf(
      'oven.py',
      [
        [OVEN.id, 3, { bases: ['Appliance'] }],
        ['func:oven.bake', 9],
      ],
      [
        ['func:oven.bake', 'calls', OVEN.id, { resolution: 'candidate', sites: [{ line: 10 }] }],
        ['func:oven.bake', 'calls', 'func:oven.bake'],
      ],
    );
    const edge = { source: 'func:oven.bake', type: 'calls', target: OVEN.id } as const;
    assert.deepEqual(differences([plain], [guessed]), [
      { kind: 'edge-property', edge, property: 'resolution', left: 'exact', right: 'candidate' },
      { kind: 'edge', only: 'right', edge: { ...edge, target: 'func:oven.bake' } },
    ]);
  });

  it('finds the segments that one side lacks, the same from either side', () => {
    fc.assert(
      fc.property(fc.subarray([...BAKERY.keys()]), (kept) => {
        const part = kept.map((index) => BAKERY[index] as Segment);
        // Edges must have both ends.
        const ids = new Set(part.flatMap(({ nodes }) => nodes.map(({ id }) => id)));
        const closed = part.map((segment) => ({
          ...segment,
          edges: segment.edges.filter(({ target }) => ids.has(target)),
        }));
        const found = differences(BAKERY, closed);
        const count = (kind: Difference['kind']) => found.filter((each) => each.kind === kind).length;
        const all = naiveGraph(BAKERY);
        const rest = naiveGraph(closed);
        assert.equal(count('node'), all.nodeCount - rest.nodeCount);
        assert.equal(count('edge'), all.edgeCount - rest.edgeCount);
        assert.equal(differences(closed, BAKERY).length, found.length);
        assert.ok(found.every((each) => 'only' in each && each.only === 'left'));
      }),
    );
  });
});
