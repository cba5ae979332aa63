/**
 * A conversation from its start to its end over real HTTP, and over a restart of the server: the preload, the full read and
 * its announcement, resuming and compacting, what others changed, the stamp of maintenance.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { TestMemoryServer, withMemoryServer } from '../../support/memory-server.js';
import { createWorkFolder } from '../../support/run-bin.js';
import { callTool } from './call-tool.js';

type Fields = Readonly<Record<string, unknown>>;

const work = createWorkFolder('memory-session');
const bakery = join(work.path, 'bakery');
let server: TestMemoryServer;
let project = 0;

before(async () => {
  mkdirSync(bakery);
  server = await TestMemoryServer.start(work.path);
  for (const [id, gist] of [
    ['oven-heat', 'Heat the oven first'],
    ['yeast-age', 'Old yeast is slow'],
    ['old-mill', 'The mill of 1902'],
    ['old-scale', 'The scale of 1910'],
  ])
    await post('/api/nodes', { level: 'project', project_path: bakery, id, gist });
  for (const [from, rel, to] of [
    ['oven-heat', 'before', 'yeast-age'],
    ['oven-heat', 'told-in', 'docs/oven.md'],
    ['yeast-age', 'replaces', 'old-mill'],
    ['old-mill', 'beside', 'old-scale'],
  ])
    await post('/api/edges', { level: 'project', project_path: bakery, from, rel, to });
  for (const id of ['old-mill', 'old-scale'])
    await post(`/api/nodes/project/${id}/archive`, { project_path: bakery });
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

const get = async (path: string) => (await server.fetch('GET', path)).body;
const start = (claude_session_id: string, source: string, more: Fields = {}) =>
  post('/api/session_bootstrap', { project_path: bakery, claude_session_id, source, ...more });
const fullRead = (session_id: unknown) => callTool(server.url, 'kg_read', { session_id });
const state = () => get(`/api/session_state?project_path=${encodeURIComponent(bakery)}`);

/** A project of its own. */
function freshProject(): string {
  const folder = join(work.path, `stall-${project++}`);
  mkdirSync(folder);
  return folder;
}

