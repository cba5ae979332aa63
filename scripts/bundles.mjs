// What is shipped in dist/, and how it is made. Used by build.mjs and, so that tests drive the real binaries, by
// test.mjs. It does not emit types (build.mjs does) and never leaves a half-written file: everything is made in
// memory and renamed into place, so that several runs can go on side by side.
//
// How a part stays lazy: write `const { index } = await import('./indexer.js')`. In the CommonJS bundles esbuild
// wraps such a module, and whatever only it reaches, in a function that runs at the first import; V8 compiles
// nothing of it before that. One file with such functions starts as fast as a set of chunks (docs/adr/0003),
// shares module state by construction, and a call from one part to another costs nothing.
//
// Where files are found: every bundle lies in dist/, so in any source file
// `new URL('./parse-worker.cjs', import.meta.url)` is the worker and
// `new URL('../grammars/tree-sitter-python.wasm', import.meta.url)` a grammar.

import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { bundlePage } from './bundle-page.mjs';
import { licenseText } from './licenses.mjs';
import { listFiles, readJson, root } from './project.mjs';
import { slimDependencies } from './slim.mjs';

/** @typedef {{ entry: string, out: string, format: 'cjs' | 'esm' }} Bundle */

// CommonJS where we start processes and threads: V8's code cache serves vm.Script, and modules have none.
/** @type {readonly Bundle[]} */
export const BUNDLES = [
  { entry: 'src/main.ts', out: 'dist/main.cjs', format: 'cjs' },
  { entry: 'src/serve/stdio-main.ts', out: 'dist/mcp.cjs', format: 'cjs' },
  { entry: 'src/serve/memory/serve-memory.ts', out: 'dist/memory.cjs', format: 'cjs' },
  { entry: 'src/hook/hook-main.ts', out: 'dist/hook.cjs', format: 'cjs' },
  { entry: 'src/connect/connect-main.ts', out: 'dist/connect.cjs', format: 'cjs' },
  { entry: 'src/code/parse-worker.ts', out: 'dist/parse-worker.cjs', format: 'cjs' },
  { entry: 'src/index.ts', out: 'dist/index.js', format: 'esm' },
];

const COPIES = [['node_modules/web-tree-sitter/web-tree-sitter.wasm', 'dist/web-tree-sitter.wasm']];
const TREE_SITTER_COMMONJS = join(root, 'node_modules/web-tree-sitter/web-tree-sitter.cjs');
const LICENSES = 'dist/third-party-licenses.txt';
const STAMP = '.build/dist.stamp';
// The explorer's page is made by a bundler of its own, and only when something of it has changed.
const PAGE = 'dist/viz/';
const PAGE_STAMP = '.build/page.stamp';

const BANNERS = {
  cjs: "'use strict';const __bundleUrl=require('node:url').pathToFileURL(__filename).href;",
  // Packages in CommonJS ask for node's own modules by require, which an ES module does not have.
  esm: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
};

/** What both the shipped bundles and the bundled tests are made with. */
export const commonOptions = /** @type {const} */ ({
  bundle: true,
  platform: 'node',
  target: 'node20',
});

/**
 * Names the bundler replaces. `import.meta.url` is left to ES modules themselves when no address is given.
 * @param {string} [bundleUrl] an expression
 * @returns {Record<string, string>}
 */
export function definitions(bundleUrl) {
  return {
    KG_MEMORY_VERSION: JSON.stringify(readJson('package.json').version),
    // `ws` looks for two native packages that would be faster and that we do not ship.
    'process.env.WS_NO_BUFFER_UTIL': '"1"',
    'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
    ...(bundleUrl !== undefined && { 'import.meta.url': bundleUrl }),
  };
}

/**
 * Makes everything in dist/ but the types. A bundle whose source is not there is left out and named. When some cannot
 * be made the others are, and it throws an AggregateError.
 * @returns {Promise<{ built: string[], missing: string[] }>}
 */
export async function buildDist() {
  const stamp = digestInputs();
  const present = BUNDLES.filter(({ entry }) => existsSync(join(root, entry)));
  for (const [from = '', to = ''] of COPIES) copyFile(from, to);
  const outcomes = await Promise.allSettled([...present.map(makeBundle), makePage()]);
  const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
  for (const { files } of made) for (const { path, contents } of files) replaceFile(path, contents);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? outcome.reason : []));
  if (failures.length > 0)
    throw new AggregateError(failures, failures.map(({ message }) => message).join('\n'));
  replaceFile(join(root, LICENSES), licenseText(made.flatMap(({ inputs }) => inputs)));
  const { files: page } = readPageStamp();
  removeLeftovers([...present.map(({ out }) => out), ...COPIES.map(([, to]) => to), LICENSES, ...page]);
  replaceFile(join(root, STAMP), stamp);
  const missing = BUNDLES.filter((bundle) => !present.includes(bundle)).map(({ entry }) => entry);
  return { built: [...present.map(({ out }) => out), ...page], missing };
}

/** Whether dist/ lacks a file or was made from other inputs than those that are there now. */
export function isStale() {
  const expected = BUNDLES.filter(({ entry }) => existsSync(join(root, entry))).map(({ out }) => out);
  const lacksOne = [...expected, LICENSES, STAMP].some((path) => !existsSync(join(root, path)));
  return lacksOne || isPageStale() || readFileSync(join(root, STAMP), 'utf8') !== digestInputs();
}

