/** The memory server as agents, hooks, editors and hostile pages meet it: the real process, over real HTTP. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { TestMemoryServer, withMemoryServer } from '../../support/memory-server.js';
import { createWorkFolder } from '../../support/run-bin.js';

const TOOLS = [
  'kg_read',
  'kg_search',
  'kg_put_node',
  'kg_put_edge',
  'kg_rename_node',
  'kg_merge_nodes',
  'kg_delete_node',
  'kg_delete_edge',
  'kg_useful',
  'kg_sync',
  'kg_progress',
];

interface ToolText {
  readonly text: string;
  readonly isError: boolean;
}

/** One client for all: what a tool answers. */
type Call = (name: string, args: Record<string, unknown>) => Promise<ToolText>;

async function connect(url: string): Promise<{ call: Call; client: Client }> {
  const client = new Client({ name: 'a-test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  const call: Call = async (name, args) => {
    const result = await client.callTool({ name, arguments: args });
    const [first] = result.content as readonly { type: string; text: string }[];
    assert.equal(result.structuredContent, undefined, 'clients would show it instead of the text');
    return { text: first?.text ?? '', isError: result.isError === true };
  };
  return { call, client };
}

function sessionIn(text: string): string {
  const [, session] = text.match(/^Session: ([0-9a-f]{8})$/m) ?? [];
  assert.ok(session, text);
  return session;
}

function nodesOf(server: TestMemoryServer, slug: string): string[] {
  const file = join(server.storageRoot, 'projects', slug, 'graph.json');
  return Object.keys(JSON.parse(readFileSync(file, 'utf8')).nodes).sort();
}

describe('a memory server', () => {
  const work = createWorkFolder('memory-faces');
  const bakery = join(work.path, 'bakery');
  let server: TestMemoryServer;
  before(async () => {
    mkdirSync(bakery, { recursive: true });
    server = await TestMemoryServer.start(work.path);
  });
  after(async () => {
    assert.equal(await server.stop(), 143);
    work.remove();
  });

  it('says who it is', async () => {
    const { status, body } = await server.fetch('GET', '/health');
    assert.equal(status, 200);
    assert.deepEqual(
      [body.name, body.pid, body.storage_root],
      ['kg-memory', server.child.pid, server.storageRoot],
    );
  });

  for (const path of ['', '/mcp']) {
    it(`speaks to the client of today and of yesterday at ${path || '/'}`, async () => {
      const now = new Client({ name: 'a-test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
      await now.connect(new StreamableHTTPClientTransport(new URL(`${server.url}${path}`)));
      assert.deepEqual(
        (await now.listTools()).tools.map(({ name }) => name),
        TOOLS,
      );
      const old = new OldClient({ name: 'a-test', version: '1' });
      // Its own types do not agree under exactOptionalPropertyTypes.
      await old.connect(
        new OldTransport(new URL(`${server.url}${path}`)) as unknown as Parameters<OldClient['connect']>[0],
      );
      assert.deepEqual(
        (await old.listTools()).tools.map(({ name }) => name),
        TOOLS,
      );
      const prompt = await now.getPrompt({ name: 'recall', arguments: { topic: 'ovens' } });
      assert.match(JSON.stringify(prompt.messages), /ovens/);
      await Promise.all([now.close(), old.close()]);
    });
  }

  it('writes over MCP what REST reads, and the other way round', async () => {
    const { call, client } = await connect(server.url);
    const session_id = sessionIn((await call('kg_read', { cwd: bakery })).text);
    const saved = await call('kg_put_node', {
      session_id,
      level: 'project',
      id: 'oven-heat',
      gist: 'The oven must be at 250 degrees before the first loaf',
      notes: '["measured in March"]',
      touches: 'src/oven.py:10-20',
      expected_version: '0',
    });
    assert.deepEqual(saved, {
      text: 'Saved node oven-heat in the project graph (version 1).',
      isError: false,
    });
    const node = await server.fetch(
      'GET',
      `/api/nodes/project/oven-heat?project_path=${encodeURIComponent(bakery)}`,
    );
    assert.equal(node.status, 200);
    const { gist, notes, touches } = node.body.node as Record<string, unknown>;
    assert.deepEqual(
      [gist, notes, touches],
      ['The oven must be at 250 degrees before the first loaf', ['measured in March'], ['src/oven.py:10-20']],
    );
    const put = await server.fetch('POST', '/api/edges', {
      level: 'project',
      from: 'oven-heat',
      to: 'docs/how to bake.md',
      rel: 'explained-in',
      project_path: bakery,
    });
    assert.deepEqual([put.status, put.body.artifacts], [200, ['docs/how to bake.md']]);
    const read = await call('kg_read', { session_id, ids: ['oven-heat'] });
    assert.match(read.text, /oven-heat --explained-in--> docs\/how to bake\.md/);
    const gone = await server.fetch(
      'DELETE',
      `/api/edges/project/oven-heat/${encodeURIComponent('docs/how to bake.md')}/explained-in?project_path=${encodeURIComponent(bakery)}`,
    );
    assert.deepEqual([gone.status, gone.body.deleted], [200, true]);
    await client.close();
  });

  it('says what is wrong, with a code and a next step', async () => {
    const { call, client } = await connect(server.url);
    for (const [name, args, wanted] of [
      [
        'kg_put_node',
        { session_id: 'ffffffff', level: 'project', id: 'a', gist: 'b' },
        /^unknown-session: .*\n.*cwd/,
      ],
      ['kg_put_node', { cwd: bakery, level: 'projekt', id: 'a', gist: 'b' }, /Did you mean "project"/],
      ['kg_put_node', { cwd: bakery, level: 'project', id: 'a b', gist: 'c' }, /^bad-id: /],
      [
        'kg_put_node',
        { cwd: bakery, level: 'project', id: 'a', gist: 'b', expected_version: 7 },
        /^version-conflict: /,
      ],
      ['kg_read', { cwd: 'bakery' }, /no absolute path/],
      ['kg_delete_node', { cwd: bakery, id: 'no-such-node' }, /^unknown-node: /],
      ['kg_useful', { session_id: 'ffffffff' }, /`ids` is missing/],
    ] as const) {
      const { text, isError } = await call(name, args);
      assert.equal(isError, true, text);
      assert.match(text, wanted);
    }
    await client.close();
  });

  it('tells one session what the other did', async () => {
    const { call, client } = await connect(server.url);
    const mine = sessionIn((await call('kg_read', { cwd: bakery })).text);
    const yours = String(
      (await server.fetch('POST', '/api/sessions/register', { project_path: bakery })).body.session_id,
    );
    await call('kg_put_node', {
      session_id: yours,
      level: 'project',
      id: 'yeast-age',
      gist: 'Old yeast needs twice the time',
    });
    await call('kg_put_node', {
      session_id: mine,
      level: 'project',
      id: 'salt-last',
      gist: 'Salt goes in last',
    });
    const told = await call('kg_sync', { session_id: mine });
    assert.match(told.text, /yeast-age/);
    assert.doesNotMatch(told.text, /salt-last/);
    await client.close();
  });

  for (const count of [20, 200]) {
    it(`keeps all of ${count} writes at once of two sessions`, async () => {
      const project = join(work.path, `swarm-${count}`);
      mkdirSync(project);
      const writers = await Promise.all([connect(server.url), connect(server.url)]);
      const sessions: string[] = [];
      for (const { call } of writers)
        sessions.push(sessionIn((await call('kg_read', { cwd: project })).text));
      const ids = Array.from({ length: count }, (_, index) => `loaf-${String(index).padStart(3, '0')}`);
      const answers = await Promise.all(
        ids.map((id, index) => {
          const session_id = sessions[index % 2];
          return writers[index % 2]?.call('kg_put_node', {
            session_id,
            level: 'project',
            id,
            gist: `About ${id}`,
          });
        }),
      );
      assert.deepEqual(
        answers.filter((answer) => answer?.isError !== false),
        [],
      );
      assert.deepEqual(nodesOf(server, `swarm-${count}`), ids);
      await Promise.all(writers.map(({ client }) => client.close()));
    });
  }

  it('lets no page of another site in', async () => {
    const port = Number(new URL(server.url).port);
    for (const headers of [
      { host: 'evil.example' },
      { host: `evil.example:${port}` },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://127.0.0.1.evil.example:${port}` },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      for (const [method, path] of [
        ['GET', '/api/projects'],
        ['GET', '/health'],
        ['POST', '/api/sessions/register'],
        ['POST', '/mcp'],
      ] as const) {
        assert.equal(
          await statusOf(port, method, path, headers),
          403,
          `${method} ${path} ${JSON.stringify(headers)}`,
        );
      }
    }
    assert.equal(await statusOf(port, 'GET', '/api/projects', { origin: `http://localhost:${port}` }), 200);
  });

  it('changes nothing by GET', async () => {
    const here = `project_path=${encodeURIComponent(bakery)}`;
    await server.fetch('POST', '/api/nodes', {
      level: 'project',
      id: 'cold-cellar',
      gist: 'Keep dough cold',
      project_path: bakery,
    });
    await server.fetch('POST', '/api/nodes/project/cold-cellar/archive', { project_path: bakery });
    const session_id = String(
      (await server.fetch('POST', '/api/sessions/register', { project_path: bakery })).body.session_id,
    );
    const graph = () => server.fetch('GET', `/api/graph/read?${here}`).then(({ body }) => body);
    const sessions = () => readFileSync(join(server.storageRoot, 'sessions.json'), 'utf8');
    const before = [await graph(), sessions()];
    const archived = await server.fetch('GET', `/api/nodes/project/cold-cellar?session_id=${session_id}`);
    assert.deepEqual([archived.body.tier, archived.body.was_archived], ['archived', true]);
    for (const path of [
      `/api/search?query=dough&session_id=${session_id}`,
      `/api/progress/maintain?session_id=${session_id}`,
      `/api/session_state?${here}`,
      `/api/sessions/${session_id}/stats`,
      `/api/history?level=project&${here}`,
      '/api/projects',
      '/api/export',
      '/api/maintenance_debt',
    ]) {
      assert.equal((await server.fetch('GET', path)).status, 200, path);
    }
    const bootstrap = await server.fetch('GET', `/api/session_bootstrap?${here}`);
    assert.deepEqual([bootstrap.status, bootstrap.headers.get('allow')], [405, 'POST']);
    assert.match(JSON.stringify(bootstrap.body), /use POST/);
    assert.equal((await server.fetch('GET', '/api/sessions/ffffffff/stats')).status, 404);
    assert.deepEqual([await graph(), sessions()], before);
  });

  it('takes back what was done', async () => {
    const named = { level: 'project', project_path: bakery };
    await server.fetch('POST', '/api/nodes', { ...named, id: 'rye-share', gist: 'A third of rye' });
    const here = `project_path=${encodeURIComponent(bakery)}`;
    assert.equal((await server.fetch('DELETE', `/api/nodes/project/rye-share?${here}`)).status, 200);
    const { body } = await server.fetch('GET', `/api/history?level=project&key=rye-share&${here}`);
    const [{ n, op }] = body.entries as [{ n: number; op: string }];
    assert.equal(op, 'delete-node');
    assert.equal((await server.fetch('POST', '/api/undo', { ...named, n })).status, 200);
    assert.equal((await server.fetch('GET', `/api/nodes/project/rye-share?${here}`)).status, 200);
  });

  it('refuses what is too long, no JSON, or no field of the endpoint', async () => {
    const long = await server.fetch('POST', '/api/nodes', { gist: 'x'.repeat(1_100_000) });
    assert.equal(long.status, 413);
    const odd = await server.fetch('POST', '/api/nodes', {
      level: 'user',
      id: 'a',
      gist: 'b',
      _archived: true,
    });
    assert.equal(odd.status, 400);
    assert.match(JSON.stringify(odd.body), /_archived/);
    const form = await fetch(`${server.url}/api/nodes`, { method: 'POST', body: 'level=user' });
    assert.equal(form.status, 415);
  });
});

describe('a memory server with a token', () => {
  it('answers those alone who have it', () =>
    withMemoryServer(
      async (server) => {
        const file = join(server.folder, 'home', 'config', 'kg-memory', 'token');
        assert.equal(statSync(file).mode & 0o777, 0o600);
        const authorization = `Bearer ${readFileSync(file, 'utf8').trim()}`;
        assert.equal((await server.fetch('GET', '/api/projects')).status, 401);
        assert.equal((await server.fetch('POST', '/mcp', {})).status, 401);
        assert.equal(
          (await server.fetch('GET', '/api/projects', undefined, { authorization: 'Bearer x' })).status,
          401,
        );
        assert.equal((await server.fetch('GET', '/api/projects', undefined, { authorization })).status, 200);
        const health = await server.fetch('GET', '/health');
        assert.deepEqual([health.status, health.body.storage_root], [200, undefined]);
      },
      { KG_TOKEN_REQUIRED: 'true' },
    ));
});

/** fetch sets some headers itself; this does not. */
function statusOf(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<number> {
  return new Promise((done, failed) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      response.resume();
      done(response.statusCode ?? 0);
    });
    asked.on('error', failed);
    asked.end();
  });
}
