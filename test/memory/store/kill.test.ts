/**
 * A process that is killed while it writes: every write it was told about is there, and the next process may write at once.
 * This file is also the process that is killed. KILLS sets how often.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { memoryDomain } from '../../../src/memory/memory-domain.js';
import { openStore, put, temporaryFolder } from './kitchen.js';

const [, self = '', role, root = '', prefix = ''] = process.argv;
// Every other writer answers when its journal is synced, as it does for large files.
const lagging = (round: number) => (round % 2 === 0 ? {} : { promptBytesMax: 0 });
const KILLS = Number(process.env.KILLS ?? 6);
const WRITERS = 5;

/** Writes until it is killed, and says of each write that it was answered. */
async function write(): Promise<void> {
  const store = await openStore(root, lagging(Number(prefix.slice(1))));
  const writer = async (name: string): Promise<void> => {
    for (let i = 0; ; i += 1) {
      const id = `${prefix}-${name}-${i}`;
      const isForShop = i % 3 === 0;
      await store.apply(put(id, `number ${i}`, isForShop ? join(root, 'shop') : undefined));
      // Each also overwrites one node again and again, and deletes what it wrote before.
      await store.apply(put(`newest-${name}`, id));
      writeSync(1, `${isForShop ? 'shop' : 'user'} ${id}\n`);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, i) => writer(`w${i}`)));
}

/** Renames a node that a project names, again and again, and says of each rename that it was answered. */
async function rename(): Promise<void> {
  const store = await openStore(root, { ...lagging(Number(prefix.slice(1))), domain: memoryDomain });
  const [id = ''] = store.state().user.nodes.keys();
  for (let i = Number(id.split('-')[1]); ; i += 1) {
    await store.apply({ kind: 'rename-node', id: `sour-${i}`, newId: `sour-${i + 1}` });
    writeSync(1, `sour-${i + 1}\n`);
  }
}

interface Killed {
  readonly role: 'writer' | 'renamer';
  readonly folder: string;
  readonly round: number;
  readonly answers: number;
}

/** Starts a process that writes and kills it after so many answers; returns what was answered. */
async function killAfter(t: TestContext, { role, folder, round, answers }: Killed): Promise<string[]> {
  const child = spawn(process.execPath, [self, role, folder, `r${round}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'close');
  const answered: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    answered.push(line);
    if (answered.length === answers) child.kill('SIGKILL');
  }
  await ended;
  assert(answered.length >= answers, 'it wrote until it was killed');
  return answered;
}

function declare(): void {
  test(`killed ${KILLS} times while writing, every answered write is there`, async (t) => {
    const folder = temporaryFolder(t);
    const answered: string[] = [];
    for (let round = 0; round < KILLS; round += 1) {
      // Spread over the first answer of all, the first dated backup, and the middle of the run.
      const answers = 1 + ((round * 7) % 31);
      answered.push(...(await killAfter(t, { role: 'writer', folder, round, answers })));
      const lines: string[] = [];
      const store = await openStore(folder, {}, lines);
      const shop = await store.openProject(join(folder, 'shop'));
      const { user, projects } = store.state();
      const newest = new Map<string, number>();
      for (const line of answered) {
        const [where, id = ''] = line.split(' ');
        const graph = where === 'user' ? user : projects.get(shop);
        assert(graph?.nodes.has(id), `${line} is lost in round ${round}`);
        const [prefixOf, name = '', number = '0'] = id.split('-');
        newest.set(`${prefixOf} ${name}`, Number(number));
      }
      for (const [key, number] of newest) {
        const [prefixOf = '', name] = key.split(' ');
        if (prefixOf !== `r${round}`) continue;
        const gist = user.nodes.get(`newest-${name}`)?.gist ?? '';
        assert(Number(gist.split('-')[2]) >= number, `${gist} is older than ${number}`);
      }
      assert.deepEqual(
        lines.filter((line) => /damaged|missing/.test(line) && !line.includes('journal')),
        [],
      );
      await store.close();
    }
  });

  test(`killed ${KILLS} times while renaming, all graphs have the same name`, async (t) => {
    const folder = temporaryFolder(t);
    const shop = join(folder, 'shop');
    mkdirSync(shop);
    const first = await openStore(folder, { domain: memoryDomain });
    await first.apply(put('sour-0'));
    const edge = { from: 'oven', to: 'sour-0', rel: 'bakes' } as const;
    await first.apply({ kind: 'put-edge', level: 'project', project: shop, ...edge });
    await first.close();
    for (let round = 0; round < KILLS; round += 1) {
      const answered = await killAfter(t, { role: 'renamer', folder, round, answers: 1 + (round % 5) });
      const store = await openStore(folder, { domain: memoryDomain });
      const ids = [...store.state().user.nodes.keys()];
      const ends = await store.survey((_, graph) => [...graph.edges.values()].map(({ to }) => to));
      assert.deepEqual(ends.flat(), ids, `round ${round}`);
      const number = (id = '') => Number(id.split('-')[1]);
      assert(number(ids[0]) >= number(answered.at(-1)), `${ids} is older than ${answered.at(-1)}`);
      await store.close();
    }
  });

  test('a second process on the same folder is told who has it', async (t) => {
    const folder = temporaryFolder(t);
    const child = spawn(process.execPath, [self, 'writer', folder, 'first'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    t.after(() => child.kill('SIGKILL'));
    assert.notEqual((await Promise.race([once(child.stdout, 'data'), ended]))[0], null, 'it writes');
    await assert.rejects(openStore(folder), {
      code: 'io',
      message: `the memory in ${folder} is in use: process ${child.pid} writes it`,
    });
    child.kill('SIGKILL');
    await ended;
    const store = await openStore(folder);
    await store.apply(put('after-all'));
    await store.close();
  });
}

if (role === 'writer') await write();
else if (role === 'renamer') await rename();
else declare();
