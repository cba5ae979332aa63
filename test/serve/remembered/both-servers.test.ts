/**
 * Both servers side by side, as a user has them: what an agent writes by the memory server is in the next answer about the
 * code, by the tools and on the command line, and stays there when the memory server is killed.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { McpSession } from '../../support/mcp-session.js';
import { TestMemoryServer } from '../../support/memory-server.js';
import { createWorkFolder, runKgMemory } from '../../support/run-bin.js';

const FILES = {
  'src/ferry/__init__.py': '',
  'src/ferry/ramp.py':
    'class Ramp:\n    """Where cars come on board."""\n\n    def lower(self, tide):\n        self.angle = tide / 4\n        return self.angle\n',
  'src/ferry/trip.py':
    'from ferry.ramp import Ramp\n\n\ndef depart(tide):\n    """Lower the ramp, then leave."""\n    return Ramp().lower(tide)\n',
};
const work = createWorkFolder('both-servers');
const root = join(work.path, 'ferry');
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
const env = { KG_STORAGE_ROOT: join(work.path, 'memory') };
let memory: TestMemoryServer;
let session: McpSession;

before(async () => {
  memory = await TestMemoryServer.start(work.path);
  session = new McpSession({ cwd: root, home: join(work.path, 'home'), env });
  await session.open();
});
after(async () => {
  assert.equal(session.stderr, '');
  await session.close();
  await memory.stop();
  work.remove();
});

async function put(
  id: string,
  gist: string,
  touches: readonly string[],
  level: 'project' | 'user' = 'project',
): Promise<void> {
  const reply = await memory.fetch('POST', '/api/nodes', {
    level,
    project_path: root,
    id,
    gist,
    touches,
  });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
}

async function ask(tool: string, args: Record<string, unknown>): Promise<string> {
  return (await session.call(tool, args)).text;
}

test('what is written is in the next answer', async () => {
  assert.doesNotMatch(await ask('kg_context', { file_path: 'Ramp.lower' }), /memory:/);
  await put('ebb-angle', 'At ebb the ramp needs twice the angle.', ['src/ferry/ramp.py:4-6']);
  assert.match(
    await ask('kg_context', { file_path: 'Ramp.lower' }),
    /^## Remembered here \(1\)\n- `memory:project\/ebb-angle` At ebb the ramp needs twice the angle\.\n {2}on lines 4–6$/m,
  );
  await put('ebb-angle', 'At ebb the ramp needs three times the angle.', ['src/ferry/ramp.py:4-6']);
  assert.match(await ask('kg_context', { file_path: 'Ramp.lower' }), /three times the angle/);
  await put('order', 'Leave only after the ramp is up.', ['trip.depart', 'ebb-angle']);
  const edge = { level: 'project', project_path: root, from: 'order', to: 'ebb-angle', rel: 'depends_on' };
  assert.equal((await memory.fetch('POST', '/api/edges', edge)).status, 200);
  assert.match(
    await ask('kg_relate', { node_id: 'memory:order' }),
    /`memory:project\/order --\[depends_on\]--> memory:project\/ebb-angle`/,
  );
  assert.match(
    await ask('kg_ask', { question: 'When may the ferry depart?' }),
    /`memory:project\/order` Leave/,
  );
});

test('a file that is no code may be one that something was noted about', async () => {
  writeFileSync(join(root, 'timetable.toml'), 'first = 6\n');
  await put('first-boat', 'The first boat is for the bakers.', ['timetable.toml:1']);
  const { text, isError } = await session.call('kg_context', { file_path: 'timetable.toml' });
  assert.equal(isError, true);
  assert.match(text, /is there but not indexed/);
  assert.match(text, /^## Remembered here \(1\)\n- `memory:project\/first-boat` The first boat/m);
  await runKgMemory(['index'], { cwd: root, env });
  const shown = await runKgMemory(['context', 'timetable.toml'], { cwd: root, env });
  assert.match(shown.stderr, /^Noted about it:\n {2}memory:project\/first-boat The first boat/m);
});

test('an id of a memory is a resource, too', async () => {
  const uri = `kg://node/${encodeURIComponent('memory:project/ebb-angle')}`;
  const { contents } = await session.ask('resources/read', { uri });
  assert.match(JSON.stringify(contents), /Gist: At ebb the ramp needs/);
  const { error } = await session.exchange('resources/read', { uri: 'kg://node/memory:none' });
  assert.match(error?.message ?? '', /not found/i);
});

test('of what the user noted for all projects only what lies in this one is told', async () => {
  await put('ramps-bite', 'Ramps bite: never adjust one alone.', [join(root, 'src/ferry/ramp.py')], 'user');
  await put('canteen-ramp', 'The canteen has a ramp, too.', ['/elsewhere/src/ferry/ramp.py'], 'user');
  assert.match(
    await ask('kg_context', { file_path: 'src/ferry/ramp.py' }),
    /^- `memory:user\/ramps-bite` Ramps bite: never adjust one alone\.$/m,
  );
  const found = await ask('kg_search', { query: 'ramp', node_types: ['memory'] });
  assert.match(found, /`memory:user\/ramps-bite`/);
  assert.doesNotMatch(found, /canteen/);
});

test('the command line tells the same', async () => {
  const run = (...args: string[]) => runKgMemory(args, { cwd: root, env });
  await run('index');
  const context = await run('context', 'Ramp.lower');
  assert.match(context.stdout, /^## Remembered here \(2\)\n- `memory:project\/ebb-angle` At ebb/m);
  assert.match(context.stdout, /In full: kg-memory context with an id\.$/m);
  const inJson = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout).result;
  const { remembered } = await inJson('context', 'Ramp.lower');
  assert.deepEqual(
    remembered.map(({ memory: { id } }: { memory: { id: string } }) => id),
    ['memory:project/ebb-angle', 'memory:user/ramps-bite'],
  );
  assert.match((await run('relate', 'Ramp.lower')).stdout, /^1 memory touches it\.$/m);
  const { memories } = await inJson('relate', 'Ramp.lower');
  assert.equal(memories.total, 1);
  const found = await run('search', 'ebb', 'angle', '--type', 'memory');
  assert.match(found.stdout, /^## Hits \(2\)\n- `memory:project\/ebb-angle`/m);
  const path = await run('path', 'memory:order', 'Ramp.lower');
  assert.match(path.stdout, /^`memory:project\/order --\[TOUCHES\]--> func:src\.ferry\.trip\.depart`$/m);
  assert.match(path.stdout, /^1 hop\. Every hop runs from source to target\.$/m);
  const { agentMemory } = await inJson('status');
  assert.equal(agentMemory.linked, 3);
  const missing = await run('context', 'memory:project/eb-angle');
  assert.deepEqual(
    { code: missing.code, stderr: missing.stderr },
    {
      code: 1,
      stderr:
        'error: no memory is called "memory:project/eb-angle"\nDid you mean:\n  memory:project/ebb-angle\n',
    },
  );
});

test('a memory server that is killed has not taken the memory along', async () => {
  memory.child.kill('SIGKILL');
  await memory.ended;
  const { text } = await session.call('kg_context', { file_path: 'src/ferry/ramp.py' });
  assert.match(text, /`memory:project\/ebb-angle` At ebb the ramp needs three times the angle\./);
});
