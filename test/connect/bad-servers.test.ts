/**
 * What stands at the port is no server, one that has gone mad, one that breaks off or hangs: every request gets an answer, none
 * is carried out twice behind the caller's back, and what did not reach the server is brought to it in the end.
 */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { loadMemoryConfig } from '../../src/config/memory-config.js';
import { Connector } from '../../src/connect/connector.js';
import { isRepeatable } from '../../src/connect/deliver.js';
import { readMessage } from '../../src/connect/message.js';
import { ServerLink } from '../../src/connect/server-link.js';
import { systemClock } from '../../src/kernel/clock.js';
import { KgError } from '../../src/kernel/errors.js';
import { createLog } from '../../src/kernel/log.js';
import { MEMORY_TOOLS } from '../../src/serve/memory/tools/all.js';
import type { Message } from '../support/mcp-session.js';
import { isolatedEnvironment } from '../support/run-bin.js';
import { until } from '../support/until.js';
import { type Answer, ConnectWorld, close, HEALTH } from './connect-world.js';

let world: ConnectWorld;
beforeEach(async () => {
  world = await ConnectWorld.make('connect-bad');
});
afterEach(() => world.end());

const NOT_REPEATABLE = JSON.stringify({
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'kg_sync', arguments: { session_id: '0' } },
});
const NOTE = { level: 'user', id: 'rye', gist: 'Rye' };
const reply = (id: unknown, text = 'done') =>
  JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } });
const asJson = (response: ServerResponse, text: string, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
const asStream = (response: ServerResponse, text: string) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text);

/** How often the server of a test was asked to write and to read while a client did both, and what the client was told. */
async function askBoth(answer: Answer) {
  const asked = { writes: 0, reads: 0 };
  const server = await world.occupy((message, response, request) => {
    const { name } = Object(Object(message).params);
    asked[name === 'kg_search' ? 'reads' : 'writes']++;
    answer(message, response, request);
  });
  const session = world.connect();
  const write = await session.call('kg_put_node', NOTE);
  const read = await session.call('kg_search', { query: 'rye' });
  await session.close();
  await close(server);
  return { ...asked, write, read };
}

describe('a server that breaks off', () => {
  const UNKNOWN = /^io: the memory server at 127\.0\.0\.1:\d+ broke off: .*\nThis may have been done or not/;

  const BREAKS: readonly (readonly [how: string, answer: Answer])[] = [
    ['before it answers', (_, response) => response.destroy()],
    [
      'in its answer',
      (_, response) => response.writeHead(200, { 'content-length': 500 }).write('{"jsonrpc":'),
    ],
    ['in its stream', (_, response) => asStream(response, ': wait\n\ndata: {"jsonrpc":\n\n')],
    ['with the answer to another', (_, response) => asJson(response, reply('nobody'))],
  ];
  for (const [how, answer] of BREAKS) {
    it(`${how} is asked once to write, and again to read`, async () => {
      const { writes, reads, write, read } = await askBoth((message, response, request) => {
        answer(message, response, request);
        if (how === 'in its answer') setImmediate(() => response.destroy());
      });
      assert.deepEqual([writes, reads], [1, 4]);
      assert.match(write.text, UNKNOWN);
      assert.match(read.text, /broke off.*\nkg-memory server status/);
      assert.deepEqual([write.isError, read.isError], [true, true]);
    });
  }

  it('and says that nothing was done is asked again', async () => {
    const busy = ['stopping', 'too-many'];
    const { writes, reads, write, read } = await askBoth(({ id }, response) => {
      const code = busy.pop();
      if (code === undefined) asJson(response, reply(id));
      else asJson(response, JSON.stringify({ error: { code, message: 'busy' } }), 503);
    });
    assert.deepEqual([writes, reads, write.text, read.text], [3, 1, 'done', 'done']);
  });
});

describe('a server that speaks', () => {
  it('in streams, with carriage returns, in pieces and with notices, is understood', async () => {
    const notice = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'é' } };
    const server = await world.occupy(async ({ id }, response) => {
      const whole = `: hello\r\nevent: message\r\nid: 1\r\ndata: ${JSON.stringify(notice)}\r\n\r\ndata:${reply(id)}\r\n\r\n`;
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      for (const byte of Buffer.from(whole)) {
        response.write(Buffer.of(byte));
        await new Promise(setImmediate);
      }
      response.end();
    });
    const session = world.connect();
    assert.deepEqual(await session.call('kg_put_node', NOTE), { text: 'done', isError: false });
    assert.deepEqual(session.received[0], notice);
    await close(server);
  });

  it('no MCP is said to be none, and is not asked again', async () => {
    for (const [status, body, wanted] of [
      [404, '<html>It works!</html>', /no memory server \(HTTP 404\)\nkg-memory server status.*KG_HTTP_PORT/],
      [200, 'null', /no memory server \(HTTP 200\)/],
      [
        413,
        '{"error":{"message":"too much","hint":"Write less."}}',
        /^bad-argument: too much\nWrite less\.$/,
      ],
    ] as const) {
      const { writes, reads, write } = await askBoth((_, response) => asJson(response, body, status));
      assert.deepEqual([writes, reads], [1, 1]);
      assert.match(write.text, wanted);
    }
  });

  it('of errors by an id that it does not know is taken to mean the request', async () => {
    const refusal = { jsonrpc: '2.0', id: null, error: { code: -32020, message: 'no such header' } };
    const server = await world.occupy((_, response) => asJson(response, JSON.stringify(refusal), 400));
    const session = world.connect();
    assert.equal((await session.exchange('tools/list')).error?.code, -32020);
    await close(server);
  });
});

