/** Which memory a folder gets: its own, its worktrees' too, never another's for its name alone. */
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { MemoryStore } from '../../../src/memory/store/memory-store.js';
import { earlierFolder, namesOf, openStore, put, readJson, temporaryFolder } from './kitchen.js';

function makeFolder(...parts: string[]): string {
  const folder = join(...parts);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A checkout without git: the files that git would have made. */
function makeCheckout(folder: string): string {
  makeFolder(folder, '.git', 'objects');
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  return folder;
}

function makeWorktree(main: string, folder: string, name: string): string {
  const gitFolder = makeFolder(main, '.git', 'worktrees', name);
  makeFolder(folder);
  writeFileSync(join(folder, '.git'), `gitdir: ${gitFolder}\n`);
  writeFileSync(join(gitFolder, 'HEAD'), 'ref: refs/heads/side\n');
  writeFileSync(join(gitFolder, 'commondir'), '../..\n');
  writeFileSync(join(gitFolder, 'gitdir'), `${join(folder, '.git')}\n`);
  return folder;
}

/** The ids in a project's memory. */
async function nodesOf(store: MemoryStore, folder: string): Promise<string[]> {
  const project = await store.openProject(folder);
  const graph = store.state().projects.get(project);
  assert(graph, `${folder} is open`);
  return [...graph.nodes.keys()];
}

/** A storage root and a folder for projects beside it. */
function places(t: TestContext): { root: string; work: string } {
  const folder = temporaryFolder(t);
  return { root: join(folder, 'memory'), work: makeFolder(folder, 'work') };
}

test('two folders of one name have two memories', async (t) => {
  const { root, work } = places(t);
  const [first, second] = [makeFolder(work, 'a', 'api'), makeFolder(work, 'b', 'api')];
  const store = await openStore(root);
  await Promise.all([store.apply(put('of-a', 'a', first)), store.apply(put('of-b', 'b', second))]);
  await store.close();
  const slugs = namesOf(join(root, 'projects'));
  assert.equal(slugs.length, 2);
  assert.equal(slugs[0], 'api');
  assert.match(slugs[1] ?? '', /^api-[0-9a-f]{8}$/);
  const again = await openStore(root);
  for (const [project, id] of [
    [second, 'of-b'],
    [first, 'of-a'],
  ] as const) {
    assert.deepEqual(await nodesOf(again, project), [id]);
  }
  await again.close();
});

test('a worktree, a folder in it and one in the main checkout share one memory', async (t) => {
  const { root, work } = places(t);
  const main = makeCheckout(join(work, 'bakery'));
  const side = makeWorktree(main, join(work, 'bakery-side'), 'side');
  const store = await openStore(root);
  for (const folder of [main, side, makeFolder(side, 'src'), makeFolder(main, 'src', 'oven')]) {
    assert.equal(await store.openProject(folder), main);
  }
  await store.close();
});

test('a folder inside of a checkout keeps the memory it had before', async (t) => {
  const { root, work } = places(t);
  const inner = makeFolder(work, 'mono', 'packages', 'till');
  const store = await openStore(root);
  await store.apply(put('before', 'no checkout yet', inner));
  await store.close();
  const mono = makeCheckout(join(work, 'mono'));
  const again = await openStore(root);
  assert.equal(await again.openProject(inner), inner);
  assert.equal(await again.openProject(makeFolder(mono, 'packages', 'scale')), mono);
  await again.close();
});

test('a home directory under version control is nobody else’s project', async (t) => {
  const { root, work } = places(t);
  makeCheckout(work);
  const notes = makeFolder(work, 'notes');
  const store = await openStore(root, { home: work });
  assert.equal(await store.openProject(notes), notes);
  assert.equal(await store.openProject(work), work);
  await store.close();
});

test('a project that was renamed brings its memory along, with its generations', async (t) => {
  const { root, work } = places(t);
  const [shop, market] = [makeFolder(work, 'shop'), join(work, 'market')];
  const store = await openStore(root);
  await store.apply(put('till', 'counts', shop));
  renameSync(shop, market);
  // The graph is still in memory, and moves all the same.
  await store.apply(put('scale', 'weighs', market));
  assert.deepEqual([...(store.state().projects.get(market)?.nodes.keys() ?? [])], ['till', 'scale']);
  await store.close();
  assert.deepEqual(namesOf(join(root, 'projects')), ['market']);
  assert.deepEqual(readJson(root, 'aliases.json'), { shop: 'market' });
  assert.equal(readJson(root, 'projects/market/graph.json')._meta?.project_path, market);
  // A new project where the old one was is another one.
  makeFolder(shop);
  const again = await openStore(root);
  assert.deepEqual(await nodesOf(again, shop), []);
  await again.close();
});

test('a memory is not taken over while its folder is there, nor when its drive is away', async (t) => {
  const { root, work } = places(t);
  const [here, drive] = [makeFolder(work, 'a', 'api'), makeFolder(work, 'drive', 'cards')];
  const store = await openStore(root);
  await store.apply(put('of-here', 'stays', here));
  await store.apply(put('of-drive', 'away', drive));
  await store.close();
  rmSync(join(work, 'drive'), { recursive: true });
  const again = await openStore(root);
  for (const folder of [makeFolder(work, 'b', 'api'), makeFolder(work, 'c', 'cards')]) {
    assert.deepEqual(await nodesOf(again, folder), []);
  }
  await again.close();
});

test('a moved folder takes over what has its name, when only one can be meant', async (t) => {
  const { root, work } = places(t);
  const old = makeFolder(work, 'old', 'oven');
  const store = await openStore(root);
  await store.apply(put('heat', 'slow', old));
  await store.close();
  // Copied and removed, so that it is another folder for the disk.
  const moved = makeFolder(work, 'new', 'oven');
  rmSync(old, { recursive: true });
  const again = await openStore(root);
  assert.deepEqual(await nodesOf(again, moved), ['heat']);
  await again.close();
});

test('a memory without a path goes to who has its name, unless sessions know better', async (t) => {
  const root = earlierFolder(t);
  const file = join(root, 'projects', 'bakery', 'graph.json');
  const graph = readJson(root, 'projects/bakery/graph.json');
  const { project_path: _, ...meta } = graph._meta ?? {};
  writeFileSync(file, JSON.stringify({ ...graph, _meta: meta }));
  const store = await openStore(root);
  const other = await store.openProject('/srv/bakery');
  assert.equal(store.state().projects.get(other)?.nodes.size, 0, 'the session names /home/ada/bakery');
  const ours = await store.openProject('/home/ada/bakery');
  assert.equal(store.state().projects.get(ours)?.nodes.size, 1);
  await store.close();
});

test('any absolute path is a project; no other text is', async (t) => {
  const { root } = places(t);
  const store = await openStore(root);
  for (const folder of ['/', '/srv/-dash', '/mnt/with space', '/srv/con', '/srv/日本']) {
    await store.apply(put('here', folder, folder));
  }
  for (const written of ['', 'relative', './shop', '~/shop', '/nul\0byte']) {
    await assert.rejects(store.openProject(written), { code: 'bad-argument' });
  }
  await store.close();
  assert.deepEqual(namesOf(join(root, 'projects')), ['_-dash', '_con', 'root', 'with space', '日本']);
});
