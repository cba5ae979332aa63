/**
 * The launchers, on small bundles in a package folder of the test's own: the code cache is written, used, and never
 * believed when it is damaged or another bundle's; whatever happens to it, the program runs and stdout is its own.
 */
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { createWorkFolder, type RunResult, runBin, startBin } from '../support/run-bin.js';

const MADE_AT = new Date('2026-01-05T06:00:00Z');
const CACHE = `main.cjs.${process.version}-${process.arch}.cache`;
// Large enough that a damaged byte in the middle lies in code.
const COUNTER = `let sold = 0; function sell(loaf) { sold += loaf.length; return sold; }
for (const loaf of ['rye', 'spelt', 'oat']) sell(loaf);
console.log('sold', sold, process.argv.slice(2).join());`;

let work: ReturnType<typeof createWorkFolder>;
let cache: string;

beforeEach(() => {
  work = createWorkFolder('launch');
  cache = join(work.path, 'dist', CACHE);
  cpSync('bin', join(work.path, 'bin'), { recursive: true });
  mkdirSync(join(work.path, 'dist'));
});

afterEach(() => work.remove());

/** A bundle as the build writes it: the first line names the contents. npm gives all files of a package one time. */
function writeBundle(hash: string, code: string): void {
  const file = join(work.path, 'dist', 'main.cjs');
  writeFileSync(file, `// sha256 ${hash}\n${code}`);
  utimesSync(file, MADE_AT, MADE_AT);
}

function run(args: readonly string[] = [], env: Record<string, string> = {}): Promise<RunResult> {
  return runBin(join(work.path, 'bin', 'kg-memory.cjs'), args, { env });
}

function identityOf(path: string): string {
  const { ino, mtimeNs } = statSync(path, { bigint: true });
  return `${ino} ${mtimeNs}`;
}

test('the first run writes the cache, the next one uses it and leaves it as it is', async () => {
  writeBundle('a1', COUNTER);
  const first = await run(['bread']);
  const written = identityOf(cache);
  const second = await run(['bread']);
  const expected = { code: 0, signal: undefined, stdout: 'sold 11 bread\n', stderr: '' };
  assert.deepEqual([first, second], [expected, expected]);
  assert.equal(identityOf(cache), written);
  assert.deepEqual(readdirSync(join(work.path, 'dist')).sort(), ['main.cjs', CACHE]);
});

for (const [damage, change] of [
  [
    'has a flipped bit',
    (whole: Buffer) => Buffer.from(whole.map((byte, at) => (at === whole.length >> 1 ? byte ^ 1 : byte))),
  ],
  ['is cut short', (whole: Buffer) => whole.subarray(0, whole.length - 64)],
  [
    'ends in zeros',
    (whole: Buffer) =>
      Buffer.concat([whole.subarray(0, whole.length >> 1), Buffer.alloc(whole.length - (whole.length >> 1))]),
  ],
  ['is empty', () => Buffer.alloc(0)],
] as const) {
  test(`a cache that ${damage} is not used and is written again`, async () => {
    writeBundle('a1', COUNTER);
    await run();
    const whole = readFileSync(cache);
    writeFileSync(cache, change(whole));
    const { code, stdout, stderr } = await run();
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: 'sold 11 \n', stderr: '' });
    assert.equal(readFileSync(cache).length > 64, true);
    const repaired = identityOf(cache);
    await run();
    assert.equal(identityOf(cache), repaired);
  });
}

test('a bundle of the same length and time does not run the code of the one before', async () => {
  writeBundle('a1', COUNTER);
  await run();
  writeBundle('b2', COUNTER.replace("'spelt'", "'wheat'").replace("'sold'", "'gone'"));
  const { stdout } = await run();
  assert.equal(stdout, 'gone 11 \n');
});

test("where the bundle's folder takes no cache it goes to the user's cache folder", async () => {
  writeBundle('a1', COUNTER);
  // A folder in its place cannot be replaced by a file, whoever runs the test.
  mkdirSync(join(cache, 'in-the-way'), { recursive: true });
  const env = { XDG_CACHE_HOME: join(work.path, 'xdg') };
  const first = await run([], env);
  const written = identityOf(join(work.path, 'xdg', 'kg-memory', CACHE));
  const second = await run([], env);
  assert.deepEqual([first.stdout, second.stdout], ['sold 11 \n', 'sold 11 \n']);
  assert.equal(identityOf(join(work.path, 'xdg', 'kg-memory', CACHE)), written);
});

test('where nothing can be written the program runs all the same', async () => {
  writeBundle('a1', COUNTER);
  mkdirSync(join(cache, 'in-the-way'), { recursive: true });
  const { code, stdout, stderr } = await run([], { XDG_CACHE_HOME: join(work.path, 'dist', 'main.cjs') });
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: 'sold 11 \n', stderr: '' });
});

test('a program that keeps running has its cache while it runs', async () => {
  writeBundle('a1', `process.stdin.on('end', () => process.exit(0)).resume(); console.log('open');`);
  const written = new Promise<void>((done) => {
    const watcher = watch(join(work.path, 'dist'), () => {
      if (!existsSync(cache)) return;
      watcher.close();
      done();
    });
  });
  const child = startBin(join(work.path, 'bin', 'kg-memory.cjs'), [], { home: work.path });
  const closed = new Promise((done) => child.once('close', done));
  await written;
  assert.equal(child.exitCode, null);
  child.kill('SIGKILL');
  await closed;
});

test('the exit code, require, this and the file names are as with node itself', async () => {
  writeBundle(
    'a1',
    `const { basename } = require('node:path');
     console.log(basename(__filename), basename(__dirname), module.filename === __filename);
     console.error(this === module.exports, exports === module.exports, require.resolve('./main.cjs') === __filename);
     process.exit(3);`,
  );
  const expected = {
    code: 3,
    signal: undefined,
    stdout: 'main.cjs dist true\n',
    stderr: 'true true true\n',
  };
  assert.deepEqual([await run(), await run()], [expected, expected]);
});

test('an error that nothing catches ends the program as it ends any', async () => {
  writeBundle('a1', `function knead() { throw new Error('no flour'); }\nknead();`);
  const { code, stdout, stderr } = await run();
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  assert.match(stderr, /Error: no flour\n\s+at knead \(.*dist\/main\.cjs:2:26\)/);
});

test('an old Node gets one clear line', async () => {
  writeBundle('a1', COUNTER);
  const preload = join(work.path, 'old.cjs');
  writeFileSync(
    preload,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } });`,
  );
  const { code, stdout, stderr } = await runBin(join(work.path, 'bin', 'kg-memory.cjs'), [], {
    nodeOptions: ['--require', preload],
  });
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  assert.match(stderr, /^kg-memory needs Node 20 or later; this is .*\n$/);
});

test('a clone that was not built says how to build it', async () => {
  const { code, stdout, stderr } = await run();
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  assert.match(stderr, /^kg-memory: .*main\.cjs is missing; .*npm run build\n$/);
});
