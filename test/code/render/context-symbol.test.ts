/** A symbol that half of a project uses, in an answer that cannot hold all of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SourceText } from '../../../src/code/project-face.js';
import { contextOfSymbol } from '../../../src/code/query/context-symbol.js';
import { symbolDocument } from '../../../src/code/render/context-symbol.js';
import { bytesOf } from '../../../src/code/render/text.js';
import { pageFrom, renderDocument } from '../../../src/code/render.js';
import { nodeAt, segmentOf } from '../../support/bakery.js';
import { naiveGraph } from '../../support/naive-graph.js';

const CALLERS = 116;
const OPEN = 40;
const WEIGH = 'func:harbour.scales.Scale.weigh';

const callers = Array.from({ length: CALLERS }, (_, index) => {
  const path = `harbour/piers/pier_${String(index).padStart(3, '0')}.py`;
  const id = `func:harbour.piers.pier_${String(index).padStart(3, '0')}.unload_everything`;
  return segmentOf(
    path,
    [[id, 10, { end_line: 30, docstring: 'Takes all that is on board ashore.' }]],
    [[id, 'calls', WEIGH, { sites: [{ line: 17 }, { line: 21 }], resolution: 'exact' }]],
    index < OPEN ? [{ line: 25, callee: 'gear.weigh', name: 'weigh' }] : [],
  );
});
const view = naiveGraph([
  segmentOf(
    'harbour/scales.py',
    [
      ['class:harbour.scales.Scale', 1, { end_line: 90 }],
      [WEIGH, 3, { end_line: 70, params: ['self', 'crate'] }],
    ],
    [
      ['class:harbour.scales.Scale', 'contains', WEIGH],
      [WEIGH, 'method_of', 'class:harbour.scales.Scale'],
    ],
  ),
  ...callers,
]);

function source(lines: number): SourceText {
  return {
    kind: 'text',
    startLine: 3,
    lines: Array.from({ length: lines }, (_, index) => `    self.balance(crate, ${index})`),
  };
}

const document = (lines: number) => symbolDocument(contextOfSymbol(view, nodeAt(view, WEIGH)), source(lines));

function render(lines: number, offset = 0, maxTokens = 4_000): string {
  const text = renderDocument(pageFrom(document(lines), offset), {
    maxTokens,
    stateLine: 'Index: now.',
    cursorAt: (next) => `at-${next}`,
  });
  assert.ok(bytesOf(text) <= maxTokens * 3);
  return text;
}

test('the source is whole, callers keep the places of their calls, and what is missing is counted', () => {
  const text = render(68);
  assert.match(text, /self\.balance\(crate, 67\)\n```/);
  const [, shown] = text.match(/^## Callers \((\d+) of 116\)$/m) ?? [];
  const places = text.match(/^- `func:harbour\.\S+` at harbour\/piers\/pier_\d+\.py:17, 21$/gm) ?? [];
  assert.equal(places.length, Number(shown));
  assert.ok(places.length >= 30, `${places.length} callers`);
  assert.match(
    text,
    /^All of them: `kg_relate \{"node_id":"func:harbour\.scales\.Scale\.weigh","direction":"in","edge_types":\["calls"\]\}`$/m,
  );
  assert.match(text, /^## Unresolved calls to a name `weigh` \((?:\d+ of )?40\)$/m);
});

test('a person is told the command', () => {
  const context = contextOfSymbol(view, nodeAt(view, WEIGH));
  const text = renderDocument(symbolDocument(context, source(68), { face: 'commands' }), {
    maxTokens: 4_000,
    stateLine: '',
  });
  assert.match(
    text,
    /^All of them: `kg-memory relate func:harbour\.scales\.Scale\.weigh --direction in --edge calls`$/m,
  );
});

test('the cursor leads through every caller and every unresolved call', () => {
  const seen = new Set<string>();
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const text = render(68, offset, 1_500);
    for (const [line] of text.matchAll(/^- `(?:func:harbour\.piers|harbour\/piers).*$/gm))
      seen.add(line.slice(0, 60));
    const next = text.match(/cursor "at-(\d+)"/)?.[1];
    offset = next === undefined ? undefined : Number(next);
  }
  assert.equal([...seen].filter((line) => line.startsWith('- `func:')).length, CALLERS);
  assert.equal([...seen].filter((line) => line.startsWith('- `harbour/')).length, OPEN);
});

test('a source that alone is too long is cut where it says, and leaves half of the answer', () => {
  const text = render(2_000);
  assert.match(text, /^\(\d[\d,]* more lines from `harbour\/scales\.py:\d+`\)$/m);
  assert.ok((text.match(/^ {4}self\.balance/gm) ?? []).length >= 40);
  assert.ok((text.match(/ at harbour\/piers/g) ?? []).length >= 20);
});
