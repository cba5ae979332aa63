/** How long a journal keeps what was deleted and overwritten, and what it never drops. */
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { realStoreDisk } from '../../../src/memory/store/disk.js';
import { Journal } from '../../../src/memory/store/journal.js';
import type { JournalRecord } from '../../../src/memory/store/journal-record.js';
import { HandClock, NOON_MS, openStore, put, temporaryFolder } from './kitchen.js';

const HOUR_MS = 60 * 60 * 1000;
const journalBounds = { retentionS: 2 * 60 * 60, bytesMax: 200_000 };

/** Records of some hundred characters each. */
function records(from: number, to: number): JournalRecord[] {
  return Array.from({ length: to - from + 1 }, (_, at) => ({
    n: from + at,
    ts: NOON_MS / 1000,
    session: null,
    op: 'put-node',
    seq: from + at,
    nodes: [{ key: 'bun', after: { id: 'bun', gist: 'warm '.repeat(60) } }],
  }));
}

test('what was deleted and overwritten can be taken back within the retention, and the journal does not grow', async (t) => {
  const root = temporaryFolder(t);
  const clock = new HandClock();
  const store = await openStore(root, { clock, journalBounds });
  const bake = async (batch: string) => {
    const buns = Array.from({ length: 40 }, (_, at) => put(`${batch}-${at}`, 'warm '.repeat(60)));
    await Promise.all(buns.map((bun) => store.apply(bun)));
  };
  await store.apply(put('rye', 'first'));
  await store.apply(put('rye', 'second'));
  await store.apply({ kind: 'delete-node', id: 'rye' });
  clock.ms += HOUR_MS;
  await bake('morning');
  const [deleted, overwritten] = await store.history({ level: 'user' }, { key: 'rye' });
  assert.deepEqual([deleted?.op, overwritten?.op], ['delete-node', 'put-node']);
  await store.restore({ level: 'user' }, deleted?.n ?? 0);
  assert.equal(store.state().user.nodes.get('rye')?.gist, 'second');
  for (const batch of ['noon', 'evening', 'night']) {
    clock.ms += 3 * HOUR_MS;
    await bake(batch);
  }
  assert.deepEqual(await store.history({ level: 'user' }, { key: 'rye' }), []);
  assert(statSync(join(root, 'user.journal')).size < journalBounds.bytesMax / 2);
  await store.close();
  const again = await openStore(root);
  assert.equal(again.state().user.nodes.size, 161);
  await again.close();
});

test('a journal never drops what the file in place or the one before it may need', async (t) => {
  const file = join(temporaryFolder(t), 'user.journal');
  const clock = new HandClock();
  const journal = new Journal(file, realStoreDisk, clock, journalBounds);
  await journal.append(records(1, 200));
  clock.ms += 10 * HOUR_MS;
  await journal.shrink();
  assert.equal((await journal.read()).records.length, 200, 'no file has any of them');
  await journal.append(records(201, 600));
  await journal.markSaved(350);
  await journal.markSaved(380);
  await journal.shrink();
  const { records: kept, saved } = await journal.read();
  assert.deepEqual([kept[0]?.n, kept.at(-1)?.n, saved], [351, 600, 380]);
});

test('what is appended while a journal is rewritten is there', async (t) => {
  const file = join(temporaryFolder(t), 'user.journal');
  const clock = new HandClock();
  const journal = new Journal(file, realStoreDisk, clock, journalBounds);
  await journal.append(records(1, 200));
  await journal.markSaved(190);
  await journal.markSaved(195);
  clock.ms += 10 * HOUR_MS;
  await Promise.all([journal.shrink(), journal.append(records(201, 202)), journal.markSaved(202)]);
  await journal.append(records(203, 203));
  const { records: kept, saved, damaged } = await new Journal(file, realStoreDisk, clock).read();
  assert.deepEqual([kept[0]?.n, kept.at(-1)?.n, saved, damaged], [191, 203, 202, 0]);
});
