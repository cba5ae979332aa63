/**
 * Documents of a live project: what is saved, renamed or removed shows in the graph as it does for sources, code that is renamed
 * takes its records along, and after every step the graph is that of a clean build, as `kg-memory verify` compares it.
 */
import assert from 'node:assert/strict';
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, beforeEach, describe, test } from 'node:test';
import type { GraphView } from '../../../src/code/graph.js';
import { Indexer } from '../../../src/code/indexer.js';
import { ParsePool } from '../../../src/code/parse-pool.js';
import type { Project } from '../../../src/code/project-face.js';
import { compareGraphs } from '../../../src/code/query/compare.js';
import { resolveNode } from '../../../src/code/query/resolve-node.js';
import { openQuietly } from '../../support/open-quietly.js';
import { addToTree, makeTree, removeTree } from '../../support/tree.js';

const BAKERY = {
  'src/shop/__init__.py': '',
  'src/shop/oven.py': 'class StoneOven:\n    def bake(self):\n        return 1\n',
  'docs/adr/0001-stone.md':
    '# 1. Bake on stone\n\n## Status\n\nAccepted\n\n## Decision\n\nAll in `StoneOven`.\n',
  'CLAUDE.md': '# Bakery\n\n## Ovens\n\nNever change `src/shop/oven.py` at night.\n',
};
const STONE = 'class:src.shop.oven.StoneOven';
const SUCCESSOR =
  '# 2. Bake on steel\n\n## Status\n\nAccepted\n\nSupersedes [ADR 1](0001-stone.md)\n\n## Decision\n\nUse `SteelOven`.\n';

const never = new AbortController().signal;
const pool = new ParsePool();
after(() => pool.close());

