/** Files that are damaged, missing or of the future: what is good is found, what is bad is kept aside, and it is said. */
import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { namesOf, openStore, put, readJson, temporaryFolder } from './kitchen.js';

const IDS = ['wheat', 'rye', 'spelt'];

/** A folder with three nodes, one write each. */
async function pantry(t: TestContext): Promise<string> {
  const root = temporaryFolder(t);
  const store = await openStore(root);
  for (const id of IDS) await store.apply(put(id));
  await store.close();
  return root;
}

/** Opens, looks at the user's nodes, writes one more, and returns what was found and what was said. */
async function reopen(root: string): Promise<{ ids: string[]; lines: string }> {
  const lines: string[] = [];
  const store = await openStore(root, {}, lines);
  const ids = [...store.state().user.nodes.keys()];
  await store.close();
  return { ids, lines: lines.join('\n') };
}

const corrupt = (root: string) => namesOf(root).filter((name) => name.includes('.corrupt-'));

/** JSON that can be read and could not be written again. */
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const DAMAGES: Readonly<Record<string, (file: string) => void>> = {
  'cut short': (file) => truncateSync(file, 200),
  empty: (file) => truncateSync(file, 0),
  'full of zeros': (file) => writeFileSync(file, Buffer.alloc(500)),
  'a list': (file) => writeFileSync(file, '[]'),
  'with nodes as text': (file) => writeFileSync(file, '{"nodes":"none","edges":{}}'),
  'nested too deeply': (file) => writeFileSync(file, `{"nodes":{"bun":${nested(200_000)}},"edges":{}}`),
  'something else': (file) => writeFileSync(file, '{"recipe":"rolls"}'),
};

for (const [name, damage] of Object.entries(DAMAGES)) {
  test(`a file that is ${name} is set aside, and no answered write is lost`, async (t) => {
    const root = await pantry(t);
    damage(join(root, 'user.json'));
    const damaged = readFileSync(join(root, 'user.json'));
    const { ids, lines } = await reopen(root);
    assert.deepEqual(ids, IDS);
    assert.match(lines, /user\.json was damaged \(.+\): it is kept as user\.json\.corrupt-/);
    assert.match(lines, /taken from .*user\.prev and nothing is missing/);
    const [aside = ''] = corrupt(root);
    assert.deepEqual(readFileSync(join(root, aside)), damaged);
    assert.deepEqual(
      Object.keys(readJson(root, 'user.json').nodes ?? {}),
      IDS,
      'the good state is in place again',
    );
    assert.deepEqual((await reopen(root)).lines, '');
  });
}

test('a missing file is taken from its backup', async (t) => {
  const root = await pantry(t);
  rmSync(join(root, 'user.json'));
  const { ids, lines } = await reopen(root);
  assert.deepEqual(ids, IDS);
  assert.match(lines, /user\.json was missing/);
});

test('with a bad backup, too, the dated one and the journal give everything', async (t) => {
  const root = await pantry(t);
  truncateSync(join(root, 'user.json'), 10);
  truncateSync(join(root, 'user.prev'), 10);
  const { ids, lines } = await reopen(root);
  assert.deepEqual(ids, IDS);
  assert.match(lines, /user\.prev is damaged, too/);
  assert.match(lines, /backups\/user-.*and nothing is missing/);
});

test('the journal alone gives everything when it reaches back to the beginning', async (t) => {
  const root = await pantry(t);
  for (const name of ['user.json', 'user.prev', 'backups']) rmSync(join(root, name), { recursive: true });
  assert.deepEqual((await reopen(root)).ids, IDS);
});

test('without a journal the newest generation is taken, and what is missing is said', async (t) => {
  const root = await pantry(t);
  truncateSync(join(root, 'user.json'), 10);
  rmSync(join(root, 'user.journal'));
  const { ids } = await reopen(root);
  assert.deepEqual(ids, ['wheat', 'rye']);
});

test('without anything else, whole entries of the damaged file are salvaged', async (t) => {
  const root = await pantry(t);
  const file = join(root, 'user.json');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.slice(0, text.indexOf('"spelt"') + 20));
  for (const name of ['user.journal', 'user.prev', 'backups']) rmSync(join(root, name), { recursive: true });
  const { ids, lines } = await reopen(root);
  assert.deepEqual(ids, ['wheat', 'rye']);
  assert.match(lines, /no backup of it is left; 2 entries could be read/);
});

test('a torn journal line counts for nothing and stops nothing', async (t) => {
  const root = await pantry(t);
  const file = join(root, 'user.journal');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.slice(0, -30));
  const store = await openStore(root);
  await store.apply(put('oats'));
  const history = await store.history({ level: 'user' });
  assert.deepEqual(
    history.map((entry) => entry.n),
    [4, 2, 1],
    'the torn third is in the file, and only its history is gone',
  );
  await store.close();
  assert.deepEqual((await reopen(root)).ids, [...IDS, 'oats']);
});

