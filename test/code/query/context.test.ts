import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildGraph } from '../../../src/code/code-graph.js';
import { contextOf } from '../../../src/code/query/context.js';
import { contextOfFile } from '../../../src/code/query/context-file.js';
import { contextOfSymbol } from '../../../src/code/query/context-symbol.js';
import { bakery, nodeAt } from '../../support/bakery.js';
import { linkAll } from '../resolve/link-project.js';

const view = bakery();
const ids = (relations: readonly { readonly node: { readonly id: string } }[]) =>
  relations.map(({ node }) => node.id);

test('a file: the seven sections', () => {
  const context = contextOfFile(view, nodeAt(view, 'file:src/bakery/oven.py'));
  assert.deepEqual(
    context.structure.map(({ node, level }) => `${level} ${node.name}`),
    ['0 Appliance', '0 Oven', '1 bake', '1 heat', '0 preheat_oven'],
  );
  assert.deepEqual(ids(context.imports), []);
  assert.deepEqual(context.externalImports, ['time']);
  assert.deepEqual(ids(context.dependents), ['file:src/bakery/__init__.py', 'file:src/bakery/shop.py']);
  assert.deepEqual(
    context.governing.map(({ node, governed }) => [node.id, governed.name]),
    [['adr:0008', 'Oven']],
  );
  assert.deepEqual(ids(context.decisions), ['decision:0123456789ab']);
  assert.deepEqual(ids(context.concepts), ['concept:residual_heat']);
  assert.deepEqual(
    context.links.map(({ of, node }) => [of.id, node.id]),
    [['concept:residual_heat', 'concept:heat']],
  );
  assert.deepEqual(context.calls, { resolved: 2, external: 1, unresolved: 1 });
});

test('a file that does not parse whole: which lines', () => {
  const text = 'kneaded = 1\nproved = (\n  2 3,\n  4 = 5)\nbaked = 3\n';
  const { view: broken } = buildGraph(linkAll(new Map([['dough.py', text]])).values());
  const { problems } = contextOfFile(broken, nodeAt(broken, 'file:dough.py'));
  assert.deepEqual(problems, ['line 2–4: These lines do not parse and were left out']);
});

test('a package: its files, not what they hold', () => {
  const context = contextOfFile(view, nodeAt(view, 'module:src.bakery'));
  assert.deepEqual(ids(context.structure), [
    'file:src/bakery/__init__.py',
    'file:src/bakery/oven.py',
    'file:src/bakery/shop.py',
  ]);
});

test('a method: callers, callees, what it stands in, tests and ADRs', () => {
  const context = contextOfSymbol(view, nodeAt(view, 'func:src.bakery.oven.Oven.bake'));
  assert.equal(context.symbol.signature, 'def bake(self, loaves: int = 1) -> Bread');
  assert.deepEqual(
    context.containers.map(({ name }) => name),
    ['Oven', 'oven.py'],
  );
  assert.deepEqual(ids(context.callers), ['func:src.bakery.shop.open_shop']);
  assert.deepEqual(ids(context.callees), ['func:src.bakery.oven.Oven.heat']);
  assert.deepEqual(
    context.reachedBy.tests.map(({ node, hops, via }) => [node.name, hops, via]),
    [['test_opening', 2, ['open_shop']]],
  );
  assert.deepEqual(ids(context.governing), ['adr:0008']);
});

test('a class: members in order of line, bases, and tests through its methods', () => {
  const context = contextOfSymbol(view, nodeAt(view, 'class:src.bakery.oven.Oven'));
  assert.deepEqual(
    context.members.map(({ name }) => name),
    ['bake', 'heat'],
  );
  assert.deepEqual(ids(context.bases), ['class:src.bakery.oven.Appliance']);
  assert.deepEqual(ids(context.reachedBy.tests), ['func:tests.test_shop.test_opening']);
  assert.deepEqual(
    contextOfSymbol(view, nodeAt(view, 'class:src.bakery.oven.Appliance')).subclasses.map(
      ({ node }) => node.name,
    ),
    ['Oven'],
  );
});

test('no callers, and the calls that may be hidden', () => {
  const context = contextOfSymbol(view, nodeAt(view, 'func:src.bakery.shop.close'));
  assert.deepEqual(context.callers, []);
  assert.equal(context.unresolved?.total, 2);
});

test('an ADR: what it governs, defines and decides, and what it names that is gone', () => {
  const context = contextOf(view, nodeAt(view, 'adr:0008'));
  assert.ok(context.kind === 'record');
  assert.deepEqual(ids(context.governs), ['class:src.bakery.oven.Oven']);
  assert.deepEqual(ids(context.defines), ['concept:residual_heat']);
  assert.deepEqual(ids(context.decisions), ['decision:0123456789ab']);
  assert.deepEqual([context.status, context.date], ['accepted', '2024-02-11']);
  assert.deepEqual(context.dangling, [{ text: 'SecondOven', line: 14 }]);
  assert.deepEqual([context.supersededBy, context.others], [[], []]);
});

test('a concept is shown with what it is joined to', () => {
  const context = contextOf(view, nodeAt(view, 'concept:residual_heat'));
  assert.ok(context.kind === 'entity');
  assert.deepEqual(ids(context.outgoing), ['concept:heat']);
  assert.deepEqual(ids(context.incoming), ['adr:0008']);
});
