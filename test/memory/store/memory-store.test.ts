/** What a store promises while nothing is damaged: durable answers, shared saves, errors that keep the change, history. */
import assert from 'node:assert/strict';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { KgError } from '../../../src/kernel/errors.js';
import {
  abandon,
  FailingDisk,
  HandClock,
  namesOf,
  openStore,
  put,
  readJson,
  temporaryFolder,
} from './kitchen.js';

test('nothing is made before the first write but the lock', async (t) => {
  const root = temporaryFolder(t);
  const store = await openStore(root);
  assert.deepEqual(namesOf(root), ['writer.lock']);
  await store.close();
  assert.deepEqual(namesOf(root), []);
});

test('what was answered is on the disk', async (t) => {
  const root = temporaryFolder(t);
  const store = await openStore(root);
  await store.apply(put('sourdough', 'feeds at nine'));
  assert.match(JSON.stringify(readJson(root, 'user.json').nodes), /"gist":"feeds at nine"/);
  abandon(store);
  const again = await openStore(root);
  assert.equal(again.state().user.nodes.get('sourdough')?.gist, 'feeds at nine');
  assert.equal(again.state().user.versions.get('node:sourdough')?.v, 1);
  await again.close();
});

test('fifty writers at once are all there and share saves', async (t) => {
  const root = temporaryFolder(t);
  const bad = new FailingDisk(() => false);
  const store = await openStore(root, { disk: bad.disk });
  const before = bad.calls;
  await Promise.all(Array.from({ length: 50 }, (_, i) => store.apply(put(`bun-${i}`))));
  // A save is some twenty calls; one for each writer would be a thousand.
  assert(bad.calls - before < 150, `${bad.calls - before} calls`);
  assert.equal(Object.keys(readJson(root, 'user.json').nodes ?? {}).length, 50);
  await store.close();
});

test('two levels and the sessions are saved before the answer', async (t) => {
  const root = temporaryFolder(t);
  const store = await openStore(root);
  const project = join(root, 'shop');
  const { session } = await store.apply({ kind: 'register-session', project });
  await store.apply(put('till', 'counts itself', project));
  assert.equal(readJson(root, 'sessions.json')[session]?.project_path, project);
  const graph = readJson(root, 'projects/shop/graph.json');
  assert.equal(graph._meta?.project_path, project);
  assert.deepEqual(graph._meta?.namespace, { kind: 'project', owner: null });
  await store.close();
});

test('a failed save is an error, keeps the change, and the next save has it', async (t) => {
  const root = temporaryFolder(t);
  let isFull = false;
  const full = new FailingDisk((_, name) => isFull && name === 'write');
  const store = await openStore(root, { disk: full.disk });
  await store.apply(put('rye'));
  const heard: string[] = [];
  store.onEvents((events) => heard.push(...events.map((event) => event.type)));
  isFull = true;
  await assert.rejects(store.apply({ kind: 'delete-node', id: 'rye' }), (error) => {
    assert(error instanceof KgError);
    assert.equal(error.code, 'io');
    assert.match(error.message, /^not saved yet: cannot write .*user\.journal \(ENOSPC\)/);
    return true;
  });
  assert.deepEqual(Object.keys(readJson(root, 'user.json').nodes ?? {}), ['rye']);
  assert.deepEqual(heard, []);
  isFull = false;
  await store.maintain();
  assert.deepEqual(Object.keys(readJson(root, 'user.json').nodes ?? {}), []);
  assert.deepEqual(heard, ['node_deleted']);
  await store.close();
});

for (const { name, options, callsMin } of [
  { name: 'answered when the file is in place', options: {}, callsMin: 40 },
  { name: 'answered when the journal is synced', options: { promptBytesMax: 0 }, callsMin: 25 },
])
  test(`whichever call to the disk fails, what was ${name} is there and the rest is old or new`, async (t) => {
    for (let n = 1; ; n += 1) {
      const root = temporaryFolder(t);
      const first = await openStore(root);
      await first.apply(put('kept'));
      await first.close();
      const bad = new FailingDisk((call) => call === n);
      const answered = ['kept'];
      try {
        // Later than the last backup is allowed to be, so that a dated one is made, too.
        const clock = new HandClock();
        clock.ms += 2 * 60 * 60 * 1000;
        const store = await openStore(root, { disk: bad.disk, clock, ...options });
        for (const id of ['one', 'two', 'three']) {
          await store.apply(put(id)).then(
            () => answered.push(id),
            (error: unknown) => assert(error instanceof KgError && error.code === 'io', String(error)),
          );
        }
        await store.maintain().catch((error: unknown) => assert(error instanceof KgError, String(error)));
        abandon(store);
      } catch (error) {
        assert(error instanceof KgError && error.code === 'io', String(error));
      }
      const again = await openStore(root);
      for (const id of answered) assert(again.state().user.nodes.has(id), `${id} is lost by call ${n}`);
      await again.close();
      assert.deepEqual(
        namesOf(root).filter((name) => name.includes('corrupt')),
        [],
      );
      if (bad.failed.length === 0) {
        assert(n > callsMin, `only ${n} calls were tried`);
        return;
      }
    }
  });

