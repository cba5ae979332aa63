/**
 * The constructs of records, one line each: what a status, a date, a title and a sentence about other records say, in the forms
 * and languages people use. Whole documents are in `markdown.test.ts`.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { DocumentFacts, RecordReference } from '../../../src/code/document-facts.js';
import { DocumentExtractor } from '../../../src/code/extract/markdown/document.js';
import { MarkdownParser } from '../../../src/code/parse.js';

let extractor: DocumentExtractor;
before(async () => {
  extractor = new DocumentExtractor(await MarkdownParser.load());
});

function read(text: string, name = '0008-ovens.md'): DocumentFacts {
  return extractor.extract({ path: `docs/adr/${name}`, kind: 'adr', text, problems: [] });
}

const STATUSES: readonly (readonly [written: string, meant: string])[] = [
  ['## Status\n\nAccepted', 'accepted'],
  ['## Status\n\nAccepted — **only for rye**', 'accepted'],
  ['## Status\n\nDeprecated / Superseded', 'deprecated'],
  ['## Status\n\nAccepted / Implemented', 'accepted'],
  ['## Status\n\nProposed / Accepted / Rejected', 'unknown'],
  ['## Status\n\nRejected on July 26, 2026', 'rejected'],
  ['## Statut\n\nAcceptée — 2026-08', 'accepted'],
  ['## Statut\n\nProposé', 'proposed'],
  ['## Statut\n\nRemplacée par [ADR-9](0009-x.md)', 'superseded'],
  ['## Estado\n\nAceptada.', 'accepted'],
  ['## Estado\n\nRechazada', 'rejected'],
  ['## Estado\n\nVigente', 'accepted'],
  ['**Status: Akzeptiert**', 'accepted'],
  ['Datum: 2026-03-02   Status: vorgeschlagen (präzisiert ADR-0002)', 'proposed'],
  ['Дата: 2026-03-02. Статус: принято. Дополняет ADR-0001.', 'accepted'],
  ['- Статус: Отклонено', 'rejected'],
  ['## 状态\n\n已接受（第一阶段）', 'accepted'],
  ['- 状态：草案', 'draft'],
  ['## 状态\n\n已被 ADR-0009 取代', 'superseded'],
  ['## ステータス\n\n承認済み', 'accepted'],
  ['## ステータス\n\n却下', 'rejected'],
  ['| Field | Value |\n|---|---|\n| **Status** | Accepted |', 'accepted'],
  ['| Feld | Wert |\n|---|---|\n| Status | Abgelehnt |', 'rejected'],
  [
    '|Field|Value|\n|--|--|\n|Created|Proposed (2026-03-02)|\n|Changed|Accepted (2026-03-05)|\n|Superseded||',
    'accepted',
  ],
  ['|Field|Value|\n|--|--|\n|Created|Proposed (2026-03-02)|\n|Changed|2026-03-05|', 'proposed'],
  ['> Lifecycle: Partially superseded', 'accepted'],
  ['- Lifecycle: second season\n- Status: Rejected', 'rejected'],
  ['No word about it.', 'unknown'],
];

test('the status, wherever and however it is said', () => {
  const all = STATUSES.map(([written]) => [
    written,
    read(`# Bake at night\n\n${written}\n\n## Context\n`).status,
  ]);
  assert.deepEqual(all, STATUSES);
});

const DATES: readonly (readonly [written: string, meant: string | undefined])[] = [
  ['Date: 2026-03-02', '2026-03-02'],
  ['Date: 2 March 2026', '2026-03-02'],
  ['**Datum:** 2. März 2026', '2026-03-02'],
  ['Date : 2 février 2026', '2026-02-02'],
  ['- Fecha: 2 de agosto de 2026', '2026-08-02'],
  ['- Data: 2 de março de 2026', '2026-03-02'],
  ['日期：2026年3月2日', '2026-03-02'],
  ['Date: 03/02/2026', undefined],
  ['Date: 2026-03', undefined],
  ['## Status\n\nAccepted, 2026-03-02', '2026-03-02'],
  ['## Status\n\nSuperseded by ADR-9 (2026-03-02)', undefined],
  ['|Created|Proposed (2026-03-02)|\n|--|--|\n|Changed|Accepted (2026-03-05)|', '2026-03-02'],
];

test('the date of the decision, in several languages', () => {
  const all = DATES.map(([written]) => [written, read(`# Bake at night\n\n${written}\n\n## Context\n`).date]);
  assert.deepEqual(all, DATES);
});

const TITLES: readonly (readonly [
  file: string,
  heading: string,
  title: string,
  number: string | undefined,
])[] = [
  ['0008-ovens.md', 'ADR-0008：石炉', '石炉', '8'],
  ['0008-ovens.md', 'Décision 008 — Cuire la nuit', 'Cuire la nuit', '8'],
  ['ADR-OPS-008-ovens.md', 'ADR-OPS-008 — Bake at night', 'Bake at night', '8'],
  ['adr-ops-008-ovens.md', 'ADR-OPS-008: Bake at night', 'Bake at night', '8'],
  ['adr-python-312.md', 'Bake with Python 312', 'Bake with Python 312', undefined],
  ['0008-ovens.md', '0008 · Bake at night', 'Bake at night', '8'],
  ['20260302-ovens.md', 'Bake at night', 'Bake at night', undefined],
  ['0008-ovens.md', '[Superseded by [ADR-9](0009-x.md)] Bake at night', 'Bake at night', '8'],
  ['0008-ovens.md', '[Bake at night]', 'Bake at night', '8'],
];

test('title and number', () => {
  const all = TITLES.map(([file, heading]) => {
    const { title, number } = read(`# ${heading}\n`, file);
    return [file, heading, title, number];
  });
  assert.deepEqual(all, TITLES);
});

/** References as `kind name`, in order; a name is number, area and number, file, or title. */
const SENTENCES: readonly (readonly [written: string, meant: string])[] = [
  ['Amends [ADR-5](0005-x.md) and\n[ADR-6](0006-y.md).', 'amends 5, amends 6'],
  ['Amends [ADR-5](0005-x.md)、[ADR-6](0006-y.md)', 'amends 5, amends 6'],
  ['Supersedes ADR-0005, ADR-0006 and ADR-0007', 'supersedes 5, supersedes 6, supersedes 7'],
  ["**Supersedes:** ADR-0005 and ADR-0006's ovens;\n  ADR-0007", 'supersedes 5, amends 6, supersedes 7'],
  ['Supersedes ADR-0005 (partial: only the ovens)', 'amends 5'],
  ['Supersedes ADR-0005 §4', 'amends 5'],
  ['Partially supersedes ADR-0005', 'amends 5'],
  ['Supersedes the ovens, trays and doors of ADR-0005', 'amends 5'],
  ['Superseded in part by ADR-0009: for the doors', 'amended_by 9'],
  ['Supersedes: the order of trays in [ADR-5](0005-x.md) only', 'amends 5'],
  ['Superseded by: [ADR-9](0009-x.md) | partial | the doors', 'amended_by 9'],
  ['Superseded by: [ADR-9](0009-x.md) § "Doors"', 'superseded_by 9'],
  ['Narrowed by [ADR-9](0009-x.md)', 'amended_by 9'],
  ['Superseded by #1597', ''],
  ['Superseded by #9', 'superseded_by 9'],
  ['Supersedes ADR-OPS-005', 'supersedes OPS-5'],
  ['See ADR 0005 à 0007 et 0011', 'relates 5, relates 7, relates 11'],
  ['Decisions #3 and #4 stand.', ''],
  ['Architectural decision 3 stands.', 'relates 3'],
  ['See `docs/adr/0005` and `docs/adr/0006-trays.md`.', 'relates 5, relates 6'],
  ['Ergänzt ADR-0005', 'amends 5'],
  ['Ersetzt ADR-0005', 'supersedes 5'],
  ['Ersetzt durch ADR-0009', 'superseded_by 9'],
  ['Sustituye a [ADR-5](0005-x.md).', 'supersedes 5'],
  ['Supersede parcial de [ADR-5](0005-x.md)', 'amends 5'],
  ['Remplace ADR-0005', 'supersedes 5'],
  ['Substitui ADR-0005', 'supersedes 5'],
  ['Дополняет ADR-0005', 'amends 5'],
  ['取代 ADR-0005', 'supersedes 5'],
  ['已被 ADR-0009 取代', 'superseded_by 9'],
  ['ADR-0005 を置き換える', 'supersedes 5'],
];

