/** The store with the rules it is made for: large graphs that come to rest, imports in parts, changes of several graphs. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { KgError } from '../../../src/kernel/errors.js';
import { charge, chargeLayout } from '../../../src/memory/charge.js';
import { encodeGraph } from '../../../src/memory/graph-file.js';
import { layOut } from '../../../src/memory/layout.js';
import { countLedger } from '../../../src/memory/ledger.js';
import { DEFAULT_LIMITS } from '../../../src/memory/limits.js';
import { memoryDomain } from '../../../src/memory/memory-domain.js';
import type { MemoryEdge, MemoryGraph, MemoryNode } from '../../../src/memory/model.js';
import type { MemoryStore } from '../../../src/memory/store/memory-store.js';
import type { StoreOptions } from '../../../src/memory/store/open-parts.js';
import { abandon, FailingDisk, HandClock, namesOf, openStore, put, temporaryFolder } from './kitchen.js';

const open = (root: string, more: Partial<StoreOptions> = {}, lines: string[] = []): Promise<MemoryStore> =>
  openStore(root, { domain: memoryDomain, ...more }, lines);

/** Recipes of long ago, each using the one before it. */
function recipes(count: number): { nodes: MemoryNode[]; edges: MemoryEdge[] } {
  const nodes = Array.from({ length: count }, (_, at) => {
    return {
      id: `recipe-${at}`,
      gist: `bake number ${at} ${'slowly '.repeat(12)}`,
      _created_ts: 1_600_000_000,
    };
  });
  const edges = nodes.slice(1).map(({ id }, at) => ({ from: id, to: `recipe-${at}`, rel: 'uses' }));
  return { nodes, edges };
}

interface Exported {
  readonly nodes: Record<string, MemoryNode>;
  readonly edges: Record<string, MemoryEdge>;
  readonly _meta: Record<string, unknown>;
}

function fileOf({ nodes, edges }: ReturnType<typeof recipes>): string {
  return JSON.stringify({
    nodes: Object.fromEntries(nodes.map((node) => [node.id, node])),
    edges: Object.fromEntries(edges.map((edge) => [`${edge.from}->${edge.to}:${edge.rel}`, edge])),
    _meta: {},
  });
}

function assertAtRest(graph: MemoryGraph): void {
  assert.deepEqual(graph.ledger, countLedger(graph.nodes, graph.edges));
  assert.equal(charge(graph), chargeLayout(layOut(graph)));
  assert(charge(graph) <= DEFAULT_LIMITS.levelChars, `${charge(graph)} characters`);
}

test('a large graph comes to rest before the first writes, which are all there', async (t) => {
  const root = temporaryFolder(t);
  writeFileSync(join(root, 'user.json'), fileOf(recipes(900)));
  const store = await open(root);
  assert.equal(store.state().user.ledger.active, 900, 'opening changes nothing');
  const told: string[] = [];
  store.onEvents((events) => told.push(...events.map(({ type }) => type)));
  await Promise.all(Array.from({ length: 20 }, (_, at) => store.apply(put(`bread-${at}`))));
  assertAtRest(store.state().user);
  assert.deepEqual(new Set(told), new Set(['compacted', 'node_updated']));
  const { user } = store.state();
  await store.close();
  const again = await open(root);
  assert.deepEqual([...again.state().user.nodes], [...user.nodes]);
  assert.equal(again.state().user.nodes.size, 920);
  await again.close();
});

test('a large import goes in parts, and writes meanwhile are there', async (t) => {
  const root = temporaryFolder(t);
  const store = await open(root);
  const { nodes, edges } = recipes(700);
  const broken = { id: 'not an id', gist: 'a cake' };
  const importing = store.apply({ kind: 'import', level: 'user', nodes: [...nodes, broken], edges });
  await Promise.all(Array.from({ length: 10 }, (_, at) => store.apply(put(`bread-${at}`))));
  const result = await importing;
  assert.deepEqual([result.nodes, result.edges, result.problems.length], [700, 699, 1]);
  assert(result.compaction.archived.length > 0);
  assertAtRest(store.state().user);
  abandon(store);
  const again = await open(root);
  assert.equal(again.state().user.nodes.size, 710);
  assert.equal(again.state().user.edges.size, 699);
  await again.close();
});

test('what an export holds makes another folder the same', async (t) => {
  const store = await open(temporaryFolder(t));
  const { session } = await store.apply({ kind: 'register-session' });
  const { nodes, edges } = recipes(400);
  await store.apply({ kind: 'import', level: 'user', nodes, edges });
  for (const gist of ['first', 'second', 'third']) await store.apply({ ...put('bread', gist), session });
  await store.apply({ kind: 'archive-node', id: 'bread' });
  await store.apply({ kind: 'useful', session, ids: ['recipe-7'] });
  await store.apply({ kind: 'progress', task: 'tasting', state: { reached: 'recipe-3' }, level: 'user' });
  const [file] = await store.survey((_, graph) => JSON.parse(JSON.stringify(encodeGraph(graph))) as Exported);
  assert(file);
  const { user, sessions } = store.state();
  await store.close();

  const other = await open(temporaryFolder(t));
  const result = await other.apply({
    kind: 'import',
    level: 'user',
    nodes: Object.values(file.nodes),
    edges: Object.values(file.edges),
    meta: file._meta,
    sessions: Object.fromEntries(sessions),
  });
  assert.deepEqual(result.problems, []);
  const taken = other.state();
  assert.deepEqual([...taken.user.nodes], [...user.nodes]);
  assert.deepEqual([...taken.user.edges], [...user.edges]);
  assert.deepEqual(new Map(taken.user.versions), new Map(user.versions));
  assert.equal(taken.user.versions.get('node:bread')?.v, 3);
  assert.deepEqual([...taken.user.progress], [...user.progress]);
  assert.deepEqual([...taken.sessions], [...sessions]);
  await other.close();
});

