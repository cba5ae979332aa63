/**
 * The golden vectors: numbers and texts that are fixed by what the memory promises.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { charge, chargeLayout } from '../../src/memory/charge.js';
import { compact } from '../../src/memory/compact.js';
import { debtLine, measureDebt } from '../../src/memory/debt.js';
import { GraphDraft } from '../../src/memory/draft.js';
import { layOut } from '../../src/memory/layout.js';
import { DEFAULT_LIMITS, limitsFor } from '../../src/memory/limits.js';
import { isLiveEdge } from '../../src/memory/live-edge.js';
import { type MemoryNode, tierOf } from '../../src/memory/model.js';
import { scoreNodes } from '../../src/memory/score.js';
import { rarity } from '../../src/memory/search.js';
import { openSheet, writeSheet } from '../../src/memory/sheet.js';
import { DAY, graph, NOON, node, SHIPYARD, World } from './world.js';

test('1: how much a word tells', () => {
  const cases: [number, number, number][] = [
    [1, 1, 1],
    [2, 1, 1],
    [2, 2, 0],
    [10, 5, 0.301],
    [100, 50, 0.1505],
    [100, 1, 1],
    [100, 10, 0.5],
  ];
  for (const [nodes, matches, weight] of cases)
    assert.equal(Math.round(rarity(nodes, matches) * 10_000) / 10_000, weight, `${nodes}, ${matches}`);
});

test('2: debt', () => {
  const nodes = Array.from({ length: 28 }, (_, at) => {
    const read = at < 4 ? { _last_read_ts: NOON - at * DAY } : {};
    return node(`n${at}`, at < 14 ? 'x'.repeat(301) : 'short', read);
  });
  const edges = nodes.slice(7).map(({ id }) => `${id} in yard/${id}`);
  const worn = measureDebt(graph(nodes, edges), NOON);
  assert.equal(
    debtLine(worn),
    'DEBT: HIGH (0.72) — 14 oversized gist(s), 7 unconnected, never maintained, active 4/7d',
  );
  const tended = {
    ...graph(
      nodes.map(({ _last_read_ts, ...rest }, at) =>
        at < 2 ? { ...rest, _last_read_ts: NOON - at * DAY } : rest,
      ),
      edges,
    ),
    progress: new Map([['maintain', { last_ts: NOON - 3 * DAY }]]),
  };
  assert.equal(
    debtLine(measureDebt(tended, NOON)),
    'DEBT: LOW (0.11) — 14 oversized gist(s), 7 unconnected, untended 3d, active 2/7d',
  );
  assert.equal(measureDebt(graph([]), NOON).score, 0.1);
  const lone = graph([node('keel')]);
  assert.equal(measureDebt(lone, NOON).score, 0.25);
  assert.deepEqual(
    [measureDebt(lone, NOON, [NOON - 60]).score, measureDebt(lone, NOON, [NOON - 60]).level],
    [0.34, 'MED'],
  );
});

test('3: scores', () => {
  const nodes = [
    node('a', 'a', { _last_read_ts: NOON - 99 }),
    node('b', 'b', { _last_read_ts: NOON - 98 }),
    node('c', 'c', { _last_read_ts: NOON - 98, _useful_ts: [NOON] }),
    node('d', 'd', { _last_read_ts: NOON - 91 }),
  ];
  const scores = scoreNodes(graph(nodes, ['a leads b', 'c leads b']), {
    now: NOON,
    limits: DEFAULT_LIMITS,
    tiers: ['active'],
  });
  const rounded = Object.fromEntries([...scores].map(([id, score]) => [id, Math.round(score * 1e4) / 1e4]));
  assert.deepEqual(rounded, { a: 0.3167, b: 0.6417, c: 0.675, d: 0.3667 });
});

test('4: what a level costs is what it shows', () => {
  const yard = graph(
    [
      node('hub', 'the hub'),
      node('sat-a', 'satellite a'),
      node('sat-b', 'satellite b'),
      node('loner', 'alone'),
      node('anchor', 'old', { _archived: true }),
    ],
    [
      'hub uses sat-a',
      'sat-b refines hub',
      'hub supersedes anchor',
      'sat-a final-state www/f.css',
      'hub self hub',
    ],
  );
  const lines = writeSheet(openSheet('user', yard, new Map()));
  assert.deepEqual(lines, [
    'ACTIVE:',
    '  hub: the hub',
    '    → uses → sat-a',
    '    ← refines ← sat-b',
    '    → supersedes → anchor',
    '    → self → hub',
    '  sat-a: satellite a',
    '    → final-state → www/f.css',
    '  sat-b: satellite b',
    '  loner: alone',
    'ARCHIVED (use kg_read with id to view full content):',
    '  anchor',
  ]);
  assert.equal(charge(yard), 256);
  assert.equal(chargeLayout(layOut(yard)), 256);
  assert.equal([...yard.edges.values()].filter((edge) => isLiveEdge(yard.nodes, edge)).length, 5);
});

test('5: a full read of two empty levels', () => {
  const { session, text } = new World().do({ kind: 'read-graph', project: SHIPYARD });
  const level = (name: string) => [
    `=== ${name} GRAPH — 0 active, 0 archived ===`,
    'HEALTH: 0 nodes, 0 edges, 0 orphans (0%), avg 0 edges/node',
    'DEBT: LOW (0.1) — 0 oversized gist(s), 0 unconnected, never maintained, active 0/7d',
  ];
  assert.deepEqual(text.split('\n'), [
    ...level('USER'),
    ...level('PROJECT'),
    '',
    `Session: ${session}`,
    '',
    'Now say once to the user: "I have recalled KG Memories".',
  ]);
});

test('6: the preload never exceeds its budget', () => {
  const nodes = Array.from({ length: 150 }, (_, at) => node(`plank-${at}`, 'g'.repeat(90)));
  const edges = nodes.map(({ id }, at) => `${id} beside plank-${(at * 7 + 1) % 150}`);
  const { context, stats } = new World(graph(nodes, edges)).do({ kind: 'bootstrap', project: SHIPYARD });
  assert.ok(context.length <= 9_800 && context.length > 9_500, String(context.length));
  assert.ok(stats.shownGists > 70, String(stats.shownGists));
  assert.match(context, /more edges/);
  assert.match(context, /more active gists/);
});

test('7: 300 fresh nodes are read inline', () => {
  const nodes = Array.from({ length: 300 }, (_, at) =>
    node(`node${String(at).padStart(3, '0')}`, 'g'.repeat(190), { _created_ts: NOON }),
  );
  const { text } = new World(graph(nodes)).do({ kind: 'read-graph', project: SHIPYARD });
  assert.ok(text.length <= 40_000 && text.length > 39_000, String(text.length));
  for (const { id } of nodes) assert.ok(text.includes(`  ${id}: `), id);
});

test('8: own writes hide nothing from sync, deletions show', () => {
  const world = new World();
  const [anna, boris] = [world.session(), world.session()];
  world.put(boris, 'hull-paint');
  world.put(anna, 'mast-height');
  assert.match(world.do({ kind: 'sync', session: anna }).text, /node hull-paint: about hull-paint/);
  world.do({ kind: 'delete-node', session: boris, id: 'hull-paint' });
  world.put(anna, 'rudder');
  const { text } = world.do({ kind: 'sync', session: anna });
  assert.match(text, /deleted node hull-paint/);
  assert.doesNotMatch(text, /rudder|mast-height/);
  assert.equal(world.do({ kind: 'sync', session: anna }).changeCount, 0);
});

test('9: a word that every node has is found when it is asked for', () => {
  const nodes = ['auth-token', 'auth-session', 'auth-login'].map((id) => node(id));
  assert.equal(new World(graph(nodes)).do({ kind: 'search', query: 'auth', project: SHIPYARD }).total, 3);
});

test('10: an archive that is too full takes no active node with it', () => {
  const active = Array.from({ length: 20 }, (_, at) => node(`active-${at}`, 'g'.repeat(150)));
  const archived = Array.from({ length: 700 }, (_, at) =>
    node(`archived-${String(at).padStart(21, '0')}`, 'old', { _archived: true }),
  );
  const draft = new GraphDraft(graph([...active, ...archived]));
  const report = compact(draft, { now: NOON, limits: DEFAULT_LIMITS });
  for (const { id } of active) assert.equal(tierIn(draft.graph.nodes.get(id)), 'active');
  assert.deepEqual(report.archived, []);
  assert.ok(report.orphaned.length > 0);
  assert.ok(report.orphaned.every((id) => id.startsWith('archived-')));
});

test('11: what was just archived does not come straight back', () => {
  const nodes = Array.from({ length: 12 }, (_, at) =>
    node(`n${String(at).padStart(2, '0')}`, 'g'.repeat(150), { _last_read_ts: NOON - 100 + at }),
  );
  const draft = new GraphDraft(graph(nodes));
  const report = compact(draft, { now: NOON, limits: limitsFor(1_200) });
  assert.deepEqual(report.restored, []);
  assert.ok(charge(draft.graph) <= 960, String(charge(draft.graph)));
  assert.deepEqual(
    report.archived,
    nodes.slice(0, report.archived.length).map(({ id }) => id),
  );
});

test('12: reading a hub rescues its orphaned neighbours', () => {
  const world = new World(
    graph([], []),
    graph(
      [
        node('hub', 'the hub', { _archived: true }),
        node('zz', 'asleep', { _archived: true, _orphaned_ts: NOON - DAY }),
      ],
      ['hub leads zz'],
    ),
  );
  const { rescued, text } = world.do({ kind: 'read-nodes', session: world.session(), ids: ['hub'] });
  assert.deepEqual(rescued, ['zz']);
  assert.match(text, /▸ hub \(project, promoted from archive\)/);
  assert.equal(tierIn(world.project.nodes.get('hub')), 'active');
  const zz = world.project.nodes.get('zz');
  assert.deepEqual([zz?._archived, zz?._orphaned_ts], [true, undefined]);
});

function tierIn(found: MemoryNode | undefined): string {
  return found === undefined ? 'gone' : tierOf(found);
}
