/** A folder that the earlier implementation wrote: it loads as it is, and loses nothing by being written again. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { earlierFolder, namesOf, openStore, put, readJson } from './kitchen.js';

const BAKERY = '/home/ada/bakery';

test('an earlier folder loads whole and unchanged', async (t) => {
  const root = earlierFolder(t);
  const before = readFileSync(join(root, 'user.json'), 'utf8');
  const store = await openStore(root);
  const bakery = await store.openProject(BAKERY);
  assert.equal(bakery, BAKERY);
  const { user, projects, sessions } = store.state();
  assert.deepEqual([...user.nodes.keys()], ['prefers-small-commits', 'old-habit', 'lost-habit']);
  assert.equal(user.nodes.get('prefers-small-commits')?.gist, 'One idea per commit — café rule 🥐');
  assert.equal(user.edges.size, 3);
  assert.equal(user.versions.get('node:prefers-small-commits')?.v, 3);
  assert.deepEqual(user.progress.get('maintain'), { last_ts: 1763000000, cursor: 'old-habit' });
  assert.equal(projects.get(BAKERY)?.nodes.get('oven-heats-slowly')?.touches?.[0], 'src/oven.py:3-9');
  assert.equal(sessions.get('a1b2c3d4')?.project_path, BAKERY);
  assert.equal(sessions.get('a1b2c3d4')?.claude_sid, 'host-2');
  assert(!sessions.has('0badcafe'), 'silent for years');
  const events = await store.toolEvents(BAKERY);
  assert.equal(events.events.get('read:src/oven.py')?.count, 3);
  assert.equal(events.throttle.get('a1b2c3d4')?.count, 1);
  await store.close();
  assert.equal(readFileSync(join(root, 'user.json'), 'utf8'), before);
});

test('a write changes what it says, and unknown fields survive everywhere', async (t) => {
  const root = earlierFolder(t);
  const before = readJson(root, 'user.json');
  const store = await openStore(root);
  await store.apply(put('new-habit'));
  await store.apply({ kind: 'register-session' });
  await store.close();
  const after = readJson(root, 'user.json');
  const { 'new-habit': added, ...nodes } = after.nodes ?? {};
  assert(added);
  assert.deepEqual(nodes, before.nodes);
  assert.deepEqual(after.edges, before.edges);
  assert.deepEqual(after.kitchen, { tiles: 'blue' });
  const { schema, seq, journal, log, versions, ...meta } = after._meta ?? {};
  const { versions: versionsBefore, ...metaBefore } = before._meta ?? {};
  assert.deepEqual(meta, metaBefore);
  assert.deepEqual([schema, seq, journal], [1, 1, 1]);
  assert.equal((log as unknown[]).length, 1);
  const { 'node:new-habit': version, ...others } = versions as Record<string, unknown>;
  assert(version);
  assert.deepEqual(others, versionsBefore);
  assert.equal(readJson(root, 'sessions.json').a1b2c3d4?.mood, 'floury');
  const text = readFileSync(join(root, 'user.json'), 'utf8');
  assert.match(text, /caf\\u00e9 rule \\ud83e\\udd50/, 'beyond ASCII all is escaped');
  assert.match(text, /^ {2}"nodes": \{\n {4}"prefers-small-commits": \{\n {6}"id"/m);
});

test('the state of before the first write is kept as a generation', async (t) => {
  const root = earlierFolder(t);
  const before = readFileSync(join(root, 'user.json'), 'utf8');
  const store = await openStore(root);
  await store.apply(put('first'));
  await store.apply(put('second'));
  await store.close();
  const [backup = ''] = namesOf(join(root, 'backups'));
  assert.equal(readFileSync(join(root, 'backups', backup), 'utf8'), before);
  assert.match(readFileSync(join(root, 'user.prev'), 'utf8'), /"first"/);
});

test('what an older program writes in between is taken as it is, and never rolled back', async (t) => {
  const root = earlierFolder(t);
  const store = await openStore(root);
  await store.apply(put('ours'));
  await store.close();
  // It knows no seq, journal or log, and drops them.
  const { nodes, edges, _meta } = readJson(root, 'user.json');
  const { schema: _s, seq: _q, journal: _j, log: _l, ...meta } = _meta ?? {};
  const theirs = {
    nodes: { ...nodes, theirs: { id: 'theirs', gist: 'written elsewhere' } },
    edges,
    _meta: meta,
  };
  writeFileSync(join(root, 'user.json'), JSON.stringify(theirs, null, 2));
  const again = await openStore(root);
  assert(again.state().user.nodes.has('theirs'));
  await again.apply(put('later'));
  await again.close();
  const last = await openStore(root);
  assert(['ours', 'theirs', 'later'].every((id) => last.state().user.nodes.has(id)));
  await last.close();
});
