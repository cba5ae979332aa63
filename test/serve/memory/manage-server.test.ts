/** The server in the background, as `kg-memory server` starts, finds and ends it: real processes, a real port. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { version } from '../../../src/kernel/version.js';
import { createWorkFolder, isolatedEnvironment, type RunResult, runKgMemory } from '../../support/run-bin.js';

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

  it('keeps one memory to one server', async () => {
    await told('start');
    const other = await freePort();
    const { code, stderr } = await runKgMemory(['serve', '--http-port', String(other)], {
      env,
      cwd: work.path,
    });
    assert.equal(code, 1);
    assert.match(stderr, /in use/);
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
});
