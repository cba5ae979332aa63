/** Records among each other: ids, which record a reference means, who supersedes whom, and sections of instructions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentFacts, RecordReference } from '../../../src/code/document-facts.js';
import { linkDocuments } from '../../../src/code/documents/link.js';
import { runToEnd } from '../../../src/kernel/run-to-end.js';
import { documentFacts } from '../../support/document-facts.js';

const NO_CODE = { names: { named: () => [] }, outside: new Set<string>() };

type Said = Readonly<Record<string, Partial<DocumentFacts>>>;

function link(said: Said) {
  const documents = Object.entries(said).map(([path, more]) => ({ path, facts: documentFacts(more) }));
  const segments = runToEnd(linkDocuments(documents, NO_CODE));
  const nodes = segments.flatMap((segment) => segment.nodes);
  const edges = segments.flatMap((segment) => segment.edges);
  return {
    ids: nodes.map(({ id }) => id),
    names: nodes.map(({ name }) => name),
    properties: (id: string) => JSON.parse(nodes.find((node) => node.id === id)?.properties ?? 'null'),
    edges: edges.map(({ source, type, target, detail }) => {
      const { kind } = JSON.parse(detail);
      return [source, kind ?? type, target].join(' ');
    }),
  };
}

const refers = (reference: Partial<RecordReference>): Pick<DocumentFacts, 'references'> => ({
  references: [{ kind: 'relates', line: 9, ...reference }],
});

test('a number that is unique is the id, else the name of the file is', () => {
  const { ids } = link({
    'docs/adr/0001-bread.md': { number: '1' },
    'docs/adr/0002-cake.md': { number: '2' },
    'docs/adr/0002-tart.md': { number: '2' },
    'docs/adr/2024-02-11-steam.md': {},
    'docs/adr/old/2024-02-11-steam.md': {},
    'docs/adr/adr-012345.md': { number: '12345' },
  });
  assert.deepEqual(ids, [
    'adr:0001',
    'adr:0002-cake',
    'adr:0002-tart',
    'adr:2024-02-11-steam',
    'adr:12345',
    'adr:2024-02-11-steam@docs/adr/old/2024-02-11-steam.md',
  ]);
});

const ADRS: Said = {
  'docs/adr/0001-bread.md': { number: '1', title: 'Use rye for bread' },
  'docs/adr/0002-cake.md': { number: '2', title: 'Cake' },
  'docs/adr/0002-tart.md': { number: '2', title: 'Tart' },
  'docs/adr/20240211-steam.md': { title: 'Steam' },
  'docs/adr/ADR-OPS-004-night.md': { number: '4', title: 'Night' },
  'docs/adr/ADR-SHOP-004-till.md': { number: '4', title: 'Till' },
};
const REFERENCES: readonly (readonly [Partial<RecordReference>, string | undefined])[] = [
  [{ number: '1' }, 'adr:0001'],
  [{ number: '2' }, undefined],
  [{ number: '2', target: '0002-tart.md' }, 'adr:0002-tart'],
  [{ target: './0001-bread.md' }, 'adr:0001'],
  [{ target: '../adr/0001-bread.md' }, 'adr:0001'],
  [{ target: 'docs/adr/0001-bread.md' }, 'adr:0001'],
  [{ target: '0001-bread' }, 'adr:0001'],
  [{ target: '/decisions/0001-bread.html' }, 'adr:0001'],
  [{ target: 'https://bakery.example/adr/0001-bread/' }, 'adr:0001'],
  [{ target: '20240211-steam.md' }, 'adr:20240211-steam'],
  [{ target: 'gone.md' }, undefined],
  [{ number: '1', target: '0001-renamed.md' }, 'adr:0001'],
  [{ number: '1', target: '../../other/adr/0001-elsewhere.md' }, undefined],
  [{ number: '4' }, undefined],
  [{ number: '4', area: 'OPS' }, 'adr:ADR-OPS-004-night'],
  [{ number: '1', area: 'OPS' }, undefined],
  [{ title: 'Use Rye for bread.' }, 'adr:0001'],
  [{ title: 'rye' }, undefined],
];

test('a reference leads to one record, by its link, its number or its title', () => {
  const found = REFERENCES.map(([reference]) => {
    const { edges } = link({ ...ADRS, 'docs/adr/0003-new.md': { number: '3', ...refers(reference) } });
    return [reference, edges[0]?.split(' ')[2]];
  });
  assert.deepEqual(found, REFERENCES);
});

test('a record that is not there is dangling, one that names itself is nothing', () => {
  const { edges, properties } = link({
    'docs/adr/0001-bread.md': { number: '1', ...refers({ number: '7' }) },
  });
  assert.deepEqual([edges, properties('adr:0001').dangling], [[], [{ text: 'ADR-0007', line: 9 }]]);
  const ofArea = link({ 'docs/adr/0001-bread.md': { number: '1', ...refers({ number: '1', area: 'OPS' }) } });
  assert.deepEqual(ofArea.properties('adr:0001').dangling, [{ text: 'ADR-OPS-001', line: 9 }]);
  const elsewhere = refers({ number: '7', target: '../notes/0007-x.md' });
  const foreign = link({ 'docs/adr/0001-bread.md': { number: '1', ...elsewhere } });
  assert.equal(foreign.properties('adr:0001').dangling, undefined);
  const itself = link({ 'docs/adr/0001-bread.md': { number: '1', ...refers({ number: '1' }) } });
  assert.deepEqual([itself.edges, itself.properties('adr:0001').dangling], [[], undefined]);
});

test('who supersedes whom is known from either side', () => {
  const one = 'docs/adr/0001-bread.md';
  const two = 'docs/adr/0002-cake.md';
  for (const said of [
    { [one]: { number: '1' }, [two]: { number: '2', ...refers({ kind: 'supersedes', number: '1' }) } },
    { [one]: { number: '1', ...refers({ kind: 'superseded_by', number: '2' }) }, [two]: { number: '2' } },
  ] as const) {
    const { properties } = link(said);
    assert.deepEqual(properties('adr:0001').superseded_by, ['adr:0002']);
    assert.deepEqual(properties('adr:0002').supersedes, ['adr:0001']);
  }
});

test('of two references to one record the one that says more stays, with both lines', () => {
  const references: RecordReference[] = [
    { kind: 'relates', number: '1', line: 4 },
    { kind: 'supersedes', number: '1', line: 9 },
  ];
  const { edges } = link({ 'a/0001-x.md': { number: '1' }, 'a/0002-y.md': { number: '2', references } });
  assert.deepEqual(edges, ['adr:0002 supersedes adr:0001']);
});

test('a term is one node, whoever defines it', () => {
  const defines = (definition: string, name = 'Residual heat') => ({
    concepts: [{ name, definition, line: 3 }],
  });
  const { ids, names, properties, edges } = link({
    'a/0001-x.md': { number: '1', ...defines('What stays.') },
    'a/0002-y.md': { number: '2', ...defines('Warmth.', 'residual-HEAT') },
    'a/0003-z.md': { number: '3', ...defines('', '***') },
  });
  assert.deepEqual(ids, ['adr:0001', 'concept:residual_heat', 'adr:0002', 'adr:0003']);
  assert.equal(names[1], 'Residual heat');
  const { definitions } = properties('concept:residual_heat');
  assert.deepEqual(definitions, { 'adr:0001': 'What stays.', 'adr:0002': 'Warmth.' });
  assert.deepEqual(edges, [
    'adr:0001 defines concept:residual_heat',
    'adr:0002 defines concept:residual_heat',
  ]);
});

test('instructions: a node a section, and one for the file when something hangs on it', () => {
  const section = (title: string, line: number, level = 2) => {
    return { title, level, line, endLine: line + 4, summary: `About ${title}.` };
  };
  const sections = [
    section('Bakery', 1, 1),
    section('Running `tests`!', 5),
    section('Why', 7, 3),
    section('Ovens', 10),
  ];
  const facts = { kind: 'instructions', title: 'Bakery', sections } as const;
  const records = { 'docs/adr/0001-x.md': { number: '1' } };
  const plain = link({ ...records, 'CLAUDE.md': facts });
  assert.deepEqual(plain.ids, ['config:CLAUDE.md#running-tests', 'config:CLAUDE.md#ovens', 'adr:0001']);
  const top = link({ ...records, 'CLAUDE.md': { ...facts, ...refers({ number: '1', line: 2 }) } });
  assert.equal(top.ids[0], 'config:CLAUDE.md');
  assert.deepEqual(top.edges, ['config:CLAUDE.md relates adr:0001']);
  const within = link({ ...records, 'CLAUDE.md': { ...facts, ...refers({ number: '1', line: 8 }) } });
  assert.deepEqual(within.edges, ['config:CLAUDE.md#running-tests relates adr:0001']);
  const twice = link({ 'CLAUDE.md': { ...facts, sections: [section('Tests', 3), section('Tests', 9)] } });
  assert.deepEqual(twice.ids, ['config:CLAUDE.md#tests', 'config:CLAUDE.md#tests-1']);
});
