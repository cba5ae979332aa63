/**
 * Whatever is at the port (nobody, a server that hangs, dies, talks nonsense, is of an earlier version) and whatever the host
 * sends: the hook ends with 0 and says nothing that is not whole and meant for its event.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { createWorkFolder, runKgMemory, startBin } from '../support/run-bin.js';
import { Host } from './host.js';

const work = createWorkFolder('bad-servers');
const EVENTS = [
  ['session-start', 'session-start-startup'],
  ['user-prompt-submit', 'prompt'],
  ['post-tool-use', 'read'],
  ['subagent-start', 'subagent-start'],
] as const;
let open: Server[] = [];

async function listen(server: Server): Promise<Host> {
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return new Host(work.path, 'harbour', (server.address() as AddressInfo).port);
}

/** A server that does this to each connection. */
function rawServer(onSocket: (socket: Socket) => void): Promise<Host> {
  return listen(
    createServer((socket) => {
      socket.on('error', () => socket.destroy());
      onSocket(socket);
    }),
  );
}

function httpServer(onRequest: (request: IncomingMessage, response: ServerResponse) => void): Promise<Host> {
  return listen(createHttpServer(onRequest));
}

function answering(text: string, status = 200): Promise<Host> {
  return httpServer((_, response) => response.writeHead(status).end(text));
}

async function saysNothing(host: Host): Promise<void> {
  for (const [event, payload] of EVENTS)
    assert.equal(await host.raw(event, JSON.stringify(host.payload(payload))), '', event);
}

afterEach(() => {
  for (const server of open) server.close();
  open = [];
});
after(() => work.remove());

