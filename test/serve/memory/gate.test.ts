/** What stands before the faces, each at its edge: too many requests, too long bodies, a server that stops. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createMemoryHttpServer, type MemoryHttpServer } from '../../../src/serve/memory/http/http-server.js';
import { RateLimit } from '../../../src/serve/memory/http/rate-limit.js';
import { BODY_BYTES_MAX, readJsonBody } from '../../../src/serve/memory/http/request-body.js';

let now: number;
let limit: RateLimit;
let opened: MemoryHttpServer;
let url: string;
/** Lets the face answer; a request waits in it until then. */
let answer: () => void;
let faults: string[];

beforeEach(async () => {
  now = 0;
  faults = [];
  limit = new RateLimit({ now: () => 0, elapsed: () => now });
  const waiting = new Promise<void>((done) => {
    answer = done;
  });
  opened = createMemoryHttpServer(
    {
      health: () => ({ status: 'ok' }),
      mcp: () => Promise.reject(new Error('the oven is out')),
      rest: async (asked, { pathname }) => {
        if (pathname === '/api/slow') await waiting;
        const body = await readJsonBody(asked);
        return 'refused' in body ? body.refused : { status: 200, body: body.value };
      },
      explorer: async () => undefined,
      upgrade: (_, socket) => socket.destroy(),
    },
    { names: new Set(['127.0.0.1']), token: undefined, limit, onFault: (line) => faults.push(line) },
  );
  opened.server.listen(0, '127.0.0.1');
  await once(opened.server, 'listening');
  url = `http://127.0.0.1:${(opened.server.address() as AddressInfo).port}`;
});

afterEach(() => {
  opened.close();
  opened.server.close();
});

const post = (body: string, type = 'application/json') =>
  fetch(`${url}/api/echo`, { method: 'POST', headers: { 'content-type': type }, body });

describe('the gate of a memory server', () => {
  it('refuses what is too much, and takes requests again a moment later', async () => {
    while (limit.take());
    const refused = await fetch(`${url}/api/echo`);
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1']);
    assert.match(await refused.text(), /"code":"too-many"/);
    now += 5;
    assert.equal((await fetch(`${url}/api/echo`)).status, 200);
  });

  it('holds as many at once as its bucket', () => {
    let taken = 0;
    while (limit.take()) taken++;
    assert.equal(taken, 5_000);
    now += 100;
    while (limit.take()) taken++;
    assert.equal(taken, 5_100);
    now += 1_000_000;
    while (limit.take()) taken++;
    assert.equal(taken, 10_100, 'it never holds more than that');
  });

  it('takes a body up to its limit, with a length or without', async () => {
    const longest = JSON.stringify('x'.repeat(BODY_BYTES_MAX - 2));
    assert.equal((await post(longest)).status, 200);
    assert.equal((await post(`${longest} `)).status, 413);
    const status = await new Promise((done) => {
      const asked = request(`${url}/api/echo`, { method: 'POST', agent: false }, (response) => {
        response.resume();
        done(response.statusCode);
      });
      // The server ends a connection whose body it does not want.
      asked.on('error', () => undefined);
      asked.write('"');
      for (let part = 0; part < 40; part++) asked.write('x'.repeat(32_768));
      asked.end('"');
    });
    assert.equal(status, 413);
  });

  it('says what is wrong with a body', async () => {
    for (const [body, type, status] of [
      ['{"a": ', 'application/json', 400],
      ['level=user', 'application/x-www-form-urlencoded', 415],
      ['{}', 'text/plain', 415],
      ['{}', 'application/json; charset=utf-8', 200],
    ] as const) {
      assert.equal((await post(body, type)).status, status, `${type} ${body}`);
    }
    const broken = await fetch(`${url}/api/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Uint8Array([0x22, 0xff, 0x22]),
    });
    assert.equal(broken.status, 400);
  });

  it('takes a body that is broken off for no fault of its own', async () => {
    const { port } = opened.server.address() as AddressInfo;
    const caller = connect(port, '127.0.0.1');
    const head = 'POST /api/echo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';
    caller.write(`${head}Content-Length: 90\r\n\r\n{"level":`);
    const [, response] = await once(opened.server, 'request');
    caller.destroy();
    await once(response, 'close');
    assert.equal((await fetch(`${url}/api/echo`)).status, 200);
    assert.deepEqual(faults, []);
  });

  it('keeps the stack of a fault of its own to itself', async () => {
    const response = await fetch(`${url}/mcp`, { method: 'POST' });
    assert.equal(response.status, 500);
    assert.doesNotMatch(await response.text(), /oven|at /);
    assert.match(faults.join('\n'), /the oven is out\n +at /);
  });

  it('answers what it has taken when it stops, and takes nothing more', async () => {
    const slow = fetch(`${url}/api/slow`);
    const [taken] = await once(opened.server, 'request');
    assert.ok(taken);
    const stopped = opened.drain(() => Promise.resolve());
    await assert.rejects(fetch(`${url}/api/echo`));
    answer();
    assert.equal((await slow).status, 200);
    await stopped;
  });
});
