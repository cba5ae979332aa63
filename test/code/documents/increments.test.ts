/**
 * Documents in increments: whatever is edited, code or documents, the segments of the documents in the graph are those that a
 * clean build gives them.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildGraph, type CodeGraph, finish } from '../../../src/code/code-graph.js';
import type { CodeMention, DocumentFacts } from '../../../src/code/document-facts.js';
import type { Document } from '../../../src/code/documents/link.js';
import { type CodeChange, hasOtherDefinitions, relinkDocuments } from '../../../src/code/documents/relink.js';
import type { Segment } from '../../../src/code/model.js';
import { createLinker } from '../../../src/code/resolve/resolve.js';
import { documentFacts } from '../../support/document-facts.js';
import { finish as finishLink, linkAll, type Sources, sourceOf } from '../resolve/link-project.js';
import { applyEdit, edit, pythonProject } from '../resolve/random-python.js';

const RUNS = Number(process.env.KG_TEST_RUNS ?? 40);
const NOWHERE: ReadonlySet<string> = new Set();

const mention: fc.Arbitrary<CodeMention> = fc.record({
  kind: fc.constant('code' as const),
  text: fc.constantFrom(
    ...[
      'Oven',
      'Cake',
      'Tray',
      'bake()',
      'mix',
      'Oven.heat',
      'Cake.open()',
      'shop.oven',
      'shop.Oven',
      'BreadOven',
    ],
    ...['shop/cake.py', 'oven.py', 'cake.py', 'shop.gone', 'main.py', 'shop.cake.Cake'],
  ),
  line: fc.integer({ min: 1, max: 30 }),
});

const facts: fc.Arbitrary<DocumentFacts> = fc
  .record({
    number: fc.constantFrom('1', '2', '3'),
    title: fc.constantFrom('Bread', 'Cakes', 'Steam'),
    mentions: fc.array(mention, { maxLength: 5 }),
    concepts: fc.array(
      fc.record({
        name: fc.constantFrom('Crumb', 'Crust'),
        definition: fc.constantFrom('', 'What is inside.', 'What is outside.'),
        line: fc.integer({ min: 1, max: 30 }),
      }),
      { maxLength: 2 },
    ),
    references: fc.array(
      fc.record({
        kind: fc.constantFrom('supersedes' as const, 'superseded_by' as const, 'relates' as const),
        number: fc.constantFrom('1', '2', '3', '4'),
        line: fc.integer({ min: 1, max: 30 }),
      }),
      { maxLength: 3 },
    ),
  })
  .map((said) => documentFacts(said));

const PATHS = ['docs/adr/0001-bread.md', 'docs/adr/0002-cakes.md', 'docs/adr/0003-steam.md'] as const;
type Documents = ReadonlyMap<string, DocumentFacts>;

const documentEdit = fc.record({
  path: fc.constantFrom(...PATHS),
  facts: fc.option(facts, { freq: 4, nil: undefined }),
});

function listOf(documents: Documents): Document[] {
  return [...documents].map(([path, said]) => ({ path, facts: said }));
}

/** A project as the indexer keeps it: linker, graph, and documents linked when that is due. */
class Project {
  readonly #linker = createLinker();
  #graph: CodeGraph | undefined;
  #sources: Sources = new Map();
  #documents: Documents = new Map();

  change(sources: Sources, documents: Documents): void {
    const paths = new Set([...this.#sources.keys(), ...sources.keys()]);
    const changed = [...paths].filter((path) => this.#sources.get(path) !== sources.get(path));
    const { replaced, removed } = finishLink(this.#linker.update(sourceOf(sources), changed));
    const change: CodeChange = { replaced, removed, before: this.#graph?.view };
    const isTouched = [...PATHS].some((path) => this.#documents.get(path) !== documents.get(path));
    const isDue = isTouched || hasOtherDefinitions(change);
    const linked = isDue ? finish(relinkDocuments(listOf(documents), change, NOWHERE)) : [];
    const gone = [...this.#documents.keys()].filter((path) => !documents.has(path));
    const segments = [...replaced, ...linked];
    if (this.#graph === undefined) this.#graph = buildGraph(segments);
    else this.#graph.replaceSegments(segments, [...removed, ...gone]);
    this.#sources = sources;
    this.#documents = documents;
  }

  segments(): string[] {
    const keys = [...this.#documents.keys()].sort();
    return keys.map((key) => textOf(this.#graph?.view.segment(key)));
  }
}

function cleanSegments(sources: Sources, documents: Documents): string[] {
  const replaced = [...linkAll(sources).values()];
  const change = { replaced, removed: [], before: undefined };
  const linked = finish(relinkDocuments(listOf(documents), change, NOWHERE));
  const { view } = buildGraph([...replaced, ...linked]);
  return [...documents.keys()].sort().map((key) => textOf(view.segment(key)));
}

function textOf(segment: Segment | undefined): string {
  assert.ok(segment !== undefined, 'every document has a segment');
  return JSON.stringify([segment.key, segment.nodes, segment.edges], undefined, 1);
}

test('after any edits of code and documents, documents are linked as in a clean build', () => {
  const edits = fc.array(fc.oneof(edit, documentEdit), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(pythonProject, fc.tuple(facts, facts, facts), edits, (start, said, changes) => {
      const project = new Project();
      let sources: Map<string, string> = new Map(start);
      let documents: Documents = new Map(PATHS.map((path, index) => [path, said[index] ?? documentFacts()]));
      project.change(sources, documents);
      for (const change of changes) {
        if ('kind' in change) sources = applyEdit(sources, change);
        else documents = withDocument(documents, change);
        project.change(sources, documents);
        assert.deepEqual(project.segments(), cleanSegments(sources, documents));
      }
    }),
    { numRuns: RUNS },
  );
});

function withDocument(
  documents: Documents,
  { path, facts: said }: { readonly path: string; readonly facts: DocumentFacts | undefined },
): Documents {
  const next = new Map(documents);
  if (said === undefined) next.delete(path);
  else next.set(path, said);
  return next;
}

test('an edit within a body links no document, a new definition does', () => {
  const before = new Map([['oven.py', 'def bake():\n    return 1\n']]);
  const { view } = buildGraph(linkAll(before).values());
  const segmentsOf = (text: string) => [...linkAll(new Map([['oven.py', text]])).values()];
  const isDue = (text: string) => {
    const replaced = segmentsOf(text).filter(({ key }) => key === 'oven.py');
    return hasOtherDefinitions({ replaced, removed: [], before: view });
  };
  assert.equal(isDue('# warm\ndef bake():\n    return 2\n'), false);
  assert.equal(isDue('def bake():\n    return 1\n\n\nclass Oven: ...\n'), true);
  assert.equal(isDue('def roast():\n    return 1\n'), true);
});
