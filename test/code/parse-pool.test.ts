/** The worker threads: every file is answered once, whatever is wrong with it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { decodeFacts } from '../../src/code/facts-codec.js';
import { ParsePool } from '../../src/code/parse-pool.js';
import type { ParsedFile, UnreadFile } from '../../src/code/parse-worker.js';
import { KgError } from '../../src/kernel/errors.js';
import { createWorkFolder } from '../support/run-bin.js';

describe('parsing in threads', () => {
  const work = createWorkFolder('parse-pool');
  const folder = work.path;
  let pool: ParsePool;
  before(() => {
    pool = new ParsePool();
  });
  after(() => {
    pool.close();
    work.remove();
  });

  function put(name: string, text: string) {
    const absolute = join(folder, name);
    writeFileSync(absolute, text);
    const { size, mtimeMs } = statSync(absolute);
    return { path: name, absolute, size, mtimeMs };
  }

  async function parse(
    files: Parameters<ParsePool['run']>[0],
    inPool = pool,
    isRetry = false,
  ): Promise<Map<string, ParsedFile | UnreadFile>> {
    const results = new Map<string, ParsedFile | UnreadFile>();
    let answers = 0;
    await inPool.run(files, {
      isRetry,
      onFile(file) {
        answers++;
        results.set(file.path, file);
      },
    });
    assert.equal(answers, files.length);
    return results;
  }

  test('a hundred files come back, each with its own facts', async () => {
    const files = Array.from({ length: 100 }, (_, i) =>
      put(`oven_${i}.py`, `def heat_${i}():\n    return ${i}\n`),
    );
    const results = await parse(files);
    for (const [i, { path }] of files.entries()) {
      const result = results.get(path);
      assert.ok(result && 'facts' in result);
      assert.equal(decodeFacts(path, result.facts).definitions[0]?.name, `heat_${i}`);
      assert.match(result.hash, /^[0-9a-f]{64}$/);
    }
  });

  test('the threads give way to the one that answers, where the system can tell threads apart', async () => {
    await parse([put('tray.py', 'x = 1\n')]);
    if (process.platform !== 'linux') return assert.equal(getPriority(), 0);
    const nices = readdirSync('/proc/self/task').map((thread) => {
      // Behind the name, which may hold anything: state and so on, the 17th is the priority.
      const [, fields = ''] = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(/\) (?=[A-Z] )/);
      return { thread: Number(thread), nice: Number(fields.split(' ')[16]) };
    });
    const own = nices.find(({ thread }) => thread === process.pid)?.nice ?? Number.NaN;
    assert.equal(own, getPriority());
    assert.ok(nices.some(({ nice }) => nice === Math.max(own, constants.priority.PRIORITY_BELOW_NORMAL)));
    assert.ok(nices.some(({ thread, nice }) => thread !== process.pid && nice === own));
  });

  test('what cannot be read is answered with a problem', async () => {
    const files = [
      put('good.py', 'x = 1\n'),
      { path: 'gone.py', absolute: join(folder, 'gone.py'), size: 10, mtimeMs: 0 },
      { path: 'folder.py', absolute: join(folder, 'folder.py'), size: 10, mtimeMs: 0 },
    ];
    mkdirSync(join(folder, 'folder.py'));
    const results = await parse(files);
    assert.ok('facts' in (results.get('good.py') ?? {}));
    for (const name of ['gone.py', 'folder.py']) {
      const result = results.get(name);
      assert.ok(result && 'problem' in result);
      assert.equal(result.problem.kind, 'unreadable');
    }
  });

  test('a pipe or a link in the place of a file neither blocks nor is followed', {
    skip: process.platform === 'win32',
  }, async () => {
    execFileSync('mkfifo', [join(folder, 'pipe.py')]);
    symlinkSync('/etc/hostname', join(folder, 'link.py'));
    const results = await parse(
      ['pipe.py', 'link.py'].map((path) => ({ path, absolute: join(folder, path), size: 1, mtimeMs: 0 })),
    );
    for (const result of results.values()) assert.ok('problem' in result);
  });

  test('a file that takes too long is left out alone, until it changes or is asked for again', async () => {
    let isSlow = true;
    const hasty = new ParsePool((bytes) => (isSlow && bytes > 150_000 ? 1 : 600_000));
    const slow = put('slow.py', 'x = [f(), g()]\n'.repeat(12_000));
    const files = [slow, ...Array.from({ length: 5 }, (_, i) => put(`quick_${i}.py`, `x = ${i}\n`))];
    const problem = { kind: 'unreadable', message: 'Parsing took longer than 0.0 s; it is left out' };
    try {
      const results = await parse(files, hasty);
      assert.deepEqual(results.get('slow.py'), { path: 'slow.py', problem });
      for (let i = 0; i < 5; i++) assert.ok('facts' in (results.get(`quick_${i}.py`) ?? {}));
      isSlow = false;
      assert.deepEqual((await parse(files, hasty)).get('slow.py'), { path: 'slow.py', problem });
      assert.ok('facts' in ((await parse([slow], hasty, true)).get('slow.py') ?? {}));
      isSlow = true;
      assert.ok('problem' in ((await parse([slow], hasty)).get('slow.py') ?? {}));
      isSlow = false;
      const touched = { ...slow, mtimeMs: slow.mtimeMs + 1 };
      assert.ok('facts' in ((await parse([touched], hasty)).get('slow.py') ?? {}));
    } finally {
      hasty.close();
    }
  });

  test('threads that only ever die end the run, which says of what', async () => {
    const files = Array.from({ length: 60 }, (_, i) => put(`bun_${i}.py`, `x = ${i}\n`));
    const script = new URL("data:text/javascript,throw new Error('the oven is cold')");
    const dying = new ParsePool(undefined, script);
    const answered: string[] = [];
    await assert.rejects(dying.run(files, { onFile: ({ path }) => answered.push(path) }), (error) => {
      assert.ok(error instanceof KgError);
      assert.equal(error.code, 'not-healthy');
      assert.match(error.message, /nothing can be parsed: 20 threads ended .*the oven is cold/);
      return true;
    });
    assert.ok(answered.length < files.length);
  });

  test('a thread that was started before there was a file parses the first one', async () => {
    const warm = new ParsePool();
    await warm.warm();
    const results = await parse([put('warm.py', 'def knead(): ...\n')], warm);
    assert.ok('facts' in (results.get('warm.py') ?? {}));
    warm.close();
    const broken = new ParsePool(() => 8_000, new URL('file:///nowhere/oven.cjs'));
    await broken.warm();
    broken.close();
  });

  test('a cancelled run rejects, and the next one works', async () => {
    const files = Array.from({ length: 40 }, (_, i) => put(`loaf_${i}.py`, `x = ${i}\n`.repeat(500)));
    const cancel = new AbortController();
    const run = pool.run(files, { onFile: () => cancel.abort(), signal: cancel.signal });
    await assert.rejects(run, (error) => error instanceof KgError && error.code === 'cancelled');
    assert.equal((await parse(files)).size, 40);
  });
});
