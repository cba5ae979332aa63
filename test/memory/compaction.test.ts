/**
 * Properties of compaction over random graphs: it ends within its target, moves each node at most one tier a run, comes to
 * rest, and gives the same for the same graph.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { buildGraph } from '../../src/memory/build-graph.js';
import { charge, chargeLayout } from '../../src/memory/charge.js';
import { compact } from '../../src/memory/compact.js';
import { GraphDraft } from '../../src/memory/draft.js';
import { layOut } from '../../src/memory/layout.js';
import { countLedger } from '../../src/memory/ledger.js';
import { limitsFor } from '../../src/memory/limits.js';
import { type MemoryGraph, tierOf } from '../../src/memory/model.js';
import { DAY, edge, NOON, node } from './world.js';

const limits = limitsFor(1_500);
const ORDER = ['active', 'archived', 'orphaned'];

const graphs = fc
  .record({
    nodes: fc.array(
      fc.record({
        gist: fc.integer({ min: 0, max: 120 }),
        tier: fc.constantFrom('active', 'active', 'archived', 'orphaned'),
        isFresh: fc.boolean(),
        read: fc.nat(50),
        likes: fc.nat(2),
      }),
      { maxLength: 60 },
    ),
    edges: fc.array(fc.tuple(fc.nat(64), fc.nat(64)), { maxLength: 80 }),
  })
  .map(({ nodes, edges }) =>
    buildGraph(
      nodes.map(({ gist, tier, isFresh, read, likes }, at) =>
        node(`n${at}${'x'.repeat(at % 9)}`, 'g'.repeat(gist), {
          _created_ts: isFresh ? NOON : NOON - 100 * DAY,
          _last_read_ts: NOON - read,
          _useful_ts: Array.from({ length: likes }, () => NOON - DAY),
          ...(tier === 'active' ? {} : { _archived: true }),
          ...(tier === 'orphaned' ? { _orphaned_ts: NOON - DAY } : {}),
        }),
      ),
      edges.map(([a, b]) => edge(`n${a}${'x'.repeat(a % 9)} uses n${b}${'x'.repeat(b % 9)}`)),
    ),
  );

function run(graph: MemoryGraph) {
  const draft = new GraphDraft(graph);
  const report = compact(draft, { now: NOON, limits });
  return { graph: draft.finish(), report };
}

test('the ledger is the cost of the layout, before and after', () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const after = run(graph).graph;
      assert.deepEqual(after.ledger, countLedger(after.nodes, after.edges));
      assert.equal(charge(after), chargeLayout(layOut(after)));
    }),
  );
});

test('a node moves at most one tier a run', () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const { graph: after, report } = run(graph);
      const moved = [...report.archived, ...report.restored, ...report.orphaned];
      assert.equal(new Set(moved).size, moved.length);
      for (const [id, before] of graph.nodes) {
        const now = after.nodes.get(id);
        assert.ok(now !== undefined);
        assert.ok(Math.abs(ORDER.indexOf(tierOf(before)) - ORDER.indexOf(tierOf(now))) <= 1);
      }
    }),
  );
});

test('archiving ends at the target or with nothing left to archive; no pass goes above the limit', () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const { graph: after, report } = run(graph);
      const surplus = Math.max(0, after.ledger.anchorChars - limits.anchorChars);
      const size = charge(after) - surplus;
      const isLeft = [...after.nodes.values()].some(
        (each) => tierOf(each) === 'active' && NOON - (each._created_ts ?? 0) >= limits.graceS,
      );
      if (report.archived.length > 0 && report.restored.length === 0 && isLeft)
        assert.ok(size <= limits.targetChars, `${size}`);
      if (isLeft && report.archived.length > 0) assert.ok(size <= limits.levelChars, `${size}`);
      if (report.archived.length === 0 && report.restored.length > 0)
        assert.ok(charge(after) <= limits.targetChars, `${charge(after)}`);
    }),
  );
});

test('it comes to rest, and gives the same for the same graph in any order', () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const settled = run(run(run(run(graph).graph).graph).graph).graph;
      const again = run(settled);
      assert.deepEqual([again.report.archived, again.report.restored, again.report.orphaned], [[], [], []]);
      assert.equal(again.graph, settled);
      const shuffled = buildGraph([...graph.nodes.values()].reverse(), [...graph.edges.values()].reverse());
      assert.deepEqual(run(shuffled).report, run(graph).report);
    }),
  );
});
