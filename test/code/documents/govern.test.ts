/** Which code a span or a link means: as much as is certain, and what is gone is told. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { CodeMention } from '../../../src/code/document-facts.js';
import { codeNames } from '../../../src/code/documents/code-names.js';
import { linkDocuments, wantedNames } from '../../../src/code/documents/link.js';
import type { Segment } from '../../../src/code/model.js';
import { runToEnd } from '../../../src/kernel/run-to-end.js';
import { documentFacts } from '../../support/document-facts.js';
import { linkAll } from '../resolve/link-project.js';

const SHIPYARD: ReadonlyMap<string, string> = new Map([
  ['src/yard/__init__.py', 'from .hulls.wood import Hull\n'],
  ['src/yard/hulls/__init__.py', ''],
  [
    'src/yard/hulls/wood.py',
    'class Hull:\n    def caulk(self): ...\n    def launch(self): ...\n\n\ndef bend_plank(): ...\ndef steam(): ...\n',
  ],
  ['src/yard/hulls/iron.py', 'class IronHull:\n    def launch(self): ...\n\n\ndef rivet_plate(): ...\n'],
  ['src/yard/models.py', 'class Order: ...\nclass Berth: ...\n'],
  ['src/yard/crane/models.py', 'class Hook: ...\nclass Berth: ...\n'],
  ['src/yard/crane/drive.py', 'def hoist(): ...\ndef order(): ...\ndef status(): ...\n'],
  ['tests/test_wood.py', 'class Order: ...\ndef hoist(): ...\n'],
  ['src/yard/commands/count_planks.py', 'class Command: ...\n'],
  ['src/yard/commands/weigh_keel.py', 'class Command: ...\n'],
  ['src/yard/jobs/weigh_keel.py', 'class Job: ...\n'],
  [
    'src/yard/tools.py',
    'def register():\n    def rivet_plate(): ...\n    def paint_deck(): ...\n    def paint_hull(): ...\n',
  ],
  ['src/yard/paint.py', 'class Paint:\n    def paint_hull(self): ...\n'],
]);
const OUTSIDE = new Set(['tools/measure.py']);

/** Each text with what it governs: `id source confidence`, or `dangling`, or nothing. */
const SPANS: readonly (readonly [text: string, meant: string])[] = [
  ['src/yard/hulls/wood.py', 'file:src/yard/hulls/wood.py path 1'],
  ['./src/yard/hulls/wood.py', 'file:src/yard/hulls/wood.py path 1'],
  ['src/yard/hulls/wood.py:12', 'file:src/yard/hulls/wood.py path 1'],
  ['src/yard/hulls/wood', 'file:src/yard/hulls/wood.py path 1'],
  ['tests/test_wood.py::test_hull', 'file:tests/test_wood.py path 1'],
  ['tests/test_wood.py::hoist', 'func:tests.test_wood.hoist path 1'],
  ['src/yard/hulls/wood.py::Hull::caulk', 'func:src.yard.hulls.wood.Hull.caulk path 1'],
  ['src/yard/hulls/wood.py:Hull.launch()', 'func:src.yard.hulls.wood.Hull.launch path 1'],
  ['hulls/wood.py:bend_plank(10)', 'func:src.yard.hulls.wood.bend_plank path 0.9'],
  ['src/yard/hulls/wood.py:saw()', 'file:src/yard/hulls/wood.py path 1'],
  ['hulls/steel.py:saw()', 'dangling'],
  ['hulls/wood.bend_plank', 'func:src.yard.hulls.wood.bend_plank path 0.9'],
  ['hulls/wood.json', ''],
  ['src/yard/hulls/', 'file:src/yard/hulls/__init__.py path 1'],
  ['src/yard/hulls', 'file:src/yard/hulls/__init__.py path 1'],
  ['yard/hulls/', 'file:src/yard/hulls/__init__.py path 0.9'],
  ['hulls/', ''],
  ['src/yard/masts/', ''],
  ['python tools/measure.py', ''],
  ['python src/yard/models.py --all', 'file:src/yard/models.py path 1'],
  ['uv run pytest -k wood tests/test_wood.py::hoist', 'func:tests.test_wood.hoist path 1'],
  ['python -m yard.crane.drive', 'file:src/yard/crane/drive.py identifier 0.95'],
  ['python -m pytest', ''],
  ['hulls/wood.py', 'file:src/yard/hulls/wood.py path 0.9'],
  ['crane/models.py', 'file:src/yard/crane/models.py path 0.9'],
  ['yard/models.py', 'file:src/yard/models.py path 0.9'],
  ['wood.py', 'file:src/yard/hulls/wood.py path 0.8'],
  ['models.py', ''],
  ['src/yard/hulls/steel.py', 'dangling'],
  ['steel.py', ''],
  ['src/yard/hulls/wood.pyi', 'file:src/yard/hulls/wood.py path 1'],
  ['count_planks', 'file:src/yard/commands/count_planks.py path 0.6'],
  ['weigh_keel', ''],
  ['count_planks()', 'dangling'],
  ['CopperHull.launch', ''],
  ['tools/measure.py', ''],
  ['measure.py', ''],
  ['src/**/*.py', ''],
  ['docker-compose.yml', ''],
  ['docs/yard/', ''],
  ['and/or', ''],
  ['yard.hulls.wood', 'file:src/yard/hulls/wood.py identifier 0.95'],
  ['yard.hulls', 'file:src/yard/hulls/__init__.py identifier 0.95'],
  ['yard.hulls.wood.bend_plank', 'func:src.yard.hulls.wood.bend_plank identifier 0.95'],
  ['src.yard.hulls.wood.Hull', 'class:src.yard.hulls.wood.Hull identifier 0.95'],
  ['yard.Hull', 'class:src.yard.hulls.wood.Hull identifier 0.85'],
  ['from yard import Hull', 'class:src.yard.hulls.wood.Hull identifier 0.85'],
  ['Hull.caulk', 'func:src.yard.hulls.wood.Hull.caulk identifier 0.95'],
  ['Hull.caulk()', 'func:src.yard.hulls.wood.Hull.caulk identifier 0.95'],
  ['Hull.colour', 'class:src.yard.hulls.wood.Hull identifier 0.7'],
  ['Hull.la*', 'class:src.yard.hulls.wood.Hull identifier 0.9'],
  ['yard.hulls.*', 'file:src/yard/hulls/__init__.py identifier 0.95'],
  ['def bend_plank(length: int) -> Plank:', 'func:src.yard.hulls.wood.bend_plank identifier 0.85'],
  ['paint_deck', 'func:src.yard.tools.register.paint_deck identifier 0.8'],
  ['paint_hull', 'func:src.yard.paint.Paint.paint_hull identifier 0.8'],
  ['models.Order', 'class:src.yard.models.Order identifier 0.95'],
  ['crane.models.Berth', 'class:src.yard.crane.models.Berth identifier 0.95'],
  ['models.Berth', ''],
  ['yard.hulls.copper', 'dangling'],
  ['yard.gone.Keel', 'dangling'],
  ['os.path.join', ''],
  ['self.caulk', ''],
  ['django.db.models.Hull', ''],
  ['Hull', 'class:src.yard.hulls.wood.Hull identifier 0.9'],
  ['Hull()', 'class:src.yard.hulls.wood.Hull identifier 0.9'],
  ['class Hull', 'class:src.yard.hulls.wood.Hull identifier 0.9'],
  ['Hull[Wood]', 'class:src.yard.hulls.wood.Hull identifier 0.9'],
  ['Order', 'class:src.yard.models.Order identifier 0.8'],
  ['Berth', ''],
  ['IronHulls', 'class:src.yard.hulls.iron.IronHull identifier 0.6'],
  ['rivet_plate', 'func:src.yard.hulls.iron.rivet_plate identifier 0.8'],
  ['rivet_plate(3, hot=True)', 'func:src.yard.hulls.iron.rivet_plate identifier 0.85'],
  ['@rivet_plate', 'func:src.yard.hulls.iron.rivet_plate identifier 0.8'],
  ['hoist', ''],
  ['hoist()', 'func:src.yard.crane.drive.hoist identifier 0.85'],
  ['steam', 'func:src.yard.hulls.wood.steam identifier 0.6'],
  ['caulk', ''],
  ['launch', ''],
  ['launch()', ''],
  ['order', ''],
  ['status', ''],
  ['status()', ''],
  ['CopperHull', 'dangling'],
  ['copper_plate()', 'dangling'],
  ['copper_plate', ''],
  ['FileNotFoundError', ''],
  ['PostgreSQL', ''],
  ['Copper', ''],
  ['MAX_LENGTH', ''],
  ['hull', ''],
  ['pip install yard', ''],
  ['x', ''],
  ['', ''],
  ['__init__', ''],
];

