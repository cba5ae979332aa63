/** Each pass of compaction by itself, on a graph small enough to see what it does. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { limitsFor } from '../../src/memory/limits.js';
import { type MemoryNode, tierOf } from '../../src/memory/model.js';
import { DAY, graph, NOON, node, World } from './world.js';

/** Active up to 960 of 1,200 characters; anchors up to 360. */
const SMALL = limitsFor(1_200);
const GIST = 'x'.repeat(150);
const archived = (id: string, more: Partial<MemoryNode> = {}) => node(id, GIST, { _archived: true, ...more });

function maintain(nodes: readonly MemoryNode[], edges: readonly string[] = []) {
  const world = new World(graph([]), graph(nodes, edges), SMALL);
  const { reports } = world.do({ kind: 'maintain' });
  const [{ report } = { report: { archived: [], restored: [], orphaned: [], deleted: [] } }] = reports;
  const tiers = new Map([...world.project.nodes.values()].map((each) => [each.id, tierOf(each)]));
  return { ...report, tiers };
}

test('a refill pulls the hub first, and its satellites after it', () => {
  const loners = ['anvil', 'bolt', 'cleat', 'davit'].map((id) => archived(id, { _last_read_ts: NOON - DAY }));
  const cluster = ['hub', 'sat-a', 'sat-b', 'sat-c'].map((id) => archived(id));
  const { restored, tiers } = maintain(
    [...loners, ...cluster],
    ['hub holds sat-a', 'hub holds sat-b', 'hub holds sat-c'],
  );
  assert.deepEqual(restored.slice(0, 4), ['hub', 'sat-a', 'sat-b', 'sat-c']);
  assert.ok(restored.length < 8, 'it ends at the ceiling');
  assert.equal(tiers.get('hub'), 'active');
});

test('a candidate that is too large stops no smaller one', () => {
  const giant = archived('giant', { gist: 'y'.repeat(2_000), _useful_ts: [NOON, NOON, NOON] });
  const { restored } = maintain([giant, archived('oar'), archived('sail')]);
  assert.deepEqual([...restored].sort(), ['oar', 'sail']);
});

test('what was archived before goes up for what is worth clearly less', () => {
  const dull = Array.from({ length: 9 }, (_, at) => node(`plank-${at}`, GIST, { _last_read_ts: NOON - at }));
  const star = archived('star', { _useful_ts: [NOON, NOON], _last_read_ts: NOON });
  const run = maintain([...dull, star], ['plank-0 near star', 'plank-1 near star']);
  assert.ok(run.archived.length > 0);
  assert.deepEqual([run.restored, run.tiers.get('star')], [['star'], 'active']);
  assert.ok(run.archived.every((id) => run.tiers.get(id) === 'archived'));
});

test('what has no tie to anything active is orphaned first', () => {
  const ids = Array.from({ length: 30 }, (_, at) => `forgotten-timber-${String(at).padStart(2, '0')}`);
  // Too large to come back, so that the refill leaves all of them where they are.
  const timber = ids.map((id) => archived(id, { gist: 'z'.repeat(2_000) }));
  const { orphaned, restored, tiers } = maintain(
    [node('keel'), ...timber],
    ['keel rests-on forgotten-timber-00', 'forgotten-timber-29 under keel'],
  );
  assert.deepEqual(restored, []);
  assert.ok(orphaned.length > 10 && orphaned.length < 28);
  for (const id of ['forgotten-timber-00', 'forgotten-timber-29']) assert.equal(tiers.get(id), 'archived');
});
