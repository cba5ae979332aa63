/**
 * The package as a user gets it: packed, its list of files looked at, installed without a network in an empty folder,
 * and its commands run from there.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { createWorkFolder, isolatedEnvironment, runBin, startBin } from '../support/run-bin.js';

const MAY_BE_PACKED = [
  /^package\.json$/,
  /^(README|LICENSE|CHANGELOG)(\.md)?$/,
  /^kg-memory\.toml\.example$/,
  /^bin\/(kg-memory(-mcp|-viz)?|launch)\.cjs$/,
  /^dist\/(main|mcp|memory|hook|connect|parse-worker)\.cjs$/,
  /^dist\/(index\.js|web-tree-sitter\.wasm|third-party-licenses\.txt)$/,
  /^dist\/types\/.+\.d\.ts$/,
  /^dist\/viz\/(index\.html|assets\/[\w-]+\.(js|css|svg))$/,
  /^\.claude-plugin\/marketplace\.json$/,
  /^plugin\/(README\.md|run\.cjs|\.mcp\.json|\.claude-plugin\/plugin\.json|hooks\/hooks\.json)$/,
  /^plugin\/skills\/kg-[a-z]+\/SKILL\.md$/,
  /^grammars\/(README\.md|[\w-]+\.wasm)$/,
];
const MUST_BE_PACKED = [
  'package.json',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'kg-memory.toml.example',
  'bin/kg-memory.cjs',
  'bin/kg-memory-mcp.cjs',
  'bin/kg-memory-viz.cjs',
  'bin/launch.cjs',
  'dist/main.cjs',
  'dist/mcp.cjs',
  'dist/memory.cjs',
  'dist/hook.cjs',
  'dist/connect.cjs',
  'dist/parse-worker.cjs',
  'dist/index.js',
  'dist/web-tree-sitter.wasm',
  '.claude-plugin/marketplace.json',
  'plugin/.claude-plugin/plugin.json',
  'plugin/.mcp.json',
  'plugin/hooks/hooks.json',
  'plugin/run.cjs',
  'plugin/skills/kg-maintain/SKILL.md',
  'dist/third-party-licenses.txt',
  'dist/types/index.d.ts',
  'dist/viz/index.html',
  'grammars/README.md',
  'grammars/tree-sitter-markdown-inline.wasm',
  'grammars/tree-sitter-markdown.wasm',
  'grammars/tree-sitter-python.wasm',
];

const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const work = createWorkFolder('package');
const shop = join(work.path, 'shop');
let packed: readonly string[] = [];

before(() => {
  const listing = runNpm(process.cwd(), 'pack', '--json', '--pack-destination', work.path);
  const [tarball] = JSON.parse(listing.slice(listing.indexOf('[\n')));
  packed = tarball.files.map(({ path }: { path: string }) => path);
  mkdirSync(shop);
  writeFileSync(join(shop, 'package.json'), '{ "name": "shop", "version": "1.0.0", "private": true }');
  runNpm(shop, 'install', '--offline', '--no-audit', '--no-fund', join(work.path, tarball.filename));
});

after(() => work.remove());

/** What npm printed; npm must succeed. Its output ends with what was asked for, after what scripts print. */
function runNpm(cwd: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd,
    encoding: 'utf8',
    env: isolatedEnvironment(join(work.path, 'home')),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  assert.equal(status, 0, `npm ${args.join(' ')}\n${stdout}\n${stderr}`);
  return stdout;
}

function installed(path: string): string {
  return join(shop, 'node_modules', name, path);
}

test('the tarball holds what users need', () => {
  const missing = MUST_BE_PACKED.filter((path) => !packed.includes(path));
  assert.deepEqual(missing, []);
});

test('the tarball holds nothing else', () => {
  const extra = packed.filter((path) => !MAY_BE_PACKED.some((pattern) => pattern.test(path)));
  assert.deepEqual(extra, []);
});

test('the package brings no other package and runs nothing when it is installed', () => {
  const manifest = JSON.parse(readFileSync(installed('package.json'), 'utf8'));
  const { packages } = JSON.parse(readFileSync(join(shop, 'package-lock.json'), 'utf8'));
  assert.deepEqual(Object.keys(packages), ['', `node_modules/${name}`]);
  assert.deepEqual(manifest.dependencies, undefined);
  assert.deepEqual(
    Object.keys(manifest.scripts).filter((script) => /^(pre|post)?install$|^prepare$/.test(script)),
    [],
  );
});

test('every command is there', () => {
  for (const bin of ['kg-memory', 'kg-memory-mcp', 'kg-memory-viz']) {
    assert.ok(existsSync(join(shop, 'node_modules', '.bin', bin)), bin);
  }
});

test('kg-memory --version prints the version of the package', async () => {
  const { code, stdout, stderr } = await runBin(installed('bin/kg-memory.cjs'), ['--version'], { cwd: shop });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  assert.match(stdout, new RegExp(`(^|\\s)${version.replaceAll('.', '\\.')}\\s*$`));
});

test('kg-memory-mcp answers initialize', async () => {
  const home = join(work.path, 'home');
  const child = startBin(installed('bin/kg-memory-mcp.cjs'), [], { cwd: shop, home });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  child.stderr.resume();
  const request = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'shop', version: '1' } },
  };
  child.stdin.write(`${JSON.stringify(request)}\n`);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (JSON.parse(line).id === 1) break;
  }
  child.stdin.end();
  assert.equal(JSON.parse(lines.at(-1) ?? '').result.serverInfo.name, 'kg-memory');
  assert.equal(await ended, 0);
});

test('kg-memory-viz serves its page', async () => {
  const home = join(work.path, 'home');
  const child = startBin(installed('bin/kg-memory-viz.cjs'), ['--port', '0'], { cwd: shop, home });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  let said = '';
  for await (const line of createInterface({ input: child.stderr })) {
    said += `${line}\n`;
    const [address] = line.match(/http:\S+/) ?? [];
    if (address === undefined) continue;
    assert.match(await (await fetch(address)).text(), /<div id="root">/);
    child.kill('SIGTERM');
  }
  assert.match(said, /the explorer of .+ is at http:/);
  assert.equal(await ended, 143);
});

test('the library is there for import, with its types', async () => {
  writeFileSync(join(shop, 'use.mjs'), `console.log(Object.keys(await import('${name}')).length > 0)`);
  const { code, stdout, stderr } = await runBin(join(shop, 'use.mjs'), []);
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: 'true\n', stderr: '' });
  assert.ok(existsSync(installed('dist/types/index.d.ts')));
});
