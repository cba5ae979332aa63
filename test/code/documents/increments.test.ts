/**
 * Documents in increments: whatever is edited, code or documents, and whatever a language model has said of them meanwhile, the
 * graph is that of a clean build.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildGraph, type CodeGraph } from '../../../src/code/code-graph.js';
import type { CodeMention, DocumentFacts } from '../../../src/code/document-facts.js';
import {
  type CodeChange,
  type HashedDocument,
  hasOtherDefinitions,
  relinkDocuments,
} from '../../../src/code/documents/relink.js';
import type { Extraction } from '../../../src/code/enrich/extraction.js';
import type { Learned } from '../../../src/code/enrich/learned.js';
import type { GraphView } from '../../../src/code/graph.js';
import { compareGraphs } from '../../../src/code/query/compare.js';
import { Aliases } from '../../../src/code/reconcile/names.js';
import { createLinker } from '../../../src/code/resolve/resolve.js';
import { runToEnd } from '../../../src/kernel/run-to-end.js';
import { documentFacts } from '../../support/document-facts.js';
import { finish as finishLink, linkAll, type Sources, sourceOf } from '../resolve/link-project.js';
import { applyEdit, edit, pythonProject } from '../resolve/random-python.js';

const RUNS = Number(process.env.KG_TEST_RUNS ?? 20);
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

const codeName = fc.constantFrom('Oven', 'bake()', 'shop/cake.py', 'shop.Oven', 'Nowhere', 'mix');
const idea = fc.constantFrom('oven', 'Oven heat', 'bread oven', 'Crumb', 'cake tray', 'Cake trays', 'mix');

/** What a model might have read in a document. */
const extraction: fc.Arbitrary<Extraction> = fc.record({
  decisions: fc.uniqueArray(
    fc.record({
      statement: idea,
      rationale: fc.constant('So.'),
      confidence: fc.constant(0.9),
      line: fc.nat(9),
    }),
    { selector: ({ statement }) => statement, maxLength: 2, minLength: 1 },
  ),
  concepts: fc.array(
    fc.record({ name: idea, definition: idea, category: fc.constant('term' as const), line: fc.nat(9) }),
    { maxLength: 3 },
  ),
  tradeOffs: fc.array(
    fc.record({ chosen: idea, rejected: idea, reasoning: fc.constant(''), line: fc.nat(9) }),
    { maxLength: 1 },
  ),
  principles: fc.array(idea, { maxLength: 1 }),
  governs: fc.array(fc.record({ path: codeName, line: fc.nat(9) }), { maxLength: 2 }),
  implements: fc.array(fc.record({ code: codeName, decision: fc.constant(0) }), { maxLength: 2 }),
});

/** What a document says, and what was read in it. */
interface Said {
  readonly facts: DocumentFacts;
  readonly extraction: Extraction | undefined;
}

const said: fc.Arbitrary<Said> = fc.record({ facts, extraction: fc.option(extraction, { nil: undefined }) });

const PATHS = ['docs/adr/0001-bread.md', 'docs/adr/0002-cakes.md', 'docs/adr/0003-steam.md'] as const;
type Documents = ReadonlyMap<string, Said>;

const documentEdit = fc.record({
  path: fc.constantFrom(...PATHS),
  said: fc.option(said, { freq: 4, nil: undefined }),
});

function listOf(documents: Documents): HashedDocument[] {
  return [...documents].map(([path, each]) => ({ path, hash: '', facts: each.facts }));
}

function surroundingsOf(documents: Documents): { outside: ReadonlySet<string>; learned: Learned } {
  const learned: Learned = {
    fingerprint: '',
    aliases: new Aliases(),
    docstringPaths: () => [],
    readingOf: ({ path }) => {
      const read = documents.get(path)?.extraction;
      return (
        read && { path, hash: '', model: 'baker', prompt: 1, extraction: read, dropped: 0, isOutdated: false }
      );
    },
    verdictOf: ({ a, b }) => ((a.name.length + b.name.length) % 3) / 3 + 0.3,
  };
  return { outside: NOWHERE, learned };
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
    const linked = isDue
      ? runToEnd(relinkDocuments(listOf(documents), change, surroundingsOf(documents)))
      : { replaced: [], removed: [] };
    const gone = [...this.#documents.keys()].filter((path) => !documents.has(path));
    const segments = [...replaced, ...linked.replaced];
    if (this.#graph === undefined) this.#graph = buildGraph(segments);
    else this.#graph.replaceSegments(segments, [...removed, ...gone, ...linked.removed]);
    this.#sources = sources;
    this.#documents = documents;
  }

  get view(): GraphView {
    assert.ok(this.#graph !== undefined);
    return this.#graph.view;
  }
}

function cleanBuild(sources: Sources, documents: Documents): GraphView {
  const replaced = [...linkAll(sources).values()];
  const change = { replaced, removed: [], before: undefined };
  const linked = runToEnd(relinkDocuments(listOf(documents), change, surroundingsOf(documents)));
  return buildGraph([...replaced, ...linked.replaced]).view;
}

test('after any edits of code and documents, documents are linked as in a clean build', () => {
  const edits = fc.array(fc.oneof(edit, documentEdit), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(pythonProject, fc.tuple(said, said, said), edits, (start, first, changes) => {
      const project = new Project();
      let sources: Map<string, string> = new Map(start);
      let documents: Documents = new Map(
        PATHS.map((path, index) => [path, first[index] ?? { facts: documentFacts(), extraction: undefined }]),
      );
      project.change(sources, documents);
      for (const change of changes) {
        if ('kind' in change) sources = applyEdit(sources, change);
        else documents = withDocument(documents, change);
        project.change(sources, documents);
        assert.deepEqual([...compareGraphs(project.view, cleanBuild(sources, documents))].flat(), []);
      }
    }),
    { numRuns: RUNS },
  );
});

function withDocument(
  documents: Documents,
  { path, said: each }: { readonly path: string; readonly said: Said | undefined },
): Documents {
  const next = new Map(documents);
  if (each === undefined) next.delete(path);
  else next.set(path, each);
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
