/** Anchors go where what they belong to goes, and cost it nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Anchor } from '../../src/memory/anchor.js';
import { decodeGraph, encodeGraph } from '../../src/memory/graph-file.js';
import { edgeKey } from '../../src/memory/model.js';
import { recordOf, rollForward } from '../../src/memory/store/journal-record.js';
import { graph, node, SHIPYARD, World } from './world.js';

function anchor(touch: string, more: Partial<Anchor> = {}): Anchor {
  return {
    touch,
    id: `func:yard.${touch}`,
    path: 'yard.py',
    print: `print of ${touch}`,
    near: '',
    ts: 1,
    ...more,
  };
}

const level = 'project';

function touchesOf(world: World, id: string): readonly string[] {
  return (world.project.nodes.get(id)?._anchors ?? []).map(({ touch, id: at }) => `${touch} ${at}`);
}

test('a put with touches has new anchors, one without keeps the old, and [] clears', () => {
  const world = new World();
  const session = world.session();
  const put = (more: object) =>
    world.do({ kind: 'put-node', session, level, id: 'rivets', gist: 'Steel, not iron', ...more });
  const anchors = [anchor('drive'), anchor('not touched')];
  put({ touches: ['drive', 'a word'], anchors });
  assert.deepEqual(touchesOf(world, 'rivets'), ['drive func:yard.drive']);
  put({ notes: ['since 1890'] });
  assert.deepEqual(touchesOf(world, 'rivets'), ['drive func:yard.drive']);
  put({ touches: ['drive'], anchors: [anchor('drive', { id: 'func:yard.press' })] });
  assert.deepEqual(touchesOf(world, 'rivets'), ['drive func:yard.press']);
  put({ touches: ['drive', 'more'] });
  assert.deepEqual(touchesOf(world, 'rivets'), ['drive func:yard.press'], 'there was no code to look at');
  put({ touches: ['more', 'drive'], anchors: [anchor('more')] });
  assert.deepEqual(
    touchesOf(world, 'rivets'),
    ['more func:yard.more', 'drive func:yard.press'],
    'what names nothing now is where it was',
  );
  put({ touches: ['drive'], anchors: [] });
  assert.deepEqual(touchesOf(world, 'rivets'), ['drive func:yard.press']);
  put({ touches: [] });
  assert.equal(world.project.nodes.get('rivets')?._anchors, undefined);
});

test('what is pinned in another project stays when this one is written from', () => {
  const world = new World();
  const session = world.session();
  const put = (touches: readonly string[], anchors: readonly Anchor[]) =>
    world.do({ kind: 'put-node', session, level: 'user', id: 'care', gist: 'Oil it', touches, anchors });
  const [here, there] = [{ project: SHIPYARD }, { project: '/home/mira/bakery' }];
  put(['hinge', 'lock'], [anchor('hinge', there), anchor('lock', there)]);
  put(['hinge'], [anchor('hinge', here)]);
  assert.deepEqual(
    world.user.nodes.get('care')?._anchors?.map(({ touch, project }) => `${touch} ${project}`),
    [`hinge ${SHIPYARD}`, 'hinge /home/mira/bakery'],
  );
});

test('anchors are set without a version, a log entry or news, and not over what was written since', () => {
  const world = new World();
  const [mine, yours] = [world.session(), world.session()];
  world.do({ kind: 'put-node', session: mine, level, id: 'keel', gist: 'Oak', touches: ['lay'] });
  world.do({ kind: 'put-edge', session: mine, level, from: 'keel', to: 'lay', rel: 'is-laid-by' });
  world.do({ kind: 'put-edge', session: mine, level, from: 'keel', to: 'mast', rel: 'carries' });
  world.do({ kind: 'sync', session: yours });
  const key = edgeKey({ from: 'keel', to: 'lay', rel: 'is-laid-by' });
  const before = world.project;
  const set = (version: number) =>
    world.apply({
      kind: 'set-anchors',
      project: SHIPYARD,
      items: [
        { level, of: { id: 'keel' }, version, anchors: [anchor('lay')] },
        { level, of: { edge: key }, version, anchors: [anchor('lay')] },
        { level, of: { id: 'no such' }, version, anchors: [anchor('lay')] },
      ],
    });
  const late = set(2);
  assert.deepEqual([late.result.changed, late.state.projects.get(SHIPYARD)], [0, before]);
  const done = set(1);
  assert.equal(done.result.changed, 2);
  assert.deepEqual(done.saves.graphs, [{ level, project: SHIPYARD }]);
  assert.deepEqual(done.events, []);
  const { versions, seq, log, ledger, incident } = world.project;
  assert.deepEqual([versions, seq, log, ledger], [before.versions, before.seq, before.log, before.ledger]);
  assert.deepEqual(
    incident.get('keel')?.map(({ rel }) => rel),
    ['is-laid-by', 'carries'],
    'an edge keeps its place',
  );
  assert.equal(world.do({ kind: 'sync', session: yours }).changeCount, 0);
  assert.deepEqual(world.changesSince(before), [], 'nothing to be taken back');
  assert.deepEqual(touchesOf(world, 'keel'), ['lay func:yard.lay']);
  assert.deepEqual(world.project.edges.get(key)?._anchors, [anchor('lay')]);
  assert.equal(set(1).result.changed, 0, 'what is there already');
});

test('anchors go along when a node is renamed, merged, and restored', () => {
  const world = new World();
  const session = world.session();
  const put = (id: string, touches: readonly string[]) =>
    world.do({
      kind: 'put-node',
      session,
      level,
      id,
      gist: `about ${id}`,
      touches,
      anchors: touches.map((touch) => anchor(touch)),
    });
  put('hull', ['plate']);
  put('hull-2', ['plate', 'weld']);
  put('dock', ['hull']);
  const edge = { from: 'hull', to: 'weld', rel: 'made-by' };
  world.do({ kind: 'put-edge', session, level, ...edge, anchors: [anchor('weld')] });
  world.do({ kind: 'rename-node', session, id: 'hull', newId: 'hulls' });
  assert.deepEqual(touchesOf(world, 'hulls'), ['plate func:yard.plate']);
  assert.deepEqual(touchesOf(world, 'dock'), ['hulls func:yard.hull']);
  const moved = world.project.edges.get(edgeKey({ ...edge, from: 'hulls' }));
  assert.deepEqual(moved?._anchors, [anchor('weld')]);
  const before = world.project;
  world.do({ kind: 'merge-nodes', session, from: 'hull-2', into: 'hulls' });
  assert.deepEqual(touchesOf(world, 'hulls'), ['plate func:yard.plate', 'weld func:yard.weld']);
  world.do({ kind: 'undo', session, changes: world.changesSince(before) });
  assert.deepEqual(touchesOf(world, 'hulls'), ['plate func:yard.plate']);
  assert.deepEqual(touchesOf(world, 'hull-2'), ['plate func:yard.plate', 'weld func:yard.weld']);
});

test('an undo leaves what was followed since where it is, and brings back what it took away', () => {
  const world = new World();
  const session = world.session();
  const put = (gist: string, more: object = {}) =>
    world.do({ kind: 'put-node', session, level, id: 'mast', gist, ...more });
  const edge = { from: 'mast', to: 'step', rel: 'stands-in' };
  put('Pine', { touches: ['step'], anchors: [anchor('step')] });
  world.do({ kind: 'put-edge', session, level, ...edge, anchors: [anchor('step')] });
  const before = world.project;
  put('Spruce');
  world.do({ kind: 'put-edge', session, level, ...edge, notes: ['of bronze'] });
  const changes = world.changesSince(before);
  const followed = [anchor('step', { id: 'func:yard.socket', was: 'func:yard.step' })];
  const items = [
    { level, of: { id: 'mast' }, version: 2, anchors: followed },
    { level, of: { edge: edgeKey(edge) }, version: 2, anchors: followed },
  ] as const;
  world.do({ kind: 'set-anchors', project: SHIPYARD, items });
  world.do({ kind: 'undo', session, changes });
  assert.equal(world.project.nodes.get('mast')?.gist, 'Pine');
  assert.deepEqual(world.project.nodes.get('mast')?._anchors, followed);
  assert.deepEqual(world.project.edges.get(edgeKey(edge))?._anchors, followed);
  const earlier = world.project;
  put('Larch', { touches: ['step'], anchors: [anchor('step', { ts: 9 })] });
  world.do({ kind: 'undo', session, changes: world.changesSince(earlier) });
  assert.deepEqual(world.project.nodes.get('mast')?._anchors, followed, 'that put had looked anew');
});

test('a file and a journal keep anchors; what is damaged of them costs nothing else', () => {
  const plain = graph([node('hull'), node('mast')], ['hull carries mast']);
  const world = new World(plain);
  const kept = anchor('plate', { lines: [1, 2], commit: '0123456789ab' });
  const future = { ...anchor('weld'), certainty: 0.5 };
  const items = [
    { level: 'user', of: { id: 'hull' }, version: 0, anchors: [kept, future] },
    { level: 'user', of: { edge: 'hull->mast:carries' }, version: 0, anchors: [kept] },
  ] as const;
  world.do({ kind: 'set-anchors', project: SHIPYARD, items });
  const record = recordOf(plain, world.user, { n: 1, ts: 1, session: null, op: 'set-anchors' });
  assert.deepEqual(record?.nodes?.[0]?.set, { _anchors: [kept, future] });
  const rolled = rollForward(plain, record === undefined ? [] : [record]);
  assert.deepEqual(encodeGraph(rolled), encodeGraph(world.user));
  const file = JSON.parse(JSON.stringify(encodeGraph(world.user)));
  assert.deepEqual(decodeGraph(file)?.problems, []);
  assert.deepEqual(decodeGraph(file)?.graph.nodes.get('hull')?._anchors, [kept, future]);
  file.nodes.hull._anchors = [kept, { touch: 'weld' }, 7];
  file.nodes.mast._anchors = 'everywhere';
  file.edges['hull->mast:carries']._anchors = { 0: kept };
  const damaged = decodeGraph(file);
  assert.deepEqual(damaged?.problems, [
    'node hull: _anchors is not what it should be',
    'node mast: _anchors is not what it should be',
    'edge hull->mast:carries: _anchors is not what it should be',
  ]);
  assert.deepEqual(damaged?.graph.nodes.get('hull')?._anchors, [kept]);
  assert.equal(damaged?.graph.nodes.get('mast')?.gist, 'about mast');
  assert.equal(damaged?.graph.edges.get('hull->mast:carries')?._anchors, undefined);
  const aside = damaged?.graph.extraTop._unreadable;
  assert.deepEqual(Object.keys(aside ?? {}), [
    'nodes.hull._anchors',
    'nodes.mast._anchors',
    'edges.hull->mast:carries._anchors',
  ]);
});

test('an import takes anchors over, and leaves out what is none', () => {
  const world = new World();
  const session = world.session();
  const nodes = [node('hull', 'Steel', { touches: ['plate'], _anchors: [anchor('plate')] })];
  const broken = [{ ...node('mast', 'Pine'), _anchors: ['plate', anchor('step')] }];
  const given = JSON.parse(JSON.stringify([...nodes, ...broken]));
  const done = world.do({ kind: 'import', session, level, nodes: given, edges: [] });
  assert.deepEqual([done.nodes, done.problems], [2, []]);
  assert.deepEqual(touchesOf(world, 'hull'), ['plate func:yard.plate']);
  assert.deepEqual(touchesOf(world, 'mast'), ['step func:yard.step']);
});
