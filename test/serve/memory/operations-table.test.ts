/**
 * One table of operations, asked of the store, over MCP and over REST: each face gives the same outcome for every row, and
 * the graphs are the same afterwards.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { TestMemoryServer } from '../../support/memory-server.js';
import { createWorkFolder } from '../../support/run-bin.js';
import type { Asked, Contents, Face } from './faces/face.js';
import { mcpFace } from './faces/mcp-face.js';
import { restFace } from './faces/rest-face.js';
import { storeFace } from './faces/store-face.js';

/** A row: who asks (`mine` and `yours` are sessions of the same project), what, and what comes of it. */
type Row = readonly [who: 'mine' | 'yours' | 'nobody', asked: Untold, outcome: string];
/** An operation without who asks it. */
type Untold = Asked extends infer A
  ? A extends { kind: string }
    ? Omit<A, 'session' | 'project'>
    : never
  : never;

const project = { level: 'project' } as const;
const user = { level: 'user' } as const;
const HEAT = { ...project, id: 'oven-heat', gist: 'Heat the oven to 250 degrees' } as const;
const KEY = `ghp_${'a1B2'.repeat(9)}`;

const WORDS = Array.from({ length: 201 }, (_, at) => `${1_000 + at}`);

const TABLE: readonly Row[] = [
  [
    'mine',
    { kind: 'put-node', ...HEAT, notes: ['in March'], touches: ['src/oven.py:10-20'] },
    'new, version 1',
  ],
  ['mine', { kind: 'put-node', ...HEAT, expectedVersion: 1 }, 'updated, version 2'],
  ['yours', { kind: 'put-node', ...HEAT, expectedVersion: 1 }, 'refused: version-conflict'],
  ['yours', { kind: 'put-node', ...HEAT, expectedVersion: 0 }, 'refused: version-conflict'],
  ['mine', { kind: 'put-node', ...HEAT, id: 'oven heat' }, 'refused: bad-id'],
  ['mine', { kind: 'put-node', ...HEAT, id: 'ci', gist: `deploy with ${KEY}` }, 'refused: secret'],
  [
    'mine',
    { kind: 'put-node', ...HEAT, id: 'essay', gist: 'word '.repeat(70).trim() },
    'new, version 1, long',
  ],
  ['nobody', { kind: 'put-node', ...HEAT }, 'refused: no-project'],
  ['mine', { kind: 'put-node', ...user, id: 'prefers-rye', gist: 'Rye before wheat' }, 'new, version 1'],
  [
    'yours',
    { kind: 'put-node', ...project, id: 'yeast-age', gist: 'Old yeast needs twice the time' },
    'new, version 1',
  ],
  ['yours', { kind: 'put-node', ...project, id: 'salt-last', gist: 'Salt goes in last' }, 'new, version 1'],
  [
    'yours',
    { kind: 'put-node', ...project, id: 'yeast-old', gist: 'Old yeast needs twice the time' },
    'new, version 1, yeast-age',
  ],
  [
    'mine',
    { kind: 'put-edge', ...project, from: 'oven-heat', to: 'yeast-age', rel: 'follows' },
    'new, version 1',
  ],
  [
    'mine',
    { kind: 'put-edge', ...project, from: 'oven-heat', to: 'yeast-age', rel: 'follows', notes: ['always'] },
    'updated, version 2',
  ],
  [
    'mine',
    { kind: 'put-edge', ...project, from: 'oven-heat', to: 'prefers-rye', rel: 'suits' },
    'new, version 1',
  ],
  [
    'mine',
    { kind: 'put-edge', ...project, from: 'yeast-age', to: 'docs/how to bake.md', rel: 'told-in' },
    'new, version 1, docs/how to bake.md',
  ],
  ['mine', { kind: 'put-edge', ...project, from: 'a', to: 'b', rel: 'has blanks' }, 'refused: bad-rel'],
  ['mine', { kind: 'put-edge', ...project, from: 'a\u0007', to: 'b', rel: 'rings' }, 'refused: bad-end'],
  ['mine', { kind: 'read-nodes', ...project, ids: ['oven-heat'] }, 'oven-heat project active'],
  ['mine', { kind: 'read-nodes', ...user, ids: ['prefers-rye'] }, 'prefers-rye user active'],
  ['mine', { kind: 'read-nodes', ...project, ids: ['no-such-node'] }, 'missing no-such-node'],
  ['mine', { kind: 'search', query: 'salt' }, 'salt-last'],
  ['mine', { kind: 'search', query: 'marzipan' }, 'nothing'],
  ['yours', { kind: 'search', query: 'rye' }, 'prefers-rye'],
  ['mine', { kind: 'search', query: 'rye '.repeat(201) }, 'prefers-rye'],
  ['mine', { kind: 'search', query: WORDS.slice(0, 200).join(' ') }, 'nothing'],
  ['mine', { kind: 'search', query: WORDS.join(' ') }, 'refused: bad-query'],
  ['mine', { kind: 'search', query: 'x'.repeat(10_001) }, 'refused: bad-query'],
  [
    'mine',
    { kind: 'sync' },
    'node salt-last: Salt goes in last | node yeast-age: Old yeast needs twice the time | node yeast-old: Old yeast needs twice the time',
  ],
  ['mine', { kind: 'sync' }, ''],
  ['mine', { kind: 'archive-node', ...project, id: 'salt-last' }, 'archived'],
  ['mine', { kind: 'search', query: 'salt' }, 'salt-last'],
  ['yours', { kind: 'read-nodes', ...project, ids: ['salt-last'] }, 'salt-last project promoted'],
  ['mine', { kind: 'archive-node', ...project, id: 'salt-last' }, 'archived'],
  ['mine', { kind: 'restore-node', ...project, id: 'salt-last' }, 'active'],
  ['mine', { kind: 'merge-nodes', ...project, from: 'yeast-old', into: 'yeast-age' }, 'yeast-age, 0 changed'],
  ['mine', { kind: 'rename-node', ...project, id: 'yeast-age', newId: 'old-yeast' }, 'old-yeast, 2 changed'],
  ['mine', { kind: 'rename-node', ...project, id: 'old-yeast', newId: 'salt-last' }, 'refused: id-taken'],
  ['mine', { kind: 'rename-node', ...user, id: 'prefers-rye', newId: 'likes-rye' }, 'likes-rye, 1 changed'],
  ['mine', { kind: 'rename-node', ...project, id: 'no-such-node', newId: 'x' }, 'refused: unknown-node'],
  [
    'mine',
    { kind: 'delete-edge', ...project, from: 'old-yeast', to: 'docs/how to bake.md', rel: 'told-in' },
    'deleted',
  ],
  [
    'mine',
    { kind: 'delete-edge', ...project, from: 'old-yeast', to: 'docs/how to bake.md', rel: 'told-in' },
    'no such edge',
  ],
  [
    'yours',
    { kind: 'useful', ids: ['oven-heat', 'likes-rye', 'no-such-node'] },
    '+ oven-heat likes-rye - no-such-node = 3',
  ],
  ['yours', { kind: 'useful', ids: ['oven-heat'] }, '+  - oven-heat = 3'],
  ['mine', { kind: 'progress', task: 'extract' }, 'nothing'],
  ['mine', { kind: 'progress', task: 'extract', state: { cursor: 7 } }, 'stored'],
  ['yours', { kind: 'progress', task: 'extract' }, '{"cursor":7}'],
  ['yours', { kind: 'progress', task: 'extract', level: 'user' }, 'nothing'],
  ['mine', { kind: 'delete-node', ...user, id: 'likes-rye' }, 'deleted with 0, 1 left'],
  ['mine', { kind: 'delete-node', ...project, id: 'old-yeast' }, 'deleted with 1, 0 left'],
  ['mine', { kind: 'delete-node', ...project, id: 'old-yeast' }, 'refused: unknown-node'],
  ['mine', { kind: 'undo-last' }, 'took back 2'],
  [
    'mine',
    {
      kind: 'import',
      ...project,
      nodes: [{ id: 'bread-price', gist: 'Four coins' }],
      edges: [{ from: 'bread-price', to: 'oven-heat', rel: 'pays' }],
    },
    '1 nodes, 1 edges, 0 problems',
  ],
];

