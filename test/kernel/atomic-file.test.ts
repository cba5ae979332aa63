import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type Chunk,
  type Disk,
  removeStaleTemporaries,
  writeFileAtomic,
} from '../../src/kernel/atomic-file.js';
import { KgError } from '../../src/kernel/errors.js';

let pantry = '';
before(() => {
  pantry = mkdtempSync(path.join(tmpdir(), 'kg-atomic-'));
});
after(() => rmSync(pantry, { recursive: true, force: true }));

function freshFolder(): string {
  return mkdtempSync(path.join(pantry, 'shelf-'));
}

/** A disk on which the n-th call (from 1) fails; counts the calls. */
function failingDisk(failAt: number, code: string): { disk: Disk; calls: () => number } {
  let calls = 0;
  const step = async <T>(real: () => Promise<T>): Promise<T> => {
    calls += 1;
    if (calls === failAt) throw Object.assign(new Error(`${code}: injected`), { code });
    return real();
  };
  const disk: Disk = {
    open: (file, flags, mode) =>
      step(async () => {
        const handle = await open(file, flags, mode);
        return {
          write: ((bytes: Uint8Array, from: number, length: number) =>
            step(() => handle.write(bytes, from, length))) as typeof handle.write,
          sync: () => step(() => handle.sync()),
          close: async () => {
            await handle.close();
            await step(async () => undefined);
          },
        };
      }),
    rename: (from, to) => step(() => rename(from, to)),
    unlink,
  };
  return { disk, calls: () => calls };
}

describe('writeFileAtomic', () => {
  it('writes the bytes of any chunks in their order', async () => {
    const file = path.join(freshFolder(), 'recipe.json');
    const chunk = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 50 }),
      fc.uint8Array({ maxLength: 50 }),
      fc.constantFrom('brot🥖'.repeat(60_000), '🥐'.repeat(200_000), new Uint8Array(600_000).fill(66)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { maxLength: 8 }), async (chunks: Chunk[]) => {
        await writeFileAtomic(file, chunks);
        const expected = Buffer.concat(chunks.map((each) => Buffer.from(each as string)));
        assert.equal(Buffer.compare(readFileSync(file), expected), 0);
      }),
      { numRuns: 40 },
    );
  });

  it('gives the file the mode it is asked for', async () => {
    const file = path.join(freshFolder(), 'till.json');
    await writeFileAtomic(file, ['{}'], { mode: 0o600 });
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it('replaces a link instead of writing where it points', async () => {
    const folder = freshFolder();
    const outside = path.join(folder, 'outside.txt');
    const link = path.join(folder, 'index.json');
    writeFileSync(outside, 'untouched');
    symlinkSync(outside, link);
    await writeFileAtomic(link, ['new']);
    assert.equal(readFileSync(outside, 'utf8'), 'untouched');
    assert.equal(readFileSync(link, 'utf8'), 'new');
  });

  it('never replaces what is no ordinary file: a pipe here, as `/dev/null` would be', async () => {
    if (process.platform === 'win32') return;
    const folder = freshFolder();
    const pipe = path.join(folder, 'chute');
    execFileSync('mkfifo', [pipe]);
    await assert.rejects(writeFileAtomic(pipe, ['flour']), (error) => {
      return error instanceof KgError && error.code === 'io' && error.message.includes('no ordinary file');
    });
    assert.ok(statSync(pipe).isFIFO());
    assert.deepEqual(readdirSync(folder), ['chute']);
  });

  it('leaves the old or the new file and nothing else, whichever call to the disk fails', async () => {
    for (let failAt = 1; ; failAt += 1) {
      const folder = freshFolder();
      const file = path.join(folder, 'menu.json');
      writeFileSync(file, 'old menu');
      const { disk, calls } = failingDisk(failAt, 'ENOSPC');
      let failure: unknown;
      try {
        await writeFileAtomic(file, ['new ', new Uint8Array(300_000).fill(32), 'menu'], { disk });
      } catch (error) {
        failure = error;
      }
      if (calls() < failAt) {
        assert.equal(failure, undefined);
        assert.ok(failAt > 7, 'open, two writes, sync, close, rename and the folder were all reached');
        break;
      }
      assert.ok(failure instanceof KgError, `call ${failAt} was reported`);
      assert.equal(failure.code, 'io');
      assert.ok(failure.message.includes(file) && failure.message.includes('ENOSPC'));
      assert.match(failure.hint ?? '', /disk is full/);
      assert.deepEqual(readdirSync(folder), ['menu.json']);
      const content = readFileSync(file, 'utf8');
      assert.ok(content === 'old menu' || content.endsWith('menu'), 'whole');
    }
  });

  it('passes on the error of the chunks and removes its temporary file', async () => {
    const folder = freshFolder();
    const burnt = new Error('burnt');
    function* baking(): Generator<Chunk> {
      yield 'x'.repeat(300_000);
      throw burnt;
    }
    await assert.rejects(
      writeFileAtomic(path.join(folder, 'cake.json'), baking()),
      (error) => error === burnt,
    );
    assert.deepEqual(readdirSync(folder), []);
  });

  it('says what to do when the folder is missing', async () => {
    const file = path.join(freshFolder(), 'nowhere', 'index.json');
    await assert.rejects(writeFileAtomic(file, ['{}']), (error) => {
      assert.ok(error instanceof KgError);
      assert.match(error.hint ?? '', /folder does not exist/);
      return true;
    });
  });

  it('tries a rename again on Windows while another program holds the file, and only there', async () => {
    for (const platform of ['win32', 'linux'] as const) {
      const file = path.join(freshFolder(), 'ledger.json');
      let refusals = 2;
      const disk: Disk = {
        open,
        unlink,
        rename: async (from, to) => {
          refusals -= 1;
          if (refusals >= 0) throw Object.assign(new Error('held'), { code: 'EPERM' });
          await rename(from, to);
        },
      };
      const write = writeFileAtomic(file, ['paid'], { disk, platform });
      if (platform === 'win32') {
        await write;
        assert.equal(readFileSync(file, 'utf8'), 'paid');
      } else {
        await assert.rejects(write, KgError);
        assert.equal(existsSync(file), false);
      }
    }
  });
});