describe('somebody else at the port', () => {
  it('is told of, with what to do; and when it is gone a server is started', async () => {
    const server = await world.occupy(
      () => undefined,
      () => ({ status: 'a stranger' }),
    );
    const session = world.connect();
    await assert.rejects(session.open(), /-32603 port \d+ is held by another program .* KG_HTTP_PORT/);
    const { text, isError } = await session.call('kg_put_node', NOTE);
    assert.match(text, /^not-healthy: port \d+ is held by another program .*\n.*KG_HTTP_PORT/);
    assert.equal(isError, true);
    await close(server);
    await session.open();
    assert.equal((await session.call('kg_put_node', NOTE)).isError, false);
  });

  it('is told of in the form of the era, too', async () => {
    const server = await world.occupy(
      () => undefined,
      () => ({ status: 'a stranger' }),
    );
    const session = world.connect(true);
    const { resultType, isError } = await session.ask('tools/call', { name: 'kg_sync', arguments: {} });
    assert.deepEqual([resultType, isError], ['complete', true]);
    await close(server);
  });
});

describe('a request', () => {
  it('that is taken back is not answered, and its connection is closed', async () => {
    let isClosed = false;
    let seen: () => void;
    const asked = new Promise<void>((done) => {
      seen = done;
    });
    const server = await world.occupy((_, response) => {
      response.on('close', () => {
        isClosed = true;
      });
      seen();
    });
    const session = world.connect();
    const { id } = session.start('tools/call', { name: 'kg_put_node', arguments: NOTE });
    await asked;
    session.tell('notifications/cancelled', { requestId: id });
    assert.equal((await session.close()).code, 0);
    assert.deepEqual(session.received, []);
    await until(() => isClosed);
    await close(server);
  });

  it('by an id that waits for its answer is refused', async () => {
    const server = await world.occupy(({ id }, response) => setImmediate(() => asJson(response, reply(id))));
    const session = world.connect();
    const twice = { jsonrpc: '2.0', id: 'loaf', method: 'tools/list' };
    session.write(twice);
    session.write(twice);
    await session.close();
    assert.deepEqual(
      session.received.map(({ id, error }) => [id, error?.code]),
      [
        ['loaf', -32600],
        ['loaf', undefined],
      ],
    );
    await close(server);
  });

  it('changes nothing when it reads, and only then', () => {
    const call = (name: string) =>
      readMessage(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } }));
    const repeatable = MEMORY_TOOLS.map(({ name }) => name).filter((name) => {
      const message = call(name);
      assert.ok(message?.kind === 'request');
      return isRepeatable(message);
    });
    assert.deepEqual(repeatable, ['kg_read', 'kg_search']);
  });
});

describe('a server that hangs', () => {
  /** The connector in this process, so that it waits for a moment only. */
  function waiting() {
    const env = { ...isolatedEnvironment(world.home), ...world.env };
    const log = createLog('quiet', () => undefined);
    const link = new ServerLink({
      start: async () => new KgError('io', 'none is started here'),
      loadConfig: () => loadMemoryConfig({ flags: {}, env, cwd: world.folder }),
      clock: systemClock,
      log,
      hungWaitMs: 0,
      startWaitMs: 20_000,
    });
    const said: Message[] = [];
    const write = async (line: string) => void said.push(JSON.parse(line));
    return { said, connector: new Connector({ link, write, log, quietMs: 20 }) };
  }

  it('is given up when it does not say how it is, and not before', async () => {
    let asked = 0;
    const server = await world.occupy(
      () => undefined,
      () => (++asked > 3 ? undefined : HEALTH),
    );
    const { said, connector } = waiting();
    connector.take(NOT_REPEATABLE);
    await connector.whenIdle();
    assert.equal(asked, 4);
    assert.match(JSON.stringify(said[0]), /lives and does not answer\\nThis may have been done or not/);
    await close(server);
  });

  it('is not ended, and said to hang', async () => {
    await world.server('start');
    const pid = await world.pid();
    const { said, connector } = waiting();
    connector.take(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }));
    await connector.whenIdle();
    process.kill(pid, 'SIGSTOP');
    connector.take(NOT_REPEATABLE);
    await connector.whenIdle();
    process.kill(pid, 'SIGCONT');
    assert.match(JSON.stringify(said[1]), /lives and does not answer\\nThis may have been done or not/);
    assert.equal(await world.pid(), pid);
  });
});
