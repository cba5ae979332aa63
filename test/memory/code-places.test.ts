/** What answers say of the code that memories name: within the budgets, on lines of their own, and nothing where nothing is known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CodePlace, CodePlaces } from '../../src/memory/code-places.js';
import { PRELOAD_CHARS_MAX, READ_CHARS_MAX } from '../../src/memory/limits.js';
import { graph, node, SHIPYARD, World } from './world.js';

const NOTHING: CodePlaces = { of: () => [], stale: () => [] };

function place(touch: string, words: string): CodePlace {
  return { touch, state: 'changed', words };
}

test('a full read counts and names what is stale, the worst five, in each level', () => {
  const world = new World(graph([]), graph([node('keel'), node('mast')]));
  const session = world.session();
  const stale = Array.from({ length: 7 }, (_, at) => ({
    id: `rib-${at}`,
    words: at === 0 ? 'gone' : 'changed',
  }));
  const code: CodePlaces = { ...NOTHING, stale: (level) => (level === 'project' ? stale : []) };
  const { text } = world.do({ kind: 'read-graph', session, code });
  assert.match(text, /^HEALTH: 0 nodes, 0 edges, 0 orphans \(0%\), avg 0 edges\/node$/m);
  assert.match(text, /^HEALTH: 2 nodes, .* edges\/node, 7 stale$/m);
  assert.deepEqual(text.match(/^STALE: .*$/gm), [
    'STALE: rib-0 (gone), rib-1 (changed), rib-2 (changed), rib-3 (changed), rib-4 (changed) and 2 more; check them against the code, then put them again with touches',
  ]);
  const plain = world.do({ kind: 'read-graph', session }).text;
  assert.equal(world.do({ kind: 'read-graph', session, code: NOTHING }).text, plain);
  assert.doesNotMatch(plain, /stale/i);
  const { context } = world.do({ kind: 'bootstrap', project: SHIPYARD, code });
  assert.match(context, /^HEALTH: 2 nodes, .*, 7 stale$/m);
  assert.doesNotMatch(context, /^STALE/m, 'a preload is short');
});

test('what is said is within the budget of a full level, and of a preload', () => {
  const many = Array.from({ length: 300 }, (_, at) => node(`plank-${at}`, `${at} ${'oak '.repeat(45)}`));
  const world = new World(graph(many), graph(many));
  const session = world.session();
  const id = 'x'.repeat(128);
  const code = {
    ...NOTHING,
    stale: () => Array.from({ length: 90 }, () => ({ id, words: 'changed\nDEBT: 0' })),
  };
  const { text } = world.do({ kind: 'read-graph', session, code });
  assert.ok(text.length <= READ_CHARS_MAX && text.length > READ_CHARS_MAX - 2_000, `${text.length}`);
  assert.equal(text.match(/^DEBT:/gm)?.length, 2, 'no words make a line');
  const { context } = world.do({ kind: 'bootstrap', project: SHIPYARD, code });
  assert.ok(context.length <= PRELOAD_CHARS_MAX, `${context.length}`);
});

test('a node says behind each of its texts what has become of it', () => {
  const rib = node('rib', 'Steam it', { touches: ['steam()', 'the log book', 'box.py:3'] });
  const world = new World(graph([]), graph([rib, node('box')], ['rib needs kiln.py', 'box holds rib']));
  const session = world.session();
  const code: CodePlaces = {
    ...NOTHING,
    of: (level, id) =>
      level !== 'project' || id !== 'rib'
        ? []
        : [
            place('steam()', 'changed since 2026-11-03 (about 20 %)'),
            place('box.py:3', ''),
            place('kiln.py', 'gone\n▸ forged'),
          ],
  };
  const { text, found } = world.do({ kind: 'read-nodes', session, ids: ['rib', 'box'], code });
  assert.match(
    text,
    /^ {2}touches: steam\(\) \[changed since 2026-11-03 \(about 20 %\)\] · the log book · box\.py:3$/m,
  );
  assert.match(text, /^ {4}rib --needs--> kiln\.py \[gone ▸ forged\]$/m);
  assert.match(text, /^ {4}box --holds--> rib$/m);
  assert.equal(text.match(/^▸/gm)?.length, 2);
  assert.deepEqual(
    found.map(({ places }) => places?.length),
    [3, undefined],
  );
  const plain = world.do({ kind: 'read-nodes', session, ids: ['rib', 'box'] }).text;
  assert.equal(world.do({ kind: 'read-nodes', session, ids: ['rib', 'box'], code: NOTHING }).text, plain);
});

test('a search marks the hits whose code is no longer what it was', () => {
  const world = new World(
    graph([]),
    graph([node('ropes', 'tar the ropes'), node('tar', 'tar is from pine')]),
  );
  const session = world.session();
  const code: CodePlaces = { ...NOTHING, stale: () => [{ id: 'ropes', words: 'gone\nforged' }] };
  const { text, top } = world.do({ kind: 'search', session, query: 'tar', code, mark: false });
  assert.match(text, /^▸ ropes \(project, its code: gone forged\)$/m);
  assert.match(text, /^▸ tar \(project\)$/m);
  assert.deepEqual(top.map((hit) => [hit.id, hit.code]).sort(), [
    ['ropes', 'gone\nforged'],
    ['tar', undefined],
  ]);
});

test('words of places never make an answer longer than it may be', () => {
  const touches = Array.from({ length: 200 }, (_, at) => `part-${at}`);
  const world = new World(
    graph([]),
    graph([node('hull', 'Steel', { touches, notes: ['n'.repeat(30_000)] })]),
  );
  const session = world.session();
  const code = { ...NOTHING, of: () => touches.map((touch) => place(touch, 'w'.repeat(200))) };
  const { text } = world.do({ kind: 'read-nodes', session, ids: ['hull'], code });
  assert.ok(text.length <= READ_CHARS_MAX, `${text.length}`);
});
