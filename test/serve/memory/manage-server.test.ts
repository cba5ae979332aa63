/** The server in the background, as `kg-memory server` starts, finds and ends it: real processes, a real port. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { version } from '../../../src/kernel/version.js';
import { programOf } from '../../support/other-version.js';
import {
  createWorkFolder,
  isolatedEnvironment,
  type RunResult,
  runBin,
  runKgMemory,
} from '../../support/run-bin.js';
import { until } from '../../support/until.js';

let work: ReturnType<typeof createWorkFolder>;
let env: Record<string, string>;
let port: number;

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const taken = (server.address() as AddressInfo).port;
  await closed(server);
  return taken;
}

function closed(server: Server): Promise<void> {
  return new Promise((done) => server.close(() => done()));
}

function server(...words: string[]): Promise<RunResult> {
  return runKgMemory(['server', ...words], { env, cwd: work.path });
}

/** What `--json` prints. */
async function told(...words: string[]): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await server(...words, '--json');
  return stdout === '' ? JSON.parse(stderr).error : JSON.parse(stdout).result;
}

const stateFile = () => join(env.XDG_STATE_HOME ?? '', 'kg-memory', `memory-${port}.json`);

beforeEach(async () => {
  work = createWorkFolder('manage-server');
  mkdirSync(join(work.path, 'home'));
  port = await freePort();
  env = {
    ...isolatedEnvironment(join(work.path, 'home')),
    KG_HTTP_PORT: String(port),
    KG_STORAGE_ROOT: join(work.path, 'memory'),
  };
});

afterEach(async () => {
  await server('stop', '--force');
  work.remove();
});

