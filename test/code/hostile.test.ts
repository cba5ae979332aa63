/**
 * A project of hostile files, indexed as a whole: no crash, nothing left out unsaid, the same result twice, and the sound files
 * among them complete. fixtures/hostile/expected.txt says of each file what must come out.
 */
import assert from 'node:assert/strict';
import { chmodSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { graphAsJson } from '../../src/cli/graph-json.js';
import type { SegmentedView } from '../../src/code/graph.js';
import { Indexer } from '../../src/code/indexer.js';
import { escapeName } from '../../src/code/odd-names.js';
import { ParsePool } from '../../src/code/parse-pool.js';
import { assertGolden } from '../support/golden.js';
import { LINUX_ONLY, makeHostileTree } from '../support/hostile-tree.js';
import { removeTree } from '../support/tree.js';

const LISTED_MAX = 6;
/** Whom the system lets read everything: then nothing is unreadable. */
const IS_ROOT = process.getuid?.() === 0;

describe('a project of hostile files', () => {
  let root = '';
  const pool = new ParsePool();
  let indexer: Indexer;
  before(async () => {
    root = makeHostileTree();
    indexer = await index();
  });
  after(() => {
    pool.close();
    if (process.platform === 'linux') {
      for (const name of ['closed', 'unreadable.py']) chmodSync(path.join(root, LINUX_ONLY, name), 0o700);
    }
    removeTree(root);
  });

  async function index(): Promise<Indexer> {
    const made = new Indexer({ root, sourceDirs: ['.'], pool });
    await made.update();
    return made;
  }

  test('each gives what it must, and none is left out unsaid', () => {
    const rows = fates(root, indexer)
      .filter((row) => process.platform === 'linux' || !row.startsWith(`${LINUX_ONLY}/`))
      .filter((row) => !/^linux\/(?:unreadable|closed)/.test(row));
    assertGolden('fixtures/hostile/expected.txt', rows.join('\n'));
    assert.ok(rows.length >= 60);
  });

  test('what may not be read is told', { skip: process.platform !== 'linux' }, () => {
    const rows = fates(root, indexer).filter((row) => /^linux\/(?:unreadable|closed)/.test(row));
    assert.equal(
      rows.filter((row) => row.includes(IS_ROOT ? 'moor' : 'unreadable')).length,
      2,
      rows.join('\n'),
    );
  });

  test('twice the same', async () => {
    const again = await index();
    assert.equal(exported(again), exported(indexer));
    assert.deepEqual(again.problems(), indexer.problems());
  });

  test('files that vanish, change into something else or come back are followed', async () => {
    const gone = readdirSync(path.join(root, 'deep')).map((name) => `deep/${name}`);
    rmSync(path.join(root, 'deep'), { recursive: true });
    await indexer.update({ paths: gone });
    // Large files that nobody has told of.
    rmSync(path.join(root, 'large'), { recursive: true });
    await indexer.update();
    assert.equal(exported(indexer), exported(await index()));
  });
});

function exported(indexer: Indexer): string {
  return [...graphAsJson(viewOf(indexer))].join('');
}

function viewOf({ view }: Indexer): SegmentedView {
  assert.ok(view);
  return view;
}

/** One row for each entry of the tree that is no folder, and for folders that are not walked. */
function fates(root: string, indexer: Indexer): string[] {
  const { scan } = indexer;
  assert.ok(scan);
  const links = new Map(scan.links.map(({ path: name, target }) => [name, target]));
  const skipped = new Map<string, string>(scan.skipped.map(({ folder, reason }) => [folder, reason]));
  const told = new Map<string, string[]>();
  for (const { path: name, problem } of indexer.problems()) {
    const { kind, message, line, endLine = line } = problem;
    const place = line === undefined ? '' : ` ${line}${endLine === line ? '' : `-${endLine}`}`;
    told.set(name, [...(told.get(name) ?? []), `${kind}${place}: ${placeless(message)}`]);
  }
  const rows: string[] = [];
  for (const name of entries(root)) {
    const problems = told.get(name) ?? [];
    const found = viewOf(indexer).find(`file:${name}`);
    const parts: string[] = [];
    if (found !== undefined) parts.push(fileText(viewOf(indexer), name));
    else if (links.has(name)) parts.push(`link to ${links.get(name)}`);
    else if (problems.length === 0) parts.push(leftOut(name, skipped));
    rows.push([name, ...parts, ...listed(problems)].join(' | '));
  }
  return rows.sort();
}

/** Messages name places of the machine. */
function placeless(message: string): string {
  return message.replaceAll(process.cwd(), '<project>').replaceAll(realpathSync(tmpdir()), '<tmp>');
}

function leftOut(name: string, skipped: ReadonlyMap<string, string>): string {
  const parts = name.split('/');
  for (let end = 1; end < parts.length; end++) {
    const reason = skipped.get(parts.slice(0, end).join('/'));
    if (reason !== undefined) return `not walked: ${reason}`;
    if (['node_modules', '__pycache__'].includes(parts[end - 1] ?? '')) return 'not walked: name';
  }
  if (/(?:\.ignored\.py$|^secret\/)/.test(name)) return 'ignored by git';
  const base = parts.at(-1) ?? '';
  assert.doesNotMatch(base, /.\.(?:pyi?|ipynb)$/, `${name} is left out unsaid`);
  return 'no source';
}

function fileText(view: SegmentedView, name: string): string {
  const [file = 0] = [view.find(`file:${name}`)].filter((node) => node !== undefined);
  const { lines, kind, encoding, cells } = view.properties(file);
  const about = [kind, `${lines} lines`, encoding, cells === undefined ? undefined : `${cells} cells`];
  const definitions = view
    .inFile(name)
    .filter((node) => view.type(node) !== 'file' && view.type(node) !== 'module')
    .map((node) => `${view.id(node).replace(/^.*?:/, '')}:${view.line(node)}`);
  return [about.filter(Boolean).join(', '), ...listed(definitions)].join(' | ');
}

/** The first few of a list, and how many there are. */
function listed(texts: readonly string[]): string[] {
  const clipped = texts.map((text) => (text.length > 160 ? `${text.slice(0, 150)}… (${text.length})` : text));
  if (clipped.length <= LISTED_MAX) return clipped;
  return [...clipped.slice(0, LISTED_MAX), `… ${clipped.length} in all`];
}

/** Everything but folders, as paths of the project. */
function entries(root: string): string[] {
  const found: string[] = [];
  const pending: { readonly location: Buffer; readonly name: string }[] = [
    { location: Buffer.from(root), name: '' },
  ];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of listing(folder.location)) {
      const name = folder.name === '' ? escapeName(entry.name) : `${folder.name}/${escapeName(entry.name)}`;
      const location = Buffer.concat([folder.location, Buffer.from('/'), entry.name]);
      if (entry.isDirectory()) pending.push({ location, name });
      else found.push(name);
    }
  }
  return found;
}

function listing(location: Buffer) {
  try {
    return readdirSync(location, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    // A folder that nobody may list has a row of its own.
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') return [];
    throw error;
  }
}
