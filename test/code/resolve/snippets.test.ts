/**
 * Snippets: fixtures/snippets/<theme>/<case>.py, or a folder for several files. Comments under a line say what it must give:
 *
 *     # calls: Oven.light exact, bake candidate property   every call edge from that line, with its resolution (and kind)
 *     # not: Oven.bake        a call edge (or, for a path, an import) that must not be there, though it might seem so
 *     # open: things.get      a call that is listed as unresolved
 *     # imports: shop.py      an import from that line (type_only where it is)
 *     # references: bake      a definition that is named there and that a decorator has replaced
 *     # inherits: Oven        a base of the class that stands there
 *     # gap: bake - reason    an edge that should be there and is not yet
 *
 * Nothing else may be there: each file's calls and references are those written, all of them. Names are qualified names of the same file, or
 * dotted paths of another one.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { dottedPath, type EdgeDetail, type Segment } from '../../../src/code/model.js';
import { linkAll, type Sources } from './link-project.js';

const ROOT = 'fixtures/snippets';

interface Expectation {
  readonly kind: string;
  readonly line: number;
  readonly items: readonly string[];
}

const COMMENT = /^\s*# (calls|not|open|imports|inherits|references|gap): (.*)$/;

/** The comments of a file, each with the line of code that it stands under. */
function expectationsIn(text: string): Expectation[] {
  const found: Expectation[] = [];
  let line = 0;
  for (const [index, row] of text.split('\n').entries()) {
    const comment = COMMENT.exec(row);
    if (comment === null) {
      if (row.trim() !== '') line = index + 1;
      continue;
    }
    const [, kind = '', rest = ''] = comment;
    const items = kind === 'gap' ? [rest.split(' - ')[0] ?? ''] : rest.split(', ');
    found.push({ kind, line, items });
  }
  return found;
}

/** Cases: a name, and the texts of their files. */
function readCases(): { readonly name: string; readonly sources: Sources }[] {
  return readdirSync(ROOT)
    .sort()
    .flatMap((theme) =>
      readdirSync(join(ROOT, theme))
        .sort()
        .map((entry) => ({ name: `${theme}/${entry}`, sources: readSources(join(ROOT, theme, entry)) })),
    );
}

function readSources(place: string): Sources {
  const sources = new Map<string, string>();
  if (!statSync(place).isDirectory()) return sources.set(basename(place), readFileSync(place, 'utf8'));
  for (const path of readdirSync(place, { recursive: true, encoding: 'utf8' })) {
    if (path.endsWith('.py'))
      sources.set(path.replaceAll('\\', '/'), readFileSync(join(place, path), 'utf8'));
  }
  return sources;
}

/** Finds ids by the short names that comments use. */
class Ids {
  readonly #ids: ReadonlySet<string>;

  constructor(segments: ReadonlyMap<string, Segment>) {
    this.#ids = new Set([...segments.values()].flatMap(({ nodes }) => nodes.map(({ id }) => id)));
  }

  of(path: string, name: string): string {
    for (const dotted of [`${dottedPath(path)}.${name}`, name]) {
      for (const id of [`func:${dotted}`, `class:${dotted}`]) if (this.#ids.has(id)) return id;
    }
    throw new Error(`${path}: no definition is called ${name}`);
  }
}

/** `line target resolution kind` of every place of a call edge. */
function callsOf(segment: Segment): string[] {
  return segment.edges
    .filter(({ type }) => type === 'calls')
    .flatMap(({ target, detail }) =>
      ((JSON.parse(detail) as EdgeDetail).sites ?? []).map(({ line, resolution, kind }) =>
        [line, target, resolution, ...(kind === undefined || kind === 'super' ? [] : [kind])].join(' '),
      ),
    )
    .sort();
}

/** `line target` of every place of other edges of one type; for imports paths, with `type_only`. */
function edgesOf(segment: Segment, type: string): string[] {
  return segment.edges
    .filter((edge) => edge.type === type)
    .flatMap(({ target, detail }) => {
      const { sites = [], type_only } = JSON.parse(detail) as EdgeDetail;
      const name = target.replace(/^file:/, '');
      return sites.map(({ line }) => `${line} ${name}${type_only ? ' type_only' : ''}`);
    })
    .sort();
}

function checkFile(path: string, text: string, segments: ReadonlyMap<string, Segment>): void {
  const segment = segments.get(path);
  assert.ok(segment, `${path} has no segment`);
  const ids = new Ids(segments);
  const expected = expectationsIn(text);
  const listed = (kind: string, write: (item: string) => string): string[] =>
    expected
      .filter((each) => each.kind === kind)
      .flatMap(({ line, items }) => items.map((item) => `${line} ${write(item)}`))
      .sort();
  const withId = (item: string): string => {
    const [name = '', ...rest] = item.split(' ');
    return [ids.of(path, name), ...rest].join(' ');
  };
  const calls = callsOf(segment);
  assert.deepEqual(calls, listed('calls', withId), `${path}: calls`);
  assert.deepEqual(
    edgesOf(segment, 'imports'),
    listed('imports', (item) => item),
    `${path}: imports`,
  );
  assert.deepEqual(edgesOf(segment, 'references'), listed('references', withId), `${path}: references`);
  const open = segment.unresolved.map(({ line, callee }) => `${line} ${callee}`);
  for (const each of listed('open', (item) => item))
    assert.ok(open.includes(each), `${path}: ${each} is not open`);
  for (const each of listed('inherits', withId)) {
    assert.ok(edgesOf(segment, 'inherits').includes(each), `${path}: inherits ${each}`);
  }
  // These name what is not there; that the names are right is what is left to check.
  for (const { items } of expected.filter(({ kind }) => kind === 'not' || kind === 'gap')) {
    for (const item of items) if (!item.endsWith('.py')) ids.of(path, item);
  }
}

for (const { name, sources } of readCases()) {
  test(`snippet ${name}`, () => {
    const segments = linkAll(sources);
    for (const [path, text] of sources) checkFile(path, text, segments);
  });
}
