/** The lock of one writer: held once, given back, taken from the dead and from machines that are plainly gone. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Clock } from '../../src/kernel/clock.js';
import { FileLock, LOCK_REFRESH_MS } from '../../src/kernel/lock.js';
import { fateOf, ownIdentity } from '../../src/kernel/process-identity.js';
import { makeTree, removeTree } from '../support/tree.js';

const NOON = Date.UTC(2026, 5, 1, 12);
const TEN_MINUTES = 10 * LOCK_REFRESH_MS;

describe('a lock', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = makeTree();
    file = join(folder, 'harbour.lock');
  });
  afterEach(() => removeTree(folder));

  function writeHolder(more: object, at = NOON): void {
    writeFileSync(file, JSON.stringify({ ...ownIdentity(), ...more }));
    utimesSync(file, at / 1000, at / 1000);
  }

  test('is held by one, who is named to the others, and is free when given back', () => {
    const pilot = new FileLock(file);
    const mate = new FileLock(file);
    assert.equal(pilot.claim().kind, 'held');
    assert.equal(pilot.claim().kind, 'held', 'who has it keeps it');
    assert.deepEqual(mate.claim(), { kind: 'taken', by: `process ${process.pid}` });
    mate.release();
    assert.equal(mate.claim().kind, 'taken', 'who does not hold it cannot give it back');
    pilot.release();
    assert.deepEqual(readdirSync(folder), []);
    assert.equal(mate.claim().kind, 'held');
    assert.deepEqual(readdirSync(folder), ['harbour.lock'], 'nothing but the lock is left');
  });

  test('is held again when it was away with its folder and comes back', () => {
    const pilot = new FileLock(file);
    pilot.claim();
    renameSync(file, `${file}.away`);
    assert.ok(!pilot.refresh());
    renameSync(`${file}.away`, file);
    assert.ok(pilot.refresh());
    pilot.release();
    assert.ok(!existsSync(file));
  });

  test('is lost when somebody removed it, and is not taken from the next one', () => {
    const pilot = new FileLock(file);
    pilot.claim();
    assert.ok(pilot.refresh());
    writeHolder({ nonce: 'another' });
    assert.ok(!pilot.refresh());
    pilot.release();
    assert.match(readFileSync(file, 'utf8'), /another/);
  });

  test('of a process that was killed is taken over', async () => {
    const sailor = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log(1)']);
    await once(sailor.stdout, 'data');
    const started = readStart(sailor.pid ?? 0);
    writeHolder({ pid: sailor.pid, started });
    const lock = new FileLock(file);
    assert.deepEqual(lock.claim(), { kind: 'taken', by: `process ${sailor.pid}` });
    sailor.kill('SIGKILL');
    await once(sailor, 'close');
    assert.equal(lock.claim().kind, 'held');
  });

  test('of an earlier run of the machine, or of a number that another process has now, is taken over', () => {
    const { boot, started } = ownIdentity();
    if (boot !== '') {
      writeHolder({ boot: 'the-voyage-before' });
      assert.equal(new FileLock(file).claim().kind, 'held');
    }
    if (started !== '') {
      writeHolder({ started: '1' });
      assert.equal(new FileLock(file).claim().kind, 'held');
    }
    assert.equal(fateOf(ownIdentity()), 'alive');
  });

  test('of another machine is taken over when nothing has touched it for ten minutes of watching', () => {
    const hands = new Hands(NOON);
    const lock = new FileLock(file, hands);
    const more = { machine: 'far-away', host: 'lighthouse' };
    writeHolder(more);
    assert.deepEqual(lock.claim(), { kind: 'taken', by: `process ${process.pid} on lighthouse` });
    hands.pass(TEN_MINUTES);
    writeHolder(more, NOON + 1000);
    assert.equal(lock.claim().kind, 'taken', 'it was touched');
    hands.pass(TEN_MINUTES + 1);
    assert.equal(lock.claim().kind, 'held');
  });

  test('is not made of a file that is none of ours, however old', () => {
    for (const text of ['# rigging v1\n', '{"pid":"unknown"}\n', 'null']) {
      writeFileSync(file, text);
      utimesSync(file, 1, 1);
      const lock = new FileLock(file);
      assert.equal(lock.claim().kind, 'impossible');
      lock.release();
      assert.equal(readFileSync(file, 'utf8'), text);
    }
  });

  test('is taken over when a power cut has left nothing of its text, after ten minutes of watching or a day', () => {
    for (const text of ['', '\0'.repeat(200)]) {
      const hands = new Hands(NOON);
      const lock = new FileLock(file, hands);
      writeFileSync(file, text);
      utimesSync(file, NOON / 1000, NOON / 1000);
      assert.deepEqual(lock.claim(), { kind: 'taken', by: 'another process' }, 'it may be being written');
      hands.pass(TEN_MINUTES + 1);
      assert.equal(lock.claim().kind, 'held');
      lock.release();
      writeFileSync(file, text);
      utimesSync(file, 1, 1);
      assert.equal(new FileLock(file, hands).claim().kind, 'held');
      rmSync(file);
    }
  });

  test('can be asked for its holder', () => {
    const pilot = new FileLock(file);
    const mate = new FileLock(file);
    assert.equal(mate.holder(), undefined);
    pilot.claim();
    assert.equal(mate.holder(), `process ${process.pid}`);
    assert.equal(pilot.holder(), undefined, 'not for oneself');
    writeHolder({ pid: 2 ** 30 });
    assert.equal(mate.holder(), undefined, 'not for the dead');
  });

  test('of another machine is not taken over because a clock is wrong by hours, but when it is a day old', () => {
    const hands = new Hands(NOON);
    writeHolder({ machine: 'far-away' });
    hands.jump(8 * 3_600_000);
    assert.equal(new FileLock(file, hands).claim().kind, 'taken');
    hands.jump(-30 * 3_600_000);
    assert.equal(new FileLock(file, hands).claim().kind, 'taken');
    hands.jump(60 * 3_600_000);
    assert.equal(new FileLock(file, hands).claim().kind, 'held');
  });

  test('cannot be had where the disk refuses, and that is said', () => {
    const nowhere = new FileLock(join(folder, 'no-such-folder', 'harbour.lock')).claim();
    assert.equal(nowhere.kind, 'impossible');
    mkdirSync(file);
    const claim = new FileLock(file).claim();
    assert.match(claim.kind === 'impossible' ? claim.error.message : '', /harbour\.lock \(EISDIR\)/);
    assert.deepEqual(readdirSync(folder), ['harbour.lock']);
  });
});

/** A clock whose hands a test moves. */
class Hands implements Clock {
  #now: number;
  #elapsed = 0;

  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#elapsed;
  }

  pass(ms: number): void {
    this.#now += ms;
    this.#elapsed += ms;
  }

  /** Somebody sets the clock. */
  jump(ms: number): void {
    this.#now += ms;
  }
}

/** When a process began, as the lock writes it down; '' where the system does not tell. */
function readStart(pid: number): string {
  if (process.platform !== 'linux') return '';
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