describe('a conversation', () => {
  it('starts with a partial view, and announces itself at the full read alone', async () => {
    const { session_id, reused, context, stats } = await start('talk-1', 'startup');
    assert.equal(reused, false);
    assert.ok(String(context).length <= 9_800);
    assert.match(String(context), /PARTIAL view/);
    assert.match(String(context), new RegExp(`session_id: ${session_id} \\(pass`));
    assert.match(String(context), /^ {2}oven-heat: Heat the oven first$/m);
    assert.deepEqual(stats, { user_active: 0, project_active: 2, shown_gists: 2 });
    assert.deepEqual(await state(), {
      found: true,
      session_id,
      full_read_done: false,
      preloaded_count: 2,
    });
    const read = await fullRead(session_id);
    assert.match(read, /^ {2}oven-heat \(preloaded\)$/m, 'gists of the preload are not repeated');
    assert.match(read, /I have recalled KG Memories/);
    assert.doesNotMatch(await fullRead(session_id), /I have recalled/);
    assert.equal((await state()).full_read_done, true);
  });

  it('is the same when it is resumed or compacted, and a new one when it is cleared', async () => {
    const first = await start('talk-2', 'startup');
    await fullRead(first.session_id);
    const resumed = await start('talk-2', 'resume');
    assert.deepEqual([resumed.session_id, resumed.reused, resumed.text], [first.session_id, true, '']);
    assert.equal((await state()).full_read_done, true);
    const compacted = await start('talk-2', 'compact');
    assert.deepEqual([compacted.session_id, compacted.reused], [first.session_id, true]);
    assert.match(String(compacted.context), /oven-heat: Heat/, 'what was summarised away is shown again');
    assert.equal((await state()).full_read_done, false);
    const cleared = await start('talk-2', 'clear');
    assert.equal(cleared.reused, false);
    assert.notEqual(cleared.session_id, first.session_id);
    const named = await start('talk-3', 'resume', { resumed_session: first.session_id });
    assert.deepEqual([named.session_id, named.reused], [first.session_id, true]);
    const elsewhere = await post('/api/session_bootstrap', {
      project_path: freshProject(),
      claude_session_id: 'talk-4',
      source: 'resume',
      resumed_session: first.session_id,
    });
    assert.equal(elsewhere.reused, false, 'a session of another project is not taken over');
  });

  it('shows each live edge once, and none between two that are archived', async () => {
    const { session_id } = await start('talk-5', 'clear');
    const read = await callTool(server.url, 'kg_read', { cwd: bakery, session_id });
    const cited = [...read.matchAll(/^ {4}[→←] (\S+) [→←] (.+)$/gm)].map(([, rel, end]) => `${rel} ${end}`);
    assert.deepEqual(cited.sort(), ['before oven-heat', 'replaces old-mill', 'told-in docs/oven.md']);
    assert.match(read, /^ARCHIVED .*:\n {2}old-mill\n {2}old-scale$/m);
    assert.match(read, /^HEALTH: 2 nodes, 3 edges, 0 orphans \(0%\), avg 1\.5 edges\/node$/m);
    assert.equal(read.match(/^DEBT: /gm)?.length, 2);
  });

  it('hears what others did, its own writes and a restart notwithstanding', async () => {
    const stall = freshProject();
    const register = async () =>
      String((await post('/api/sessions/register', { project_path: stall })).session_id);
    const [mine, yours] = [await register(), await register()];
    const put = (session_id: string, id: string) =>
      post('/api/nodes', { session_id, level: 'project', id, gist: `About ${id}` });
    await put(yours, 'rye');
    await put(yours, 'oats');
    await put(mine, 'wheat');
    await server.fetch('DELETE', `/api/nodes/project/oats?session_id=${yours}`);
    await server.stop();
    server = await TestMemoryServer.start(work.path);
    const told = await callTool(server.url, 'kg_sync', { session_id: mine });
    assert.match(told, /node rye: About rye/);
    assert.match(told, /oats/, 'a deletion is told, too');
    assert.doesNotMatch(told, /wheat/);
    assert.match(await callTool(server.url, 'kg_sync', { session_id: mine }), /^No updates/);
  });

  it('stamps maintenance by the clock of the server alone', async () => {
    const stall = freshProject();
    const named = { level: 'project', project_path: stall };
    await post('/api/nodes', { ...named, id: 'essay', gist: 'word '.repeat(100) });
    const debtOf = async () => {
      const { graphs } = await get('/api/maintenance_debt');
      const all = graphs as readonly { graph: string; debt: { score: number; never_maintained: boolean } }[];
      const scores = all.map(({ debt }) => debt.score);
      assert.deepEqual(
        scores,
        [...scores].sort((a, b) => b - a),
        'neediest first',
      );
      return all.find(({ graph }) => graph === stall)?.debt;
    };
    const before = await debtOf();
    assert.equal(before?.never_maintained, true);
    await post('/api/progress', {
      ...named,
      task_id: 'maintain',
      state: { last_ts: 'yesterday', cursor: 3 },
    });
    const after = await debtOf();
    assert.equal(after?.never_maintained, false);
    assert.equal(after?.score, 0);
    const here = `project_path=${encodeURIComponent(stall)}`;
    const { last_ts, cursor } = await get(`/api/progress/maintain?${here}`);
    assert.deepEqual([typeof last_ts, cursor], ['number', 3]);
  });

  it('can be kept elsewhere and taken in again, whole', async () => {
    const { graphs } = (await get('/api/export')) as { graphs: readonly Fields[] };
    await withMemoryServer(async (other) => {
      for (const { level, project_path, nodes, edges } of graphs) {
        const fields = {
          level,
          project_path,
          nodes: Object.values(Object(nodes)),
          edges: Object.values(Object(edges)),
        };
        const { status, body } = await other.fetch('POST', '/api/import', fields);
        assert.deepEqual([status, body.problems], [200, []]);
      }
      const again = (await other.fetch('GET', '/api/export')).body.graphs as readonly Fields[];
      const byPath = (all: readonly Fields[]) =>
        new Map(all.map(({ project_path = '', nodes, edges }) => [project_path, { nodes, edges }]));
      const [mine, theirs] = [byPath(graphs), byPath(again)];
      for (const [path, graph] of mine) assert.deepEqual(theirs.get(path), graph, String(path));
    });
  });
});
