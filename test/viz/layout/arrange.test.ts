/** Where nodes go when some places are known: those stay, and what is new comes beside what it belongs to. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GraphData } from '../../../viz/src/data/graph-data.js';
import { buildScene } from '../../../viz/src/display/scene.js';
import { arrange } from '../../../viz/src/layout/arrange.js';
import { graphData } from '../../support/graph-data.js';

const YARD = `
  file keel
  file mast
  file sail
  file rope
  function lay
  function hoist
  keel contains lay
  mast contains hoist
  keel imports mast
  sail imports rope
`;

function arranged(data: GraphData, known: ReadonlyMap<string, readonly [number, number]>) {
  const { places, task } = arrange(data, buildScene(data, { opened: new Set(), pinned: new Set() }), known);
  const at = (id: string) => {
    const node = data.byId.get(id) ?? -1;
    return [...places.subarray(node * 2, node * 2 + 2)];
  };
  return { at, task };
}

/** Places that no layout would choose. */
const KNOWN = new Map<string, readonly [number, number]>([
  ['keel', [0, 0]],
  ['mast', [100, 0]],
  ['sail', [0, 100]],
  ['rope', [100, 100]],
  ['lay', [-7, 3]],
  ['hoist', [90, 5]],
]);

describe('places', () => {
  it('stay when all are known, and nothing is left to do', () => {
    const { at, task } = arranged(graphData(YARD), KNOWN);
    assert.equal(task, undefined);
    for (const [id, place] of KNOWN) assert.deepEqual(at(id), place, id);
  });

  it('of what is new in a file are on its island', () => {
    const { at, task } = arranged(graphData(`${YARD}\nfunction bolt\nkeel contains bolt`), KNOWN);
    assert.equal(task, undefined);
    assert.deepEqual(at('lay'), [-7, 3]);
    assert.ok(Math.hypot(...at('bolt')) < 10, String(at('bolt')));
  });

  it('of a new file are beside what it is joined to; no force moves the others', () => {
    const { at, task } = arranged(graphData(`${YARD}\nfile deck\ndeck imports rope`), KNOWN);
    assert.equal(task?.steps, 0);
    assert.deepEqual(at('hoist'), [90, 5]);
    const [x = 0, y = 0] = at('deck');
    assert.ok(Math.hypot(x - 100, y - 100) < 10, `${x}, ${y}`);
  });

  it('are made anew when few are known', () => {
    const { at, task } = arranged(graphData(YARD), new Map([['keel', [5_000, 5_000]]]));
    assert.ok((task?.steps ?? 0) > 100);
    assert.ok(Math.hypot(...at('keel')) < 100);
  });
});
