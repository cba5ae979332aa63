/** The real server over stdio: the protocol in both eras, what happens when things go wrong, and how it ends. */
import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { McpSession, MODERN_REVISION, type SessionOptions } from '../support/mcp-session.js';
import { endsAsOrphan } from '../support/orphan.js';
import { createWorkFolder, isolatedEnvironment } from '../support/run-bin.js';

const folder = createWorkFolder('stdio');
const home = join(folder.path, 'home');
const project = join(folder.path, 'bakery');
cpSync('fixtures/projects/bakery', project, { recursive: true });
after(() => folder.remove());

function connect(more: Partial<SessionOptions> = {}): McpSession {
  return new McpSession({ cwd: project, home, ...more });
}

for (const version of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
  test(`initialize of ${version} is answered in kind`, async () => {
    const session = connect();
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'old', version: '1' } };
    const result = await session.ask('initialize', params);
    assert.equal(result.protocolVersion, version);
    assert.deepEqual(await session.close(), { code: 0, signal: null });
  });
}

test('server/discover is answered in kind', async () => {
  const session = connect({ modern: true });
  const result = await session.open();
  assert.deepEqual(result.supportedVersions, [MODERN_REVISION]);
  assert.equal(result.resultType, 'complete');
  await session.close();
});

test('a handshake is answered once, whoever answers it', async () => {
  const clientInfo = { name: 'odd', version: '1' };
  for (const more of [{}, { _meta: { progressToken: 1 } }, { protocolVersion: '1999-01-01' }]) {
    const session = connect();
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo, ...more };
    // Both in one piece, so that what follows the first line must not be lost.
    const first = session.start('initialize', params);
    const second = session.start('tools/list');
    assert.equal((await first.reply).result?.protocolVersion, '2025-11-25');
    assert.ok((await second.reply).result);
    await session.close();
    assert.deepEqual(
      session.received.map(({ id }) => id),
      [first.id, second.id],
    );
  }
});

test('instructions are short, and their beginning stands alone', async () => {
  const session = connect();
  const { instructions, serverInfo } = await session.open();
  assert.ok(typeof instructions === 'string' && instructions.length < 1_500);
  const beginning = instructions.slice(0, 512);
  for (const tool of ['kg_search', 'kg_context', 'kg_relate', 'kg_path'])
    assert.ok(beginning.includes(tool), tool);
  assert.equal((serverInfo as { name: string }).name, 'kg-memory');
  await session.close();
});

test('both eras list the same seven tools with closed, described schemas', async () => {
  const lists = await Promise.all(
    [false, true].map(async (modern) => {
      const session = connect({ modern });
      await session.open();
      const { tools } = await session.ask('tools/list');
      await session.close();
      return tools as readonly ToolText[];
    }),
  );
  assert.deepEqual(lists[0], lists[1]);
  assert.deepEqual(
    lists[0]?.map(({ name }) => name),
    ['kg_search', 'kg_relate', 'kg_context', 'kg_path', 'kg_ask', 'kg_reindex', 'kg_status'],
  );
  for (const { inputSchema, title, annotations, _meta } of lists[0] ?? []) {
    assert.equal(inputSchema.additionalProperties, false);
    for (const field of Object.values(inputSchema.properties)) assert.ok(field.description);
    assert.ok(title && annotations.readOnlyHint !== undefined);
    assert.equal(_meta['anthropic/maxResultSizeChars'], 300_000);
  }
});

interface ToolText {
  readonly name: string;
  readonly title: string;
  readonly inputSchema: {
    readonly additionalProperties: boolean;
    readonly properties: Readonly<Record<string, { readonly description?: string }>>;
  };
  readonly annotations: { readonly readOnlyHint?: boolean };
  readonly _meta: Readonly<Record<string, unknown>>;
}

test('bad arguments are tool errors, unknown tools are protocol errors; neither shows a stack', async () => {
  for (const modern of [false, true]) {
    const session = connect({ modern });
    await session.open();
    const bad = await session.call('kg_search', { querry: 'oven' });
    assert.deepEqual(bad, {
      isError: true,
      text: 'kg_search: `query` is missing. there is no field "querry". Did you mean `query`?\nFields of kg_search: query, node_types (optional), limit (optional), max_tokens (optional), cursor (optional).',
    });
    const unknown = await session.exchange('tools/call', { name: 'kg_serach', arguments: {} });
    assert.deepEqual(unknown.error, {
      code: -32_602,
      message: 'There is no tool kg_serach. Did you mean kg_search?',
    });
    assert.equal((await session.exchange('no/such/method')).error?.code, -32_601);
    await session.close();
  }
});

