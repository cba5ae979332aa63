/**
 * A small bakery as a graph written by hand: two packages, an oven with a method that calls another, a shop, a test, two
 * ADRs with a decision and concepts. Query tests stand on it; nothing is parsed.
 */
import type { GraphView } from '../../src/code/graph.js';
import type {
  EdgeDetail,
  EdgeRow,
  EdgeType,
  NodeRow,
  NodeType,
  Properties,
  Segment,
  UnresolvedCall,
} from '../../src/code/model.js';
import { naiveGraph } from './naive-graph.js';

/** One segment from sketches: `[id, line, properties]` and `[source, type, target, detail]`. */
export function segmentOf(
  path: string,
  nodes: readonly (readonly [id: string, line: number, properties?: Properties, name?: string])[],
  edges: readonly (readonly [source: string, type: EdgeType, target: string, detail?: EdgeDetail])[] = [],
  unresolved: readonly UnresolvedCall[] = [],
): Segment {
  return {
    key: path,
    nodes: nodes.map(([id, line, properties = {}, name]) => nodeRow(path, id, line, properties, name)),
    edges: edges.map(([source, type, target, detail]): EdgeRow => {
      return { source, type, target, detail: detail === undefined ? '' : JSON.stringify(detail) };
    }),
    unresolved,
    reads: [],
  };
}

const TYPE_OF_PREFIX: Readonly<Record<string, NodeType>> = {
  func: 'function',
  class: 'class',
  file: 'file',
  module: 'module',
  adr: 'adr',
  concept: 'concept',
  decision: 'decision',
  trade_off: 'trade_off',
  config: 'config',
};

