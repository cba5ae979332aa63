/** `kg-memory debt` and `stats`, with the server and without it. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { TestMemoryServer } from '../support/memory-server.js';
import { createWorkFolder, runKgMemory } from '../support/run-bin.js';

it('debt and stats say the same with the server and without it', async () => {
  const work = createWorkFolder('ambient-commands');
  const server = await TestMemoryServer.start(work.path);
  const dock = join(work.path, 'dock');
  mkdirSync(dock);
  const env = { KG_STORAGE_ROOT: server.storageRoot, KG_HTTP_PORT: new URL(server.url).port };
  const run = (...words: string[]) => runKgMemory(words, { env, cwd: work.path });
  const fields = { level: 'project', id: 'gate', gist: 'The gate opens at half tide', project_path: dock };
  await server.fetch('POST', '/api/nodes', fields);
  await server.fetch('POST', '/api/session_start', { cwd: dock, session_id: 'a', source: 'startup' });
  const asked = [await run('debt'), await run('stats'), await run('stats', '--json')];
  await server.stop();
  const [debt, stats, document] = asked;
  assert.match(
    debt?.stdout ?? '',
    /^.*dock \(1 active node\)\n {2}DEBT: LOW \(0\.25\).*\nuser \(0 active nodes\)\n {2}DEBT: LOW/,
  );
  assert.match(stats?.stdout ?? '', /^Since \d{4}-\d\d-\d\d \d\d:\d\d UTC\n1 {2}sessions started$/m);
  assert.deepEqual(JSON.parse(document?.stdout ?? '').result.preloaded_gists, 1);
  for (const [at, words] of [['debt'], ['stats'], ['stats', '--json']].entries())
    assert.equal((await run(...words)).stdout, asked[at]?.stdout);
  work.remove();
});