test('deletes and overwrites are in the history and can be taken back', async (t) => {
  const root = temporaryFolder(t);
  const store = await openStore(root);
  const user = { level: 'user' } as const;
  await store.apply(put('crust', 'first'));
  await store.apply({ kind: 'put-edge', level: 'user', from: 'crust', to: 'src/crust.py', rel: 'explains' });
  await store.apply(put('crust', 'second'));
  await store.apply({ kind: 'read-nodes', ids: ['crust'] });
  await store.apply({ kind: 'delete-node', id: 'crust' });
  const history = await store.history(user);
  assert.deepEqual(
    history.map(({ n, op }) => `${n} ${op}`),
    ['5 delete-node', '3 put-node', '2 put-edge', '1 put-node'],
  );
  await store.restore(user, 5);
  assert.equal(store.state().user.nodes.get('crust')?.gist, 'second');
  assert.equal(store.state().user.edges.size, 1);
  await store.restore(user, 3, 'crust');
  assert.equal(store.state().user.nodes.get('crust')?.gist, 'first');
  await assert.rejects(store.restore(user, 99), /the history has no change 99/);
  await store.close();
  const again = await openStore(root);
  assert.equal((await again.history(user, { key: 'crust' })).length, 5);
  await again.close();
});

test('graphs that nobody uses leave memory and come back', async (t) => {
  const root = temporaryFolder(t);
  const store = await openStore(root, { projectsMax: 2 });
  const projects = ['pie', 'tart', 'cake', 'roll'].map((name) => join(root, name));
  for (const project of projects) await store.apply(put('dough', `of ${project}`, project));
  await store.maintain();
  assert.equal(store.state().projects.size, 2);
  assert.deepEqual(await store.projects(), projects.toSorted());
  const found = await store.survey((name, graph) => [name.level, graph.nodes.get('dough')?.gist]);
  assert.equal(found.length, 5);
  assert(projects.every((project) => found.some(([, gist]) => gist === `of ${project}`)));
  const [first = ''] = projects;
  await store.openProject(first);
  assert.equal(store.state().projects.get(first)?.nodes.size, 1);
  await store.close();
});

test('a closed store refuses, and gives the folder free', async (t) => {
  const root = temporaryFolder(t);
  const store = await openStore(root);
  const writing = store.apply(put('last-loaf'));
  await store.close();
  await writing;
  await assert.rejects(store.apply(put('too-late')), /is being closed/);
  assert(!existsSync(join(root, 'writer.lock')));
  assert(Object.keys(readJson(root, 'user.json').nodes ?? {}).includes('last-loaf'));
});

test('a store whose lock was taken writes nothing', async (t) => {
  const root = temporaryFolder(t);
  const sleeper = await openStore(root);
  await sleeper.apply(put('before'));
  abandon(sleeper);
  const other = await openStore(root);
  await other.apply(put('of-the-other'));
  await assert.rejects(sleeper.apply(put('after')), /taken over by process \d+/);
  assert.deepEqual(Object.keys(readJson(root, 'user.json').nodes ?? {}), ['before', 'of-the-other']);
  await other.close();
});

test('a store whose folder is away says so, and saves when it is back', async (t) => {
  const root = join(temporaryFolder(t), 'pantry');
  const store = await openStore(root);
  await store.apply(put('before'));
  renameSync(root, `${root}-away`);
  await assert.rejects(store.apply(put('meanwhile')), (error: unknown) => {
    assert(error instanceof KgError && error.code === 'io');
    assert.match(error.message, /^not saved yet: .*writer\.lock is gone, perhaps with its folder$/);
    assert.match(error.hint ?? '', /^Put the folder back/);
    return true;
  });
  assert(!existsSync(root), 'nothing is written in its place');
  renameSync(`${root}-away`, root);
  await store.apply(put('after'));
  assert.deepEqual(Object.keys(readJson(root, 'user.json').nodes ?? {}), ['before', 'meanwhile', 'after']);
  await store.close();
});