function nodeRow(path: string, id: string, line: number, properties: Properties, name?: string): NodeRow {
  const type = TYPE_OF_PREFIX[id.slice(0, id.indexOf(':'))];
  if (type === undefined) throw new RangeError(`no node type in ${id}`);
  const separator = type === 'file' ? '/' : '.';
  const last = id.slice(Math.max(id.lastIndexOf(separator), id.indexOf(':')) + 1).replace(/#\d+$/, '');
  return { id, type, name: name ?? last, path, line, properties: JSON.stringify(properties) };
}

const called = (line: number, resolution: 'exact' | 'inferred' | 'candidate' = 'exact'): EdgeDetail => ({
  sites: [{ line, resolution }],
  resolution,
});

/** The segments, so that a test can leave one out or add one. */
export const BAKERY: readonly Segment[] = [
  segmentOf(
    'src/bakery/',
    [['module:src.bakery', 1, { import_name: 'bakery' }, 'bakery']],
    [
      ['module:src.bakery', 'contains', 'file:src/bakery/__init__.py'],
      ['module:src.bakery', 'contains', 'file:src/bakery/oven.py'],
      ['module:src.bakery', 'contains', 'file:src/bakery/shop.py'],
    ],
  ),
  segmentOf(
    'src/bakery/__init__.py',
    [['file:src/bakery/__init__.py', 1, { language: 'python', lines: 1 }]],
    [
      [
        'file:src/bakery/__init__.py',
        'imports',
        'file:src/bakery/oven.py',
        { sites: [{ line: 1 }], names: ['Oven'] },
      ],
    ],
  ),
  segmentOf(
    'src/bakery/oven.py',
    [
      [
        'file:src/bakery/oven.py',
        1,
        {
          language: 'python',
          lines: 40,
          docstring: 'Heat and time.',
          calls_resolved: 2,
          calls_external: 1,
          calls_unresolved: 1,
          external_imports: ['time'],
        },
      ],
      ['class:src.bakery.oven.Appliance', 3, { end_line: 6, bases: [], docstring: 'Anything with a plug.' }],
      [
        'class:src.bakery.oven.Oven',
        9,
        {
          end_line: 30,
          bases: ['Appliance'],
          docstring: 'Bakes bread.\n\nOne tray at a time.',
          kind: 'class',
        },
      ],
      [
        'func:src.bakery.oven.Oven.bake',
        12,
        {
          end_line: 20,
          params: ['self', 'loaves: int = 1'],
          returns: 'Bread',
          docstring: 'Bakes `loaves` at once.',
          kind: 'method',
        },
      ],
      ['func:src.bakery.oven.Oven.heat', 22, { end_line: 25, params: ['self'], async: true }],
      ['func:src.bakery.oven.preheat_oven', 33, { end_line: 36, params: ['oven'] }],
    ],
    [
      ['file:src/bakery/oven.py', 'contains', 'class:src.bakery.oven.Appliance'],
      ['file:src/bakery/oven.py', 'contains', 'class:src.bakery.oven.Oven'],
      ['file:src/bakery/oven.py', 'contains', 'func:src.bakery.oven.preheat_oven'],
      ['class:src.bakery.oven.Oven', 'contains', 'func:src.bakery.oven.Oven.bake'],
      ['class:src.bakery.oven.Oven', 'contains', 'func:src.bakery.oven.Oven.heat'],
      ['class:src.bakery.oven.Oven', 'inherits', 'class:src.bakery.oven.Appliance', { sites: [{ line: 9 }] }],
      ['func:src.bakery.oven.Oven.bake', 'method_of', 'class:src.bakery.oven.Oven'],
      ['func:src.bakery.oven.Oven.heat', 'method_of', 'class:src.bakery.oven.Oven'],
      ['func:src.bakery.oven.Oven.bake', 'calls', 'func:src.bakery.oven.Oven.heat', called(14)],
      [
        'func:src.bakery.oven.preheat_oven',
        'calls',
        'func:src.bakery.oven.Oven.heat',
        called(34, 'candidate'),
      ],
    ],
    [{ line: 18, callee: 'self.timer.ring', name: 'ring' }],
  ),
  segmentOf(
    'src/bakery/shop.py',
    [
      ['file:src/bakery/shop.py', 1, { language: 'python', lines: 22 }],
      ['func:src.bakery.shop.open_shop', 4, { end_line: 9, params: [], docstring: 'Turns the oven on.' }],
      ['func:src.bakery.shop.close', 12, { end_line: 14, params: [] }],
      ['func:src.bakery.shop.close#2', 16, { end_line: 18, params: ['early'] }],
    ],
    [
      ['file:src/bakery/shop.py', 'contains', 'func:src.bakery.shop.open_shop'],
      ['file:src/bakery/shop.py', 'contains', 'func:src.bakery.shop.close'],
      ['file:src/bakery/shop.py', 'contains', 'func:src.bakery.shop.close#2'],
      [
        'file:src/bakery/shop.py',
        'imports',
        'file:src/bakery/oven.py',
        { sites: [{ line: 1 }], names: ['Oven'] },
      ],
      ['func:src.bakery.shop.open_shop', 'calls', 'func:src.bakery.oven.Oven.bake', called(6, 'inferred')],
      ['func:src.bakery.shop.open_shop', 'calls', 'func:src.bakery.shop.open_shop', called(8)],
    ],
    [
      { line: 13, callee: 'till.close', name: 'close' },
      { line: 17, callee: 'doors[…].close', name: 'close' },
    ],
  ),
  segmentOf(
    'tests/test_shop.py',
    [
      ['file:tests/test_shop.py', 1, { language: 'python', lines: 9 }],
      ['func:tests.test_shop.test_opening', 3, { end_line: 6, params: [] }],
    ],
    [
      ['file:tests/test_shop.py', 'contains', 'func:tests.test_shop.test_opening'],
      [
        'file:tests/test_shop.py',
        'imports',
        'file:src/bakery/shop.py',
        { sites: [{ line: 1 }], names: ['open_shop'] },
      ],
      ['func:tests.test_shop.test_opening', 'calls', 'func:src.bakery.shop.open_shop', called(4)],
    ],
  ),
  segmentOf(
    'docs/adr/0008-one-oven.md',
    [
      [
        'adr:0008',
        1,
        {
          title: 'One oven is enough',
          number: '8',
          status: 'accepted',
          date: '2024-02-11',
          decision_summary: 'Everything is baked in one oven.',
          dangling: [{ text: 'SecondOven', line: 14 }],
        },
        'One oven is enough',
      ],
      [
        'concept:residual_heat',
        12,
        { name: 'residual heat', definition: 'Heat that stays after the fire is out.' },
        'residual heat',
      ],
      [
        'decision:0123456789ab',
        9,
        { statement: 'Bake everything in one oven.', rationale: 'Cheaper.' },
        'Bake everything in one oven.',
      ],
    ],
    [
      ['adr:0008', 'governs', 'class:src.bakery.oven.Oven', { source: 'identifier', confidence: 0.9 }],
      ['adr:0008', 'defines', 'concept:residual_heat'],
      ['decision:0123456789ab', 'decided_in', 'adr:0008'],
      ['concept:residual_heat', 'same_as', 'concept:heat', { source: 'exact', confidence: 1 }],
    ],
  ),
  segmentOf('CLAUDE.md', [['concept:heat', 4, { definition: 'What an oven makes.' }, 'Residual Heat']]),
];

/** The whole bakery. */
export function bakery(): GraphView {
  return naiveGraph(BAKERY);
}

/** The ref of a node that must be there. */
export function nodeAt(view: GraphView, id: string): number {
  const node = view.find(id);
  if (node === undefined) throw new RangeError(`no node ${id}`);
  return node;
}
