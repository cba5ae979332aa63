// Runs the tests: `node scripts/test.mjs [--no-build] [files…]`, default every test/**/*.test.ts.
// The files are bundled by esbuild into a folder of this run's own below .build/ (so that several runs can go
// on side by side), then `node --test` runs them from the project's root, and its exit code is ours. Tests drive the
// real binaries, so dist/ is built first when it was made from other sources, unless --no-build is given.
// Everything after `--` goes to node, as in `-- --test-name-pattern=scan`.
// It watches nothing and retries nothing, and finding no test is a failure.

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { build } from 'esbuild';
import { ensureBrowser } from './browser.mjs';
import { buildDist, commonOptions, definitions, isStale } from './bundles.mjs';
import { distUrl, listFiles, root } from './project.mjs';

// Test files are processes; beyond four, memory and not the processor is what they wait for.
const CONCURRENCY_MAX = 4;
// Ends a test that hangs, so that CI reports it; far above what any test takes on a slow machine.
const HANG_MS = 10 * 60_000;

const buildFolder = join(root, '.build');

/** @param {string[]} args */
function readArguments(args) {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  const forNode = end < 0 ? [] : args.slice(end + 1);
  const unknown = own.find((arg) => arg.startsWith('-') && arg !== '--no-build');
  if (unknown !== undefined)
    fail(`unknown option ${unknown}; usage: test.mjs [--no-build] [files…] [-- node options…]`);
  const named = own.filter((arg) => !arg.startsWith('-')).map((file) => resolve(file));
  const missing = named.find((file) => !existsSync(file));
  if (missing !== undefined) fail(`no such test file: ${missing}`);
  const files = named.length > 0 ? named : listFiles('test', isTest).map((file) => join(root, file));
  if (files.length === 0) fail('no test file found: expected test/**/*.test.ts');
  return { files, forNode, isBuilding: !own.includes('--no-build'), isAll: named.length === 0 };
}

/** @param {string} path */
function isTest(path) {
  return path.endsWith('.test.ts');
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(`test.mjs: ${message}`);
  process.exit(1);
}

/**
 * @param {string[]} files
 * @param {string} outdir
 * @returns {Promise<string[]>} the bundles, in the order of the files
 */
async function bundle(files, outdir) {
  await build({
    ...commonOptions,
    entryPoints: files,
    outdir,
    outbase: join(root, 'test'),
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
    sourcemap: 'inline',
    sourcesContent: false,
    define: definitions(JSON.stringify(distUrl)),
    outExtension: { '.js': '.mjs' },
  });
  return files.map((file) => join(outdir, relative(join(root, 'test'), file).replace(/\.ts$/, '.mjs')));
}

/**
 * @param {string[]} bundles
 * @param {string[]} forNode
 * @returns {Promise<number>} node's exit code
 */
function runNode(bundles, forNode) {
  const options = [
    '--enable-source-maps',
    '--test',
    '--test-reporter=spec',
    `--test-concurrency=${Math.min(availableParallelism(), CONCURRENCY_MAX)}`,
    `--test-timeout=${HANG_MS}`,
  ];
  const child = spawn(process.execPath, [...options, ...forNode, ...bundles], {
    cwd: root,
    stdio: 'inherit',
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.on(signal, () => child.kill(signal));
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('exit', (code, signal) => done(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

/**
 * All tests need what the sources make; a few named ones may do without a part that cannot be built at the moment.
 * @param {boolean} isAll
 */
async function refreshDist(isAll) {
  try {
    if (isStale()) await buildDist();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (isAll) fail(`dist/ cannot be built\n${reason}`);
    console.error(`test.mjs: dist/ cannot be built, so binaries are older than their sources\n${reason}\n`);
  }
}

/** @param {string} file */
function isOfExplorer(file) {
  return relative(root, file).split(sep).join('/').startsWith('test/viz/');
}

function prepareBrowser() {
  try {
    ensureBrowser();
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

/** Folders of runs that were killed. */
function removeAbandonedFolders() {
  for (const name of existsSync(buildFolder) ? readdirSync(buildFolder) : []) {
    const pid = Number(/^test-(\d+)$/.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) rmSync(join(buildFolder, name), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

const { files, forNode, isBuilding, isAll } = readArguments(process.argv.slice(2));
if (isBuilding) await refreshDist(isAll);
removeAbandonedFolders();
// Before the tests run side by side: only one may install.
if (files.some(isOfExplorer)) prepareBrowser();
const outdir = join(buildFolder, `test-${process.pid}`);
try {
  const bundles = await bundle(files, outdir).catch(() => fail('the tests cannot be bundled'));
  process.exitCode = await runNode(bundles, forNode);
} finally {
  rmSync(outdir, { recursive: true, force: true });
}
