import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { buildGraph } from '../../src/code/code-graph.js';
import type { Segment } from '../../src/code/model.js';
import { checksumOf } from '../../src/code/snapshot/checksum.js';
import { SnapshotDamage } from '../../src/code/snapshot/damage.js';
import { openSnapshot, type Snapshot, writeSnapshot } from '../../src/code/snapshot.js';
import { runToEnd } from '../../src/kernel/run-to-end.js';
import { BAKERY } from '../support/bakery.js';
import { describeView } from '../support/describe-view.js';
import { sectionNames, withSection } from '../support/forge-snapshot.js';
import { editsArbitrary, segmentsArbitrary, settledSegment } from '../support/random-segments.js';
import { syntheticSegments } from '../support/synthetic-segments.js';

const folder = mkdtempSync(join(tmpdir(), 'kg-snapshot-'));
after(() => rmSync(folder, { recursive: true }));

const FILES = [
  {
    path: 'src/bakery/oven.py',
    size: 812,
    mtimeMs: 1_764_500_000_123.456,
    hash: 'a1',
    facts: '["oven",{"é":1}]',
  },
  { path: 'src/bakery/shop.py', size: 0, mtimeMs: 0, hash: 'b2', facts: '[]' },
  { path: 'CLAUDE.md', size: 5, mtimeMs: 1, hash: 'c3', facts: '"text"' },
];
const META = { extractor: 1, roots: ['src', ''], note: 'line\nbreak' };

let written = 0;

async function write(segments: readonly Segment[] = BAKERY): Promise<string> {
  const path = join(folder, `${++written}.json`);
  const { bytes } = await writeSnapshot(path, { meta: META, files: FILES, graph: buildGraph(segments) });
  assert.equal(readFileSync(path).length, bytes);
  return path;
}

function open(path: string): Snapshot {
  const opened = openSnapshot(path);
  assert.equal(opened.kind, 'ok', JSON.stringify(opened));
  return (opened as Extract<typeof opened, { kind: 'ok' }>).snapshot;
}

/** Reads everything that can be read. */
function readAll(snapshot: Snapshot) {
  const { view } = snapshot.graph();
  return {
    meta: snapshot.meta,
    files: snapshot.files().map((file) => ({ ...file, facts: snapshot.facts(file.path) })),
    view: describeView(view),
    segments: segmentsOf(view),
  };
}

