/** The memory comes first: whatever is wrong with the code beside it, an operation is what it would be without. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { SnapshotDamage } from '../../../../src/code/snapshot/damage.js';
import { loadConfig } from '../../../../src/config.js';
import { systemClock } from '../../../../src/kernel/clock.js';
import { createLog } from '../../../../src/kernel/log.js';
import { memoryDomain } from '../../../../src/memory/memory-domain.js';
import { MemoryStore } from '../../../../src/memory/store/memory-store.js';
import { bridgedMemory } from '../../../../src/serve/memory/code/bridged-memory.js';
import { type CodeAt, CodeShelf } from '../../../../src/serve/memory/code/code-shelf.js';
import { MemoryCode } from '../../../../src/serve/memory/code/memory-code.js';
import { type MemoryPort, portOf } from '../../../../src/serve/memory/memory-port.js';
import { GitProject } from '../../../support/git-project.js';

const level = 'project';

describe('a memory beside code', () => {
  const yard = new GitProject({
    'yard/sail.py':
      'def reef(sail, wind):\n    while wind > 6:\n        sail.tie(wind)\n        wind -= 1\n    return sail\n',
  });
  const root = mkdtempSync(join(tmpdir(), 'kg-bridged-'));
  const lines: string[] = [];
  const log = createLog('normal', (line) => lines.push(line));
  let store: MemoryStore;

  before(async () => {
    store = await MemoryStore.open({ root, domain: memoryDomain, log, clock: systemClock });
    await yard.index();
  });
  after(async () => {
    await store.close();
    yard.remove();
    rmSync(root, { recursive: true });
  });

  /** The memory as a server has it; `spoil` makes something else of the code. */
  function open(spoil: (code: CodeAt) => CodeAt = (code) => code): MemoryPort {
    const placeOf = (folder: string) => loadConfig({ flags: { project_root: folder } });
    class Shelf extends CodeShelf {
      override async at(folder: string): Promise<CodeAt | undefined> {
        const code = await super.at(folder);
        return code === undefined ? undefined : spoil(code);
      }
    }
    const shelf = new Shelf({ clock: systemClock, log, placeOf });
    const code = new MemoryCode(store, shelf);
    return bridgedMemory(portOf(store), { shelf, code, log, now: () => 1_800_000_000 });
  }

  const put = (memory: MemoryPort, id: string, touches: readonly string[], project = yard.root) =>
    memory.apply({ kind: 'put-node', project, level, id, gist: `Mind the ${id}`, touches });

  function spoilt(error: Error): (code: CodeAt) => CodeAt {
    const view = new Proxy(
      {},
      {
        get: () => () => {
          throw error;
        },
      },
    );
    // Every question to such a view fails, as one to a file that cannot be read does.
    return (code) => ({ ...code, view: view as CodeAt['view'] });
  }

  for (const [what, error, said] of [
    [
      'an index that turns out to be damaged',
      new SnapshotDamage('its names are torn'),
      /is damaged \(its names are torn\)/,
    ],
    ['a fault of our own', new TypeError('no such sail'), /TypeError: no such sail/],
  ] as const) {
    it(`writes and reads in spite of ${what}, which is told`, async () => {
      const memory = open(spoilt(error));
      lines.length = 0;
      const { version, code } = await put(memory, 'reef-early', ['reef()']);
      assert.deepEqual([version > 0, code], [true, undefined]);
      const { session } = await memory.apply({ kind: 'read-graph', project: yard.root });
      const { found } = await memory.apply({ kind: 'read-nodes', session, ids: ['reef-early'] });
      assert.deepEqual([found.length, found[0]?.places], [1, undefined]);
      await memory.apply({ kind: 'put-edge', session, level, from: 'reef-early', to: 'reef()', rel: 'ties' });
      await memory.apply({ kind: 'recall', project: yard.root, prompt: 'when is `reef` called at last?' });
      assert.match(lines.join('\n'), said);
    });
  }

  it('looks nothing up of more touches than a node may have', async () => {
    const memory = open(() => assert.fail('the code was looked at'));
    const touches = Array.from({ length: 501 }, (_, line) => `yard/sail.py:${line}`);
    lines.length = 0;
    await assert.rejects(put(memory, 'every-line', touches), /touches has 501 entries, the most is 500/);
    assert.deepEqual(lines, []);
  });

  it('sees the index of the checkout from a folder in it', async () => {
    mkdirSync(join(yard.root, 'yard/deep'), { recursive: true });
    const { code } = await put(open(), 'from-below', ['reef()'], join(yard.root, 'yard/deep'));
    assert.deepEqual(
      code?.anchored.map(({ id }) => id),
      ['func:yard.sail.reef'],
    );
  });

  it('says nothing of code to who works elsewhere, or has no project', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'kg-elsewhere-'));
    const memory = open();
    assert.equal((await put(memory, 'ashore', ['reef()'], elsewhere)).code, undefined);
    const user = { kind: 'put-node', level: 'user', id: 'habit', gist: 'Tie twice' } as const;
    assert.equal((await memory.apply({ ...user, touches: ['reef()'] })).code, undefined);
    rmSync(elsewhere, { recursive: true });
  });

  it('pins a memory of the user only by what no other project can have meant', async () => {
    const memory = open();
    const touches = ['reef()', join(yard.root, 'yard/sail.py')];
    const user = { kind: 'put-node', level: 'user', id: 'knots', gist: 'Tie twice', touches } as const;
    const { node, code } = await memory.apply({ ...user, project: yard.root });
    assert.deepEqual(code?.unknown, []);
    assert.deepEqual(
      node._anchors?.map(({ touch, project }) => [touch, project]),
      [[touches[1], yard.root]],
    );
  });

  it('is asked at once by many', async () => {
    const memory = open();
    const saved = await Promise.all(
      Array.from({ length: 20 }, (_, at) => put(memory, `knot-${at}`, ['reef()'])),
    );
    assert.ok(saved.every(({ code }) => code?.anchored.length === 1));
  });
});