function show(references: readonly RecordReference[]): string {
  return references
    .map(({ kind, area, number, target, title }) => {
      return `${kind} ${[area, number ?? target ?? title].filter((part) => part !== undefined).join('-')}`;
    })
    .join(', ');
}

test('what a status says of other records', () => {
  const all = SENTENCES.map(([written]) => {
    return [written, show(read(`# Bake at night\n\n## Status\n\n${written}\n`).references)];
  });
  assert.deepEqual(all, SENTENCES);
});

test('what a record that still stands is superseded in is a part of it', () => {
  const said = 'Superseded by: [ADR-9](0009-x.md) for the doors; the ovens stay';
  const { references } = read(`# Bake at night\n\n- Status: Accepted\n- ${said}\n`);
  assert.equal(show(references), 'amended_by 9');
  const over = read(`# Bake at night\n\n- Status: Superseded\n- ${said}\n`).references;
  assert.equal(show(over), 'superseded_by 9');
});

test('a heading governs what stands first below it, not the prose behind', () => {
  const { references } = read(
    '# Bake at night\n\n## Supersedes\n\n- [ADR-5](0005-x.md) (ovens), ADR-6\n\nNone of the ovens that were bought for ADR-7 goes.\n',
  );
  assert.equal(show(references), 'supersedes 5, supersedes 6, relates 7');
  const none = read('# Bake at night\n\n## Supersedes\n\nNone; this one amends ADR-5.\n').references;
  assert.equal(show(none), 'amends 5');
});

test('keys of front matter name other records', () => {
  const { references } = read(
    '---\nrefs: ["0002", "0011"]\nsuperseded_by: ADR-0009\n---\n\n# Bake at night\n',
  );
  assert.equal(show(references), 'relates 2, relates 11, superseded_by 9');
});

test('links to files of a forge may name code', () => {
  const url = 'https://forge.example/bakery/bakery/blob/main/src/bakery/oven.py#L3';
  const { mentions } = read(
    `# Bake at night\n\nSee [oven](${url}) and [site](https://forge.example/oven.py).\n`,
  );
  assert.deepEqual(
    mentions.map(({ kind, text }) => [kind, text]),
    [['link', url.replace('#L3', '')]],
  );
});
