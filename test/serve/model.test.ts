/** The language model through the real stdio server: a rebuild that reads, an answer with its sources, and one that fails. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { McpSession } from '../support/mcp-session.js';
import { writeMemories } from '../support/memory-files.js';
import { copyProject, scriptOf } from '../support/model-project.js';
import { ModelServer, type Script } from '../support/model-server.js';
import { createWorkFolder, runKgMemory } from '../support/run-bin.js';
import { removeTree } from '../support/tree.js';

const KEY = 'sk-bakery-0123456789';
const folder = createWorkFolder('model');
const root = copyProject('bakery');
const answering: Script = (asked, count) => {
  if (!asked.user.includes('The question is:')) return scriptOf('bakery')(asked, count);
  return {
    text: '### WHY\nWood is dear [adr:0002], says [adr:0099].\n\n### WHERE\nIn `src/bakery/oven.py`.\n\n## Sources\n- adr:0042',
  };
};
const server = await ModelServer.start(answering);
after(async () => {
  await server.close();
  folder.remove();
  removeTree(root);
});

const env = {
  // Nobody listens there.
  KG_HTTP_PORT: '1',
  KG_LLM_ENABLED: 'true',
  KG_LLM_MODEL: 'openai/baker-1',
  KG_LLM_BASE_URL: server.url,
  KG_LLM_API_KEY: KEY,
};

test('kg_reindex reads, kg_ask answers with sources that exist, kg_status tells the costs', async () => {
  server.script = answering;
  const session = new McpSession({ cwd: root, home: join(folder.path, 'home'), env });
  await session.open();
  const { text: rebuilt } = await session.call('kg_reindex');
  assert.match(rebuilt, /the language model read 3 documents/);
  assert.match(rebuilt, /decision 2/);
  const { text: answer, isError } = await session.call('kg_ask', { question: 'Why is there one oven?' });
  assert.notEqual(isError, true);
  assert.match(answer, /Wood is dear \[adr:0002\], says \[adr:0099\] \(not in the graph\)\./);
  assert.match(
    answer,
    /## Sources \(\d+\)\n- `adr:0002` docs\/adr\/0002-one-oven\.md:1\n- `file:src\/bakery\/oven\.py`/,
  );
  assert.doesNotMatch(answer, /adr:0042/);
  const asked = server.asked.at(-1);
  assert.match(asked?.user ?? '', /class:src\.bakery\.oven\.Oven/);
  const { text: again } = await session.call('kg_ask', { question: 'Why is there one oven?' });
  assert.equal(again, answer);
  const { text: status } = await session.call('kg_status');
  assert.match(status, /- on \(`openai\/baker-1` at `http:\/\/127\.0\.0\.1:\d+\/v1`\)/);
  assert.match(status, /- this process: 5 calls, 500 tokens in, 100 out, 1 cache hit; failures: none/);
  assert.ok(![rebuilt, answer, status].join('\n').includes(KEY));
  await session.close();
});

test('what earlier sessions noted is read for an answer, and cited', async () => {
  const storage = join(folder.path, 'memory');
  const noted = { id: 'wood-price', gist: 'Wood was never dear: the oven was.', touches: ['class Oven'] };
  writeMemories(storage, root, [noted]);
  server.script = (asked) =>
    asked.user.includes('The question is:')
      ? { text: '### WHY\nIt was dear [memory:project/wood-price] [memory:project/none].' }
      : answering(asked, 0);
  const remembering = { ...env, KG_STORAGE_ROOT: storage };
  const session = new McpSession({ cwd: root, home: join(folder.path, 'home'), env: remembering });
  await session.open();
  const { text } = await session.call('kg_ask', { question: 'Was wood dear for the oven?' });
  assert.match(text, /dear \[memory:project\/wood-price\] \[memory:project\/none\] \(not in the graph\)\./);
  assert.match(text, /^## Memories \(1\)\n- `memory:project\/wood-price` Wood was never dear/m);
  assert.match(
    server.asked.at(-1)?.user ?? '',
    /## Noted in earlier sessions, to be checked \(1\)\n- `memory:/,
  );
  await session.close();
  const args = ['-C', root, 'ask', 'Was wood dear for the oven?'];
  const shown = await runKgMemory(args, { env: remembering });
  assert.match(shown.stdout, /## Memories \(1\)\n- `memory:project\/wood-price` Wood/);
  const json = await runKgMemory([...args, '--json'], { env: remembering });
  const { memories } = JSON.parse(json.stdout).result;
  assert.deepEqual(
    memories.map(({ memory, isCited }: { memory: { id: string }; isCited: boolean }) => [memory.id, isCited]),
    [['memory:project/wood-price', true]],
  );
});

test('kg_ask of a model that fails gives what the graph holds, and why', async () => {
  server.script = () => ({ status: 401, message: `Incorrect API key provided: ${KEY}` });
  const session = new McpSession({ cwd: root, home: join(folder.path, 'home'), env });
  await session.open();
  const { text, isError } = await session.call('kg_ask', { question: 'Why is there one oven?' });
  assert.equal(isError, true);
  assert.match(text, /The language model did not answer: .* answered 401/);
  assert.match(text, /## Context from the graph \(\d+\)/);
  assert.ok(!text.includes(KEY));
  await session.close();
});

test('on the command line an answer is shown, verify holds, and doctor says what is wrong', async () => {
  server.script = answering;
  const args = ['-C', root];
  const answer = await runKgMemory([...args, 'ask', 'Why is there one oven?'], { env });
  assert.equal(answer.code, 0, answer.stderr);
  assert.match(
    answer.stdout,
    /^### WHY\nWood is dear \[adr:0002\], says \[adr:0099\] \(not in the graph\)\.\n/,
  );
  assert.match(answer.stdout, /# Sources\n[\s\S]*- `adr:0002`/);
  const json = await runKgMemory([...args, 'ask', 'Why is there one oven?', '--json'], { env });
  const { result } = JSON.parse(json.stdout) as {
    result: { unknown: string[]; sources: { node: { id: string } }[] };
  };
  assert.deepEqual(result.unknown, ['adr:0099']);
  assert.equal(result.sources[0]?.node.id, 'adr:0002');
  const verified = await runKgMemory([...args, 'verify'], { env });
  assert.equal(verified.code, 0, verified.stdout);
  const well = await runKgMemory([...args, 'doctor'], { env });
  assert.match(
    well.stdout,
    /- language model: ok: openai\/baker-1 at .* with the key of KG_LLM_API_KEY answered/,
  );
  server.script = () => ({
    status: 404,
    message: 'The model `baker-1` does not exist',
    code: 'model_not_found',
  });
  const ill = await runKgMemory([...args, 'doctor'], { env });
  const unanswered = await runKgMemory([...args, 'ask', 'Why is there one oven?'], { env });
  assert.equal(unanswered.code, 1);
  assert.match(
    unanswered.stderr,
    /error: .* answered 404: The model `baker-1` does not exist\nCheck KG_LLM_MODEL: .*\n$/,
  );
  assert.equal(ill.code, 3);
  assert.match(ill.stdout, /- language model: FAILED: [\s\S]*→ Check KG_LLM_MODEL/);
  assert.ok(!`${well.stdout}${ill.stdout}`.includes(KEY));
});

test('a dry run sends nothing', async () => {
  const fresh = copyProject('shipyard');
  server.asked.length = 0;
  try {
    const { code, stdout } = await runKgMemory(['-C', fresh, 'index', '--llm', '--dry-run'], { env });
    assert.equal(code, 0);
    assert.match(stdout, /^# A run would send 3 calls to `openai\/baker-1`/);
    assert.deepEqual(server.asked, []);
  } finally {
    removeTree(fresh);
  }
});