test('an empty import is an answer', async (t) => {
  const store = await open(temporaryFolder(t));
  const result = await store.apply({ kind: 'import', level: 'user', nodes: [], edges: [] });
  assert.deepEqual([result.nodes, result.edges, result.problems], [0, 0, []]);
  await store.close();
});

/** A user's node that three bakeries name, of which at most one is in memory. */
async function bakeries(t: TestContext, more: Partial<StoreOptions> = {}) {
  const root = temporaryFolder(t);
  const folders = ['.north', '..south', 'west in town'].map((name) => join(root, 'town', name));
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  const store = await open(root, { projectsMax: 1, ...more });
  await store.apply(put('rye-sour'));
  for (const project of folders) {
    await store.apply(put('oven', 'the oven', project));
    const edge = { from: 'oven', to: 'rye-sour', rel: 'bakes' } as const;
    await store.apply({ kind: 'put-edge', level: 'project', project, ...edge });
  }
  return { root, store, folders };
}

async function endsIn(store: MemoryStore): Promise<string[]> {
  return (await store.survey((_, graph) => [...graph.edges.values()].map(({ to }) => to))).flat();
}

test('a rename reaches projects that are not in memory', async (t) => {
  const { root, store } = await bakeries(t);
  assert.equal(store.state().projects.size, 1);
  const { edgesChanged } = await store.apply({ kind: 'rename-node', id: 'rye-sour', newId: 'rye-starter' });
  assert.equal(edgesChanged, 3);
  assert.deepEqual(await endsIn(store), ['rye-starter', 'rye-starter', 'rye-starter']);
  await store.close();
  const again = await open(root);
  assert.deepEqual(await endsIn(again), ['rye-starter', 'rye-starter', 'rye-starter']);
  assert.deepEqual(
    namesOf(root).filter((name) => name.startsWith('together')),
    [],
  );
  await again.close();
});

test('a rename is taken back in all graphs', async (t) => {
  const { store } = await bakeries(t);
  await store.apply({ kind: 'rename-node', id: 'rye-sour', newId: 'rye-starter' });
  const [entry] = await store.history({ level: 'user' });
  await store.restore({ level: 'user' }, entry?.n ?? 0);
  assert.deepEqual(await endsIn(store), ['rye-sour', 'rye-sour', 'rye-sour']);
  assert.deepEqual([...store.state().user.nodes.keys()], ['rye-sour']);
  await store.close();
});

test('a merge reaches them, too', async (t) => {
  const { store } = await bakeries(t);
  await store.apply(put('rye-starter'));
  await store.apply({ kind: 'merge-nodes', from: 'rye-sour', into: 'rye-starter' });
  assert.deepEqual(await endsIn(store), ['rye-starter', 'rye-starter', 'rye-starter']);
  await store.close();
});

test('a rename is there in all graphs or in none, whichever call to the disk fails', async (t) => {
  const { root, store } = await bakeries(t);
  await store.close();
  let id = 'rye-sour';
  for (let n = 1; ; n += 1) {
    const bad = new FailingDisk((call) => call >= n);
    const newId = id === 'rye-sour' ? 'rye-starter' : 'rye-sour';
    let isAnswered = false;
    try {
      const renaming = await open(root, { disk: bad.disk, promptBytesMax: 0 });
      await renaming.apply({ kind: 'rename-node', id, newId }).then(
        () => {
          isAnswered = true;
        },
        (error: unknown) => assert(error instanceof KgError && error.code === 'io', String(error)),
      );
      abandon(renaming);
    } catch (error) {
      assert(error instanceof KgError && error.code === 'io', String(error));
    }
    const again = await open(root, { clock: new HandClock() });
    const ids = [...again.state().user.nodes.keys()];
    assert(ids.length === 1 && (!isAnswered || ids[0] === newId), `${ids} after call ${n}`);
    assert.deepEqual(new Set(await endsIn(again)), new Set(ids), `after call ${n}`);
    await again.close();
    id = ids[0] ?? '';
    if (bad.failed.length > 0) continue;
    assert(n > 12, `only ${n} calls were tried`);
    return;
  }
});

test('a full disk keeps nobody from reading, and the next read says so', async (t) => {
  const root = temporaryFolder(t);
  let isFull = false;
  const { disk } = new FailingDisk(() => isFull);
  const store = await open(root, { disk });
  await store.apply(put('rye-sour'));
  isFull = true;
  const warning = /^WARNING: nothing can be saved: .*ENOSPC/m;
  const { text } = await store.apply({ kind: 'read-graph', project: root });
  assert.match(text, /rye-sour/);
  assert.match((await store.apply({ kind: 'read-nodes', ids: ['rye-sour'] })).text, /about rye-sour/);
  assert.match((await store.apply({ kind: 'read-graph', project: root })).text, warning);
  await assert.rejects(store.apply(put('wheat-sour')), { code: 'io' });
  isFull = false;
  await store.apply(put('spelt-sour'));
  assert.doesNotMatch((await store.apply({ kind: 'read-graph', project: root })).text, warning);
  await store.close();
});

test('who may not write any more says so to readers, too', async (t) => {
  const store = await open(temporaryFolder(t));
  abandon(store);
  await assert.rejects(store.apply({ kind: 'read-graph', project: store.root }), /is gone/);
});
