/** The package as a library: the built file, imported as a program would. */
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createPottery } from './pottery.js';

type Library = typeof import('../../src/index.js');

describe('the library', () => {
  it('opens a project, answers, and closes it', async () => {
    const library = (await import(pathToFileURL(resolve('dist/index.js')).href)) as Library;
    const { openProject, resolveNode, search, findPath } = library;
    const pottery = createPottery();
    const phases = new Set<string>();
    const project = await openProject(pottery.root, { onProgress: ({ phase }) => phases.add(phase) });
    const view = project.view();
    assert.ok(view !== undefined);
    assert.ok(phases.has('parsing'));
    const [hit] = search(view, { query: 'Kiln', limit: 1 }).hits;
    assert.equal(hit?.node.id, 'class:src.pottery.kiln.Kiln');
    const source = resolveNode(view, 'open_shop');
    const target = resolveNode(view, 'Kiln.fire');
    assert.ok(source.kind === 'one' && target.kind === 'one');
    const { edges } = findPath(view, { source: source.node, target: target.node, maxDepth: 3 });
    assert.deepEqual(
      edges.map(({ type }) => type),
      ['calls'],
    );
    await project.close();
    pottery.remove();
  });

  it('rejects what it cannot open', async () => {
    const { openProject, KgError } = (await import(pathToFileURL(resolve('dist/index.js')).href)) as Library;
    await assert.rejects(
      openProject('/nowhere'),
      (error) => error instanceof KgError && error.code === 'bad-root',
    );
  });
});
