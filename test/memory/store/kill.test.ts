/**
 * A process that is killed while it writes: every write it was told about is there, and the next process may write at once.
 * This file is also the process that is killed. KILLS sets how often.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
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

/** Starts a writer in a process and kills it after so many answers; returns what was answered. */
async function killAfter(t: TestContext, folder: string, round: number, answers: number): Promise<string[]> {
  const child = spawn(process.execPath, [self, 'writer', folder, `r${round}`], {
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
      answered.push(...(await killAfter(t, folder, round, 1 + ((round * 7) % 31))));
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
else declare();
