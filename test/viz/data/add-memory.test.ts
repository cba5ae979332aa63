/** Where memories lie in the page's graph: as the server says, which follows code; else as they are written. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GraphData } from '../../../viz/src/data/graph-data.js';
import type { MemoryWire, PlaceWire } from '../../../viz/src/data/memory-wire.js';
import { STANDINGS } from '../../../viz/src/data/standing.js';
import { EDGE_KINDS } from '../../../viz/src/data/vocabulary.js';
import { graphData } from '../../support/graph-data.js';

const YARD = `
  file file:src/keel.py
  function func:src.keel.lay
  function func:src.mast.step
  file:src/keel.py contains func:src.keel.lay
`;

function memory(
  touches: readonly string[],
  places?: readonly PlaceWire[],
  edges: MemoryWire['user']['edges'] = [],
) {
  return graphData(YARD, {
    user: { nodes: [], edges: [] },
    project: { nodes: [{ id: 'oak', gist: 'Oak alone', touches }], edges },
    ...(places !== undefined && {
      places: { indexed: true, memories: [{ level: 'project', id: 'oak', places }] },
    }),
  });
}

/** `touches func:… changed: words` of each edge at the memory. */
function drawn(data: GraphData): string[] {
  const oak = data.byId.get('memory:project/oak');
  return [...data.from.keys()]
    .filter((edge) => data.from[edge] === oak || data.to[edge] === oak)
    .map((edge) => {
      const far = data.from[edge] === oak ? data.to[edge] : data.from[edge];
      const standing = STANDINGS[data.edgeStandings.get(edge) ?? 0];
      const words = data.relations.get(edge);
      return [EDGE_KINDS[data.edgeKinds[edge] ?? 0], data.ids[far ?? -1], standing, words].join(' ').trim();
    });
}

const place = (touch: string, state: string, at?: string, words = ''): PlaceWire => ({
  touch,
  state,
  words,
  ...(at !== undefined && { at }),
});

describe('memories in the graph of the page', () => {
  it('lie where the server says, and stand as badly as their worst place', () => {
    const data = memory(
      ['src.keel.lay', 'keel.step', 'keel.bend', 'a talk'],
      [
        place('src.keel.lay', 'changed', 'func:src.keel.lay', 'changed since Monday'),
        place('keel.step', 'moved', 'func:src.mast.step', 'moved: was func:src.keel.step'),
        place('keel.bend', 'gone', undefined, 'gone'),
        place('a talk', 'text'),
      ],
    );
    assert.deepEqual(drawn(data), [
      'touches func:src.keel.lay changed changed since Monday',
      'touches func:src.mast.step moved moved: was func:src.keel.step',
    ]);
    const oak = data.byId.get('memory:project/oak') ?? -1;
    assert.equal(STANDINGS[data.standings[oak] ?? 0], 'gone');
    assert.deepEqual(
      data.memories.get(oak)?.places.map(({ standing }) => STANDINGS[standing]),
      ['changed', 'moved', 'gone', 'sound'],
    );
  });

  it('have one edge to a node that several texts name, of the worst of them', () => {
    const lay = 'func:src.keel.lay';
    const data = memory(
      ['lay', 'src/keel.py:1'],
      [place('lay', 'changed', lay, 'c'), place('src/keel.py:1', 'fresh', lay)],
    );
    assert.deepEqual(drawn(data), [`touches ${lay} changed c`]);
  });

  it('follow the ends of their relations, too', () => {
    const end = { ...place('keel.step', 'moved', 'func:src.mast.step', 'moved'), rel: 'waits-for' };
    const data = memory([], [end], [{ from: 'oak', to: 'keel.step', rel: 'waits-for' }]);
    assert.deepEqual(drawn(data), ['relates func:src.mast.step moved waits-for · moved']);
  });

  it('lie where they are written when nothing is indexed there', () => {
    assert.deepEqual(drawn(memory(['src/keel.py:3-4', './src/keel.py', 'nowhere.py'])), [
      'touches file:src/keel.py sound',
    ]);
  });
});
