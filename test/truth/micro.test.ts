/**
 * The graph's calls against the micro-suite (fixtures/calls): each program is indexed as a project of its own, and what
 * its graph lacks or has too much must be what known-call-gaps.json says, exactly: a gap that closes fails the test as a
 * new one does, so that the list is the truth. `UPDATE_GOLDEN=1` rewrites the list (format it afterwards) and keeps its reasons; a gap without
 * a reason fails.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { GraphView } from '../../src/code/graph.js';
import { Indexer } from '../../src/code/indexer.js';
import { ParsePool } from '../../src/code/parse-pool.js';
import {
  type Call,
  type CallCase,
  callOf,
  compareCalls,
  type FoundCalls,
  readCallCases,
} from './call-cases.js';

/** What is wrong with one case today, and why. */
interface Gap {
  readonly why: string;
  readonly missing: readonly Call[];
  readonly extra: readonly Call[];
}

const GAPS_FILE = 'test/truth/known-call-gaps.json';

test('the calls of every program are those expected, but for the known gaps', async (context) => {
  const known = JSON.parse(readFileSync(GAPS_FILE, 'utf8')) as Readonly<Record<string, Gap>>;
  const cases = readCallCases();
  const gaps: Record<string, Gap> = {};
  const pool = new ParsePool();
  context.after(() => pool.close());
  for (const each of cases) {
    const { missing, extra } = compareCalls(each, await callsOf(each, pool));
    if (missing.length + extra.length > 0)
      gaps[each.name] = { why: known[each.name]?.why ?? '', missing, extra };
  }
  report(context, cases, gaps);
  if (process.env.UPDATE_GOLDEN) writeFileSync(GAPS_FILE, `${JSON.stringify(gaps, null, 2)}\n`);
  const unexplained = Object.keys(gaps).filter((name) => gaps[name]?.why === '');
  assert.deepEqual(gaps, process.env.UPDATE_GOLDEN ? gaps : known);
  assert.deepEqual(unexplained, [], 'gaps without a reason');
});

/** The `calls` edges of one program's graph. Nothing is written: the indexer holds it in memory. */
async function callsOf({ root }: CallCase, pool: ParsePool): Promise<FoundCalls> {
  const indexer = new Indexer({ root: resolve(root), sourceDirs: undefined, pool });
  await indexer.update();
  if (indexer.view === undefined) throw new Error(`${root}: no graph`);
  return callEdges(indexer.view);
}

function callEdges(view: GraphView): FoundCalls {
  const sure = new Set<Call>();
  const all = new Set<Call>();
  for (const node of view.nodes()) {
    for (const edge of view.outgoing(node)) {
      if (view.edgeType(edge) !== 'calls') continue;
      const call = callOf(view.id(node), view.id(view.target(edge)));
      all.add(call);
      if (view.detail(edge).resolution !== 'candidate') sure.add(call);
    }
  }
  return { sure, all };
}

/** Totals, so that a run says how far the graph is. */
function report(context: TestContext, cases: readonly CallCase[], gaps: Readonly<Record<string, Gap>>): void {
  const list = Object.values(gaps);
  const owed = cases.reduce((sum, { calls }) => sum + calls.size, 0);
  const missing = list.reduce((sum, gap) => sum + gap.missing.length, 0);
  const extra = list.reduce((sum, gap) => sum + gap.extra.length, 0);
  const complete = cases.length - list.filter((gap) => gap.missing.length > 0).length;
  const sound = cases.length - list.filter((gap) => gap.extra.length > 0).length;
  context.diagnostic(
    `${cases.length} programs: ${complete} without a missing edge, ${sound} without a false one`,
  );
  context.diagnostic(`${owed} edges owed: ${missing} missing; ${extra} false`);
}
