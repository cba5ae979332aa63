/** The connector between a client and the real server, line by line: what it passes on, what it starts, and how it ends. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { version } from '../../src/kernel/version.js';
import { BODY_BYTES_MAX } from '../../src/serve/memory/http/request-body.js';
import { McpSession, MODERN_REVISION } from '../support/mcp-session.js';
import { endsAsOrphan } from '../support/orphan.js';
import { programOf } from '../support/other-version.js';
import { isolatedEnvironment, runBin } from '../support/run-bin.js';
import { ConnectWorld } from './connect-world.js';

let world: ConnectWorld;
beforeEach(async () => {
  world = await ConnectWorld.make('connect');
});
afterEach(() => world.end());

const note = (id: string, gist = `About ${id}`) => ({ level: 'user', id, gist });

describe('a connector', () => {
  it('speaks both eras, answers what is no message, and is silent where nothing is asked', async () => {
    const old = world.connect();
    const now = world.connect(true);
    const [initialized, discovered] = await Promise.all([old.open(), now.open()]);
    assert.equal(initialized.protocolVersion, '2025-11-25');
    assert.ok(JSON.stringify(discovered.supportedVersions).includes(MODERN_REVISION));
    assert.deepEqual(await old.ask('ping'), {});
    for (const session of [old, now]) {
      assert.equal((await session.exchange('kneading/start')).error?.code, -32601);
      // No header can say that.
      const { error } = await session.exchange('bad method\n');
      assert.equal(error?.code, session === now ? -32020 : -32601);
      const nothing = await session.exchange('resources/read', { uri: 'kg://user/ ünknown' });
      assert.equal(nothing.error?.code, -32602);
    }
    const count = old.received.length;
    for (const line of ['', '{', '[]', '7', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}']) old.write(line);
    old.tell('notifications/initialized');
    old.write({ jsonrpc: '2.0', id: 77, result: {} });
    await old.ask('ping');
    const faults = old.received.slice(count).flatMap(({ id, error }) => (error ? [[id, error.code]] : []));
    assert.deepEqual(faults, [
      [null, -32700],
      [null, -32600],
      [null, -32600],
      [1.5, -32600],
    ]);
    assert.equal(old.received.length, count + faults.length + 1);
  });

  it('replaces a server of an older version, and nothing is lost on the way', async () => {
    const older = programOf('0.0.10', world.folder);
    const env = { ...isolatedEnvironment(world.home), ...world.env };
    await runBin(older, ['server', 'start'], { env, cwd: world.folder });
    const old = new McpSession({
      cwd: world.folder,
      home: world.home,
      env: world.env,
      program: [older, 'connect'],
    });
    await old.open();
    const told: string[] = [];
    let isOver = false;
    const writing = (async () => {
      for (let at = 0; !isOver || at < 5; at++) {
        const saved = await old.call('kg_put_node', note(`loaf-${at}`));
        assert.equal(saved.isError, false, JSON.stringify(saved));
        told.push(`loaf-${at}`);
      }
    })();
    const session = world.connect();
    await session.open();
    const health = await fetch(`http://127.0.0.1:${world.port}/health`);
    assert.equal(((await health.json()) as { version: string }).version, version);
    isOver = true;
    await writing;
    const { text } = await session.call('kg_read', { cwd: world.folder });
    for (const id of told) assert.ok(text.includes(`${id}: About ${id}`), id);
    await old.close();
  });

  it('starts one server however many of them come at once', async () => {
    const sessions = [world.connect(), world.connect(true), world.connect()];
    await Promise.all(sessions.map((session) => session.open()));
    const texts = await Promise.all(
      sessions.map((session, at) => session.call('kg_put_node', note(`loaf-${at}`))),
    );
    assert.deepEqual(
      texts.map(({ isError }) => isError),
      [false, false, false],
    );
    const log = readFileSync(join(world.home, 'state', 'kg-memory', `memory-${world.port}.log`), 'utf8');
    assert.equal(log.match(/ serves /g)?.length, 1, log);
    const found = await sessions[0]?.call('kg_search', { query: 'loaf' });
    for (const at of [0, 1, 2]) assert.match(found?.text ?? '', new RegExp(`loaf-${at}`));
  });

  it('carries two hundred writes at once, and every answer is to its own', async () => {
    const session = world.connect();
    await session.open();
    const ids = Array.from({ length: 200 }, (_, at) => `bun-${at}`);
    const said = await Promise.all(ids.map((id) => session.call('kg_put_node', note(id))));
    for (const [at, { text, isError }] of said.entries()) {
      assert.equal(isError, false, text);
      assert.match(text, new RegExp(`node bun-${at} `));
    }
    const user = JSON.parse(readFileSync(join(world.folder, 'memory', 'user.json'), 'utf8'));
    assert.deepEqual(Object.keys(user.nodes).sort(), [...ids].sort());
  });

  it('answers every request when the server is killed among them, and starts another', async () => {
    const session = world.connect();
    await session.open();
    const pid = await world.pid();
    const ids = Array.from({ length: 60 }, (_, at) => `roll-${at}`);
    let answered = 0;
    const said = await Promise.all(
      ids.map(async (id) => {
        const answer = await session.call('kg_put_node', note(id));
        if (++answered === 10) process.kill(pid, 'SIGKILL');
        return answer;
      }),
    );
    for (const { text, isError } of said) {
      if (isError)
        assert.match(text, /^io: the memory server at .* broke off.*\n.*may have been done or not/);
    }
    const { text } = await session.call('kg_read', { ids: ids.filter((_, at) => !said[at]?.isError) });
    for (const [at, id] of ids.entries()) {
      if (!said[at]?.isError) assert.match(text, new RegExp(`▸ ${id} `), `${id} was acknowledged`);
    }
    assert.notEqual(await world.pid(), pid);
  });

  it('keeps a subscription over the death of a server, and ends it when it is told to', async () => {
    const session = world.connect(true);
    await session.open();
    const acknowledged = session.next(({ method }) => method === 'notifications/subscriptions/acknowledged');
    const { id } = session.start('subscriptions/listen', { notifications: { toolsListChanged: true } });
    await acknowledged;
    process.kill(await world.pid(), 'SIGKILL');
    const before = session.received.length;
    await session.call('kg_put_node', note('rye'));
    await world.server('stop');
    await session.call('kg_put_node', note('oat'));
    assert.equal(session.received.length, before + 2, 'the client sees nothing of it');
    session.tell('notifications/cancelled', { requestId: id });
    assert.equal((await session.exchange('tools/list')).error, undefined);
    assert.equal((await session.close()).code, 0);
  });

  it('shows the token that the server asks for, also another one later', async () => {
    const file = join(world.folder, 'token');
    Object.assign(world.env, { KG_TOKEN_REQUIRED: 'true', KG_TOKEN_FILE: file });
    const session = world.connect();
    await session.open();
    assert.equal((await session.call('kg_put_node', note('rye'))).isError, false);
    const first = readFileSync(file, 'utf8').trim();
    await world.server('stop');
    writeFileSync(file, `${'another-token-of-ours-'.repeat(2)}\n`, { mode: 0o600 });
    assert.match((await session.call('kg_search', { query: 'rye' })).text, /rye/);
    await world.server('stop');
    chmodSync(file, 0o644);
    const refused = await session.call('kg_search', { query: 'rye' });
    assert.equal(refused.isError, true);
    assert.match(refused.text, /may be read by others\n.*chmod 600/);
    chmodSync(file, 0o600);
    assert.equal((await session.call('kg_search', { query: 'rye' })).isError, false);
    assert.doesNotMatch(session.stderr, new RegExp(`${first}|another-token`));
  });

  it('refuses what is too long for the server by the id it has, and takes what is just not', async () => {
    const session = world.connect();
    await session.open();
    const call = (chars: number) =>
      session.exchange('tools/call', { name: 'kg_search', arguments: { query: 'x'.repeat(chars) } });
    const { error } = await call(BODY_BYTES_MAX);
    assert.match(error?.message ?? '', /more than 1048576 bytes .* write less at once/);
    assert.notEqual((await call(BODY_BYTES_MAX - 200)).result, undefined);
  });

  it('says with every request what is wrong with the settings, and heeds them once they are right', async () => {
    const folder = join(world.home, 'config', 'kg-memory');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'config.toml');
    writeFileSync(file, 'grace_period_days = "many"\n');
    const session = world.connect();
    await assert.rejects(session.open(), /initialize: -32603 .*config\.toml:1: grace_period_days/);
    writeFileSync(file, '');
    await session.open();
    assert.equal((await session.call('kg_put_node', note('rye'))).isError, false);
  });

  it('does not write into another memory than the one that is meant', async () => {
    await world.server('start');
    const session = world.connect(false, { KG_STORAGE_ROOT: join(world.folder, 'elsewhere') });
    await assert.rejects(session.open(), /serves .*memory, not .*elsewhere.* KG_HTTP_PORT/);
  });
});

describe('it ends', () => {
  it('with its input, after what was asked is answered, and leaves the server', async () => {
    const session = world.connect();
    const opened = session.open();
    const saved = session.call('kg_put_node', note('rye'));
    assert.deepEqual(await session.close(), { code: 0, signal: null });
    await opened;
    assert.equal((await saved).isError, false);
    assert.ok((await world.pid()) > 0);
  });

  it('on a signal, in the middle of everything', async () => {
    const session = world.connect();
    await session.open();
    session.child.kill('SIGINT');
    assert.deepEqual(await session.ended, { code: 0, signal: null });
  });

  it('when its parent is gone, though its input stays open', async () => {
    await endsAsOrphan({
      words: [resolve('bin/kg-memory.cjs'), 'connect'],
      line: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      cwd: world.folder,
      env: { ...isolatedEnvironment(world.home), ...world.env },
    });
  });

  it('at once with words that are none of its own', async () => {
    const { child, ended } = world.connect();
    child.kill();
    await ended;
    const { code, stderr } = await wordsOf('--port', '7');
    assert.deepEqual([code, stderr.includes('takes no argument "--port"')], [2, true]);
  });
});

async function wordsOf(...words: string[]): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, [resolve('bin/kg-memory.cjs'), 'connect', ...words], {
    env: isolatedEnvironment(world.home),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    stderr += part;
  });
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, stderr };
}