const MALFORMED: readonly (readonly [method: string, params: Record<string, unknown>, message: string])[] = [
  ['resources/read', {}, 'resources/read: `uri` is missing.'],
  ['resources/read', { uri: 5 }, 'resources/read: `uri` must be a string, not number.'],
  ['resources/list', { cursor: 4 }, 'resources/list: `cursor` must be a string, not number.'],
  ['resources/list', { cursor: '7' }, 'the cursor is not one that an answer gave'],
  ['tools/call', { arguments: {} }, 'tools/call: `name` is missing.'],
  [
    'tools/call',
    { name: 'kg_search', arguments: 'oven' },
    'tools/call: `arguments` must be an object, not string.',
  ],
  [
    'tools/call',
    { name: 'kg_search', arguments: ['oven'] },
    'tools/call: `arguments` must be an object, not array.',
  ],
  ['completion/complete', { argument: { name: 'x', value: '' } }, 'completion/complete: `ref`'],
  ['prompts/get', { name: 'explain_file' }, 'explain_file: `file_path` is missing.'],
  ['prompts/get', { name: 'plan_change', arguments: {} }, 'plan_change: `node_id` is missing.'],
  [
    'resources/read',
    { uri: 'kg://node/FileStor' },
    'Resource not found: kg://node/FileStor. Did you mean kg://node/class%3Asrc.bakery.store.files.FileStore',
  ],
];

test('malformed requests are told in a sentence, and arguments of null are none', async () => {
  for (const modern of [false, true]) {
    const session = connect({ modern });
    await session.open();
    for (const [method, params, message] of MALFORMED) {
      const { error } = await session.exchange(method, params);
      assert.equal(error?.code, -32_602, method);
      assert.equal(error.message.slice(0, message.length), message);
      assert.ok(!error.message.includes('"code"'));
    }
    const { result } = await session.exchange('tools/call', { name: 'kg_status', arguments: null });
    assert.equal(result?.isError, undefined);
    await session.close();
  }
});

test('whatever else is written to stdout goes to stderr', async () => {
  const preload = join(folder.path, 'talkative.cjs');
  writeFileSync(
    preload,
    "process.stdin.on('data', () => { console.log('a banner'); process.stdout.write('more'); });",
  );
  const session = connect({ nodeOptions: ['--require', preload] });
  await session.open();
  await session.ask('tools/list');
  await session.close();
  assert.match(session.stderr, /a banner\nmore/);
});

const NO_MESSAGE: readonly (readonly [line: string, id: unknown, code: number, says: RegExp])[] = [
  ['this is no JSON', null, -32_700, /no JSON/],
  ['{"jsonrpc":"2.0","id":1', null, -32_700, /no JSON/],
  ['{"jsonrpc":"2.0"}', null, -32_600, /`method`/],
  ['7', null, -32_600, /JSON object/],
  ['[]', null, -32_600, /batches/],
  ['[{"jsonrpc":"2.0","id":"b","method":"ping"}]', null, -32_600, /batches/],
  ['{"jsonrpc":"2.0","id":"a","method":"tools/list","params":[]}', 'a', -32_600, /`params`/],
  ['{"jsonrpc":"2.0","id":"c","method":"initialize","params":null}', 'c', -32_600, /`params`/],
  ['{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}', 1.5, -32_600, /`id`/],
  ['{"jsonrpc":"2.0","id":null,"method":"tools/list"}', null, -32_600, /`id`/],
  ['{"jsonrpc":"1.0","id":"d","method":"tools/list"}', 'd', -32_600, /`jsonrpc`/],
  ['{"id":"e","jsonrpc":"2.0","method":5}', 'e', -32_600, /`method`/],
];
// Notifications and replies are never answered, however wrong they are.
const UNANSWERED = [
  '',
  '  ',
  '{"jsonrpc":"2.0","method":"notifications/initialized","params":[]}',
  '{"jsonrpc":"2.0","id":{},"result":5}',
];

test('lines that are no message are answered with what JSON-RPC has for them, and do not end it', async () => {
  const session = connect();
  await session.open();
  const before = session.received.length;
  for (const [line] of NO_MESSAGE) session.write(line);
  for (const line of UNANSWERED) session.write(line);
  assert.deepEqual(Object.keys(await session.ask('tools/list')), ['tools']);
  assert.deepEqual(await session.close(), { code: 0, signal: null });
  const replies = session.received.slice(before, -1);
  assert.deepEqual(
    replies.map(({ id, error }) => [id, error?.code]),
    NO_MESSAGE.map(([, id, code]) => [id, code]),
  );
  for (const [index, [, , , says]] of NO_MESSAGE.entries()) {
    assert.match(replies[index]?.error?.message ?? '', says);
  }
});

