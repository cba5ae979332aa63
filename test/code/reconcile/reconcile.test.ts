/** The three tiers, who is paired with whom, and what must not depend on the order of anything. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clustersOf } from '../../../src/code/reconcile/clusters.js';
import type { Entity, Idea, IdeaType, Link, SymbolType } from '../../../src/code/reconcile/entities.js';
import { Aliases, foldName } from '../../../src/code/reconcile/names.js';
import { ratio, sequenceOf } from '../../../src/code/reconcile/ratio.js';
import { openPairs, reconcile, type VerdictOf } from '../../../src/code/reconcile/reconcile.js';
import { SEMANTIC_PAIRS_MAX } from '../../../src/code/reconcile/semantic.js';
import { runToEnd } from '../../../src/kernel/run-to-end.js';

function idea(type: IdeaType, id: string, name: string): Idea {
  return { id: `${type}:${id}`, type, name, text: '' };
}

function symbol(type: SymbolType, id: string): Entity {
  return { id: `${type}:${id}`, type, name: id.slice(id.lastIndexOf('.') + 1) };
}

interface Given {
  readonly symbols?: readonly Entity[];
  readonly aliases?: readonly (readonly [string, string])[];
  readonly verdictOf?: VerdictOf;
}

function run(
  ideas: readonly Idea[],
  { symbols = [], aliases = [], verdictOf = () => undefined }: Given = {},
) {
  const links = runToEnd(
    reconcile(
      ideas,
      {
        compared: symbols.filter(({ type }) => type !== 'function'),
        functionsNamed: (name) =>
          symbols.filter((each) => each.type === 'function' && each.name.toLowerCase() === name),
      },
      { aliases: new Aliases(aliases), verdictOf },
    ),
  );
  return { links, pairs: runToEnd(openPairs(ideas, new Aliases(aliases))) };
}

function told({ a, b, type, source, confidence }: Link): string {
  return `${a.id} ${type} ${b.id} ${source} ${confidence}`;
}

test('names are compared without letter case, separators and repeated blanks', () => {
  for (const name of [
    'Residual heat',
    'residual_heat',
    'RESIDUAL-HEAT',
    ' residual  heat ',
    'residual.heat',
    'residual/heat',
  ])
    assert.equal(foldName(name), 'residual heat');
});

test('tier 1: the same name is the same thing, in code too, whatever its spelling', () => {
  const { links } = run(
    [idea('concept', 'residual_heat', 'Residual heat'), idea('concept', '0f1e', 'residual-heat')],
    {
      symbols: [symbol('function', 'src.oven.residual_heat'), symbol('module', 'src.residual_heat')],
    },
  );
  assert.deepEqual(links.map(told), [
    'concept:0f1e same_as concept:residual_heat exact 1',
    'concept:0f1e same_as function:src.oven.residual_heat exact 1',
    'concept:0f1e same_as module:src.residual_heat exact 1',
    'concept:residual_heat same_as function:src.oven.residual_heat exact 1',
    'concept:residual_heat same_as module:src.residual_heat exact 1',
  ]);
});

test('tier 1: aliases count both ways, built in and from the settings', () => {
  const ideas = [
    idea('concept', 'kg', 'KG'),
    idea('concept', 'long', 'Knowledge graph'),
    idea('concept', 'sd', 'Sourdough'),
    idea('concept', 'lv', 'levain'),
  ];
  const symbols = [symbol('function', 'src.kg')];
  const { links } = run(ideas, { symbols, aliases: [['Levain', 'sourdough']] });
  assert.deepEqual(links.map(told), [
    'concept:kg same_as concept:long exact 1',
    'concept:kg same_as function:src.kg exact 1',
    'concept:long same_as function:src.kg exact 1',
    'concept:lv same_as concept:sd exact 1',
  ]);
});

test('aliases that lead in a ring end', () => {
  const aliases = new Aliases([
    ['loaf', 'bread'],
    ['bread', 'loaf'],
  ]);
  assert.equal(aliases.canonical('loaf'), aliases.canonical('bread'));
});

test('code is never paired with code', () => {
  const symbols = [
    symbol('class', 'src.a.Oven'),
    symbol('class', 'src.b.Oven'),
    symbol('module', 'src.oven'),
  ];
  assert.deepEqual(run([], { symbols }).links, []);
});

test('tier 2: from 0.85 on the same, from 0.70 on related, the smaller id first', () => {
  const names = ['proofing basket', 'proofing baskets', 'proofing racket', 'prof basket case'];
  const ideas = names.map((name, at) => idea('concept', `${9 - at}`, name));
  for (const { a, b, type, confidence } of run(ideas).links) {
    const expected = ratio(sequenceOf(foldName(a.name)), sequenceOf(foldName(b.name)));
    assert.ok(a.id < b.id);
    assert.equal(confidence, Number(expected.toFixed(4)));
    assert.equal(type, expected >= 0.85 ? 'same_as' : 'related_to');
  }
  assert.deepEqual(run(ideas.slice(0, 2)).links.map(told), ['concept:8 same_as concept:9 fuzzy 0.9677']);
  assert.deepEqual(
    run([idea('concept', 'a', 'abcdefghij'), idea('concept', 'b', 'abcdefgxyz')]).links.map(told),
    ['concept:a related_to concept:b fuzzy 0.7'],
  );
});

test('tier 2: a class is met only by an idea with a word of its name, a function never', () => {
  const ideas = [idea('concept', 'deck', 'Deck oven'), idea('concept', 'dock', 'Deckhoven')];
  const symbols = [symbol('class', 'src.DeckOven'), symbol('function', 'src.deck_ovens')];
  assert.deepEqual(run(ideas, { symbols }).links.map(told), [
    'class:src.DeckOven same_as concept:deck fuzzy 0.9412',
    'concept:deck same_as concept:dock fuzzy 0.8889',
  ]);
});

test('tier 3: asks about concepts and decisions that share a word, and heeds verdicts by their thresholds', () => {
  const ideas = [
    idea('concept', 'a', 'Crash recovery of the oven log'),
    idea('concept', 'b', 'Write-ahead oven journal'),
    idea('decision', 'c', 'Replay the oven journal after a power cut'),
    idea('config', 'd', 'Oven rules for every journal of ours'),
    idea('concept', 'e', 'Invoices'),
  ];
  const { pairs, links } = run(ideas);
  assert.deepEqual(
    pairs.map(({ a, b }) => `${a.id} ${b.id}`),
    ['concept:b decision:c', 'concept:a concept:b', 'concept:a decision:c'],
  );
  assert.deepEqual(links, []);
  const verdicts: Readonly<Record<string, number>> = {
    'concept:b decision:c': 0.85,
    'concept:a concept:b': 0.6,
    'concept:a decision:c': 0.59,
  };
  const judged = run(ideas, { verdictOf: ({ a, b }) => verdicts[`${a.id} ${b.id}`] });
  assert.deepEqual(judged.links.map(told), [
    'concept:a related_to concept:b semantic 0.6',
    'concept:b same_as decision:c semantic 0.85',
  ]);
});

test('tier 3: at most 200 pairs, and always the same', () => {
  const ideas = Array.from({ length: 60 }, (_, at) => {
    return idea('concept', String(at).padStart(2, '0'), `oven ${'abcdefghij'.repeat(at % 7)} ${at * 7919}`);
  });
  const { pairs } = run(ideas);
  assert.equal(pairs.length, SEMANTIC_PAIRS_MAX);
  assert.deepEqual(run([...ideas].reverse()).pairs, pairs);
});

test('a name that many share is linked with its first, not each with each', () => {
  const ideas = Array.from({ length: 500 }, (_, at) =>
    idea('concept', String(at).padStart(3, '0'), 'Context'),
  );
  const { links } = run(ideas);
  assert.equal(links.length, 499);
  assert.equal(clustersOf(links.map(({ a, b }) => [a.id, b.id])).length, 1);
});

test('names that are all alike make few links, the clusters of all links, and no question of them', () => {
  const names = Array.from({ length: 240 }, (_, at) =>
    at % 8 === 0
      ? `glaze recipe ${String.fromCharCode(97 + (at % 26)).repeat(5)} ${at}`
      : `firing step ${at}`,
  );
  const ideas = names.map((name, at) => idea('concept', String(at).padStart(3, '0'), name));
  const { links, pairs } = run(ideas);
  const alike = ideas.flatMap((a, at) =>
    ideas.slice(at + 1).flatMap((b) => {
      return ratio(sequenceOf(a.name), sequenceOf(b.name)) >= 0.85 ? [[a.id, b.id] as const] : [];
    }),
  );
  const same = links.filter(({ type }) => type === 'same_as');
  assert.ok(same.length * 1.5 < alike.length, `${same.length} of ${alike.length}`);
  assert.deepEqual(clustersOf(same.map(({ a, b }) => [a.id, b.id])), clustersOf(alike));
  assert.deepEqual(
    pairs.filter(({ a, b }) => `${a.name}${b.name}`.includes('firing step')),
    [],
  );
  assert.deepEqual(run([...ideas].reverse()).links, links);
});

const NAME = fc
  .array(fc.constantFrom('oven', 'Oven', 'heat', 'dough_scale', 'kg', 'knowledge graph', 'tray', 'trays'), {
    minLength: 1,
    maxLength: 3,
  })
  .map((words) => words.join(' '));

test('the order of nodes never changes the result', () => {
  const nodes = fc.uniqueArray(fc.tuple(fc.nat(99), NAME), { selector: ([at]) => at, maxLength: 14 });
  fc.assert(
    fc.property(nodes, nodes, fc.nat(), (ideas, code, turn) => {
      const types: readonly IdeaType[] = ['concept', 'decision', 'config'];
      const all = ideas.map(([at, name]) => idea(types[at % 3] ?? 'concept', String(at), name));
      const symbols = code.map(([at, name]) => symbol(at % 2 === 0 ? 'class' : 'module', `${at}.${name}`));
      const turned = [...all.slice(turn % (all.length + 1)), ...all.slice(0, turn % (all.length + 1))];
      assert.deepEqual(run(turned, { symbols: [...symbols].reverse() }), run(all, { symbols }));
    }),
  );
});

test('clusters are those of any chain, in any order of the pairs', () => {
  const pairs = [
    ['c', 'd'],
    ['a', 'b'],
    ['b', 'c'],
    ['x', 'y'],
  ] as const;
  const expected = [
    ['a', 'b', 'c', 'd'],
    ['x', 'y'],
  ];
  assert.deepEqual(clustersOf(pairs), expected);
  assert.deepEqual(clustersOf([...pairs].reverse()), expected);
});
