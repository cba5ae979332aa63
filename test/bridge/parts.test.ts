/** What stands on the links: what is remembered at a place, what a memory could mean, whose memory counts, and the words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AnchorView } from '../../src/bridge/anchor-view.js';
import { couldMean } from '../../src/bridge/could-mean.js';
import { linkMemory } from '../../src/bridge/links.js';
import { Neighbours, readNear, writeNear } from '../../src/bridge/near.js';
import { pinTouches } from '../../src/bridge/pin.js';
import { rememberedAt } from '../../src/bridge/remembered.js';
import { stateWords } from '../../src/bridge/words.js';
import { buildGraph } from '../../src/memory/build-graph.js';
import type { Level, MemoryNode } from '../../src/memory/model.js';
import { bakery, nodeAt } from '../support/bakery.js';

const place = { root: '/home/ada/bakery', main: '/home/ada/bakery' };
const view = bakery();

const linked = (nodes: readonly MemoryNode[], level: Level = 'project') => {
  return linkMemory(view, [{ level, graph: buildGraph(nodes, []) }], place);
};
const memory = (id: string, touch: string, more: Partial<MemoryNode> = {}): MemoryNode => {
  return { id, gist: id, touches: [touch], ...more };
};

test('what is remembered at a place comes active first, then the nearest, each memory once', () => {
  const links = linked([
    memory('a-record', 'ADR-8'),
    memory('b-file', 'src/bakery/oven.py', { touches: ['src/bakery/oven.py', 'Oven.heat'] }),
    memory('c-method', 'Oven.bake'),
    memory('d-class', 'class Oven'),
    memory('e-archived', 'class Oven', { _archived: true }),
    memory('f-elsewhere', 'open_shop()'),
    memory('g-prose', 'the oven is hot'),
  ]);
  const at = (id: string) => {
    return rememberedAt(view, links, [nodeAt(view, id)]).map(
      ({ memory: { id: found }, nearness }) => `${found} ${nearness}`,
    );
  };
  assert.deepEqual(at('class:src.bakery.oven.Oven'), [
    'd-class itself',
    'b-file inside',
    'c-method inside',
    'a-record record',
    'e-archived itself',
  ]);
  assert.deepEqual(at('func:src.bakery.oven.Oven.bake'), [
    'c-method itself',
    'b-file around',
    'd-class around',
    'a-record record',
    'e-archived around',
  ]);
  assert.deepEqual(at('func:tests.test_shop.test_opening'), []);
  assert.deepEqual(rememberedAt(view, linked([]), [nodeAt(view, 'class:src.bakery.oven.Oven')]), []);
});

test('a memory of the user counts here only by what no other project can have meant', () => {
  const nodes = [
    memory('loose', 'Oven.bake'),
    memory('relative', 'src/bakery/oven.py'),
    memory('absolute', '/home/ada/bakery/src/bakery/oven.py'),
  ];
  const states = (some: readonly MemoryNode[]) => linked(some, 'user').memories.map(({ id }) => id);
  assert.deepEqual(states(nodes), ['absolute']);
  const how = { place, level: 'user', now: 5 } as const;
  const pinned = nodes.map((node) => ({ ...node, _anchors: pinTouches(view, node.touches ?? [], how) }));
  assert.deepEqual(states(pinned), ['absolute', 'relative']);
  assert.equal(pinned[1]?._anchors[0]?.project, place.main);
  const others = pinned.map((node) => ({
    ...node,
    _anchors: node._anchors.map((anchor) => ({ ...anchor, project: '/home/ada/other' })),
  }));
  assert.deepEqual(states(others), ['absolute']);
});

test('a memory without anchors could mean what its words are the names of', () => {
  const names = (gist: string, id = 'note') =>
    couldMean(view, { id, gist }, place).map((node) => view.id(node));
  assert.deepEqual(names('call `preheat_oven` before Oven.bake'), [
    'func:src.bakery.oven.preheat_oven',
    'func:src.bakery.oven.Oven.bake',
  ]);
  assert.deepEqual(names('it is slow to preheat oven two'), ['func:src.bakery.oven.preheat_oven']);
  assert.deepEqual(names('opens at six', 'open-shop'), ['func:src.bakery.shop.open_shop']);
  assert.deepEqual(names('bread is good'), []);
  const spoken = { id: 'note', gist: 'it is hot', touches: ['oven', 'Oven', 'the shop'] };
  assert.deepEqual(
    couldMean(view, spoken, place).map((node) => view.id(node)),
    ['class:src.bakery.oven.Oven'],
  );
});

test('states are said in one line', () => {
  const node = nodeAt(view, 'func:src.bakery.oven.Oven.bake');
  const anchor = { touch: 't', id: 'func:old\u202e', path: 'a.py', print: '', near: '', ts: 1_795_000_000 };
  const said = (more: Partial<AnchorView>) => {
    return stateWords(view, { touch: 't', state: 'fresh', changed: 0, confidence: 1, anchor, ...more });
  };
  assert.equal(said({}), '');
  assert.equal(said({ state: 'changed', changed: 0.01 }), 'changed since 2026-11-18 (about 1 %)');
  assert.equal(said({ state: 'changed', changed: 0.43 }), 'changed since 2026-11-18 (about 45 %)');
  assert.equal(
    said({ state: 'moved', node, changed: 0.2 }),
    'moved: was func:old\\u202e, and changed (about 20 %)',
  );
  assert.equal(
    said({ state: 'unsure', node, confidence: 0.6 }),
    'lost; perhaps func:src.bakery.oven.Oven.bake (0.6)?',
  );
  assert.equal(said({ state: 'gone' }), 'gone; was there on 2026-11-18');
  assert.equal(
    said({ state: 'gone', anchor: { ...anchor, ts: 1e300 } }),
    'gone; was there on an unknown day',
  );
});

test('surroundings are read as they were written, and anything else as none', () => {
  const neighbours = new Neighbours(view);
  for (const node of view.nodes()) {
    const near = neighbours.withRivals(node);
    assert.deepEqual(readNear(writeNear(near)), near);
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      assert.equal(typeof readNear(text).around, 'string');
    }),
  );
});