test('a message that is too long is refused, on stderr too, and the next one is answered', async () => {
  const session = connect();
  await session.open();
  const before = session.received.length;
  const params = { name: 'kg_search', arguments: { query: 'rye '.repeat(2_600_000) } };
  session.write({ jsonrpc: '2.0', id: 'first', method: 'tools/call', params });
  session.write({ method: 'tools/call', params, jsonrpc: '2.0', id: 'last' });
  session.write({ params, id: 'hidden', method: 'tools/call', jsonrpc: '2.0', more: params });
  assert.deepEqual(Object.keys(await session.ask('tools/list')), ['tools']);
  assert.deepEqual(await session.close(), { code: 0, signal: null });
  assert.deepEqual(
    session.received.slice(before, -1).map(({ id, error }) => [id, error?.code]),
    [
      ['first', -32_600],
      ['last', -32_600],
      [null, -32_600],
    ],
  );
  assert.equal(session.stderr.match(/^error: a message of more than 10 MB was not read/gm)?.length, 3);
});

test('what was asked before the input ended is answered', async () => {
  for (const modern of [false, true]) {
    const session = connect({ modern });
    const opening = session.open();
    const calls = Array.from({ length: 300 }, () => session.exchange('tools/call', { name: 'kg_status' }));
    assert.deepEqual(await session.close(), { code: 0, signal: null });
    await opening;
    for (const call of calls) assert.ok((await call).result);
  }
});

test('a signal ends it though its input has ended and an answer is due', async () => {
  const session = connect();
  await session.open();
  // Answers that nobody takes fill the pipe.
  session.child.stdout.pause();
  for (let call = 0; call < 200; call++) session.start('tools/list');
  session.child.stdin.end();
  session.child.kill('SIGTERM');
  session.child.stdout.resume();
  assert.deepEqual(await session.ended, { code: 0, signal: null });
});

const BROKEN: readonly (readonly [name: string, env: Record<string, string>, says: RegExp])[] = [
  ['a bad setting', { KG_WATCH_ENABLED: 'perhaps' }, /KG_WATCH_ENABLED=perhaps/],
  ['a root that is missing', { KG_PROJECT_ROOT: '/no/such/bakery' }, /\/no\/such\/bakery/],
  ['a root that must not be indexed', { KG_PROJECT_ROOT: '/' }, /KG_PROJECT_ROOT/],
];
for (const [name, env, says] of BROKEN) {
  test(`with ${name} it answers, and its tools say what is wrong`, async () => {
    const session = connect({ env });
    await session.open();
    for (const tool of ['kg_status', 'kg_search']) {
      const { text, isError } = await session.call(tool, tool === 'kg_search' ? { query: 'oven' } : {});
      assert.ok(isError);
      assert.match(text, says);
      assert.ok(!/\n\s+at /.test(text), 'no stack');
    }
    const prompt = await session.exchange('prompts/get', {
      name: 'explain_file',
      arguments: { file_path: 'x' },
    });
    assert.equal(prompt.error?.code, -32_602);
    const complete = await session.exchange('completion/complete', completionOf('file_path', 'o'));
    assert.deepEqual(complete.result?.completion, { values: [], total: 0, hasMore: false });
    assert.deepEqual(await session.close(), { code: 0, signal: null });
  });
}

function completionOf(name: string, value: string): Record<string, unknown> {
  return { ref: { type: 'ref/prompt', name: 'explain_file' }, argument: { name, value } };
}

test('it ends with its stdin, by signal, and with its stdout', async () => {
  for (const end of [
    (session: McpSession) => session.child.stdin.end(),
    (session: McpSession) => session.child.kill('SIGINT'),
    (session: McpSession) => session.child.kill('SIGTERM'),
    (session: McpSession) => session.child.kill('SIGHUP'),
    (session: McpSession) => {
      session.child.stdout.destroy();
      session.tell('notifications/initialized');
      session.start('tools/list');
    },
  ]) {
    const session = connect();
    await session.open();
    end(session);
    assert.deepEqual(await session.ended, { code: 0, signal: null });
  }
});

test('it ends before it was ever spoken to', async () => {
  assert.deepEqual(await connect().close(), { code: 0, signal: null });
});

test('it ends when its parent is gone, though its stdin stays open', async () => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
  await endsAsOrphan({
    words: [resolve('bin/kg-memory-mcp.cjs')],
    line: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    cwd: project,
    env: isolatedEnvironment(home),
  });
});