describe('removeStaleTemporaries', () => {
  it('removes what a killed process left, and nothing else', async () => {
    const folder = freshFolder();
    const file = path.join(folder, '.kg-index.json');
    const script = path.join(process.cwd(), 'src/kernel/atomic-file.ts');
    const name = await leaveTemporary(file, script);
    const kept = ['.kg-index.json.lock', '.kg-index.json.corrupt-1.tmp', 'other.json.0123.tmp'];
    for (const each of kept) writeFileSync(path.join(folder, each), '');
    const mine = name.replace(/-\d+-/, `-${process.pid}-`);
    const foreign = name.replace(/\.[0-9a-f]{8}-/, '.00000000-');
    for (const each of [mine, foreign]) writeFileSync(path.join(folder, each), '');
    assert.deepEqual(removeStaleTemporaries(file), [name]);
    assert.deepEqual(readdirSync(folder).sort(), [...kept, mine, foreign].sort());

    const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
    utimesSync(path.join(folder, foreign), twoDaysAgo, twoDaysAgo);
    assert.deepEqual(removeStaleTemporaries(file), [foreign]);
  });

  it('is content with a folder that does not exist', () => {
    assert.deepEqual(removeStaleTemporaries(path.join(pantry, 'gone', 'index.json')), []);
  });
});

/** Kills a process in the middle of a write and returns the name of the temporary file it left. */
async function leaveTemporary(file: string, script: string): Promise<string> {
  const { build } = await import('esbuild');
  const outfile = path.join(freshFolder(), 'writer.mjs');
  await build({
    entryPoints: [script],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
  });
  const code = `
    import { writeFileAtomic } from ${JSON.stringify(outfile)};
    function* endless() { for (;;) { yield 'x'.repeat(300000); process.kill(process.pid, 'SIGKILL'); } }
    await writeFileAtomic(${JSON.stringify(file)}, endless());`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' });
  await new Promise((done) => child.on('exit', done));
  const left = readdirSync(path.dirname(file)).find((each) => each.endsWith('.tmp'));
  assert.ok(left !== undefined, 'the killed process left a temporary file');
  return left;
}

it('a folder in the way of the target is an error that says so', async () => {
  const folder = freshFolder();
  mkdirSync(path.join(folder, 'index.json'));
  await assert.rejects(writeFileAtomic(path.join(folder, 'index.json'), ['{}']), KgError);
  assert.deepEqual(readdirSync(folder), ['index.json']);
});