const LINKS: readonly (readonly [target: string, meant: string])[] = [
  ['../../src/yard/hulls/wood.py', 'file:src/yard/hulls/wood.py link 1'],
  ['../../src/yard/hulls/wood.py#L3', 'file:src/yard/hulls/wood.py link 1'],
  ['/src/yard/models.py', 'file:src/yard/models.py link 1'],
  ['https://github.com/yard/yard/blob/main/src/yard/models.py#L1', 'file:src/yard/models.py link 1'],
  ['https://gitlab.com/yard/yard/-/blob/main/src/yard/models.py', 'file:src/yard/models.py link 1'],
  ['https://github.com/yard/yard/blob/main/models.py', ''],
  ['https://example.org/wood.py', ''],
  ['https://github.com/other/yard/blob/main/src/yard/hulls/steel.py', ''],
  ['../../src/yard/hulls/steel.py', 'dangling'],
  ['wood.py', 'dangling'],
  ['0002-iron.md', ''],
  ['../../src/yard/hulls/', 'file:src/yard/hulls/__init__.py link 1'],
  ['../../src/yard/masts', ''],
  ['../guides/', ''],
  ['../../tools/measure.py', ''],
];

describe('what a mention means', () => {
  let segments: Segment[];
  before(() => {
    segments = [...linkAll(SHIPYARD).values()];
  });

  function meant(mention: CodeMention): string {
    const document = {
      path: 'docs/adr/0001-x.md',
      facts: documentFacts({ number: '1', mentions: [mention] }),
    };
    const names = codeNames(wantedNames([document]), segments);
    const [segment] = runToEnd(linkDocuments([document], { names, outside: OUTSIDE }));
    const [edge] = segment?.edges ?? [];
    if (edge !== undefined) {
      const { source, confidence } = JSON.parse(edge.detail);
      return `${edge.target} ${source} ${confidence}`;
    }
    return segment?.nodes[0]?.properties.includes('dangling') ? 'dangling' : '';
  }

  test('spans of code', () => {
    const all = SPANS.map(([text]) => [text, meant({ kind: 'code', text, line: 3 })]);
    assert.deepEqual(all, SPANS);
  });

  test('links', () => {
    const all = LINKS.map(([text]) => [text, meant({ kind: 'link', text, line: 3 })]);
    assert.deepEqual(all, LINKS);
  });
});