/** The page, or what is known of the one that is there when nothing of it has changed. */
async function makePage() {
  if (!isPageStale()) return { files: [], inputs: readPageStamp().inputs };
  const digest = digestPage();
  const { files: made, inputs } = await bundlePage();
  const files = made.map(({ path, contents }) => ({ path: `${PAGE}${path}`, contents }));
  const stamp = JSON.stringify({ digest, inputs, files: files.map(({ path }) => path) });
  const stamped = { path: join(root, PAGE_STAMP), contents: stamp };
  return { files: [...files.map((file) => ({ ...file, path: join(root, file.path) })), stamped], inputs };
}

function isPageStale() {
  const { digest, files } = readPageStamp();
  return digest !== digestPage() || files.some((path) => !existsSync(join(root, path)));
}

/** @returns {{ digest: string, inputs: string[], files: string[] }} */
function readPageStamp() {
  return existsSync(join(root, PAGE_STAMP)) ? readJson(PAGE_STAMP) : { digest: '', inputs: [], files: [] };
}

function digestPage() {
  const { devDependencies } = readJson('package.json');
  const hash = createHash('sha256').update(JSON.stringify(devDependencies));
  hashFiles(hash, [...listFiles('viz'), 'scripts/bundle-page.mjs']);
  return hash.digest('hex');
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string[]} paths
 */
function hashFiles(hash, paths) {
  for (const path of paths) {
    const { mtimeMs, size } = statSync(join(root, path));
    hash.update(`${path}\0${mtimeMs}\0${size}\n`);
  }
}

/** @param {Bundle} bundle */
async function makeBundle({ entry, out, format }) {
  const result = await build({
    ...commonOptions,
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: out,
    format,
    logLevel: 'silent',
    write: false,
    metafile: true,
    // White space and syntax only: mangled names make a stack trace unreadable and start no faster. Lines end,
    // since node prints the whole line that threw.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
    legalComments: 'none',
    mainFields: ['module', 'main'],
    banner: { js: BANNERS[format] },
    plugins: [slimDependencies()],
    // Its ES module declares a `require` of its own before it needs node's, which only the ES module loader bears.
    ...(format === 'cjs' && { alias: { 'web-tree-sitter': TREE_SITTER_COMMONJS } }),
    define: definitions(format === 'cjs' ? '__bundleUrl' : undefined),
    // In CommonJS import() of one of node's modules becomes require, which spares the start of the ESM loader.
    supported: { 'dynamic-import': format === 'esm' },
  });
  checkImportsLeft(out, format, Object.values(result.metafile.outputs));
  const files = result.outputFiles.map(({ path, text }) => ({ path, contents: withHash(text) }));
  return { files, inputs: Object.keys(result.metafile.inputs) };
}

/**
 * The package has no dependencies, so a bundle may ask for node's own modules only; and a script that comes from
 * the code cache cannot import().
 * @param {string} out
 * @param {'cjs' | 'esm'} format
 * @param {import('esbuild').Metafile['outputs'][string][]} outputs
 */
function checkImportsLeft(out, format, outputs) {
  for (const { path, kind } of outputs.flatMap(({ imports }) => imports)) {
    if (!isBuiltin(path)) throw new Error(`${out} would need the package ${path}, which is not bundled`);
    if (format === 'cjs' && kind === 'dynamic-import') throw new Error(`${out} holds import('${path}')`);
  }
}

/**
 * The launcher tells by the first line whether a code cache belongs to a bundle.
 * @param {string} text
 */
function withHash(text) {
  return `// sha256 ${createHash('sha256').update(text).digest('hex')}\n${text}`;
}

/**
 * What an older build left in dist/ would be packed.
 * @param {(string | undefined)[]} made
 */
function removeLeftovers(made) {
  const isKept = (/** @type {string} */ path) =>
    made.includes(path) || path.startsWith('dist/types/') || /\.(cache|tmp)$/.test(path);
  for (const path of listFiles('dist')) if (!isKept(path)) rmSync(join(root, path));
}

function digestInputs() {
  const { version, devDependencies } = readJson('package.json');
  const hash = createHash('sha256').update(
    JSON.stringify({ version, devDependencies, node: process.version }),
  );
  const scripts = ['bundles', 'licenses', 'project', 'slim'].map((name) => `scripts/${name}.mjs`);
  hashFiles(hash, [...listFiles('src'), ...scripts]);
  return hash.digest('hex');
}

/**
 * @param {string} from
 * @param {string} to
 */
function copyFile(from, to) {
  const temporary = temporaryFor(join(root, to));
  copyFileSync(join(root, from), temporary);
  renameSync(temporary, join(root, to));
}

/**
 * @param {string} path
 * @param {string | Uint8Array} contents
 */
function replaceFile(path, contents) {
  const temporary = temporaryFor(path);
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}

/** @param {string} path */
function temporaryFor(path) {
  mkdirSync(dirname(path), { recursive: true });
  return `${path}.${process.pid}.tmp`;
}