describe('a snapshot', () => {
  test('is one JSON document, one section a line', async () => {
    const text = readFileSync(await write(), 'utf8');
    const document = JSON.parse(text);
    assert.equal(document.format, 'kg-memory/index');
    assert.deepEqual(document.meta, META);
    assert.deepEqual(document.facts, [JSON.parse('"text"'), ['oven', { é: 1 }], []]);
    assert.ok(document.name.includes('preheat_oven') && document.wordTable.length > 0);
    assert.equal(document.property.length, document.graph.rows);
    assert.ok(
      text.split('\n').some((line) => line === '["oven",{"é":1}],'),
      'facts of a file are a line',
    );
  });

  test('gives back what was saved', async () => {
    const expected = [...FILES].sort((a, b) => (a.path < b.path ? -1 : 1));
    const { meta, files, view } = readAll(open(await write()));
    assert.deepEqual(meta, META);
    assert.deepEqual(files, expected);
    assert.deepEqual(view, describeView(buildGraph(BAKERY).view));
  });

  test('gives back any graph, edited or not, segment by segment', async () => {
    await fc.assert(
      fc.asyncProperty(segmentsArbitrary, editsArbitrary, async (segments, edits) => {
        const graph = buildGraph(segments);
        for (const { changed, removed } of edits) graph.replaceSegments(changed, removed);
        const expected = { view: describeView(graph.view), segments: segmentsOf(graph.view) };
        const path = join(folder, 'any.json');
        await writeSnapshot(path, { meta: {}, files: [], graph });
        const { view } = open(path).graph();
        assert.deepEqual({ view: describeView(view), segments: segmentsOf(view) }, expected);
        assert.deepEqual(describeView(graph.view), expected.view);
      }),
      { numRuns: 60 },
    );
  });

  test('of many nodes answers as the graph that was saved, edited or not', async () => {
    const segments = [...syntheticSegments(3000)];
    const graph = buildGraph(segments);
    const path = join(folder, 'many.json');
    await writeSnapshot(path, { meta: {}, files: [], graph });
    const loaded = open(path).graph();
    const ofBuilt = answersOf(graph.view);
    assert.deepEqual(answersOf(loaded.view), ofBuilt);
    assert.deepEqual(
      segmentsOf(loaded.view),
      segments.map(settledSegment).sort((a, b) => (a.key < b.key ? -1 : 1)),
    );

    const [first, second, ...others] = segments.filter((segment) => segment.key.endsWith('.py'));
    assert.ok(first !== undefined && second !== undefined);
    const changed = { ...first, nodes: first.nodes.slice(0, 9), edges: [] };
    for (const each of [graph, loaded]) each.replaceSegments([changed], [second.key]);
    const kept = [changed, ...others, ...segments.filter((segment) => segment.key.endsWith('/'))];
    const expected = answersOf(buildGraph(kept).view);
    assert.notDeepEqual(expected, ofBuilt);
    assert.deepEqual(answersOf(graph.view), expected);
    assert.deepEqual(answersOf(loaded.view), expected);
    for (const _ of loaded.rebuild());
    assert.deepEqual(answersOf(loaded.view), expected);
  });

  test('is the same bytes for the same graph, however it came to be', async () => {
    await fc.assert(
      fc.asyncProperty(
        segmentsArbitrary,
        editsArbitrary,
        fc.infiniteStream(fc.nat()),
        async (segments, edits, dice) => {
          const edited = buildGraph(segments);
          const clean = new Map(segments.map((segment) => [segment.key, segment]));
          for (const { changed, removed } of edits) {
            edited.replaceSegments(changed, removed);
            for (const key of removed) clean.delete(key);
            for (const segment of changed) clean.set(segment.key, segment);
          }
          const shuffled = shuffle([...clean.values()], dice).map((segment) => ({
            ...segment,
            nodes: shuffle(segment.nodes, dice),
            edges: shuffle(segment.edges, dice),
            reads: shuffle(segment.reads, dice),
          }));
          const loaded = await bytesOf(buildGraph([...clean.values()]));
          assert.deepEqual(await bytesOf(buildGraph(shuffled)), loaded);
          assert.deepEqual(await bytesOf(edited), loaded);
          assert.deepEqual(await bytesOf(open(join(folder, 'bytes.json')).graph()), loaded);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('takes facts over from the one before, unread', async () => {
    const before = open(await write());
    const path = join(folder, 'after.json');
    const files = before.files().map((file) => {
      const facts = file.path === 'CLAUDE.md' ? '"new text"' : before.storedFacts(file.path);
      return { ...file, facts: facts ?? '' };
    });
    await writeSnapshot(path, { meta: META, files, graph: before.graph() });
    const after = open(path);
    assert.equal(after.facts('CLAUDE.md'), '"new text"');
    assert.equal(after.facts('src/bakery/oven.py'), '["oven",{"é":1}]');
    assert.equal(after.facts('nowhere.py'), undefined);
  });

  test('stays what it was when another takes its place, and its graph outlives it', async () => {
    const path = await write();
    const snapshot = open(path);
    const { view } = snapshot.graph();
    renameSync(await write([]), path);
    assert.equal(open(path).graph().view.nodeCount, 0);
    assert.equal(snapshot.facts('src/bakery/shop.py'), '[]');
    snapshot.close();
    assert.deepEqual(describeView(view), describeView(buildGraph(BAKERY).view));
  });

  test('refuses facts of more than one line', async () => {
    const files = [{ path: 'a.py', size: 1, mtimeMs: 1, hash: '', facts: '[\n]' }];
    const path = join(folder, 'lines.json');
    await assert.rejects(writeSnapshot(path, { meta: {}, files, graph: buildGraph([]) }), /a\.py.*one line/);
    assert.equal(openSnapshot(path).kind, 'absent');
  });
});

describe('what is no snapshot', () => {
  test('is absent when there is nothing', () => {
    assert.deepEqual(openSnapshot(join(folder, 'nothing.json')), { kind: 'absent' });
    writeFileSync(join(folder, 'file'), '');
    assert.deepEqual(openSnapshot(join(folder, 'file', 'nothing.json')), { kind: 'absent' });
  });

  test('is foreign when it is something else, and damaged when it begins like one', () => {
    type Case = readonly [name: string, content: string, kind: 'foreign' | 'damaged', reason: RegExp];
    const cases: readonly Case[] = [
      ['empty', '', 'foreign', /empty/],
      ['garbage', '\u0000\u0001'.repeat(40_000), 'foreign', /no index/],
      ['one line', '{"nodes":[],"edges":[]}', 'foreign', /no index/],
      ['other JSON', '{"format":"other",\n"a":1}\n', 'foreign', /no index/],
      ['an exported graph', '{"format":"kg-memory/graph@1","nodes":[\n]}', 'foreign', /no index/],
      ['a list', '[1,\n2]\n', 'foreign', /no index/],
      ['no version', '{"format":"kg-memory/index",\n"a":1}\n', 'damaged', /no version/],
      ['no line', '{"format":"kg-memory/index","version":3', 'damaged', /first line/],
      ['a letter wrong', '{"format":"kg-memory/indes",\n"a":1}\n', 'damaged', /first line/],
      [
        'first line only',
        '{"format":"kg-memory/index","version":3,"bytes":3,"sections":[],"check":1,\n}\n',
        'damaged',
        /first line/,
      ],
    ];
    for (const [name, content, kind, reason] of cases) {
      const path = join(folder, 'other.json');
      writeFileSync(path, content);
      const opened = openSnapshot(path);
      assert.equal(opened.kind, kind, name);
      assert.match('reason' in opened ? opened.reason : '', reason, name);
    }
  });

  test('is foreign when it is a folder or a pipe', () => {
    const NO_FILE = { kind: 'foreign', reason: 'it is no file', isFile: false };
    mkdirSync(join(folder, 'folder.json'));
    assert.deepEqual(openSnapshot(join(folder, 'folder.json')), NO_FILE);
    if (process.platform !== 'win32') {
      execFileSync('mkfifo', [join(folder, 'pipe.json')], { stdio: 'ignore' });
      assert.deepEqual(openSnapshot(join(folder, 'pipe.json')), NO_FILE);
    }
  });

  test('is named by its version when that is another', () => {
    const path = join(folder, 'version.json');
    writeFileSync(path, '{"format":"kg-memory/index","version":7,"anything":true,\n"a":1}\n');
    assert.deepEqual(openSnapshot(path), { kind: 'other-version', version: 7 });
  });
});

describe('a damaged snapshot', () => {
  test('is known by its length wherever it is cut', async () => {
    const path = await write();
    const bytes = readFileSync(path);
    const firstLine = bytes.indexOf('\n');
    for (const length of [40, firstLine, firstLine + 1, firstLine + 200, bytes.length - 1]) {
      writeFileSync(path, bytes.subarray(0, length));
      assert.equal(openSnapshot(path).kind, 'damaged', `cut at ${length}`);
    }
    writeFileSync(path, Buffer.concat([bytes, Buffer.from(' ')]));
    assert.equal(openSnapshot(path).kind, 'damaged', 'something behind it');
  });

  test('never answers wrongly: a changed byte is found when it is read, and by a check', async () => {
    const path = await write();
    const bytes = readFileSync(path);
    const expected = readAll(open(path));
    const values = valueRanges(bytes);
    let found = 0;
    for (let at = 0; at < bytes.length; at += 7) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x04;
      writeFileSync(path, changed);
      const opened = openSnapshot(path);
      if (opened.kind !== 'ok') continue;
      let reason: string | undefined;
      try {
        assert.deepEqual(readAll(opened.snapshot), expected, `byte ${at}`);
      } catch (error) {
        if (!(error instanceof SnapshotDamage)) throw error;
        reason = error.message;
      }
      const isInValue = values.some(([from, to]) => at >= from && at < to);
      // A section that nothing was read from may be damaged without harm.
      assert.ok(reason === undefined || isInValue, `byte ${at}: ${reason}`);
      found += reason === undefined ? 0 : 1;
      assert.equal(runToEnd(opened.snapshot.check()) !== undefined, isInValue, `byte ${at}`);
      opened.snapshot.close();
    }
    assert.ok(found > 100, `${found} found`);
  });

  test('with right checksums and impossible contents is damage, not a fault of the language', async () => {
    const path = await write();
    const original = readFileSync(path);
    for (const name of sectionNames(original)) {
      for (const value of ['null', '[]', '{}', '[999999999,-1]', '"scones"', '"////////"', '""', '0']) {
        writeFileSync(path, withSection(original, name, value));
        const opened = openSnapshot(path);
        if (opened.kind !== 'ok') continue;
        try {
          readAll(opened.snapshot);
        } catch (error) {
          // A stream that ends too early.
          const isLate = error instanceof RangeError && name === 'details';
          assert.ok(error instanceof SnapshotDamage || isLate, `${name}: ${value}: ${String(error)}`);
        }
        opened.snapshot.close();
      }
    }
  });

  test('whose first line says what cannot be is damage', async () => {
    const path = await write();
    const original = readFileSync(path);
    const rest = original.subarray(original.indexOf('\n') + 1);
    const rows = ['null', '{}', '[5]', '"a"', '[["meta"]]', '[["meta",-1,3,4]]', '[["meta",0,1e15,4]]', '[]'];
    for (const sections of rows) {
      const line = `{"format":"kg-memory/index","version":3,"bytes":${rest.length},"sections":${sections}`;
      const check = checksumOf(Buffer.from(line));
      writeFileSync(path, Buffer.concat([Buffer.from(`${line},"check":${check},\n`), rest]));
      assert.equal(openSnapshot(path).kind, 'damaged', sections);
    }
  });

  test('that is cut while it is open is damage, too', async () => {
    const path = await write();
    const snapshot = open(path);
    truncateSync(path, 3000);
    assert.throws(() => readAll(snapshot), SnapshotDamage);
  });
});

/** A good part of what a large graph answers. */
function answersOf(view: ReturnType<typeof buildGraph>['view']) {
  const id = (node: number) => view.id(node);
  const edge = (ref: number) => [
    id(view.source(ref)),
    view.edgeType(ref),
    id(view.target(ref)),
    view.detail(ref),
  ];
  const nodes = Array.from({ length: Math.ceil(view.nodeCount / 7) }, (_, at) => at * 7);
  return {
    counts: [view.nodeCount, view.edgeCount, view.countByType()],
    nodes: nodes.map((node) => [
      id(node),
      view.type(node),
      view.name(node),
      view.path(node),
      view.line(node),
    ]),
    properties: nodes.map((node) => view.properties(node)),
    edges: nodes.map((node) => [
      view.references(node),
      view.outgoing(node).map(edge),
      view.incoming(node).map(edge),
    ]),
    found: nodes.every((node) => view.find(id(node)) === node),
    named: nodes.map((node) => view.named(view.name(node).toLowerCase()).map(id)),
    files: [...new Set(nodes.map((node) => view.path(node)))].map((path) => view.inFile(path).map(id)),
    searched: ['token', 'e', 'init', 'self', 'dict[', 'set in', 'query a', 'zebra'].map((text) => [
      view.nameContains(text).map(id),
      view.nameHasWord(text).map(id),
      view.propertyContains(text).map(id),
    ]),
  };
}

function segmentsOf(view: ReturnType<typeof buildGraph>['view']) {
  return view.segmentKeys().map((key) => view.segment(key));
}

async function bytesOf(graph: ReturnType<typeof buildGraph>): Promise<Buffer> {
  const path = join(folder, 'bytes.json');
  await writeSnapshot(path, { meta: {}, files: [], graph });
  return readFileSync(path);
}

function shuffle<T>(items: readonly T[], dice: fc.Stream<number>): T[] {
  const keyed = items.map((item) => ({ item, key: [...dice.take(1)][0] ?? 0 }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

/** Where the values of the sections lie in the file. */
function valueRanges(bytes: Buffer): [from: number, to: number][] {
  const start = bytes.indexOf('\n') + 1;
  const header = JSON.parse(`${bytes.toString('utf8', 0, start - 2)}}`);
  return header.sections.map(([, offset, length]: [string, number, number]) => {
    return [start + offset, start + offset + length];
  });
}