describe('kg-memory server', () => {
  it('starts one server however many start it, and ends it', async () => {
    const started = await Promise.all([told('start'), told('start'), told('start')]);
    assert.deepEqual(started.map(({ did }) => did).sort(), ['found', 'found', 'started']);
    assert.equal(new Set(started.map(({ pid }) => pid)).size, 1);
    const status = await told('status');
    assert.deepEqual(
      [status.found, status.version, status.storageRoot],
      ['running', version, env.KG_STORAGE_ROOT],
    );
    assert.match((await server('logs')).stdout, /serves .*memory at http:/);
    assert.deepEqual(await told('stop'), { stopped: true });
    assert.deepEqual(await told('stop'), { stopped: false });
    assert.equal((await server('status')).code, 3);
  });

  it('takes a state file of a process that is gone for none', async () => {
    await told('start');
    const state = JSON.parse(readFileSync(stateFile(), 'utf8'));
    await told('stop');
    writeFileSync(stateFile(), JSON.stringify({ ...state, process: { ...state.process, pid: process.pid } }));
    assert.equal((await told('status')).found, 'none', 'the pid is that of this test now');
    assert.deepEqual(await told('stop'), { stopped: false });
    assert.equal((await told('start')).did, 'started');
  });

  it('leaves a stranger on the port alone', async () => {
    const stranger = createServer((_, response) => response.end('{"status":"ok"}'));
    await new Promise<void>((done) => stranger.listen(port, '127.0.0.1', done));
    for (const action of ['start', 'stop']) {
      const { code, stderr } = await server(action);
      assert.equal(code, 3);
      assert.match(stderr, /held by another program.*\n.*KG_HTTP_PORT/);
    }
    assert.equal((await told('status')).found, 'stranger');
    await closed(stranger);
    assert.ok(!existsSync(stateFile()));
  });

  it('says when the server serves another memory', async () => {
    await told('start');
    env = { ...env, KG_STORAGE_ROOT: join(work.path, 'elsewhere') };
    assert.match(String((await told('start')).message), /serves .*memory, not .*elsewhere/);
    assert.deepEqual((await told('status')).differs, ['storage-root']);
  });

  it('replaces an older server that still runs, and leaves a newer one', async () => {
    const older = programOf('0.0.10', work.path);
    const started = await runBin(older, ['server', 'start', '--json'], { env, cwd: work.path });
    const { pid } = JSON.parse(started.stdout).result;
    const node = { level: 'user', id: 'likes-rye', gist: 'Rye' };
    const put = await fetch(`http://127.0.0.1:${port}/api/nodes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(node),
    });
    assert.equal(put.status, 200);
    const status = await told('status');
    assert.deepEqual([status.version, status.differs], ['0.0.10', ['version']]);
    const replaced = await server('start');
    assert.match(replaced.stdout, /^A server of version 0\.0\.10 was replaced: http/);
    const now = await told('status');
    assert.deepEqual([now.version, now.differs], [version, []]);
    assert.notEqual(now.pid, pid);
    const kept = await fetch(`http://127.0.0.1:${port}/api/nodes/user/likes-rye`);
    assert.equal(kept.status, 200);
    const { code, stderr } = await runBin(older, ['server', 'start'], { env, cwd: work.path });
    assert.equal(code, 3);
    assert.match(stderr, /a newer server runs/);
    assert.equal((await told('status')).pid, now.pid);
  });

  it('ends a server that hangs only when it is forced to', async () => {
    const { pid } = await told('start');
    process.kill(Number(pid), 'SIGSTOP');
    const status = await told('status');
    assert.deepEqual([status.found, status.pid], ['hung', pid]);
    assert.match((await server('stop')).stderr, /lives and does not answer.*\n.*--force/);
    process.kill(Number(pid), 'SIGCONT');
    assert.deepEqual(await told('stop', '--force'), { stopped: true });
  });

  it('waits for the end of one that is ending, which does not hang', async () => {
    const { pid } = await told('start');
    process.kill(Number(pid), 'SIGSTOP');
    const state = JSON.parse(readFileSync(stateFile(), 'utf8'));
    writeFileSync(stateFile(), JSON.stringify({ ...state, isStopping: true }));
    const status = await told('status');
    assert.deepEqual([status.found, status.pid], ['stopping', pid]);
    assert.match((await server('status')).stdout, /is ending: it writes what is left to write/);
    const next = told('start');
    process.kill(Number(pid), 'SIGKILL');
    assert.equal((await next).did, 'started');
  });

  it('writes down that it is ending', async () => {
    const { pid } = await told('start');
    process.kill(Number(pid), 'SIGTERM');
    await until(() => JSON.parse(readFileSync(stateFile(), 'utf8')).isStopping === true);
    assert.equal((await told('start')).did, 'started');
    assert.equal(JSON.parse(readFileSync(stateFile(), 'utf8')).isStopping, undefined);
  });

  it('says why one that was started has ended at once', async () => {
    writeFileSync(join(work.path, 'memory'), 'no folder');
    const { code, stderr } = await server('start');
    assert.equal(code, 3);
    assert.match(stderr, /the server ended at once; the last it says is: .*memory.*\n.*Its log says more: /);
  });

  it('keeps its log within bounds', async () => {
    const log = stateFile().replace(/json$/, 'log');
    mkdirSync(join(env.XDG_STATE_HOME ?? '', 'kg-memory'), { recursive: true });
    writeFileSync(log, `${'the oven is warm\n'.repeat(130_000)}`);
    await told('start');
    // The first line comes a moment after the first answer.
    await until(() => statSync(log).size < 10_000);
    await until(() => readFileSync(log, 'utf8').includes('serves'));
    assert.ok(statSync(`${log}.1`).size > 2_000_000);
    assert.match((await server('logs')).stdout, /serves/);
  });

  it('keeps one memory to one server', async () => {
    await told('start');
    const other = await freePort();
    const { code, stderr } = await runKgMemory(['serve', '--http-port', String(other)], {
      env,
      cwd: work.path,
    });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^error: the memory in .* is in use: process \d+ writes it\nUse that server, or stop it/,
    );
    assert.doesNotMatch(stderr, /fault of kg-memory/);
  });

  it('says what a command without a server asked wrongly', async () => {
    const run = (...words: string[]) => runKgMemory(words, { env, cwd: work.path });
    assert.equal((await run('history')).stdout, 'Nothing was changed.\n');
    assert.equal(
      (await run('restore', '9')).stderr,
      'error: the history has no change 9\nLook at the history for the numbers that can be taken back.\n',
    );
    assert.match((await run('memory', 'import', work.path)).stderr, /^error: .* cannot be read \(EISDIR\)\n/);
    const { graphs } = JSON.parse((await run('memory', 'export')).stdout);
    assert.equal(graphs.length, 1, 'a project that was only asked about has no memory');
  });

  it('gives commands the memory, whether it runs or not', async () => {
    const file = join(work.path, 'old.json');
    const node = { id: 'prefers-tabs', gist: 'The user prefers tabs' };
    writeFileSync(file, JSON.stringify({ nodes: { 'prefers-tabs': node }, edges: {} }));
    const run = (...words: string[]) => runKgMemory(words, { env, cwd: work.path });
    const taken = await run('memory', 'import', file, '--level', 'user');
    assert.deepEqual([taken.code, taken.stdout], [0, 'Took in 1 node and 0 edges.\n']);
    await told('start');
    const { graphs } = JSON.parse((await run('memory', 'export')).stdout);
    assert.equal(graphs[0].nodes['prefers-tabs'].gist, node.gist);
    const history = await run('history', '--level', 'user', '--json');
    const [{ n }] = JSON.parse(history.stdout).result.entries;
    assert.equal((await run('restore', String(n), '--level', 'user')).stdout, 'Took back 1 change.\n');
    await told('stop');
    const after = JSON.parse((await run('memory', 'export')).stdout);
    assert.deepEqual(after.graphs[0].nodes, {});
  });

  it('takes the project of -C, and settings of the file of the user', async () => {
    const shipyard = join(work.path, 'shipyard');
    mkdirSync(shipyard);
    const file = join(work.path, 'keel.json');
    const node = { id: 'keel', gist: 'Oak' };
    writeFileSync(file, JSON.stringify({ nodes: { keel: node }, edges: {} }));
    const folder = join(env.XDG_CONFIG_HOME ?? '', 'kg-memory');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'config.toml'), `storage_root = "${join(work.path, 'vault')}"\n`);
    const { KG_STORAGE_ROOT: _, ...bare } = env;
    const run = (...words: string[]) => runKgMemory(words, { env: bare, cwd: work.path });
    assert.equal((await run('memory', 'import', file, '--level', 'project', '-C', shipyard)).code, 0);
    assert.ok(existsSync(join(work.path, 'vault', 'projects', 'shipyard', 'graph.json')));
    assert.match((await run('history', '-C', shipyard)).stdout, /^1 .* import\n {4}new node keel: Oak/);
    assert.equal((await run('history')).stdout, 'Nothing was changed.\n');
    assert.equal((await run('restore', '1', '-C', shipyard)).stdout, 'Took back 1 change.\n');
  });
});
