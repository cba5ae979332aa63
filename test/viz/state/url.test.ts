/** A view survives its address, and an address that means nothing shows what it can. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { EDGE_KINDS, LAYERS, NODE_KINDS } from '../../../viz/src/data/vocabulary.js';
import { PRESET_NAMES } from '../../../viz/src/state/presets.js';
import { formatView, parseView } from '../../../viz/src/state/url.js';
import { initialView, nextView, type Question, type ViewState } from '../../../viz/src/state/view-state.js';

/** A record with the prototype that objects of the program have. */
const plain = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record<T>(fields, { noNullPrototype: true });
const id = fc.string({ minLength: 1 });
const depth = fc.integer({ min: 1, max: 10 });
const question: fc.Arbitrary<Question | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom<Question>({ kind: 'cycles' }, { kind: 'hot' }, { kind: 'stale' }),
  plain({ kind: fc.constantFrom('callers' as const, 'callees' as const), of: id, depth }),
  plain({ kind: fc.constant('governs' as const), of: id }),
  plain({ kind: fc.constant('path' as const), from: id, to: fc.option(id, { nil: undefined }) }),
);
const set = <T>(items: readonly T[]) => fc.subarray([...items]).map((list): ReadonlySet<T> => new Set(list));
const share = fc.integer({ min: -20_000, max: 20_000 }).map((value) => (value === 0 ? 0 : value / 10_000));
const camera = plain({
  x: share,
  y: share,
  ratio: fc.integer({ min: 1, max: 40_000 }).map((n) => n / 10_000),
});
const view: fc.Arbitrary<ViewState> = plain({
  preset: fc.option(fc.constantFrom(...PRESET_NAMES), { nil: undefined }),
  nodeKinds: set(NODE_KINDS),
  edgeKinds: set(EDGE_KINDS),
  connectedOnly: fc.boolean(),
  layers: set(LAYERS),
  tests: fc.boolean(),
  selected: fc.option(id, { nil: undefined }),
  question,
  camera: fc.option(camera, { nil: undefined }),
  opened: fc.uniqueArray(id).map((ids): ReadonlySet<string> => new Set(ids.sort())),
}).map((each) => (each.preset === undefined ? each : { ...each, ...filtersOf(each.preset) }));

function filtersOf(preset: (typeof PRESET_NAMES)[number]) {
  const { nodeKinds, edgeKinds, connectedOnly } = initialView(preset);
  return { nodeKinds, edgeKinds, connectedOnly };
}

describe('the address of a view', () => {
  it('brings the same view back', () => {
    const first = initialView('all');
    fc.assert(
      fc.property(view, (state) => {
        assert.deepEqual(parseView(`?${formatView(state, '/home/ada/yard')}`, first), state);
      }),
    );
  });

  it('shows what it can when it means nothing', () => {
    const first = initialView('architecture');
    const text = '?view=sideways&layers=code.moon&ask=path&depth=many&node=';
    const { preset, layers, question: asked } = parseView(text, first);
    assert.deepEqual([preset, [...layers], asked], ['architecture', ['code'], undefined]);
    const { question: deep } = parseView('?ask=callers&of=x&depth=9999', first);
    assert.deepEqual(deep, { kind: 'callers', of: 'x', depth: 10 });
    for (const camera of [
      '',
      '1_1',
      '1_1_0',
      '1_1_-2',
      '1__1',
      'a_b_c',
      '1_1_1_1',
      'Infinity_0_1',
      '0_0_1e9',
    ]) {
      assert.equal(parseView(`?camera=${camera}`, first).camera, undefined, camera);
    }
  });
});

describe('a view', () => {
  it('takes what is chosen next as the end of a path', () => {
    const asked = nextView(initialView('all'), {
      do: 'ask',
      question: { kind: 'path', from: 'keel', to: undefined },
    });
    assert.deepEqual(nextView(asked, { do: 'select', id: 'keel' }).question, asked.question);
    const whole = nextView(asked, { do: 'select', id: 'mast' });
    assert.deepEqual(whole.question, { kind: 'path', from: 'keel', to: 'mast' });
    assert.deepEqual(nextView(whole, { do: 'select', id: 'sail' }).question, whole.question);
  });

  it('is of no preset once a filter was changed', () => {
    const changed = nextView(initialView('all'), { do: 'toggle-node-kind', kind: 'file' });
    assert.deepEqual([changed.preset, changed.nodeKinds.has('file')], [undefined, false]);
    const back = nextView(changed, { do: 'preset', preset: 'all' });
    assert.deepEqual([back.preset, back.nodeKinds.has('file')], ['all', true]);
  });
});
