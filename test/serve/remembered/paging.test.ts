/**
 * Answers that hold nodes of the code and memories, page by page: each of both is said once, however small the pages, and the
 * code's hits are those of a project without a memory.
 */
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { McpSession } from '../../support/mcp-session.js';
import { type WrittenMemory, writeMemories } from '../../support/memory-files.js';
import { createWorkFolder, runKgMemory } from '../../support/run-bin.js';

const work = createWorkFolder('memory-paging');
const bakery = join(work.path, 'bakery');
const homes = { with: join(work.path, 'with'), without: join(work.path, 'without') };
cpSync('fixtures/projects/bakery', bakery, { recursive: true });
const sessions = {
  with: new McpSession({ cwd: bakery, home: homes.with }),
  without: new McpSession({ cwd: bakery, home: homes.without }),
};

before(async () => {
  const many = Array.from({ length: 14 }, (_, at): WrittenMemory => {
    return { id: `order-${at}`, gist: `An order was late, number ${at}.`, touches: ['class Order'] };
  });
  writeMemories(join(homes.with, '.knowledge-graph'), bakery, many);
  await Promise.all([sessions.with.open(), sessions.without.open()]);
});
after(async () => {
  await Promise.all([sessions.with.close(), sessions.without.close()]);
  work.remove();
});

const idsIn = (text: string) => [...text.matchAll(/^- `([^`]+)`/gm)].map((match) => match[1] ?? '');
const isMemory = (id: string) => id.startsWith('memory:');

/** The ids of every page. */
async function pages(session: McpSession, tool: string, args: Record<string, unknown>): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined, left = 100; left > 0; left--) {
    const { text } = await session.call(tool, { ...args, cursor });
    ids.push(...idsIn(text));
    [, cursor] = /cursor "([^"]+)"/.exec(text) ?? [];
    if (cursor === undefined) return ids;
  }
  throw new Error('the pages have no end');
}

for (const [tool, args, memories] of [
  ['kg_relate', { node_id: 'Order', limit: 4 }, 10],
  ['kg_relate', { node_id: 'Order', max_tokens: 350 }, 10],
  ['kg_search', { query: 'order', limit: 3 }, 3],
  ['kg_search', { query: 'order', max_tokens: 400 }, 3],
  ['kg_search', { query: 'order', node_types: ['class', 'memory'], limit: 4 }, 14],
  ['kg_search', { query: 'order', node_types: ['memory'], max_tokens: 300 }, 14],
] as const) {
  test(`${tool} ${JSON.stringify(args)} tells each of both once`, async () => {
    const both = await pages(sessions.with, tool, args);
    assert.equal(new Set(both).size, both.length, both.join('\n'));
    assert.equal(both.filter(isMemory).length, memories);
    const isOfMemories = 'node_types' in args && (args.node_types as readonly string[]).join() === 'memory';
    const code = isOfMemories ? [] : await pages(sessions.without, tool, withoutMemory(args));
    // Within a page nodes stand by type, so their order is the pages'.
    const ofCode = both.filter((id) => !isMemory(id));
    assert.deepEqual(ofCode.sort(), code.sort());
  });
}

function withoutMemory(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return args.node_types === undefined ? args : { ...args, node_types: ['class'] };
}

test('edge types and directions leave out what is no edge of the kind', async () => {
  const memories = async (args: Record<string, unknown>) => {
    const { text } = await sessions.with.call('kg_relate', { node_id: 'Order', ...args });
    return idsIn(text).filter(isMemory).length;
  };
  assert.equal(await memories({ direction: 'in' }), 10);
  assert.equal(await memories({ direction: 'out' }), 0);
  assert.equal(await memories({ edge_types: ['calls'] }), 0);
});

test('commands go on where they were, in text and in JSON', async () => {
  const env = { KG_STORAGE_ROOT: join(homes.with, '.knowledge-graph') };
  // A server has the role of the writer, and writes when it is at rest.
  for (let code: number | undefined; code !== 0; ) ({ code } = await runKgMemory(['index'], { cwd: bakery }));
  const found: string[] = [];
  for (let cursor = '', left = 20; left > 0; left--) {
    const more = cursor === '' ? [] : ['--cursor', cursor];
    const { stdout, stderr } = await runKgMemory(['relate', 'Order', '--limit', '6', '--json', ...more], {
      cwd: bakery,
      env,
    });
    assert.notEqual(stdout, '', stderr);
    const { result } = JSON.parse(stdout);
    found.push(...result.nodes.map(({ node }: { node: { id: string } }) => node.id));
    cursor = result.nextCursor ?? '';
    if (cursor === '') break;
  }
  const nodes = await pages(sessions.without, 'kg_relate', { node_id: 'Order' });
  assert.deepEqual(found.sort(), nodes.sort());
});
