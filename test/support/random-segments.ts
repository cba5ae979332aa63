/**
 * Random segments for property tests: a few files, packages and documents whose nodes, edges and calls meet, miss and
 * repeat each other in every way that a graph has to bear. `cleanSegments` says in the plainest way what they mean.
 */
import fc from 'fast-check';
import {
  EDGE_TYPES,
  type EdgeDetail,
  type EdgeRow,
  NODE_TYPES,
  type NodeRow,
  type PropertyValue,
  type Segment,
} from '../../src/code/model.js';
import { compareText } from '../../src/kernel/text.js';

const KEYS = [
  'src/bakery/oven.py',
  'src/bakery/shop.py',
  'src/bakery/',
  'docs/adr/0008.md',
  'tests/é "tray".py',
  'a.py',
];
const NAMES = [
  'bake',
  'Oven',
  'HTTPOven2_main',
  'preheat_oven',
  'ÉclairTray',
  'İo',
  'oven-door',
  'a\\b "c"\nd',
  'x',
  '',
];
const STEMS = [
  'func:src.bakery.oven.',
  'func:src.bakery.oven.Oven.',
  'class:src.bakery.',
  'file:src/',
  'concept:',
  '',
];
const TAILS = ['', '', '', '#2', '@src/bakery/shop.py'];
const TEXTS = [
  'Bakes `loaves` at once.',
  'One tray\n\nat a "time" \\n nfoo',
  'Größe der ÖFEN',
  'null',
  'end_line',
  '1,2',
  '\u001f\t',
  'KELVIN \u212a',
];

/** Objects as JSON gives them. */
const PLAIN = { noNullPrototype: true };

const leaf: fc.Arbitrary<PropertyValue> = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.constantFrom(...NAMES),
  fc.integer({ min: -5, max: 120 }),
  fc.constantFrom(0.5, 1e21),
  fc.boolean(),
  fc.constant(null),
);
const value: fc.Arbitrary<PropertyValue> = fc.oneof(
  { weight: 6, arbitrary: leaf },
  { weight: 2, arbitrary: fc.array(leaf, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('End', 'null', 'bake', 'é'), leaf, { maxKeys: 2 }) },
  { weight: 1, arbitrary: fc.array(fc.record({ message: leaf, line: fc.nat(99) }, PLAIN), { maxLength: 2 }) },
);
const properties = fc
  .dictionary(fc.constantFrom('end_line', 'params', 'docstring', 'a "b"', '7'), value, { maxKeys: 4 })
  .map((object) => JSON.stringify(object));

/** Ids from a small stock, so that segments share them; the name is mostly part of the id. */
const nodeId = fc
  .tuple(fc.constantFrom(...STEMS), fc.constantFrom(...NAMES), fc.constantFrom(...TAILS))
  .map(([stem, name, tail]) => ({ id: stem + name + tail, name }));

const node: fc.Arbitrary<NodeRow> = fc
  .record(
    {
      named: nodeId,
      other: fc.option(fc.constantFrom(...NAMES), { freq: 6 }),
      type: fc.constantFrom(...NODE_TYPES),
      path: fc.constantFrom(...KEYS),
      line: fc.nat(300),
      properties,
      fingerprint: fc.option(fc.constantFrom('x7+/AAbbCCddEEffGGhhIIjjKKllMMnn', 'short'), {
        nil: undefined,
      }),
    },
    PLAIN,
  )
  .map(({ named, other, fingerprint, ...rest }) => {
    const given = { ...rest, id: named.id, name: other ?? named.name };
    return fingerprint === undefined ? given : { ...given, fingerprint };
  });

const detail: fc.Arbitrary<string> = fc.oneof(
  fc.constant(''),
  fc.constantFrom('{"line":1.5}', '{"line":-3,"a":"\\"line\\":7"}', '{"line":9999999999}'),
  fc
    .record(
      {
        sites: fc.array(
          fc.record(
            {
              line: fc.nat(2000),
              resolution: fc.constantFrom('exact' as const, 'inferred' as const),
              why: fc.constantFrom('self.store: Store', '"line":12', 'é'),
            },
            { requiredKeys: ['line'], noNullPrototype: true },
          ),
          { maxLength: 4 },
        ),
        resolution: fc.constantFrom('exact' as const, 'inferred' as const),
        names: fc.array(fc.constantFrom(...NAMES), { maxLength: 2 }),
        confidence: fc.constantFrom(0.5, 1),
      },
      { requiredKeys: [], noNullPrototype: true },
    )
    .map((object: EdgeDetail) => JSON.stringify(object)),
);

