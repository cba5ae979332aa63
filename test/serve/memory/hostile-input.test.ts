/** What no honest caller sends: it is refused with a reason or stored as data, and the memory goes on saving. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { withMemoryServer } from '../../support/memory-server.js';

/** JSON of an object in an object in an object… */
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

it('refuses what could not be written again, and keeps what names itself oddly', () =>
  withMemoryServer(async (server) => {
    const send = async (path: string, body: string) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body });
      return { status: response.status, text: await response.text() };
    };
    const call = (args: string) =>
      send(
        '/mcp',
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"kg_progress","arguments":${args}}}`,
      );
    for (const levels of [200, 5_000]) {
      const deep = nested(levels);
      for (const [path, body] of [
        ['/api/progress', `{"task_id":"deep","level":"user","state":${deep}}`],
        ['/api/import', `{"level":"user","nodes":[{"id":"deep","gist":"g","x":${deep}}],"edges":[]}`],
      ] as const) {
        const { status, text } = await send(path, body);
        assert.equal(status, 400, `${path} ${levels}: ${text}`);
        assert.match(text, /nested deeper than/);
      }
      assert.match(
        (await call(`{"task_id":"deep","level":"user","state":${deep}}`)).text,
        /nested deeper than/,
      );
    }
    for (const [path, body] of [
      ['/api/progress', `{"task_id":"fine","level":"user","state":${nested(90)}}`],
      ['/api/progress', '{"task_id":"__proto__","level":"user","state":{"__proto__":{"polluted":1}}}'],
      ['/api/nodes', '{"level":"user","id":"constructor","gist":"a\\u0000b\\ud800"}'],
      ['/api/edges', '{"level":"user","from":"__proto__","to":"constructor","rel":"toString"}'],
    ] as const) {
      const { status, text } = await send(path, body);
      assert.equal(status, 200, `${path}: ${text}`);
    }
    for (const body of ['[]', '7', 'null', '"a"', '{"level":"user","level":"user","id":"a"}'])
      assert.equal((await send('/api/nodes', body)).status, 400, body);
    const many = Array.from({ length: 19_000 }, (_, at) => `n${at}`);
    const fields = Object.fromEntries(many.map((name) => [name, 1]));
    for (const [path, value, said] of [
      ['/api/useful', { session_id: 'ffffffff', ids: many }, /at most 500/],
      ['/api/nodes', fields, /There are 18995 more unknown fields/],
    ] as const) {
      const { status, text } = await send(path, JSON.stringify(value));
      assert.equal(status, 400, path);
      assert.match(text, said);
      assert.ok(text.length < 2_000, path);
    }
    // Not one of these is looked at: 20,000 values are refused before they are any.
    for (const body of [
      nested(100_000),
      JSON.stringify([...many, ...many]),
      JSON.stringify({ ...fields, ...Object.fromEntries(many.map((name) => [`more-${name}`, 'a,b'])) }),
    ])
      for (const path of ['/api/nodes', '/api/prompt_context', '/mcp']) {
        const { status, text } = await send(path, body);
        assert.equal(status, 413, path);
        assert.match(text, /more than 20000 values/);
      }
    const commas = JSON.stringify({
      level: 'user',
      id: 'list',
      gist: `"${',[{\\"'.repeat(15_000)}`,
      notes: [],
    });
    assert.equal((await send('/api/nodes', commas)).status, 200, 'what stands in a text is one value');
    assert.equal(await server.stop(), 143);
    const { nodes, edges, _meta } = JSON.parse(readFileSync(join(server.storageRoot, 'user.json'), 'utf8'));
    assert.deepEqual(Object.keys(nodes), ['constructor', 'list']);
    assert.deepEqual(Object.keys(edges), ['__proto__->constructor:toString']);
    assert.deepEqual(Object.keys(_meta.progress).sort(), ['__proto__', 'fine']);
    assert.equal(Object('').polluted, undefined);
  }));
