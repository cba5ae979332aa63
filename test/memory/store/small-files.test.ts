/** Tool events, sessions and generations within their bounds, and saves that are shared. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { decodeSessions } from '../../../src/memory/sessions-file.js';
import { type Backup, backupName, backupTime, surplusBackups } from '../../../src/memory/store/backups.js';
import { GroupSave } from '../../../src/memory/store/group-save.js';
import {
  decodeToolEvents,
  EVENT_SESSIONS_MAX,
  encodeToolEvents,
  TOOL_EVENTS_MAX,
} from '../../../src/memory/store/tool-events.js';
import { HandClock, NOON_MS, namesOf, openStore, put, readJson, temporaryFolder } from './kitchen.js';

const NOON = NOON_MS / 1000;
const HOUR_MS = 3_600_000;

test('tool events keep the newest targets, ten sessions each, and throttles of a week', () => {
  const events = new Map(
    Array.from({ length: TOOL_EVENTS_MAX + 5 }, (_, i) => {
      const sessions = [...Array.from({ length: 12 }, (_, host) => `host-${host}`), 'host-3'];
      return [`read:src/${i}.py`, { count: 1, sessions, last_ts: NOON - i }] as const;
    }),
  );
  const throttle = new Map([
    ['fresh', { count: 1, last_ts: NOON - 60 }],
    ['stale', { count: 3, last_ts: NOON - 8 * 86_400 }],
  ]);
  const json: Record<string, unknown> = JSON.parse(
    JSON.stringify(encodeToolEvents({ events, throttle }, NOON)),
  );
  const read = decodeToolEvents(json);
  assert.equal(read.events.size, TOOL_EVENTS_MAX);
  assert(read.events.has('read:src/0.py') && !read.events.has(`read:src/${TOOL_EVENTS_MAX}.py`));
  const sessions = read.events.get('read:src/0.py')?.sessions ?? [];
  assert.equal(sessions.length, EVENT_SESSIONS_MAX);
  assert.equal(sessions.at(-1), 'host-3');
  assert.deepEqual([...read.throttle.keys()], ['fresh']);
});

test('tool events are on the disk when they were changed', async (t) => {
  const root = temporaryFolder(t);
  const project = join(root, 'shop');
  const store = await openStore(root);
  const event = { count: 2, sessions: ['host-1'], last_ts: NOON };
  await store.updateToolEvents(project, ({ throttle }) => ({
    events: new Map([['web:https://example.org/rye', event]]),
    throttle,
  }));
  assert.deepEqual(readJson(root, 'projects/shop/tool_events.json').events, {
    'web:https://example.org/rye': event,
  });
  await store.close();
});

test('sessions that are malformed or too long silent are not taken over', () => {
  const alive = {
    start_ts: NOON - 10,
    project_path: null,
    last_activity: NOON - 5,
    op_count: 1,
    mood: 'floury',
  };
  const sessions = decodeSessions(
    {
      alive,
      silent: { ...alive, last_activity: NOON - 1000 },
      odd: { ...alive, seen_ids: ['oven', 7], full_read_ts: 'noon' },
      broken: 'text',
      timeless: { project_path: '/srv/bakery' },
    },
    NOON,
    100,
  );
  assert.deepEqual([...sessions.keys()], ['alive', 'odd']);
  assert.deepEqual(sessions.get('alive'), alive);
  assert.deepEqual(sessions.get('odd'), { ...alive, seen_ids: ['oven'] });
});

test('generations thin out with age and stay within their bytes', () => {
  const backups: Backup[] = Array.from({ length: 24 * 10 }, (_, hour) => {
    const timeMs = NOON_MS - hour * HOUR_MS;
    return { name: backupName('graph', timeMs), timeMs, bytes: 100 };
  });
  const bounds = { everyMs: HOUR_MS, newest: 6, days: 4, bytesMax: 10_000 };
  const gone = new Set(surplusBackups(backups, bounds));
  const kept = backups.filter((backup) => !gone.has(backup));
  // The newest six are of two days; with one of each of two more, it is four days.
  assert.equal(kept.length, 6 + 2);
  assert.deepEqual(kept.slice(0, 6), backups.slice(0, 6));
  assert.equal(backups.length - surplusBackups(backups, { ...bounds, bytesMax: 0 }).length, 2);
  assert.equal(backupTime('graph', backupName('graph', NOON_MS, 'replaced')), NOON_MS);
  assert.equal(backupTime('graph', 'graph-20261130T1510.json'), undefined);
});

test('dated generations are made by the hour', async (t) => {
  const root = temporaryFolder(t);
  const clock = new HandClock();
  const store = await openStore(root, { clock });
  const counts: number[] = [];
  for (const [id, ms] of [
    ['first', 0],
    ['second', 0],
    ['third', HOUR_MS / 2],
    ['fourth', HOUR_MS],
  ] as const) {
    clock.ms += ms;
    await store.apply(put(id));
    counts.push(id === 'first' ? 0 : namesOf(join(root, 'backups')).length);
  }
  assert.deepEqual(counts, [0, 1, 1, 2]);
  await store.close();
});

test('who asks during a save waits for the next one, which all of them share', async () => {
  let saves = 0;
  const begun: (() => void)[] = [];
  const group = new GroupSave(async () => {
    saves += 1;
    if (saves === 2) throw new Error('no flour');
    await new Promise<void>((done) => begun.push(done));
  });
  const first = group.request();
  while (begun.length === 0) await new Promise(setImmediate);
  const later = Array.from({ length: 20 }, () => group.request());
  begun[0]?.();
  await first;
  const settled = await Promise.allSettled(later);
  assert(settled.every((each) => each.status === 'rejected'));
  assert.equal(saves, 2);
  assert.equal(group.isBusy, false);
});