const edge = fc.record({
  from: fc.nat(),
  target: nodeId.map(({ id }) => id),
  type: fc.constantFrom(...EDGE_TYPES),
  detail,
});

const call = fc.record(
  {
    line: fc.nat(300),
    callee: fc.constantFrom('self.store.put', 'handlers[…]', 'put', ''),
    name: fc.constantFrom('put', '', 'run'),
  },
  PLAIN,
);

/** A segment with this key. */
export function segmentArbitrary(key: string): fc.Arbitrary<Segment> {
  return fc
    .record({
      nodes: fc.array(node, { maxLength: 8 }),
      edges: fc.array(edge, { maxLength: 12 }),
      calls: fc.array(call, { maxLength: 3 }),
      reads: fc.array(fc.constantFrom('names of a.py', 'oven', 'Oven', 'é'), { maxLength: 3 }),
    })
    .map(({ nodes, edges, calls, reads }) => ({
      key,
      nodes,
      edges:
        nodes.length === 0
          ? []
          : edges.map(
              ({ from, ...rest }): EdgeRow => ({ ...rest, source: nodes[from % nodes.length]?.id ?? '' }),
            ),
      unresolved: calls.sort((a, b) => a.line - b.line),
      reads,
    }));
}

/** Segments with different keys. */
export const segmentsArbitrary: fc.Arbitrary<Segment[]> = fc
  .uniqueArray(fc.constantFrom(...KEYS))
  .chain((keys) => fc.tuple(...keys.map(segmentArbitrary)));

/** Edits, one after the other: segments that change or come, keys that go. */
export const editsArbitrary = fc.array(
  fc.record({
    changed: segmentsArbitrary,
    removed: fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 2 }),
  }),
  { maxLength: 4 },
);

/**
 * The same graph in segments that no longer meet or miss: each node in the first segment that has it, in order of key (and
 * of all fields), each edge once, with the greatest detail, and none to nowhere.
 */
export function cleanSegments(segments: readonly Segment[]): Segment[] {
  const inOrder = [...segments].sort((a, b) => compareText(a.key, b.key));
  const owners = new Map<string, NodeRow>();
  for (const segment of inOrder) {
    for (const row of [...segment.nodes].sort(compareRows)) if (!owners.has(row.id)) owners.set(row.id, row);
  }
  const edges = new Map<string, EdgeRow>();
  for (const row of inOrder.flatMap((segment) => segment.edges)) {
    const ends = JSON.stringify([row.source, row.type, row.target]);
    const known = edges.get(ends);
    if (owners.has(row.target) && (known === undefined || known.detail < row.detail)) edges.set(ends, row);
  }
  const empty = inOrder.map((segment) => ({ ...segment, nodes: [], edges: [] }));
  return [
    { key: '', nodes: [...owners.values()], edges: [...edges.values()], unresolved: [], reads: [] },
    ...empty,
  ];
}

/** A segment as a graph gives it back: in order, each node, edge and read once. */
export function settledSegment(segment: Segment): Segment {
  const [all] = cleanSegments([{ ...segment, edges: [] }]);
  const nodes = [...(all?.nodes ?? [])].sort(compareRows);
  const ids = new Set(segment.edges.map((row) => row.target));
  const ends = [...ids].map(
    (id): NodeRow => ({ id, type: 'file', name: '', path: '', line: 0, properties: '{}' }),
  );
  const [withEdges] = cleanSegments([{ ...segment, nodes: ends }]);
  const edges = [...(withEdges?.edges ?? [])].sort(
    (a, b) =>
      compareText(a.source, b.source) ||
      EDGE_TYPES.indexOf(a.type) - EDGE_TYPES.indexOf(b.type) ||
      compareText(a.target, b.target),
  );
  return { ...segment, nodes, edges, reads: [...new Set(segment.reads)].sort(compareText) };
}

function compareRows(a: NodeRow, b: NodeRow): number {
  return (
    compareText(a.id, b.id) ||
    a.line - b.line ||
    compareText(a.type, b.type) ||
    compareText(a.name, b.name) ||
    compareText(a.path, b.path) ||
    compareText(a.properties, b.properties)
  );
}
