/**
 * What is asked and what is answered, whole, by the real server on two real projects, through the official clients old and
 * new. Expected: fixtures/transcripts, one file a tool.
 */
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { CLIENTS, type TestClient } from '../support/clients.js';
import { assertGolden } from '../support/golden.js';
import { createWorkFolder } from '../support/run-bin.js';

interface Question {
  readonly project: 'bakery' | 'harbour';
  readonly args: Readonly<Record<string, unknown>>;
}

const bakery = (args: Question['args']): Question => ({ project: 'bakery', args });
const harbour = (args: Question['args']): Question => ({ project: 'harbour', args });

const TRANSCRIPTS: Readonly<Record<string, readonly Question[]>> = {
  kg_search: [
    bakery({ query: 'store' }),
    bakery({ query: 'save', node_types: ['function'], limit: 2 }),
    bakery({ query: 'optimistic locking' }),
    bakery({ query: 'MemoryStroe' }),
    bakery({ query: 'FileStore.save' }),
    bakery({ query: 'pence', node_types: ['adr', 'config', 'concept'] }),
    harbour({ query: 'crate' }),
    harbour({ query: 'größen' }),
  ],
  kg_relate: [
    bakery({ node_id: 'Store' }),
    bakery({ node_id: 'Order.add', direction: 'in', edge_types: ['calls'] }),
    bakery({ node_id: 'src/bakery/store/base.py', depth: 2, limit: 5 }),
    bakery({ node_id: 'save' }),
    bakery({ node_id: 'adr:1' }),
    harbour({ node_id: 'next_high', edge_types: [] }),
    harbour({ node_id: 'no_such_thing' }),
  ],
  kg_context: [
    bakery({ file_path: 'src/bakery/store/files.py' }),
    bakery({ file_path: 'bakery.store' }),
    bakery({ file_path: 'FileStore.save' }),
    bakery({ file_path: 'Order', max_tokens: 400 }),
    bakery({ file_path: 'order.py:40' }),
    bakery({ file_path: 'ADR-3' }),
    bakery({ file_path: 'docs/adr/0004-one-file-an-order.md' }),
    bakery({ file_path: 'optimistic locking' }),
    harbour({ file_path: 'broken.py' }),
    harbour({ file_path: 'night watch.py' }),
    harbour({ file_path: 'weigh' }),
  ],
  kg_path: [
    bakery({ source: 'main', target: 'Money' }),
    bakery({ source: 'FileStore.load', target: 'Money.__init__', edge_types: ['calls'] }),
    harbour({ source: 'lottery.draw', target: 'random.choice' }),
    harbour({ source: 'first_mark', target: 'Berth' }),
  ],
  kg_ask: [bakery({ question: 'How does the file store keep two people from overwriting an order?' })],
  kg_status: [bakery({}), harbour({})],
  kg_reindex: [bakery({}), harbour({ llm: false })],
};

const folder = createWorkFolder('transcripts');
const home = join(folder.path, 'home');
for (const name of ['bakery', 'harbour']) {
  cpSync(join('fixtures/projects', name), join(folder.path, name), { recursive: true });
}
after(() => folder.remove());

for (const [clientName, connect] of Object.entries(CLIENTS)) {
  test(`every tool is answered as on file, through ${clientName}`, async (t) => {
    const clients = {
      bakery: await connect({ cwd: join(folder.path, 'bakery'), home }),
      harbour: await connect({ cwd: join(folder.path, 'harbour'), home }),
    };
    t.after(() => Promise.all([clients.bakery.close(), clients.harbour.close()]));
    for (const [tool, questions] of Object.entries(TRANSCRIPTS)) {
      const parts: string[] = [];
      for (const { project, args } of questions)
        parts.push(await exchange(clients[project], project, tool, args));
      assertGolden(`fixtures/transcripts/${tool}.md`, parts.join('\n'));
    }
  });

  test(`prompts, resources and completion, through ${clientName}`, async (t) => {
    const client = await connect({ cwd: join(folder.path, 'bakery'), home });
    t.after(() => client.close());
    assert.equal((await client.toolNames()).length, 7);
    const context = await client.call('kg_context', { file_path: 'Store', max_tokens: 10_000 });
    assert.equal(
      steady(await client.read('kg://node/class%3Asrc.bakery.store.base.Store')),
      steady(context.text),
    );
    assert.equal(steady(await client.read('kg://node/Store')), steady(context.text));
    await assert.rejects(client.read('kg://node/NoSuchStore'), /not found/i);
    const prompt = await client.prompt('explain_file', { file_path: 'store/base.py' });
    assert.match(prompt, /^Explain this part[\s\S]*# Context of `file:src\/bakery\/store\/base\.py`/);
    await assert.rejects(client.prompt('plan_change', { node_id: 'NoSuchStore' }), /No such node/);
    const values = await client.complete('explain_file', 'file_path', 'FileSt');
    assert.equal(values[0], 'class:src.bakery.store.files.FileStore');
  });
}

async function exchange(
  client: TestClient,
  project: string,
  tool: string,
  args: Question['args'],
): Promise<string> {
  const { text, isError } = await client.call(tool, args);
  return `>>> ${project}: ${tool} ${JSON.stringify(args)}${isError ? ' (an error)' : ''}\n${steady(text)}\n`;
}

/** Without what differs from run to run: times, sizes, places, whether it watches already and the snapshot is written. */
function steady(text: string): string {
  return text
    .replaceAll(folder.path, '<folder>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '<time>')
    .replace(/\b\d[\d.]* (?:ms|s)\b/g, '<duration>')
    .replace(/\b[\d.]+ (?:KB|MB)(?= (?:resident|heap)|, saved)/g, '<size>')
    .replace(/of at most [\d.]+ [MG]B/, 'of at most <size>')
    .replace(/(?<=^- (?:file watcher|snapshot): ).*$/gm, '<state>')
    .replace(/(?<=_CACHE_HOME|HOME)=\S+/g, '=<folder>');
}