describe('a hook', () => {
  it('says nothing when the server takes the connection and never answers', async () => {
    const host = await rawServer((socket) => socket.resume());
    // The standard.
    delete host.env.KG_HOOK_WAIT_MS;
    await saysNothing(host);
  });

  it('says nothing when the server dies in the middle of its answer', async () => {
    const half =
      'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"hookSpecificOutput":{"hookEventName":"SessionStart","addi';
    await saysNothing(await rawServer((socket) => socket.once('data', () => socket.end(half))));
    await saysNothing(await rawServer((socket) => socket.once('data', () => socket.resetAndDestroy())));
  });

  it('says nothing when it is no server of ours, or one that has gone mad', async () => {
    await saysNothing(await rawServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')));
    const outputFor = (hookEventName: unknown, additionalContext: unknown) =>
      JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } });
    for (const text of [
      '',
      'null',
      '[]',
      'It works!',
      '<html><body>It works!</body></html>',
      '{"hookSpecificOutput":',
      '{"hookSpecificOutput":null}',
      '{"decision":"block","reason":"no"}',
      outputFor('Stop', 'words for another event'),
      outputFor('SessionStart', 7),
      'x'.repeat(300_000),
    ])
      assert.equal(
        await (await answering(text)).raw('user-prompt-submit', JSON.stringify({ prompt: 'hello there' })),
        '',
        text.slice(0, 80),
      );
    await saysNothing(await answering('{"error":{"code":"internal"}}', 500));
    const spilling = await answering(outputFor('UserPromptSubmit', 'x'.repeat(10_001)));
    assert.equal(await spilling.prompt('hello there'), '');
  });

  it('passes on words and a line for the user, and nothing that could stop a prompt', async () => {
    const host = await answering(
      JSON.stringify({
        decision: 'block',
        continue: false,
        systemMessage: 'a line',
        hookSpecificOutput: {
          hookEventName: 'UserPromptSubmit',
          additionalContext: 'words',
          updatedToolOutput: 'x',
        },
      }),
    );
    assert.deepEqual(await host.hook('user-prompt-submit', host.payload('prompt')), {
      context: 'words',
      message: 'a line',
    });
  });

  it('asks an earlier server what it knows', async () => {
    const asked: string[] = [];
    const host = await httpServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://server');
      asked.push(`${request.method} ${url.pathname}`);
      if (url.pathname === '/api/session_state')
        return response.end('{"found":true,"full_read_done":false,"session_id":"5e550000"}');
      if (url.pathname === '/api/session_bootstrap' && request.method === 'GET')
        return response.end('{"session_id":"5e550000","context":"an earlier preload","text":"","stats":{}}');
      return response
        .writeHead(request.method === 'POST' && url.pathname.endsWith('bootstrap') ? 405 : 404)
        .end('{}');
    });
    assert.equal((await host.start('startup')).context, 'an earlier preload');
    assert.match(await host.prompt('hello there'), /kg_read\(session_id="5e550000"\)/);
    assert.equal(await host.read('a.py'), '');
    assert.deepEqual(asked, [
      'POST /api/session_start',
      'POST /api/session_bootstrap',
      'GET /api/session_bootstrap',
      'POST /api/prompt_context',
      'GET /api/session_state',
      'POST /api/tool_event',
    ]);
  });

  it('sends what is asked for and not what a tool replied', async () => {
    let body = '';
    let authorization: string | undefined;
    const host = await httpServer(async (request, response) => {
      authorization = request.headers.authorization;
      for await (const part of request) body += part;
      response.end('{}');
    });
    const token = `${'t'.repeat(20)}`;
    const file = join(host.home, 'token');
    writeFileSync(file, `${token}\n`, { mode: 0o600 });
    host.env.KG_TOKEN_FILE = file;
    const tool_response = { file: { content: 'loaf '.repeat(200_000) } };
    await host.hook('post-tool-use', host.payload('read', { tool_response }));
    const sent = JSON.parse(body);
    assert.deepEqual(Object.keys(sent.tool_input), ['file_path']);
    assert.ok(body.length < 1_000 && sent.session_id.length > 0 && sent.cwd === host.cwd);
    assert.equal(authorization, `Bearer ${token}`);
    body = '';
    await host.prompt('p'.repeat(3_000_000));
    assert.ok(body.length < 60_000);
  });

  it('says nothing to what is no payload and to events it does not know', async () => {
    const host = await answering('{}');
    for (const input of ['', 'null', '[]', '{', '"prompt"', '\u0000', '{"cwd":7,"prompt":{}}'])
      assert.equal(await host.raw('user-prompt-submit', input), '');
    for (const event of ['', 'stop', 'constructor', '--version'])
      assert.equal(await host.raw(event, '{}'), '');
    const bare = await runKgMemory(['hook'], { env: host.env });
    assert.deepEqual([bare.code, bare.stdout, bare.stderr], [0, '', '']);
  });

  it('ends although the host keeps its input open', async () => {
    const host = await answering('{}');
    delete host.env.KG_HOOK_WAIT_MS;
    const child = startBin('kg-memory', ['hook', 'user-prompt-submit'], { home: host.home, env: host.env });
    child.stdin.write('{"prompt": "hel');
    let said = '';
    child.stdout.on('data', (part) => {
      said += part;
    });
    const [code] = await once(child, 'close');
    assert.deepEqual([code, said], [0, '']);
  });

  it('says nothing when its settings are wrong', async () => {
    const host = await answering('{}');
    host.env.KG_HTTP_PORT = 'the usual one';
    await saysNothing(host);
  });
});

describe('without a server', () => {
  let host: Host;
  before(async () => {
    const server = createServer();
    host = await listen(server);
    await new Promise((done) => server.close(done));
    open = [];
  });
  after(async () => {
    await runKgMemory(['server', 'stop', '--force'], { env: host.env });
  });

  it('a hook of a prompt or a tool is silent and starts none', async () => {
    for (const [event, payload] of EVENTS.slice(1))
      assert.equal(await host.raw(event, JSON.stringify(host.payload(payload))), '');
    assert.equal(existsSync(join(host.home, 'state')), false);
  });

  it('the start of a session starts one, and gives its preload or says that it is warming up', async () => {
    const { context } = await host.start('startup');
    assert.match(context, /session_id: [0-9a-f]{8} \(|kg_read\(cwd=".*harbour"\)/);
    const { code } = await runKgMemory(['server', 'start'], { env: host.env });
    assert.equal(code, 0, 'waits for the one that starts, or finds it');
    const state = join(host.home, 'state', 'kg-memory', `memory-${host.env.KG_HTTP_PORT}.json`);
    assert.equal(JSON.parse(readFileSync(state, 'utf8')).storageRoot, host.env.KG_STORAGE_ROOT);
    assert.match((await host.start('startup')).context, /session_id: [0-9a-f]{8} \(/);
    rmSync(join(host.home, 'tmp'), { recursive: true, force: true });
  });
});
