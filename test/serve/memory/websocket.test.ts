/** Who hears what over the WebSocket: every change, compaction's too, to those whom it concerns and to nobody else. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { TestMemoryServer, withMemoryServer } from '../../support/memory-server.js';
import { createWorkFolder } from '../../support/run-bin.js';
import { Listener, type Message, refusalOf } from './listener.js';

type Fields = Readonly<Record<string, unknown>>;

describe('the listeners of a memory server', () => {
  const work = createWorkFolder('memory-listeners');
  const bakery = join(work.path, 'bakery');
  const shipyard = join(work.path, 'shipyard');
  let server: TestMemoryServer;
  before(async () => {
    for (const folder of [bakery, shipyard]) mkdirSync(folder);
    // Nothing is too young to be archived, so that a test can fill a level.
    server = await TestMemoryServer.start(work.path, { KG_GRACE_PERIOD_DAYS: '0' });
  });
  after(async () => {
    await server.stop();
    work.remove();
  });

  async function post(path: string, fields: Fields): Promise<Fields> {
    const { status, body } = await server.fetch('POST', path, fields);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }

  const sessionOf = async (project_path: string) =>
    String((await post('/api/sessions/register', { project_path })).session_id);

  it('hear of each change by its own message', async () => {
    const listener = await Listener.open(server.url, { project_path: bakery });
    const named = { level: 'project', project_path: bakery };
    const put = (id: string) => post('/api/nodes', { ...named, id, gist: `About ${id}` });
    const act = (verb: string, fields: Fields = {}) =>
      post(`/api/nodes/project/${verb}`, { project_path: bakery, ...fields });
    await put('oven');
    await put('dough');
    await post('/api/edges', { ...named, from: 'oven', to: 'dough', rel: 'bakes' });
    await act('oven/archive');
    await act('oven/promote');
    await act('oven/rename', { new_id: 'furnace' });
    await put('stove');
    await act('stove/merge', { into: 'furnace' });
    const session_id = await sessionOf(bakery);
    await post('/api/useful', { session_id, ids: ['dough'] });
    const here = `project_path=${encodeURIComponent(bakery)}`;
    await server.fetch('DELETE', `/api/nodes/project/dough?${here}`);
    const { entries } = (await server.fetch('GET', `/api/history?level=project&${here}`)).body;
    await post('/api/undo', { ...named, n: (entries as [{ n: number }])[0].n });
    await post('/api/import', { ...named, nodes: [{ id: 'flour', gist: 'White' }], edges: [] });
    assert.deepEqual((await listener.all()).map(inShort), [
      'node_updated oven',
      'node_updated dough',
      'edge_updated oven bakes dough',
      'node_updated oven',
      'node_recalled oven',
      'edge_deleted oven bakes dough',
      'edge_updated furnace bakes dough',
      'node_renamed oven furnace',
      'node_updated stove',
      'node_deleted stove',
      'node_updated furnace',
      'node_updated dough',
      'edge_deleted furnace bakes dough',
      'node_deleted dough',
      'edge_updated furnace bakes dough',
      'node_updated dough',
      'node_updated flour',
    ]);
    listener.close();
  });

  it('hear of their own project and of the user, and not of what they did themselves', async () => {
    const mine = await sessionOf(bakery);
    const ears = {
      'my session': await Listener.open(server.url, { session_id: mine }),
      'my second window': await Listener.open(server.url, { session_id: mine }),
      'the bakery': await Listener.open(server.url, { project_path: bakery }),
      'the shipyard': await Listener.open(server.url, { project_path: shipyard }),
      'the user': await Listener.open(server.url),
    };
    await post('/api/nodes', { level: 'project', session_id: mine, id: 'crust', gist: 'Thin' });
    await post('/api/nodes', { level: 'user', session_id: mine, id: 'likes-crust', gist: 'Yes' });
    await post('/api/nodes', { level: 'project', project_path: shipyard, id: 'keel', gist: 'Long' });
    const heard: Record<string, string[]> = {};
    for (const [name, ear] of Object.entries(ears)) {
      heard[name] = (await ear.all()).map(inShort);
      ear.close();
    }
    assert.deepEqual(heard, {
      'my session': [],
      'my second window': [],
      'the bakery': ['node_updated crust', 'node_updated likes-crust'],
      'the shipyard': ['node_updated likes-crust', 'node_updated keel'],
      'the user': ['node_updated likes-crust'],
    });
  });

  it('hear of compaction, whoever caused it', async () => {
    const mine = await sessionOf(shipyard);
    const ears = [
      await Listener.open(server.url, { session_id: mine }),
      await Listener.open(server.url, { project_path: shipyard }),
    ];
    const ids = Array.from({ length: 10 }, (_, index) => `plank-${index}`);
    const gist = 'x'.repeat(2_000);
    for (const id of ids) await post('/api/nodes', { level: 'project', session_id: mine, id, gist });
    for (const ear of ears) {
      const told = await ear.until(({ type }) => type === 'compacted');
      const { level, project_path, source_session, archived } = told;
      assert.deepEqual([level, project_path, source_session], ['project', shipyard, null]);
      assert.ok(Array.isArray(archived) && archived.length > 0);
      const { body } = await server.fetch('GET', `/api/nodes/project/${archived[0]}?session_id=${mine}`);
      assert.equal(body.tier, 'archived');
      ear.close();
    }
  });

  it('are nobody from elsewhere', async () => {
    const port = new URL(server.url).port;
    for (const options of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://127.0.0.1.evil.example:${port}` },
      { headers: { host: 'evil.example' } },
      { headers: { host: `evil.example:${port}` } },
    ]) {
      assert.match(await refusalOf(server.url, options), /403/, JSON.stringify(options));
    }
    assert.equal(await refusalOf(server.url, { origin: `http://localhost:${port}` }), 'connected');
    assert.equal(await refusalOf(server.url, { query: '?project_path=bakery' }), 'closed 1008');
  });
});

it('a listener needs the token where one is asked for', () =>
  withMemoryServer(
    async (server) => {
      const file = join(server.folder, 'home', 'config', 'kg-memory', 'token');
      const token = readFileSync(file, 'utf8').trim();
      assert.match(await refusalOf(server.url), /401/);
      assert.match(await refusalOf(server.url, { protocols: ['kg', 'kg.token.wrong'] }), /401/);
      assert.equal(await refusalOf(server.url, { protocols: ['kg', `kg.token.${token}`] }), 'connected');
      const headers = { authorization: `Bearer ${token}` };
      assert.equal(await refusalOf(server.url, { headers }), 'connected');
    },
    { KG_TOKEN_REQUIRED: 'true' },
  ));

function inShort(message: Message): string {
  const { type, node_id, from, rel, to } = message;
  const node = message.node as { readonly id: string } | undefined;
  const edge = message.edge as Readonly<Record<string, unknown>> | undefined;
  const ends = [edge?.from ?? from, edge?.rel ?? rel, edge?.to ?? to];
  return [type, node_id, node?.id, ...ends].filter((word) => word !== undefined).join(' ');
}
