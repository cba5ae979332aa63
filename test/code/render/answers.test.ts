/** Every answer over the bakery, whole, as files below fixtures/answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EdgeType } from '../../../src/code/model.js';
import type { SourceText } from '../../../src/code/project-face.js';
import { checkedAnswer, retrieve } from '../../../src/code/query/ask.js';
import { contextOf } from '../../../src/code/query/context.js';
import { contextOfFile } from '../../../src/code/query/context-file.js';
import { contextOfSymbol } from '../../../src/code/query/context-symbol.js';
import { findPath } from '../../../src/code/query/path.js';
import { relate } from '../../../src/code/query/relate.js';
import { search } from '../../../src/code/query/search.js';
import { statusOf } from '../../../src/code/query/status.js';
import { pathDocument, searchDocument } from '../../../src/code/render/answers.js';
import { answerDocument, retrievalDocument } from '../../../src/code/render/ask.js';
import { entityDocument, fileDocument } from '../../../src/code/render/context.js';
import { recordDocument } from '../../../src/code/render/context-record.js';
import { symbolDocument } from '../../../src/code/render/context-symbol.js';
import { relateDocument } from '../../../src/code/render/relate.js';
import { blindSpots, stateLine } from '../../../src/code/render/state-line.js';
import { reindexDocument, statusDocument } from '../../../src/code/render/status.js';
import { type Document, renderDocument } from '../../../src/code/render.js';
import { bakery, nodeAt } from '../../support/bakery.js';
import { assertGolden } from '../../support/golden.js';
import { indexState } from '../../support/index-state.js';

const view = bakery();
const at = (id: string) => nodeAt(view, id);

function check(name: string, document: Document, maxTokens = 4_000): void {
  const stateText = stateLine(indexState());
  const text = renderDocument(document, {
    maxTokens,
    stateLine: stateText,
    cursorAt: (next) => `next-${next}`,
  });
  assertGolden(`fixtures/answers/${name}.md`, text);
}

const BODY: SourceText = {
  kind: 'text',
  startLine: 12,
  lines: [
    'def bake(self, loaves: int = 1) -> Bread:',
    '    """Bakes `loaves` at once."""',
    '    self.heat()',
    ...Array.from({ length: 6 }, (_, index) => `    self.turn(${index})`),
  ],
};

test('search', () => check('search', searchDocument(search(view, { query: 'oven', limit: 3 }))));

test('search that finds nothing', () => {
  const state = indexState({
    filesNotParsed: 2,
    sources: { ...indexState().sources, outside: [{ folder: 'tests', files: 3 }] },
  });
  check('search-none', searchDocument(search(view, { query: 'preheatoven', limit: 3 }), blindSpots(state)));
});

test('relate', () => {
  const request = { node: at('class:src.bakery.oven.Oven'), depth: 2, direction: 'both', limit: 30 } as const;
  check('relate', relateDocument(relate(view, request)));
});

test('relate of callers that may be hidden', () => {
  const request = {
    node: at('func:src.bakery.shop.close'),
    depth: 1,
    direction: 'in',
    limit: 30,
    edgeTypes: ['calls'],
  } as const;
  check('relate-hidden', relateDocument(relate(view, request)));
});

test('context of a file', () => {
  check('context-file', fileDocument(contextOfFile(view, at('file:src/bakery/oven.py'))));
});

test('context of a package', () => {
  check('context-package', fileDocument(contextOfFile(view, at('module:src.bakery'))));
});

test('context of a method', () => {
  check('context-method', symbolDocument(contextOfSymbol(view, at('func:src.bakery.oven.Oven.bake')), BODY));
});

test('context of a method that does not fit: the body gives way first', () => {
  const document = symbolDocument(contextOfSymbol(view, at('func:src.bakery.oven.Oven.bake')), BODY);
  check('context-method-short', document, 330);
});

test('context of a class whose file has changed', () => {
  check(
    'context-class',
    symbolDocument(contextOfSymbol(view, at('class:src.bakery.oven.Oven')), { kind: 'changed' }),
  );
});

test('context of a function without callers', () => {
  const state = indexState({
    sources: { ...indexState().sources, outside: [{ folder: 'tests', files: 3 }] },
  });
  const context = contextOfSymbol(view, at('func:src.bakery.shop.close'));
  check('context-uncalled', symbolDocument(context, { kind: 'missing' }, { outside: blindSpots(state) }));
});

test('context of an ADR', () => {
  const context = contextOf(view, at('adr:0008'));
  assert.ok(context.kind === 'record');
  check('context-adr', recordDocument(context));
});

test('context of a concept', () => {
  const context = contextOf(view, at('concept:residual_heat'));
  assert.ok(context.kind === 'entity');
  check('context-concept', entityDocument(context));
});

test('path', () => {
  const ends = { source: at('concept:residual_heat'), target: at('func:src.bakery.oven.Oven.bake') };
  check('path', pathDocument(findPath(view, { ...ends, maxDepth: 5 })));
  check(
    'path-none',
    pathDocument(findPath(view, { ...ends, maxDepth: 1 }), ['Two calls could not be resolved.']),
  );
});

test('ask', () => {
  const retrieval = retrieve(view, 'Why is residual heat kept in the `Oven`?');
  check('ask-context', retrievalDocument(retrieval, ['No language model is turned on.']));
  const said =
    'To save wood [concept:residual_heat].\n\n- **How**: the door stays shut (`class:src.bakery.oven.Door`), see src/bakery/oven.py:12.';
  check('ask', answerDocument(checkedAnswer(view, retrieval, said)));
});

test('status and reindex', () => {
  const problem = { kind: 'syntax', message: 'lines that do not parse', line: 3, endLine: 4 } as const;
  const problems = [{ path: 'src/bakery/till.py', problem }];
  const documents = {
    directories: ['doc/adr'],
    reason: 'KG_ADR_DIR is not set, and docs/adr holds no record',
    instructions: ['CLAUDE.md'],
    files: 2,
    unread: ['doc/adr/0009-steam.md'],
  };
  const state = indexState({ documents });
  check('status', statusDocument(statusOf('/home/ada/bakery', view, state, problems)));
  check(
    'reindex',
    reindexDocument({
      counts: view.countByType(),
      phases: [
        { name: 'scan', ms: 12 },
        { name: 'parse', ms: 1_480 },
      ],
      files: 4,
      problems,
      changes: {
        filesAdded: ['src/bakery/till.py'],
        filesChanged: [],
        filesRemoved: [],
        nodesAdded: 3,
        nodesRemoved: 0,
        edgesAdded: 5,
        edgesRemoved: 1,
      },
      notes: ['the language model is off'],
    }),
  );
});

test('the state line says what is not as it should be', () => {
  const line = (more: Parameters<typeof indexState>[0], stale: string[] = []) =>
    stateLine(indexState(more), { stale });
  assert.equal(line({}), 'Index: 2026-11-30T10:00:00Z; 0 files changed since.');
  assert.equal(
    line({ filesNotParsed: 2 }, ['src/a.py']),
    'Index: 2026-11-30T10:00:00Z; 1 file changed since (`src/a.py`: lines there may have moved); 2 files not parsed whole (kg_status names them).',
  );
  assert.equal(
    line({ progress: { phase: 'parsing', done: 412, total: 1_790 } }),
    'Index: still being made (parsing, 412 of 1,790), so what is missing here may only be not indexed yet; this answer is as of 2026-11-30T10:00:00Z.',
  );
  assert.equal(
    line({ isBehind: true }),
    'Index: as of 2026-11-30T10:00:00Z, so what has changed since may be missing here.',
  );
  assert.match(
    stateLine(indexState({ filesNotParsed: 1 }), { statusName: 'kg-memory status' }),
    /1 file not parsed whole \(kg-memory status names them\)\.$/,
  );
  assert.match(
    line({ failure: 'the disk is full' }),
    /^Index: not up to date, since indexing failed: `the disk is full`;/,
  );
});

test('a context of cut lists begins as the whole one does, and knows its totals', () => {
  for (const id of ['file:src/bakery/oven.py', 'module:src.bakery']) {
    const whole = fileDocument(contextOfFile(view, at(id)));
    for (const max of [1, 2, 3]) assertBeginning(fileDocument(contextOfFile(view, at(id), max)), whole);
  }
  for (const id of ['class:src.bakery.oven.Oven', 'func:src.bakery.oven.Oven.heat']) {
    const whole = symbolDocument(contextOfSymbol(view, at(id)), BODY);
    for (const max of [1, 2])
      assertBeginning(symbolDocument(contextOfSymbol(view, at(id), max), BODY), whole);
  }
});

function assertBeginning(cut: Document, whole: Document): void {
  assert.equal(cut.total, whole.total);
  assert.deepEqual(cut.sections, whole.sections);
  assert.deepEqual(cut.items, whole.items.slice(0, cut.items.length));
  assert.ok(cut.items.length > 0);
}

test('a path says whether it is a chain, and which way it runs', () => {
  const way = (source: string, target: string, edgeTypes?: readonly EdgeType[]) => {
    const answer = findPath(view, {
      source: nodeAt(view, source),
      target: nodeAt(view, target),
      maxDepth: 5,
      ...(edgeTypes !== undefined && { edgeTypes }),
    });
    return pathDocument(answer).intro[0];
  };
  const heat = 'func:src.bakery.oven.Oven.heat';
  const shop = 'func:src.bakery.shop.open_shop';
  assert.equal(way(shop, heat, ['calls']), '2 hops over calls. Every hop runs from source to target.');
  assert.equal(
    way(heat, shop, ['calls']),
    '2 hops over calls. Every hop runs from target to source. No chain runs from source to target within 5 hops over calls.',
  );
  assert.equal(
    way('concept:residual_heat', 'func:src.bakery.oven.Oven.bake'),
    '3 hops. 1 of 3 hops runs against its edge: a connection, not a chain. No chain runs from source to target within 5 hops, nor back.',
  );
  assert.equal(way(heat, heat), '0 hops.');
});
