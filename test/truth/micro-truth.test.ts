/**
 * Is what fixtures/calls expects true? CPython runs every program; what happened must be expected or optional, and what
 * is expected must have happened, but for calls that the case declares unexecuted. Nothing of ours is tested here: this
 * keeps the yardstick straight. Without a python3 of at least 3.10 (`match`) only the form of the cases is checked.
 */
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { findPython, runPythonJson } from '../support/python.js';
import { type CallCase, callOf, readCallCases } from './call-cases.js';

type Observed = Readonly<Record<string, { calls?: [string, string][]; error?: string }>>;

const cases = readCallCases();

test('every case is well formed', () => {
  assert.ok(cases.length >= 120, `${cases.length} cases`);
  for (const { name, calls, unexecuted, optional } of cases) {
    for (const call of unexecuted)
      assert.ok(calls.has(call), `${name}: unexecuted but not expected: ${call}`);
    for (const call of optional) assert.ok(!calls.has(call), `${name}: both expected and optional: ${call}`);
  }
});

test('CPython makes the calls that the cases expect, and no others', (context) => {
  const python = findPython(10);
  if (python === undefined) return context.diagnostic('no python3 of at least 3.10: not compared');
  const roots = cases.map((each) => resolve(each.root));
  const observed = runPythonJson(python, 'test/truth/observe_calls.py', roots) as Observed;
  const wrong = cases.flatMap((each) => differences(each, observed[resolve(each.root)]));
  assert.deepEqual(wrong, []);
});

function differences(expected: CallCase, observed: Observed[string] | undefined): readonly string[] {
  if (observed?.calls === undefined) return [`${expected.name}: ${observed?.error ?? 'not run'}`];
  const seen = new Set(observed.calls.map(([source, target]) => callOf(source, target)));
  const { calls, unexecuted, optional } = expected;
  const unwritten = [...seen].filter((call) => !calls.has(call) && !optional.has(call));
  const unseen = [...calls].filter((call) => !seen.has(call) && !unexecuted.has(call));
  const refuted = [...unexecuted].filter((call) => seen.has(call));
  return [
    ...unwritten.map((call) => `${expected.name}: happens but is not expected: ${call}`),
    ...unseen.map((call) => `${expected.name}: is expected but does not happen: ${call}`),
    ...refuted.map((call) => `${expected.name}: is called unexecuted but happens: ${call}`),
  ];
}
