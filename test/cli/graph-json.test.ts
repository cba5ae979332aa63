import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { graphAsJson } from '../../src/cli/graph-json.js';
import { bakery, segmentOf } from '../support/bakery.js';
import { naiveGraph } from '../support/naive-graph.js';

describe('the graph as JSON', () => {
  it('has a record a line, the properties beside the fields', () => {
    const oven = segmentOf(
      'oven.py',
      [
        ['class:oven.Oven', 3, { bases: ['Appliance'], end_line: 9 }],
        ['func:oven.bake', 11],
      ],
      [['func:oven.bake', 'calls', 'class:oven.Oven', { resolution: 'exact', sites: [{ line: 12 }] }]],
    );
    assert.deepEqual([...graphAsJson(naiveGraph([oven]))].join('').split('\n'), [
      '{"format":"kg-memory/graph@1","nodes":[',
      '{"id":"class:oven.Oven","type":"class","name":"Oven","path":"oven.py","line":3,"bases":["Appliance"],"end_line":9},',
      '{"id":"func:oven.bake","type":"function","name":"bake","path":"oven.py","line":11}',
      '],"edges":[',
      '{"source":"func:oven.bake","target":"class:oven.Oven","type":"calls","resolution":"exact","sites":[{"line":12}]}',
      ']}',
    ]);
  });

  it('is valid for a graph with nothing in it', () => {
    const empty = [...graphAsJson(naiveGraph([]))].join('');
    assert.deepEqual(JSON.parse(empty), { format: 'kg-memory/graph@1', nodes: [], edges: [] });
  });

  it('lets nothing stand in the way of a field, and loses nothing', () => {
    const record = segmentOf(
      'docs/adr/0008-one-oven.md',
      [
        ['adr:0008', 1, { path: 'elsewhere', line: 1 }],
        ['class:oven.Oven', 3],
      ],
      [['adr:0008', 'governs', 'class:oven.Oven', { source: 'identifier', confidence: 0.9 }]],
    );
    const { nodes, edges } = JSON.parse([...graphAsJson(naiveGraph([record]))].join(''));
    assert.deepEqual(nodes[0], {
      id: 'adr:0008',
      type: 'adr',
      name: '0008',
      path: 'docs/adr/0008-one-oven.md',
      line: 1,
      path_: 'elsewhere',
    });
    assert.deepEqual(edges[0], {
      source: 'adr:0008',
      target: 'class:oven.Oven',
      type: 'governs',
      confidence: 0.9,
      found_by: 'identifier',
    });
  });

  it('comes in pieces that together are sorted', () => {
    const { nodes, edges } = JSON.parse([...graphAsJson(bakery())].join(''));
    const ids = nodes.map(({ id }: { id: string }) => id);
    assert.deepEqual(ids, [...ids].sort());
    const names = edges.map((edge: Record<string, string>) =>
      [edge.source, edge.type, edge.target].join('\0'),
    );
    assert.deepEqual(names, [...names].sort());
    assert.equal(edges.length, bakery().edgeCount);
  });

  it('is never one string', () => {
    const long = 'x'.repeat(1_000);
    const nodes = Array.from(
      { length: 200 },
      (_, index) => [`func:oven.f${index}`, index, { docstring: long }] as const,
    );
    const pieces = [...graphAsJson(naiveGraph([segmentOf('oven.py', nodes)]))];
    assert.ok(pieces.length > 5);
    assert.ok(pieces.every((piece) => piece.length < 70_000));
    assert.equal(JSON.parse(pieces.join('')).nodes.length, 200);
  });
});
