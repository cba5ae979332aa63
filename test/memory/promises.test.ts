/** What the memory promises beyond its golden vectors, one promise a test. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { charge } from '../../src/memory/charge.js';
import { compact } from '../../src/memory/compact.js';
import { debtLine, measureDebt } from '../../src/memory/debt.js';
import { GraphDraft } from '../../src/memory/draft.js';
import { limitsFor } from '../../src/memory/limits.js';
import { type MemoryGraph, tierOf } from '../../src/memory/model.js';
import { findNearDuplicates } from '../../src/memory/near-duplicates.js';
import { scoreNodes } from '../../src/memory/score.js';
import { openSheet, writeSheet } from '../../src/memory/sheet.js';
import { graph, NOON, node, SHIPYARD, World } from './world.js';

const context = (levelChars: number) => ({ now: NOON, limits: limitsFor(levelChars) });

test('a sync beyond the log tells what is there, and that it may not be all', () => {
  const world = new World();
  const [anna, boris] = [world.session(), world.session()];
  world.put(boris, 'first-plank');
  world.do({ kind: 'sync', session: anna });
  for (let at = 0; at < 1_010; at++) world.put(boris, `plank-${at}`);
  const { text, isTruncated, changeCount } = world.do({ kind: 'sync', session: anna });
  assert.equal(isTruncated, true);
  assert.equal(changeCount, 1_010);
  assert.match(text, /The log does not reach back to your last sync/);
  assert.match(text, /node plank-0: about plank-0/);
  assert.doesNotMatch(text, /first-plank/);
  assert.ok(text.length <= 40_000, String(text.length));
  assert.equal(world.do({ kind: 'sync', session: anna }).changeCount, 0);
});

test('what is orphaned does not show in a sync', () => {
  const world = new World();
  const [anna, boris] = [world.session(), world.session()];
  world.put(boris, 'bilge');
  const bilge = world.project.nodes.get('bilge');
  assert.ok(bilge);
  const draft = new GraphDraft(world.project);
  draft.setNode({ ...bilge, _archived: true, _orphaned_ts: NOON });
  world.state = { ...world.state, projects: new Map([[SHIPYARD, draft.finish()]]) };
  assert.equal(world.do({ kind: 'sync', session: anna }).changeCount, 0);
});

test('a node that was archived long ago takes the place of a worse one that is archived now', () => {
  const gist = 'g'.repeat(150);
  const active = Array.from({ length: 8 }, (_, at) =>
    node(`n${at}`, gist, { _last_read_ts: NOON - 1_000 + at }),
  );
  const winner = node('keel', gist, {
    _archived: true,
    _last_read_ts: NOON,
    _useful_ts: [NOON, NOON, NOON],
  });
  const loser = node('rope', gist, { _archived: true, _last_read_ts: NOON - 5_000 });
  const before = graph([...active, winner, loser], ['n6 rests-on keel', 'n7 rests-on keel']);
  const draft = new GraphDraft(before);
  const report = compact(draft, context(1_300));
  assert.deepEqual(report.restored, ['keel']);
  assert.ok(report.archived.includes('n0') && !report.archived.includes('keel'));
  assert.ok(charge(draft.graph) <= 1_300, String(charge(draft.graph)));
  assert.equal(tierOf(draft.graph.nodes.get('rope') ?? winner), 'archived');
});

test('an archived node that is hardly better stays where it is', () => {
  const gist = 'g'.repeat(150);
  const active = Array.from({ length: 8 }, (_, at) =>
    node(`n${at}`, gist, { _last_read_ts: NOON - 1_000 + at }),
  );
  // Between the worst two: by less than the margin better than what is archived now.
  const peer = node('peer', gist, { _archived: true, _last_read_ts: NOON - 1_000 });
  const report = compact(new GraphDraft(graph([...active, peer])), context(1_300));
  assert.ok(report.archived.length > 0);
  assert.deepEqual(report.restored, []);
});

test('the stamp of a maintenance pass is the server’s, and the project’s when there is one', () => {
  const world = new World();
  const session = world.session();
  const state = { last_ts: '2020-01-01T00:00:00Z', cursor: 'keel' };
  const stamped = world.do({ kind: 'progress', session, task: 'maintain', state });
  assert.deepEqual([stamped.level, stamped.state], ['project', { cursor: 'keel', last_ts: world.now }]);
  assert.match(debtLine(measureDebt(world.project, world.now)), /untended 0d/);
  assert.match(debtLine(measureDebt(world.user, world.now)), /never maintained/);
  const other = world.do({ kind: 'progress', session, task: 'scout', state, level: 'user' });
  assert.deepEqual(other.state, state);
});

test('a stamp that an earlier program took from its caller breaks nothing', () => {
  for (const last_ts of ['2026-05-01T12:00:00Z', null, {}, Number.NaN]) {
    const odd: MemoryGraph = { ...graph([node('keel')]), progress: new Map([['maintain', { last_ts }]]) };
    assert.match(
      debtLine(measureDebt(odd, NOON)),
      /^DEBT: LOW \(0\.25\) — .* never maintained/,
      String(last_ts),
    );
  }
});

test('nodes in full stay inline: the longest notes are cut, and every node is there', () => {
  const notes = (chars: number) => ['short and to the point', 'l'.repeat(chars)];
  const nodes = Array.from({ length: 10 }, (_, at) =>
    node(`deck-${at}`, `about deck ${at}`, { notes: notes(at === 0 ? 100 : 20_000) }),
  );
  const world = new World(undefined, graph(nodes));
  const session = world.session();
  const { text } = world.do({ kind: 'read-nodes', session, ids: nodes.map(({ id }) => id) });
  assert.ok(text.length <= 40_000 && text.length > 39_000, String(text.length));
  for (const { id } of nodes) assert.match(text, new RegExp(`▸ ${id} \\(project, active\\)`));
  assert.equal(text.split('short and to the point').length, 11);
  assert.ok(text.includes('l'.repeat(100)) && !text.includes('l'.repeat(5_000)));
  assert.match(text, /\(cut to stay inline: read fewer ids at once\)\n\nSession: /);
});

test('a node cites what is worth most first, and anchors stand in alphabetical order', () => {
  const yard = graph(
    [
      node('hub', 'the hub'),
      node('low', 'low', { _last_read_ts: NOON - 500 }),
      node('mid', 'mid', { _last_read_ts: NOON - 300 }),
      node('top', 'top', { _last_read_ts: NOON, _useful_ts: [NOON] }),
      node('zinc', 'old', { _archived: true }),
      node('alum', 'old', { _archived: true }),
    ],
    ['hub uses low', 'hub uses mid', 'hub uses top'],
  );
  const scores = scoreNodes(yard, { ...context(17_500), tiers: ['active', 'archived'] });
  const lines = writeSheet(openSheet('user', yard, scores));
  assert.deepEqual(
    lines.filter((line) => line.startsWith('    →')),
    ['    → uses → top', '    → uses → mid', '    → uses → low'],
  );
  assert.deepEqual(lines.slice(-2), ['  alum', '  zinc']);
});

test('the words of a node that is gone are gone, those of another tier are kept', () => {
  const world = new World();
  const session = world.session();
  world.put(session, 'anchor-chain', 'The chain of the anchor is checked in spring');
  world.put(session, 'anchor-rope', 'The rope of the anchor is checked in autumn');
  world.do({ kind: 'search', session, query: 'chain' });
  const { words } = world.project;
  const { gist, notes } = words.nodes.get('anchor-chain') ?? {};
  world.do({ kind: 'archive-node', session, id: 'anchor-chain' });
  assert.equal(world.do({ kind: 'search', session, query: 'chain' }).top[0]?.tier, 'archived');
  assert.deepEqual(
    [words.nodes.get('anchor-chain')?.gist, notes],
    [gist, words.nodes.get('anchor-chain')?.notes],
  );
  world.do({ kind: 'delete-node', session, id: 'anchor-chain' });
  assert.deepEqual([...words.nodes.keys()], ['anchor-rope']);
});

test('a look for near-duplicates leaves another level’s words alone', () => {
  const user = graph([node('sail', 'The mainsail of this boat is made of linen')]);
  const project = graph([node('sail', 'The mainsail of this boat is made of nylon')]);
  const [mine, ours] = [user.nodes.get('sail'), project.nodes.get('sail')];
  assert.ok(mine && ours);
  const levels = [
    { level: 'user' as const, graph: user },
    { level: 'project' as const, graph: project },
  ];
  assert.deepEqual(
    findNearDuplicates(ours, project, levels).map(({ level }) => level),
    ['user'],
  );
  assert.equal(user.words.nodes.get('sail')?.of, mine);
});