describe('documents of a live project', () => {
  let root: string;
  let cache: string;
  let project: Project;
  beforeEach(async () => {
    root = makeTree(BAKERY);
    cache = makeTree();
    await open();
  });
  afterEach(async () => {
    await project.close();
    removeTree(root);
    removeTree(cache);
  });

  async function open(): Promise<void> {
    project = openQuietly({ root, userCacheFolder: cache });
    await project.whenReady(never, () => undefined, Number.POSITIVE_INFINITY);
  }

  function view(): GraphView {
    const found = project.view();
    assert.ok(found !== undefined);
    return found;
  }

  /** Looks at the disk, and proves the graph. */
  async function look(): Promise<void> {
    await project.catchUp(never);
    const clean = new Indexer({ root, pool, sourceDirs: undefined });
    await clean.update();
    assert.ok(clean.view !== undefined);
    assert.deepEqual([...compareGraphs(view(), clean.view)].flat(), []);
  }

  function targets(id: string, type: string): string[] {
    const node = view().find(id);
    if (node === undefined) return ['no such node'];
    const edges = view().outgoing(node);
    return edges
      .filter((edge) => view().edgeType(edge) === type)
      .map((edge) => view().id(view().target(edge)));
  }

  function property(id: string, name: string): unknown {
    const node = view().find(id);
    return node === undefined ? 'no such node' : view().properties(node)[name];
  }

  function edit(path: string, change: (text: string) => string): void {
    const file = join(root, path);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }

  test('a record that is saved, changed and removed', async () => {
    assert.deepEqual(targets('adr:0001', 'governs'), [STONE]);
    addToTree(root, { 'docs/adr/0002-steel.md': SUCCESSOR });
    await look();
    assert.deepEqual(targets('adr:0002', 'references'), ['adr:0001']);
    assert.deepEqual(property('adr:0001', 'superseded_by'), ['adr:0002']);
    assert.deepEqual(property('adr:0002', 'dangling'), [{ text: 'SteelOven', line: 11 }]);

    edit('docs/adr/0001-stone.md', (text) =>
      text.replace('Accepted', 'Deprecated').replace('`StoneOven`', 'stone'),
    );
    await look();
    assert.equal(property('adr:0001', 'status'), 'deprecated');
    assert.deepEqual(targets('adr:0001', 'governs'), []);

    rmSync(join(root, 'docs/adr/0002-steel.md'));
    await look();
    assert.equal(view().find('adr:0002'), undefined);
    assert.equal(property('adr:0001', 'superseded_by'), undefined);
  });

  test('a note that becomes a record, and a note again', async () => {
    const note = '# Bake with steam\n\nAsk for `StoneOven`.\n';
    addToTree(root, { 'docs/adr/use-steam.md': note });
    await look();
    assert.equal(view().find('adr:use-steam'), undefined);
    writeFileSync(
      join(root, 'docs/adr/use-steam.md'),
      `${note}\n## Context\n\nDry crust.\n\n## Decision\n\nSteam.\n`,
    );
    await look();
    assert.deepEqual(targets('adr:use-steam', 'governs'), [STONE]);
    writeFileSync(join(root, 'docs/adr/use-steam.md'), note);
    await look();
    assert.equal(view().find('adr:use-steam'), undefined);
  });

  test('a record that is renamed, and one that takes its number', async () => {
    renameSync(join(root, 'docs/adr/0001-stone.md'), join(root, 'docs/adr/0003-stone.md'));
    await look();
    assert.equal(view().find('adr:0001'), undefined);
    assert.deepEqual(targets('adr:0003', 'governs'), [STONE]);
    addToTree(root, { 'docs/adr/0003-steel.md': SUCCESSOR });
    await look();
    assert.equal(view().find('adr:0003'), undefined);
    assert.deepEqual(targets('adr:0003-stone', 'governs'), [STONE]);
  });

  test('a class that is renamed leaves its record behind, and takes on the one that names it', async () => {
    addToTree(root, { 'docs/adr/0002-steel.md': SUCCESSOR });
    await look();
    edit('src/shop/oven.py', (text) => text.replace('StoneOven', 'SteelOven'));
    await look();
    assert.deepEqual(targets('adr:0001', 'governs'), []);
    assert.deepEqual(property('adr:0001', 'dangling'), [{ text: 'StoneOven', line: 9 }]);
    assert.deepEqual(targets('adr:0002', 'governs'), ['class:src.shop.oven.SteelOven']);
    edit('src/shop/oven.py', (text) => text.replace('return 1', 'return 2'));
    await look();
    addToTree(root, { 'src/shop/kiln.py': 'class StoneOven: ...\n' });
    await look();
    assert.deepEqual(targets('adr:0001', 'governs'), ['class:src.shop.kiln.StoneOven']);
    rmSync(join(root, 'src/shop/oven.py'));
    await look();
    assert.deepEqual(targets('adr:0002', 'governs'), []);
  });

  test('instructions that are changed, lost, and found under another name', async () => {
    const ovens = 'config:CLAUDE.md#ovens';
    assert.deepEqual(targets(ovens, 'governs'), ['file:src/shop/oven.py']);
    edit('CLAUDE.md', (text) => `${text}\n## Records\n\nAsk ADR-1 and \`StoneOven\`.\n`);
    await look();
    assert.deepEqual(targets('config:CLAUDE.md#records', 'governs'), [STONE]);
    assert.deepEqual(targets('config:CLAUDE.md#records', 'references'), ['adr:0001']);

    renameSync(join(root, 'CLAUDE.md'), join(root, 'AGENTS.md'));
    symlinkSync('AGENTS.md', join(root, 'CLAUDE.md'));
    await look();
    assert.equal(view().find(ovens), undefined);
    assert.deepEqual(targets('config:AGENTS.md#ovens', 'governs'), ['file:src/shop/oven.py']);
    for (const name of ['CLAUDE.md#ovens', 'config:CLAUDE.md#ovens', 'AGENTS.md#ovens']) {
      const found = resolveNode(view(), name);
      assert.equal(found.kind === 'one' && view().id(found.node), 'config:AGENTS.md#ovens', name);
    }

    rmSync(join(root, 'CLAUDE.md'));
    rmSync(join(root, 'AGENTS.md'));
    await look();
    assert.deepEqual(view().ofType('config'), []);
  });

  test('what changed while nobody looked is there after the next start', async () => {
    await project.close();
    addToTree(root, { 'docs/adr/0002-steel.md': SUCCESSOR });
    edit('src/shop/oven.py', (text) => text.replace('StoneOven', 'SteelOven'));
    await open();
    await look();
    assert.deepEqual(targets('adr:0002', 'governs'), ['class:src.shop.oven.SteelOven']);
    assert.deepEqual(targets('adr:0001', 'governs'), []);
  });
});
