/** Walks over the page's graph: who calls whom, how two are joined, what governs, what runs in circles. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findCycles } from '../../../viz/src/data/cycles.js';
import { governingOf } from '../../../viz/src/data/governing.js';
import { findHotSpots } from '../../../viz/src/data/hot-spots.js';
import { searchMemory } from '../../../viz/src/data/search-memory.js';
import { shortestPath } from '../../../viz/src/data/shortest-path.js';
import { traceCalls } from '../../../viz/src/data/trace.js';
import { graphData, idsOf } from '../../support/graph-data.js';

const YARD = graphData(`
  module yard
  file keel.py
  file mast.py
  class Keel
  function lay
  function bolt
  function hoist
  function launch
  adr oak-only
  concept oak
  yard contains keel.py
  yard contains mast.py
  keel.py contains Keel
  Keel contains lay
  lay method_of Keel
  keel.py contains bolt
  mast.py contains hoist
  launch calls lay
  lay calls bolt
  hoist calls bolt
  bolt calls bolt
  keel.py imports mast.py
  mast.py imports keel.py
  oak-only governs Keel
  oak-only defines oak
`);
const at = (id: string) => YARD.byId.get(id) ?? -1;

describe('traces', () => {
  it('go by depth, and begin at all that a node holds', () => {
    const levels = (id: string, depth: number) =>
      traceCalls(YARD, at(id), 'callers', depth).levels.map((level) => idsOf(YARD, level).sort());
    assert.deepEqual(levels('bolt', 2), [['bolt'], ['hoist', 'lay'], ['launch']]);
    assert.deepEqual(levels('Keel', 3), [['Keel'], ['launch']]);
  });

  it('say whether there is more', () => {
    assert.equal(traceCalls(YARD, at('bolt'), 'callers', 1).isCut, true);
    assert.equal(traceCalls(YARD, at('bolt'), 'callers', 2).isCut, false);
    assert.equal(traceCalls(YARD, at('launch'), 'callees', 1).isCut, true);
  });
});

describe('paths', () => {
  const way = (from: string, to: string) => idsOf(YARD, shortestPath(YARD, at(from), at(to))?.nodes ?? []);

  it('go along edges, else against them, else either way', () => {
    assert.deepEqual(way('launch', 'bolt'), ['launch', 'lay', 'bolt']);
    assert.deepEqual(way('bolt', 'launch'), ['bolt', 'lay', 'launch']);
    assert.deepEqual(way('hoist', 'lay'), ['hoist', 'bolt', 'lay']);
    assert.deepEqual(way('bolt', 'bolt'), ['bolt']);
  });

  it('are of edges that join their nodes', () => {
    const path = shortestPath(YARD, at('oak'), at('launch'));
    assert.ok(path !== undefined);
    path.edges.forEach((edge, step) => {
      const ends = [YARD.from[edge], YARD.to[edge]].sort();
      assert.deepEqual(ends, [path.nodes[step], path.nodes[step + 1]].sort());
    });
  });
});

it('what governs a node governs what is around it or in it', () => {
  for (const id of ['lay', 'Keel', 'keel.py', 'yard']) {
    const { documents, related } = governingOf(YARD, at(id));
    assert.deepEqual([idsOf(YARD, documents), idsOf(YARD, related)], [['oak-only'], ['oak']], id);
  }
  assert.deepEqual(governingOf(YARD, at('hoist')).documents, []);
});

it('hot spots are those with most edges, of the kinds that are shown', () => {
  assert.equal(idsOf(YARD, findHotSpots(YARD, new Set(['function'])))[0], 'bolt');
  assert.deepEqual(idsOf(YARD, findHotSpots(YARD, new Set(['adr']))), ['oak-only']);
});

describe('cycles', () => {
  it('are found among files', () => {
    assert.deepEqual(
      findCycles(YARD).map(({ over, nodes }) => [over, ...idsOf(YARD, nodes)]),
      [['imports', 'keel.py', 'mast.py']],
    );
  });

  it('hold exactly the files that reach themselves', () => {
    const edges = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 20 });
    fc.assert(
      fc.property(edges, (pairs) => {
        const files = Array.from({ length: 8 }, (_, n) => `file f${n}`);
        const data = graphData([...files, ...pairs.map(([a, b]) => `f${a} imports f${b}`)].join('\n'));
        const inCycles = findCycles(data).flatMap(({ nodes }) => [...nodes]);
        const reaching = Array.from({ length: 8 }, (_, node) => node).filter((node) =>
          reachesItself(pairs, node),
        );
        assert.deepEqual(inCycles.sort(), reaching);
        for (const { nodes, ring } of findCycles(data)) {
          assert.ok(ring.every((node) => nodes.includes(node)) && new Set(ring).size === ring.length);
          for (const [step, node] of ring.entries()) {
            const next = ring[(step + 1) % ring.length];
            assert.ok(
              pairs.some(([a, b]) => a === node && b === next),
              `${ring.join(' → ')}`,
            );
          }
          const shortest = Math.min(...nodes.map((node) => stepsBack(pairs, node)));
          assert.equal(ring.length, shortest);
        }
      }),
    );
  });
});

/** How many steps lead from a node back to it, through others; naively. */
function stepsBack(pairs: readonly (readonly [number, number])[], start: number): number {
  let front = new Set([start]);
  for (let steps = 1; steps <= 8; steps++) {
    front = new Set(pairs.filter(([a, b]) => a !== b && front.has(a)).map(([, b]) => b));
    if (front.has(start)) return steps;
  }
  return Number.POSITIVE_INFINITY;
}

/** Through another node; naively. */
function reachesItself(pairs: readonly (readonly [number, number])[], start: number): boolean {
  const seen = new Set<number>();
  const waiting = [start];
  for (const node of waiting) {
    for (const [from, to] of pairs) {
      if (from !== node || from === to) continue;
      if (to === start) return true;
      if (!seen.has(to)) {
        seen.add(to);
        waiting.push(to);
      }
    }
  }
  return false;
}

describe('the memory in the graph', () => {
  const memory = {
    user: {
      nodes: [{ id: 'tea', gist: 'Drinks tea at four' }],
      edges: [{ from: 'tea', to: 'oak-rule', rel: 'before' }],
    },
    project: {
      nodes: [
        {
          id: 'oak-rule',
          gist: 'Oak only, never pine',
          touches: ['file:keel.py:3-9', 'pine.py'],
          _archived: true,
        },
        { id: 'gone', gist: 'Long ago', _orphaned_ts: 5 },
      ],
      edges: [{ from: 'oak-rule', to: 'nowhere', rel: 'names' }],
    },
  };
  const data = graphData('file file:keel.py', memory);

  it('has its layers, tiers, relations and touches', () => {
    assert.deepEqual(data.ids.slice(1), [
      'memory:user/tea',
      'memory:project/oak-rule',
      'memory:project/gone',
    ]);
    assert.deepEqual([...data.tiers], [0, 0, 1, 2]);
    assert.deepEqual([...data.layers], [0, 2, 1, 1]);
    assert.deepEqual(
      [[...data.from], [...data.to]],
      [
        [1, 2],
        [2, 0],
      ],
    );
    assert.deepEqual([...data.relations], [[0, 'before']]);
  });

  it('is found by words, those in the head first', () => {
    assert.deepEqual(idsOf(data, searchMemory(data, 'OAK pine')), ['memory:project/oak-rule']);
    assert.deepEqual(searchMemory(data, 'birch'), []);
    assert.deepEqual(searchMemory(data, ' '), []);
  });
});