const work = createWorkFolder('memory-table');
const servers: TestMemoryServer[] = [];

async function serve(name: string): Promise<TestMemoryServer> {
  const server = await TestMemoryServer.start(join(work.path, name));
  servers.push(server);
  return server;
}

const FACES: readonly [name: string, open: () => Promise<Face>][] = [
  ['in process', () => storeFace(join(work.path, 'store', 'memory'))],
  ['over MCP', async () => mcpFace(await serve('mcp'))],
  ['over REST', async () => restFace(await serve('rest'))],
];

const bakery = join(work.path, 'bakery');
const ends = new Map<string, Readonly<Record<'user' | 'project', Contents>>>();

before(() => {
  for (const name of ['bakery', 'store', 'mcp', 'rest']) mkdirSync(join(work.path, name));
});
after(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  work.remove();
});

describe('the table of operations', () => {
  for (const [name, open] of FACES) {
    it(`holds ${name}`, async () => {
      const face = await open();
      const mine = await face.session(bakery);
      const yours = await face.session(bakery);
      const sessions = { mine: { session: mine }, yours: { session: yours }, nobody: {} };
      assert.notEqual(mine, yours);
      for (const [at, [who, untold, outcome]] of TABLE.entries()) {
        // What is left out of a row is who asks.
        const asked = { ...untold, ...sessions[who] } as Asked;
        assert.equal(await face.ask(asked, bakery), outcome, `row ${at}: ${JSON.stringify(untold)}`);
      }
      const stranger = { kind: 'put-node', session: 'ffffffff', ...HEAT } as const;
      assert.equal(await face.ask(stranger, bakery), 'refused: unknown-session');
      ends.set(name, await face.contents(bakery));
      await face.close();
    });
  }

  it('leaves the same graphs behind', () => {
    const [first, ...others] = [...ends.values()];
    assert.equal(others.length, 2);
    for (const other of others) assert.deepEqual(other, first);
    assert.deepEqual(
      first?.project.nodes.map(({ id }) => id),
      ['bread-price', 'essay', 'old-yeast', 'oven-heat', 'salt-last'],
    );
  });
});
