/** Names that several definitions share, or that lead to a definition elsewhere: what they mean and what is said of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildGraph } from '../../../src/code/code-graph.js';
import type { GraphView } from '../../../src/code/graph.js';
import { contextOfSymbol } from '../../../src/code/query/context-symbol.js';
import { resolveNode } from '../../../src/code/query/resolve-node.js';
import { definitionLines, namingLines } from '../../../src/code/render/naming.js';
import { nodeAt, segmentOf } from '../../support/bakery.js';
import { naiveGraph } from '../../support/naive-graph.js';
import { linkAll } from '../resolve/link-project.js';

function graphOf(files: Readonly<Record<string, string>>): GraphView {
  return buildGraph(linkAll(new Map(Object.entries(files))).values()).view;
}

function meaning(view: GraphView, text: string): string | readonly string[] {
  const resolved = resolveNode(view, text);
  if (resolved.kind === 'one') return view.id(resolved.node);
  return (resolved.kind === 'several' ? resolved.nodes : resolved.nearest).map((node) => view.id(node));
}

function saidOfName(view: GraphView, text: string): string[] {
  return namingLines(view, text, resolveNode(view, text));
}

function saidOfDefinitions(view: GraphView, id: string): string[] {
  const { symbol, definitions } = contextOfSymbol(view, nodeAt(view, id));
  return definitionLines(symbol, definitions);
}

const MILL = graphOf({
  'mill.py': `import sys
from typing import overload

class Mill:
    @overload
    def grind(self, grain: int) -> int: ...
    @overload
    def grind(self, grain: str) -> str: ...
    def grind(self, grain):
        def sieve():
            return grain
        return sieve()

    @property
    def stones(self):
        return self._stones

    @stones.setter
    def stones(self, count):
        self._stones = count

if sys.platform == 'win32':
    def start():
        return 'wind'
else:
    def start():
        return 'water'
`,
});

test('overloads: the name means the implementation, which lists them', () => {
  for (const text of ['Mill.grind', 'mill.Mill.grind', 'grind', 'grind(self, 3)', 'func:grind'])
    assert.equal(meaning(MILL, text), 'func:mill.Mill.grind#3', text);
  assert.equal(meaning(MILL, 'Mill.grind.sieve'), 'func:mill.Mill.grind#3.sieve');
  assert.deepEqual(saidOfDefinitions(MILL, 'func:mill.Mill.grind#3'), [
    '3 definitions of this name, of which this is the implementation: overloads at lines 6, 8.',
  ]);
});

test('a stub that is named by its id, its mark or its line stays, and points to the implementation', () => {
  assert.equal(meaning(MILL, 'func:mill.Mill.grind'), 'func:mill.Mill.grind');
  assert.equal(meaning(MILL, 'Mill.grind#2'), 'func:mill.Mill.grind#2');
  assert.equal(meaning(MILL, 'grind#2'), 'func:mill.Mill.grind#2');
  assert.equal(meaning(MILL, 'mill.py:6'), 'func:mill.Mill.grind');
  assert.deepEqual(saidOfDefinitions(MILL, 'func:mill.Mill.grind#2'), [
    'One of 3 definitions of this name (overload); it means the implementation, `func:mill.Mill.grind#3` at lines 9–12.',
  ]);
});

test('a property means its getter, variants of an if mean the last', () => {
  assert.equal(meaning(MILL, 'Mill.stones'), 'func:mill.Mill.stones');
  assert.deepEqual(saidOfDefinitions(MILL, 'func:mill.Mill.stones'), [
    '2 definitions of this name, of which this is the getter: setter `func:mill.Mill.stones#2` at lines 19–20.',
  ]);
  assert.equal(meaning(MILL, 'start'), 'func:mill.start#2');
  assert.deepEqual(saidOfDefinitions(MILL, 'func:mill.start'), [
    'One of 2 definitions of this name (function); it means the last, `func:mill.start#2` at lines 26–27.',
  ]);
  assert.deepEqual(saidOfDefinitions(MILL, 'class:mill.Mill'), []);
});

const HARBOUR = graphOf({
  'harbour/__init__.py': 'from .ships import *\nfrom .cargo import Crate as Box\nfrom . import piers\n',
  'harbour/ships.py': `from .hulls import Hull, Ballast

class Anchor:
    def drop(self): ...

class Ship(Ballast, Hull):
    def sail(self): ...

class Tug(Ship):
    def tow(self): ...
`,
  'harbour/hulls.py': `class Floating:
    def float(self): ...
    def paint(self): ...

class Hull(Floating):
    def paint(self): ...
    def launch(self): ...

class Ballast(Floating):
    def fill(self): ...
`,
  'harbour/cargo.py': 'class Crate:\n    def weigh(self): ...\n',
  'harbour/piers.py': 'def moor(): ...\n',
  'shed/cargo.py': 'class Crate:\n    def weigh(self): ...\n',
});

test('a method is found where it is inherited from, along the order in which Python looks it up', () => {
  assert.equal(meaning(HARBOUR, 'Tug.sail'), 'func:harbour.ships.Ship.sail');
  // Not Floating's, which stands behind Hull in spite of Ballast.
  assert.equal(meaning(HARBOUR, 'Tug.paint'), 'func:harbour.hulls.Hull.paint');
  assert.equal(meaning(HARBOUR, 'Tug.float()'), 'func:harbour.hulls.Floating.float');
  assert.deepEqual(saidOfName(HARBOUR, 'Tug.paint'), [
    '`Tug.paint` is inherited from `class:harbour.hulls.Hull`: `class:harbour.ships.Tug` does not define it.',
  ]);
  assert.deepEqual(saidOfName(HARBOUR, 'Tug.tow'), []);
});

test('a name is followed to where a package takes it in from', () => {
  assert.equal(meaning(HARBOUR, 'harbour.Tug'), 'class:harbour.ships.Tug');
  assert.equal(meaning(HARBOUR, 'harbour.Tug.launch'), 'func:harbour.hulls.Hull.launch');
  assert.equal(meaning(HARBOUR, 'harbour.Hull'), 'class:harbour.hulls.Hull');
  assert.equal(meaning(HARBOUR, 'harbour.Crate.weigh'), 'func:harbour.cargo.Crate.weigh');
  assert.deepEqual(saidOfName(HARBOUR, 'harbour.Tug'), ['`harbour.Tug` is defined in `harbour/ships.py`.']);
  // No import says it, but only one file below the package defines it.
  assert.equal(meaning(HARBOUR, 'harbour.moor'), 'func:harbour.piers.moor');
});

test('a member that is misspelt is looked for among those of its class first', () => {
  assert.deepEqual(meaning(HARBOUR, 'Tug.launched').slice(0, 2), [
    'func:harbour.hulls.Hull.launch',
    'class:harbour.ships.Tug',
  ]);
});

test('circular bases end', () => {
  const view = naiveGraph([
    segmentOf(
      'knot.py',
      [
        ['class:knot.Bend', 1],
        ['class:knot.Hitch', 4],
        ['func:knot.Hitch.tie', 5],
      ],
      [
        ['class:knot.Bend', 'inherits', 'class:knot.Hitch'],
        ['class:knot.Hitch', 'inherits', 'class:knot.Bend'],
        ['class:knot.Hitch', 'contains', 'func:knot.Hitch.tie'],
        ['func:knot.Hitch.tie', 'method_of', 'class:knot.Hitch'],
      ],
    ),
  ]);
  assert.equal(meaning(view, 'Bend.tie'), 'func:knot.Hitch.tie');
  assert.equal(meaning(view, 'Hitch.tie'), 'func:knot.Hitch.tie');
});
