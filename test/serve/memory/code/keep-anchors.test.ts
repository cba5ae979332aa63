/** When a round stores where anchors went: on the main branch of the main checkout, of an index that shows it, and never over a write. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { loadConfig } from '../../../../src/config.js';
import { systemClock } from '../../../../src/kernel/clock.js';
import { createLog } from '../../../../src/kernel/log.js';
import type { Anchor } from '../../../../src/memory/anchor.js';
import { memoryDomain } from '../../../../src/memory/memory-domain.js';
import { MemoryStore } from '../../../../src/memory/store/memory-store.js';
import { CodeShelf } from '../../../../src/serve/memory/code/code-shelf.js';
import { AnchorKeeper } from '../../../../src/serve/memory/code/keep-anchors.js';
import { MemoryCode } from '../../../../src/serve/memory/code/memory-code.js';
import { GitProject } from '../../../support/git-project.js';

const SLIP = `class Slip:
    def grease(self, tallow):
        for plank in self.planks:
            plank.cover(tallow)
        self.is_ready = True
        return self


def launch(ship, tide):
    while tide.height < ship.draught:
        tide.wait()
    return ship.slide()
`;

const log = createLog('quiet', () => undefined);
const level = 'project';

describe('a round over the anchors', () => {
  const yard = new GitProject({ 'slip.py': SLIP });
  const root = mkdtempSync(join(tmpdir(), 'kg-keep-'));
  let store: MemoryStore;

  before(async () => {
    store = await MemoryStore.open({ root, domain: memoryDomain, log, clock: systemClock });
    await yard.index();
    await put('launch', ['slip.launch']);
  });
  after(async () => {
    await store.close();
    yard.remove();
    rmSync(root, { recursive: true });
  });

  const put = (id: string, touches: readonly string[]) =>
    store.apply({ kind: 'put-node', project: yard.root, level, id, gist: `about ${id}`, touches });

  /** A server that has just been started. */
  function open() {
    const placeOf = (folder: string) => loadConfig({ flags: { project_root: folder } });
    const shelf = new CodeShelf({ clock: systemClock, log, placeOf });
    const code = new MemoryCode(store, shelf);
    const applied: string[] = [];
    const memory: MemoryStore['apply'] = (operation) => {
      applied.push(operation.kind);
      return store.apply(operation);
    };
    const keeper = new AnchorKeeper({
      memory: { apply: memory, state: () => store.state() },
      shelf,
      code,
      log,
      now: () => 1_800_000_000,
    });
    return { keeper, applied };
  }

  const anchorOf = (id: string): Anchor | undefined =>
    store.state().projects.get(yard.root)?.nodes.get(id)?._anchors?.[0];

  async function rename(from: string, to: string): Promise<void> {
    const name = new RegExp(`\\b${from}\\b`, 'g');
    yard.write('slip.py', yard.read('slip.py').replace(name, to));
    yard.commit(`say ${to}`);
    await yard.index();
  }

  it('pins what was never pinned, once, and follows what has moved', async () => {
    const { keeper, applied } = open();
    await keeper.round();
    assert.equal(anchorOf('launch')?.id, 'func:slip.launch');
    await keeper.round();
    await keeper.round();
    assert.deepEqual(applied, ['set-anchors'], 'what is as it was is left alone');
    await rename('launch', 'send_off');
    await open().keeper.round();
    const { id, was, ts } = anchorOf('launch') ?? {};
    assert.deepEqual([id, was, ts], ['func:slip.send_off', 'func:slip.launch', 1_800_000_000]);
  });

  it('leaves a graph alone that is looked at from another branch, or from none', async () => {
    yard.git('switch', '-q', '-c', 'refit');
    await rename('send_off', 'let_go');
    await open().keeper.round();
    assert.equal(anchorOf('launch')?.id, 'func:slip.send_off');
    yard.git('checkout', '-q', '--detach');
    await open().keeper.round();
    assert.equal(anchorOf('launch')?.id, 'func:slip.send_off');
  });

  it('waits for an index of this branch after a switch', async () => {
    yard.git('switch', '-q', 'main');
    await open().keeper.round();
    assert.equal(anchorOf('launch')?.id, 'func:slip.send_off', 'the index still shows the other one');
    yard.git('merge', '-q', 'refit');
    await yard.index();
    const index = join(yard.root, '.kg-index.json');
    const soon = new Date(statSync(join(yard.root, '.git/HEAD')).mtimeMs + 5_000);
    utimesSync(index, soon, soon);
    await open().keeper.round();
    assert.equal(anchorOf('launch')?.id, 'func:slip.let_go');
  });

  it('takes the mark of a branch off what has come to the main one', async () => {
    const [node] = store.state().projects.get(yard.root)?.nodes.values() ?? [];
    const anchors = (node?._anchors ?? []).map((anchor) => ({ ...anchor, branch: 'refit' }));
    const item = { level, of: { id: 'launch' }, version: 1, anchors } as const;
    await store.apply({ kind: 'set-anchors', project: yard.root, items: [item] });
    assert.equal(anchorOf('launch')?.branch, 'refit');
    await open().keeper.round();
    assert.deepEqual([anchorOf('launch')?.branch, anchorOf('launch')?.id], [undefined, 'func:slip.let_go']);
  });

  it('gives way to whoever writes meanwhile', async () => {
    await rename('let_go', 'launch');
    const { keeper } = open();
    const round = keeper.round();
    await put('launch', ['the slip']);
    await round;
    assert.equal(anchorOf('launch'), undefined);
    await keeper.round();
    assert.equal(anchorOf('launch'), undefined);
  });
});
