/** The reply that is given before the SDK is loaded is the SDK's own, for every revision that it speaks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InMemoryTransport, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createCodeServer } from '../../src/serve/code-server.js';
import { greet, LEGACY_REVISIONS, MODERN_REVISION } from '../../src/serve/greeting.js';
import { bakeryProject } from '../support/bakery-project.js';

const CLIENT = { name: 'a-client', version: '2', title: 'A client' };

function initialize(more: Record<string, unknown> = {}): object {
  const params = { protocolVersion: '2025-11-25', capabilities: { roots: {} }, clientInfo: CLIENT, ...more };
  return { jsonrpc: '2.0', id: 0, method: 'initialize', params };
}

function discover(more: Record<string, unknown> = {}): object {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN_REVISION,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': CLIENT,
    ...more,
  };
  return { jsonrpc: '2.0', id: 'first', method: 'server/discover', params: { _meta } };
}

/** What the SDK says to a first message. */
async function replyOfSdk(message: object): Promise<unknown> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const serving = serveStdio(
    () => createCodeServer({ project: async () => bakeryProject(), onFault: assert.fail }),
    { transport: far },
  );
  const reply = new Promise((answer) => {
    near.onmessage = answer;
  });
  await near.start();
  await near.send(message as Parameters<typeof near.send>[0]);
  const said = await reply;
  await serving.close();
  return said;
}

test('the revisions are those of the SDK', () => {
  assert.deepEqual([...LEGACY_REVISIONS], SUPPORTED_PROTOCOL_VERSIONS);
});

const HANDSHAKES = [
  ...LEGACY_REVISIONS.map((protocolVersion) => initialize({ protocolVersion })),
  discover(),
  discover({ 'io.modelcontextprotocol/clientInfo': undefined }),
];
for (const message of HANDSHAKES) {
  const line = JSON.stringify(message);
  test(`the same reply to ${line}`, async () => {
    assert.deepEqual(greet(line)?.reply, await replyOfSdk(JSON.parse(line)));
  });
}

const LEFT_TO_THE_SDK = [
  '',
  'no JSON',
  '[]',
  JSON.stringify({ ...initialize(), id: null }),
  JSON.stringify({ ...initialize(), id: 1.5 }),
  JSON.stringify({ ...initialize(), jsonrpc: '1.0' }),
  JSON.stringify({ ...initialize(), method: 'tools/list' }),
  JSON.stringify(initialize({ protocolVersion: '1999-01-01' })),
  JSON.stringify(initialize({ clientInfo: { name: 'nameless' } })),
  JSON.stringify(initialize({ capabilities: undefined })),
  JSON.stringify(initialize({ _meta: { progressToken: 1 } })),
  JSON.stringify(discover({ 'io.modelcontextprotocol/protocolVersion': '2031-01-01' })),
  JSON.stringify(discover({ 'io.modelcontextprotocol/clientCapabilities': 7 })),
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover' }),
];
for (const line of LEFT_TO_THE_SDK) test(`no reply to ${line}`, () => assert.equal(greet(line), undefined));
