/** Who calls a thing, who overrides it, and what may hide a caller. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildGraph } from '../../../src/code/code-graph.js';
import type { GraphView } from '../../../src/code/graph.js';
import { EDGE_TYPES } from '../../../src/code/model.js';
import { contextOfSymbol } from '../../../src/code/query/context-symbol.js';
import { explain } from '../../../src/code/query/explain.js';
import { type RelateRequest, relate } from '../../../src/code/query/relate.js';
import { symbolDocument } from '../../../src/code/render/context-symbol.js';
import { explainDocument } from '../../../src/code/render/explain.js';
import { relateDocument } from '../../../src/code/render/relate.js';
import { noCallers } from '../../../src/code/render/unresolved.js';
import { renderDocument } from '../../../src/code/render.js';
import { BAKERY, nodeAt, segmentOf } from '../../support/bakery.js';
import { naiveGraph } from '../../support/naive-graph.js';
import { linkAll } from '../resolve/link-project.js';

function graphOf(files: Readonly<Record<string, string>>): GraphView {
  return buildGraph(linkAll(new Map(Object.entries(files))).values()).view;
}

const YARD = graphOf({
  'yard.py': `import threading
import pytest

class Hull:
    def __init__(self, length):
        self.length = length
    def paint(self): ...
    def launch(self): ...

class Tanker(Hull):
    def paint(self): ...

class Supertanker(Tanker):
    def paint(self): ...
    def launch(self): ...
    def __len__(self):
        return 400

def build():
    return Hull(3)

def enlarge():
    return Tanker(300)

class Crane(threading.Thread):
    def run(self): ...

@pytest.fixture
def dock(): ...

@harbour.on_arrival('north')
def greet(): ...
`,
  'tests/test_yard.py': 'from yard import Hull\n\ndef test_hull():\n    assert Hull(2)\n',
});

const contextIn = (id: string, view = YARD) => contextOfSymbol(view, nodeAt(view, id));
const ids = (nodes: readonly { readonly id: string }[]) => nodes.map(({ id }) => id);

test('a method knows what it overrides and what overrides it, at any depth', () => {
  const tanker = contextIn('func:yard.Tanker.paint');
  assert.equal(tanker.overrides?.id, 'func:yard.Hull.paint');
  assert.deepEqual(ids(tanker.overriddenBy), ['func:yard.Supertanker.paint']);
  assert.deepEqual(ids(contextIn('func:yard.Hull.paint').overriddenBy), [
    'func:yard.Tanker.paint',
    'func:yard.Supertanker.paint',
  ]);
  assert.equal(contextIn('func:yard.Supertanker.launch').overrides?.id, 'func:yard.Hull.launch');
  assert.deepEqual(contextIn('func:yard.build').overriddenBy, []);
});

function callersOf(id: string, more: Partial<RelateRequest> = {}, view = YARD) {
  const node = nodeAt(view, id);
  return relate(view, { node, depth: 1, direction: 'in', limit: 30, edgeTypes: ['calls'], ...more });
}

test('to relate a class to its callers is to relate its constructor to them', () => {
  const answer = callersOf('class:yard.Hull');
  assert.deepEqual(ids(answer.nodes.map(({ node }) => node)), [
    'func:tests.test_yard.test_hull',
    'func:yard.build',
    'func:yard.enlarge',
  ]);
  assert.ok(answer.nodes.every(({ edges }) => edges[0]?.target === 'func:yard.Hull.__init__'));
  assert.match(
    relateDocument(answer).intro.join('\n'),
    /Callers of its constructor `func:yard\.Hull\.__init__` are included\./,
  );
  assert.equal(callersOf('class:yard.Hull', { direction: 'out' }).total, 0);
});

test('a class without a constructor names the one that runs', () => {
  const answer = callersOf('class:yard.Tanker');
  assert.deepEqual(ids(answer.callers?.inheritedConstructors ?? []), ['func:yard.Hull.__init__']);
  assert.match(
    relateDocument(answer).intro.join('\n'),
    /It has no constructor of its own; calls may end at `func:yard\.Hull\.__init__`\./,
  );
});

test('callers in tests come after the others', () => {
  assert.deepEqual(ids(contextIn('class:yard.Hull').callers.map(({ node }) => node)), [
    'func:yard.build',
    'func:yard.enlarge',
    'func:tests.test_yard.test_hull',
  ]);
});

test('no callers: what may have been missed', () => {
  const said = (id: string) => noCallers(undefined, contextIn(id).hiddenUses);
  const value = 'uses as a value (passed on, stored, named in a string).';
  assert.equal(
    said('func:yard.Supertanker.launch'),
    `None found; no unresolved call uses this name. Not seen: callers of \`func:yard.Hull.launch\`, which it overrides; ${value}`,
  );
  assert.match(said('func:yard.Supertanker.__len__'), /Not seen: operators and builtins/);
  assert.match(said('func:yard.Crane.run'), /code outside the project, by way of `threading\.Thread`/);
  assert.match(said('func:yard.dock'), /tests that take it as a parameter \(a pytest fixture\)/);
  assert.match(said('func:yard.greet'), /uses made by `@harbour\.on_arrival\('north'\)`/);
});

const documentText = (id: string, view = YARD) =>
  renderDocument(symbolDocument(contextIn(id, view), { kind: 'changed' }), {
    maxTokens: 4_000,
    stateLine: '',
  });

test('with callers, too, what is not seen is said in one line', () => {
  const hull = documentText('class:yard.Hull');
  assert.match(hull, /\nNot seen: uses as a value \(passed on, stored, named in a string\)\.\n/);
  const intro = relateDocument(callersOf('class:yard.Hull')).intro.join('\n');
  assert.match(intro, /\nNot seen: uses as a value/);
  assert.doesNotMatch(intro, /No callers found/);
});

test('to relate in all directions without callers says what is not seen, too', () => {
  const { direction, edgeTypes } = { direction: 'both' as const, edgeTypes: EDGE_TYPES };
  const intro = relateDocument(callersOf('func:yard.Hull.launch', { direction, edgeTypes })).intro.join('\n');
  assert.match(intro, /No callers found\. Not seen: uses as a value/);
});

const FARES = graphOf({
  'fares.py': `from abc import ABC, abstractmethod
from typing import Protocol

class Fare:
    def price(self, miles): raise NotImplementedError
    def quote(self, miles):
        return self.price(miles)

class Full(Fare):
    def price(self, miles): return miles

class Night(Full):
    def price(self, miles): return miles * 2

class Rule(Protocol):
    def apply(self, miles): ...
    def name(self): ...

class Half:
    def apply(self, miles): return miles / 2
    def name(self): return 'half'

class Rope:
    def apply(self, miles): return miles

class Berth(ABC):
    @abstractmethod
    def clean(self): ...

def offer(miles, rule: Rule | None = None):
    chosen = rule or Half()
    return chosen.apply(miles)

print(Night().quote(3), offer(4))
`,
});

test('callers of what overrides a method are told with it', () => {
  const through =
    'Overridden by `func:fares.Full.price`, `func:fares.Night.price`; called through these: `func:fares.Fare.quote` at fares.py:7 (to `Full.price`, `Night.price`).';
  assert.ok(documentText('func:fares.Fare.price', FARES).includes(through));
  const { intro } = relateDocument(callersOf('func:fares.Fare.price', {}, FARES));
  assert.ok(intro.includes(through), intro.join('\n'));
});

test('of a protocol and of what is abstract: who implements it', () => {
  assert.match(
    documentText('func:fares.Rule.apply', FARES),
    /A protocol's method; by the names of methods implemented by `func:fares\.Half\.apply`; called through it: `func:fares\.offer` at fares\.py:32 \(to `Half\.apply`\)\./,
  );
  assert.match(
    documentText('func:fares.Berth.clean', FARES),
    /An abstract method; nothing that implements it is seen\./,
  );
});

test('what joins a caller to a method whose override it calls are these calls', () => {
  const ends = [nodeAt(FARES, 'func:fares.Fare.quote'), nodeAt(FARES, 'func:fares.Fare.price')] as const;
  const document = explainDocument(explain(FARES, ends, 3), () => undefined);
  assert.deepEqual(document.intro, [
    'No edge between them: the call goes to `func:fares.Full.price`, `func:fares.Night.price` in place of `price`.',
  ]);
  assert.match(document.items[0]?.forms[0] ?? '', /fares\.py:7/);
});

test('a class that calls methods by computed names says so of each of its family', () => {
  const view = graphOf({
    'bell.py': `class Bell:
    def ring(self, how):
        return getattr(self, how)()

class Alarm(Bell):
    def ring_loud(self): ...

class Clock:
    def ring_hour(self): ...
`,
  });
  const said =
    /Not seen: calls by a computed name: `getattr` in `func:bell\.Bell\.ring` line 3; uses as a value/;
  assert.match(documentText('func:bell.Alarm.ring_loud', view), said);
  const { intro } = relateDocument(callersOf('func:bell.Alarm.ring_loud', {}, view));
  assert.match(intro.join('\n'), said);
  assert.doesNotMatch(documentText('func:bell.Clock.ring_hour', view), /computed/);
});

// A caller of a decorated function calls the wrapper: what it decorates is referred to.
const DECORATED = naiveGraph([
  ...BAKERY,
  segmentOf(
    'src/bakery/till.py',
    [
      ['file:src/bakery/till.py', 1],
      ['func:src.bakery.till.ring_up', 4, { end_line: 5, decorators: ['logged'] }],
      ['func:src.bakery.till.sell', 8, { end_line: 12 }],
    ],
    [
      [
        'func:src.bakery.till.sell',
        'references',
        'func:src.bakery.till.ring_up',
        { sites: [{ line: 9 }], source: 'decorator' },
      ],
    ],
  ),
  segmentOf(
    'tests/test_till.py',
    [['func:tests.test_till.test_sale', 3]],
    [['func:tests.test_till.test_sale', 'calls', 'func:src.bakery.till.sell', { sites: [{ line: 4 }] }]],
  ),
]);

test('a call through a decorator counts, for callers, callees and tests', () => {
  const context = contextIn('func:src.bakery.till.ring_up', DECORATED);
  assert.deepEqual(ids(context.callers.map(({ node }) => node)), ['func:src.bakery.till.sell']);
  assert.deepEqual(
    context.reachedBy.tests.map(({ node, hops }) => [node.name, hops]),
    [['test_sale', 2]],
  );
  const text = renderDocument(symbolDocument(context, { kind: 'changed' }), {
    maxTokens: 4_000,
    stateLine: '',
  });
  assert.match(text, /- `func:src\.bakery\.till\.sell` at src\/bakery\/till\.py:9 \(through its decorator\)/);
  const sell = contextIn('func:src.bakery.till.sell', DECORATED);
  assert.deepEqual(ids(sell.callees.map(({ node }) => node)), ['func:src.bakery.till.ring_up']);
  const answer = callersOf('func:src.bakery.till.ring_up', {}, DECORATED);
  assert.match(relateDocument(answer).intro.join('\n'), /1 caller more through its decorator/);
});

test('unresolved calls of the name come after the nodes, page by page', () => {
  const view = naiveGraph(BAKERY);
  const pages = [0, 1, 2].map((offset) => {
    return callersOf('func:src.bakery.shop.close', { limit: 1, offset }, view).unresolved;
  });
  assert.deepEqual(
    pages.map((page) => [page?.total, page?.places.map(({ line }) => line)]),
    [
      [2, [13]],
      [2, [17]],
      [2, []],
    ],
  );
});

test('of very many subclasses the same ones are found', () => {
  const piers = Array.from({ length: 300 }, (_, index) => `harbour.Pier${index}`);
  const overriding = piers.filter((_, index) => index % 3 === 0);
  const method = (owner: string) => `func:${owner}.moor`;
  const classes = ['harbour.Pier', ...piers];
  const view = naiveGraph([
    segmentOf(
      'harbour.py',
      [
        ...classes.map((name, index) => [`class:${name}`, index * 3 + 1] as const),
        ...['harbour.Pier', ...overriding, 'harbour.Tug'].map((name) => [method(name), 2] as const),
        ['class:harbour.Tug', 1_000],
      ],
      [
        ...piers.map((name) => [`class:${name}`, 'inherits', 'class:harbour.Pier'] as const),
        ...['harbour.Pier', ...overriding, 'harbour.Tug'].flatMap(
          (name) =>
            [
              [`class:${name}`, 'contains', method(name)],
              [method(name), 'method_of', `class:${name}`],
            ] as const,
        ),
      ],
    ),
  ]);
  const found = ids(contextIn('func:harbour.Pier.moor', view).overriddenBy);
  assert.deepEqual([...found].sort(), overriding.map(method).sort());
});

test('callers of an override are not taken for all: those of what it overrides are named', () => {
  const handlers = Array.from({ length: 7 }, (_, i) => {
    return `class Horn${i}(Horn):\n    def sound(self):\n        return ${i}\n`;
  });
  const { view } = buildGraph(
    linkAll(
      new Map([
        [
          'horns.py',
          `class Horn:
    def warn(self):
        return self.sound()
    def sound(self): ...
${handlers.join('')}class Echo(Horn3):
    def sound(self):
        return super().sound()
`,
        ],
      ]),
    ).values(),
  );
  const said =
    'Not seen: callers of `func:horns.Horn.sound`, which it overrides; uses as a value (passed on, stored, named in a string).';
  const answer = callersOf('func:horns.Horn3.sound', {}, view);
  assert.deepEqual(ids(answer.nodes.map(({ node }) => node)), ['func:horns.Echo.sound']);
  assert.ok(relateDocument(answer).intro.includes(said));
  const context = contextOfSymbol(view, nodeAt(view, 'func:horns.Horn3.sound'));
  assert.deepEqual(context.hiddenUses, [{ kind: 'base', id: 'func:horns.Horn.sound' }, { kind: 'value' }]);
  assert.deepEqual(callersOf('func:horns.Horn.sound', {}, view).callers?.hiddenUses, [{ kind: 'value' }]);
});