test('a journal that is ahead of the file is followed', async (t) => {
  const root = await pantry(t);
  const file = join(root, 'user.journal');
  // As if the process had died after the journal and before the rename: no mark says that the third is in the file.
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !line.endsWith('{"saved":3}'));
  writeFileSync(file, lines.join('\n'));
  copyFileSync(join(root, 'user.prev'), join(root, 'user.json'));
  assert.deepEqual((await reopen(root)).ids, IDS);
});

test('an older file that was put back on purpose wins, and history has the newer one', async (t) => {
  const root = await pantry(t);
  copyFileSync(join(root, 'user.prev'), join(root, 'user.json'));
  const { ids, lines } = await reopen(root);
  assert.deepEqual(ids, ['wheat', 'rye']);
  assert.match(lines, /was replaced by an older state/);
  const store = await openStore(root);
  const [newest] = await store.history({ level: 'user' });
  assert.equal(newest?.op, 'replaced');
  await store.restore({ level: 'user' }, newest?.n ?? 0);
  assert.deepEqual([...store.state().user.nodes.keys()], IDS);
  await store.close();
});

test('a file that changed under a running store is kept before it is replaced', async (t) => {
  const root = temporaryFolder(t);
  const store = await openStore(root);
  await store.apply(put('ours'));
  writeFileSync(
    join(root, 'user.json'),
    '{"nodes":{"by-hand":{"id":"by-hand","gist":"written by hand"}},"edges":{}}',
  );
  await store.apply(put('ours-too'));
  await store.close();
  assert.deepEqual(Object.keys(readJson(root, 'user.json').nodes ?? {}), ['ours', 'ours-too']);
  const kept = namesOf(join(root, 'backups')).find((name) => name.endsWith('-replaced.json')) ?? '';
  assert.match(readFileSync(join(root, 'backups', kept), 'utf8'), /by-hand/);
});

test('a file of a newer version is neither used nor touched', async (t) => {
  const root = temporaryFolder(t);
  const future = '{"nodes":{},"edges":{},"_meta":{"schema":2}}';
  writeFileSync(join(root, 'user.json'), future);
  await assert.rejects(openStore(root), { code: 'not-healthy' });
  assert.deepEqual(namesOf(root), ['user.json']);
  assert.equal(readFileSync(join(root, 'user.json'), 'utf8'), future);
});

test('damaged sessions are set aside, and nothing else suffers', async (t) => {
  for (const damaged of ['{"a1b2', nested(5_000)]) {
    const root = await pantry(t);
    writeFileSync(join(root, 'sessions.json'), damaged);
    const { ids, lines } = await reopen(root);
    assert.deepEqual(ids, IDS);
    assert.match(lines, /sessions\.json was damaged/);
    assert.equal(corrupt(root).length, 1);
  }
});

test('what is nested as deep as a file may be is read and written', async (t) => {
  const root = await pantry(t);
  const deep = `"]]\\"[[${'{'.repeat(900)}"`;
  const text = `{"nodes":{"bun":{"id":"bun","gist":${deep},"x":${nested(490)}}},"edges":{}}`;
  writeFileSync(join(root, 'user.json'), text);
  assert.deepEqual(await reopen(root), { ids: ['bun'], lines: '' });
  const store = await openStore(root);
  await store.apply(put('oats'));
  await store.close();
  assert.deepEqual(readJson(root, 'user.json').nodes?.bun, JSON.parse(text).nodes.bun);
});

test('what a folder of unknown origin has others finish stays inside of it, and is what it should be', async (t) => {
  const root = await pantry(t);
  const record = { n: 4, ts: 1, session: null, op: 'put-node', seq: 9 };
  const parts = [
    { journal: '../outside.journal', records: [record] },
    { journal: 'projects/../../outside.journal', records: [record] },
    { journal: 'projects/../graph.journal', records: [record] },
    { journal: join(root, 'absolute.journal'), records: [record] },
    { journal: 'user.journal', records: [{ ...record, nodes: 'x' }, { ...record, edges: [7] }, 'x', null] },
  ];
  writeFileSync(join(root, 'together-0123456789abcdef.json'), JSON.stringify({ parts }));
  const before = [namesOf(root), namesOf(join(root, '..'))].flat();
  assert.deepEqual((await reopen(root)).ids, IDS);
  const after = [namesOf(root), namesOf(join(root, '..'))].flat();
  assert.deepEqual(
    before.filter((name) => !after.includes(name)),
    ['together-0123456789abcdef.json'],
  );
  const isOurs = (name: string) => !before.includes(name) && name.endsWith('.journal');
  assert.deepEqual(after.filter(isOurs), []);
  const store = await openStore(root);
  assert.equal((await store.history({ level: 'user' })).length, IDS.length);
  await store.close();
});
