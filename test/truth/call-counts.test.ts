/**
 * No call is lost: in every file, calls with an edge, external and unresolved ones are together as many as CPython's own
 * parser sees calls and decorators; every unresolved one is listed; and what is listed or has an edge stands on a line where
 * there is a call. Over the fixtures and a slice of the machine's standard library; without python3 nothing is compared.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { decodeSource } from '../../src/code/decode.js';
import type { EdgeDetail, Segment } from '../../src/code/model.js';
import { linkAll } from '../code/resolve/link-project.js';
import { findPython, runPythonJson } from '../support/python.js';

/** Packages that call in many ways. */
const SLICE =
  /^(?:asyncio|collections|concurrent|json|logging|unittest|xml)\/|^(?:enum|functools|inspect|typing)\.py$/;

const python = findPython(8);

test('every call of the projects is counted', (context) => {
  if (python === undefined) return context.diagnostic('no python3: not compared');
  for (const root of ['fixtures/projects/bakery', 'fixtures/projects/harbour', 'fixtures/calls']) {
    compare(root, () => true);
  }
});

test('every call of the standard library is counted', (context) => {
  if (python === undefined) return context.diagnostic('no python3: not compared');
  const calls = compare(runPythonJson(python, 'test/truth/stdlib_path.py', []) as string, (path) =>
    SLICE.test(path),
  );
  context.diagnostic(`${calls} calls compared`);
  assert.ok(calls > 10_000);
});

/** Links the files below `root` that are wanted and compares each; returns how many calls there are. */
function compare(root: string, isWanted: (path: string) => boolean): number {
  assert.ok(python);
  const seen = runPythonJson(python, 'test/truth/count_calls.py', [root]) as Readonly<
    Record<string, number[]>
  >;
  const sources = new Map<string, string>();
  for (const path of Object.keys(seen)) {
    if (isWanted(path)) sources.set(path, decodeSource(readFileSync(join(root, path))).text);
  }
  assert.ok(sources.size > 0, `${root}: ${readdirSync(root).join()}`);
  let total = 0;
  for (const [path, segment] of linkAll(sources)) {
    const lines = seen[path];
    if (lines === undefined) continue;
    total += lines.length;
    assert.deepEqual(accounted(segment), { calls: lines.length, listed: unresolvedOf(segment) }, path);
    const known = new Set(lines);
    const stray = linesOf(segment).filter((line) => !known.has(line));
    assert.deepEqual(stray, [], `${path}: lines without a call`);
  }
  return total;
}

/** What the file's node counts, and how many calls are listed. */
function accounted(segment: Segment): { readonly calls: number; readonly listed: number } {
  const counts = countsOf(segment);
  return { calls: counts.resolved + counts.external + counts.unresolved, listed: segment.unresolved.length };
}

function unresolvedOf(segment: Segment): number {
  return countsOf(segment).unresolved;
}

function countsOf({ nodes }: Segment): Record<'resolved' | 'external' | 'unresolved', number> {
  const text = nodes.find(({ type }) => type === 'file')?.properties ?? '{}';
  const properties = JSON.parse(text) as Readonly<Record<string, number>>;
  const count = (name: string): number => properties[`calls_${name}`] ?? 0;
  return { resolved: count('resolved'), external: count('external'), unresolved: count('unresolved') };
}

/** Lines of written calls: with an edge, by name only, or unresolved. */
function linesOf({ edges, unresolved }: Segment): readonly number[] {
  const details = edges
    .filter(({ type }) => type === 'calls')
    .map(({ detail }) => JSON.parse(detail) as EdgeDetail);
  const sites = details.flatMap(({ sites = [] }) =>
    sites.filter(({ kind }) => kind !== 'implicit' && kind !== 'property'),
  );
  return [...sites, ...unresolved].map(({ line }) => line);
}
