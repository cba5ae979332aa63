/**
 * The memory server as the protocol's own conformance suite meets it: raw requests of both eras and what must come back,
 * status, headers and codes included. Clients in other tests hide these.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TestMemoryServer } from '../../support/memory-server.js';
import { createWorkFolder } from '../../support/run-bin.js';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly result: Readonly<Record<string, unknown>>;
  readonly error: { readonly code: number; readonly message: string } | undefined;
}

const ACCEPT = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const MODERN = '2026-07-28';

const work = createWorkFolder('memory-protocol');
let server: TestMemoryServer;
before(async () => {
  server = await TestMemoryServer.start(work.path);
  await server.fetch('POST', '/api/nodes', { level: 'user', id: 'prefers-rye', gist: 'Rye\nbefore wheat' });
});
after(async () => {
  await server.stop();
  work.remove();
});

/** Sends one message and reads the reply, whether it comes as JSON or as a stream of one message. */
async function post(message: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { ...ACCEPT, ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
  const text = await response.text();
  const json = text.startsWith('{') ? text : /^data: (\{.*)$/m.exec(text)?.[1];
  const { result = {}, error } = json === undefined ? {} : JSON.parse(json);
  return { status: response.status, headers: response.headers, result, error };
}

/** A request of the era of sessions. */
function old(method: string, params: unknown = {}): Promise<Answer> {
  const headers = method === 'initialize' ? {} : { 'mcp-protocol-version': '2025-11-25' };
  return post({ jsonrpc: '2.0', id: 1, method, params }, headers);
}

/** A request of the stateless era: everything stands in it, and its headers say the same as its body. */
function now(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
  version = MODERN,
): Promise<Answer> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'a-test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const named = params.name ?? params.uri;
  return post(
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    {
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...(typeof named === 'string' && { 'mcp-name': named }),
      ...headers,
    },
  );
}

describe('the protocol up to 2025-11-25', () => {
  it('begins without a session of the transport', async () => {
    const { status, headers, result } = await old('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'a-test', version: '1' },
    });
    assert.deepEqual([status, result.protocolVersion], [200, '2025-11-25']);
    assert.deepEqual(Object.keys(Object(result.capabilities)).sort(), [
      'logging',
      'prompts',
      'resources',
      'tools',
    ]);
    assert.equal(headers.get('mcp-session-id'), null);
  });

  it('answers ping and takes a log level', async () => {
    for (const [method, params] of [
      ['ping', {}],
      ['logging/setLevel', { level: 'info' }],
    ] as const) {
      const { status, result, error } = await old(method, params);
      assert.deepEqual([status, result, error], [200, {}, undefined], method);
    }
  });

  it('takes notifications without an answer, and opens no stream', async () => {
    const told = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    assert.equal(told.status, 202);
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await fetch(`${server.url}/mcp`, { method, headers: ACCEPT });
      assert.deepEqual([status, headers.get('allow')], [405, 'POST'], method);
    }
  });

  it('says by their codes what is wrong', async () => {
    assert.equal((await old('kneading/start')).error?.code, -32601);
    assert.equal((await old('tools/call', { name: 'kg_knead', arguments: {} })).error?.code, -32602);
    assert.equal((await post('{"jsonrpc": "2.0", "id": 1,')).error?.code, -32700);
    const version = { 'mcp-protocol-version': '1999-01-01' };
    assert.equal((await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, version)).status, 400);
    const wrong = await old('tools/call', { name: 'kg_put_node', arguments: { level: 'user' } });
    assert.equal(wrong.result.isError, true, 'wrong arguments are for the model to mend');
  });
});

describe('the protocol of 2026-07-28', () => {
  it('discovers what there is, and may keep it', async () => {
    const { status, result } = await now('server/discover');
    assert.equal(status, 200);
    assert.ok(Array.isArray(result.supportedVersions) && result.supportedVersions.includes(MODERN));
    assert.deepEqual(Object.keys(Object(result.capabilities)).sort(), ['prompts', 'resources', 'tools']);
    for (const method of [
      'server/discover',
      'tools/list',
      'prompts/list',
      'resources/list',
      'resources/templates/list',
    ]) {
      const { resultType, ttlMs, cacheScope } = (await now(method)).result;
      assert.equal(resultType, 'complete', method);
      assert.ok(Number.isInteger(ttlMs) && Number(ttlMs) >= 0, method);
      assert.equal(cacheScope, method === 'resources/list' ? 'private' : 'public', method);
    }
  });

  it('refuses what its headers say otherwise', async () => {
    for (const headers of [
      { 'mcp-method': 'tools/list' },
      { 'mcp-name': 'kg_read' },
      { 'mcp-protocol-version': '2025-11-25' },
    ]) {
      const { status, error } = await now('tools/call', { name: 'kg_sync', arguments: {} }, headers);
      const named = JSON.stringify(headers);
      assert.deepEqual([status, error?.code], [400, -32020], named);
    }
  });

  it('says by their codes and statuses what is wrong', async () => {
    const strange = await now('tools/list', {}, {}, '2999-01-01');
    assert.deepEqual([strange.status, strange.error?.code], [400, -32022]);
    for (const gone of ['ping', 'initialize', 'logging/setLevel', 'kneading/start']) {
      const { status, error } = await now(gone);
      assert.deepEqual([status, error?.code], [404, -32601], gone);
    }
    const nothing = await now('resources/read', { uri: 'kg://user/no-such-node' });
    assert.equal(nothing.error?.code, -32602);
  });

  it('gives the nodes of the user as resources, and changes nothing by it', async () => {
    const { result } = await now('resources/list');
    assert.deepEqual(result.resources, [
      {
        uri: 'kg://user/prefers-rye',
        name: 'prefers-rye',
        description: 'Rye before wheat',
        mimeType: 'text/plain',
      },
    ]);
    const { seq } = Object((await server.fetch('GET', '/api/graph/read')).body.user);
    const read = await now('resources/read', { uri: 'kg://user/prefers-rye' });
    assert.match(JSON.stringify(read.result.contents), /▸ prefers-rye \(user, active\)/);
    assert.equal(Object((await server.fetch('GET', '/api/graph/read')).body.user).seq, seq);
    for (const uri of ['kg://user/', 'kg://user/%ff', 'kg://user/a b', 'file:///etc/passwd']) {
      assert.equal((await now('resources/read', { uri })).error?.code, -32602, uri);
    }
  });

  it('answers several at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => now('tools/list')));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  });
});
