/**
 * The micro-suite of calls (fixtures/calls, see its README): reads the cases and compares a set of edges with what a
 * case expects. Pure but for reading the fixtures; it knows neither the linker nor CPython.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A call as `source id → target id`. */
export type Call = string;

/** One program and what is owed for it. `name` is `theme/case`, `root` its folder relative to the project. */
export interface CallCase {
  readonly name: string;
  readonly root: string;
  readonly calls: ReadonlySet<Call>;
  /** Those of `calls` that a run does not show. */
  readonly unexecuted: ReadonlySet<Call>;
  readonly optional: ReadonlySet<Call>;
}

/** How a set of edges differs from what is expected; both lists sorted. */
export interface CallDifference {
  readonly missing: readonly Call[];
  readonly extra: readonly Call[];
}

interface ExpectedFile {
  readonly calls: readonly (readonly [string, string])[];
  readonly unexecuted?: readonly { readonly call: readonly [string, string] }[];
  readonly optional?: readonly { readonly call: readonly [string, string] }[];
}

const ROOT = 'fixtures/calls';

/** All cases, by name. */
export function readCallCases(): readonly CallCase[] {
  return foldersOf(ROOT).flatMap((theme) =>
    foldersOf(join(ROOT, theme)).map((name) => readCase(`${theme}/${name}`)),
  );
}

/** One edge as text, so that sets can hold it. */
export function callOf(source: string, target: string): Call {
  return `${source} → ${target}`;
}

/** The calls of a graph: those it is sure of, and with the candidates. */
export interface FoundCalls {
  readonly sure: ReadonlySet<Call>;
  readonly all: ReadonlySet<Call>;
}

/** What a graph of the case lacks, candidates not counted as found, and what it has beyond calls and optional ones. */
export function compareCalls(expected: CallCase, { sure, all }: FoundCalls): CallDifference {
  return {
    missing: [...expected.calls].filter((call) => !sure.has(call)).sort(),
    extra: [...all].filter((call) => !expected.calls.has(call) && !expected.optional.has(call)).sort(),
  };
}

function readCase(name: string): CallCase {
  const root = `${ROOT}/${name}`;
  const file = JSON.parse(readFileSync(join(root, 'expected.json'), 'utf8')) as ExpectedFile;
  const explained = (list: ExpectedFile['optional'] = []) =>
    new Set(list.map(({ call: [source, target] }) => callOf(source, target)));
  return {
    name,
    root,
    calls: new Set(file.calls.map(([source, target]) => callOf(source, target))),
    unexecuted: explained(file.unexecuted),
    optional: explained(file.optional),
  };
}

function foldersOf(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('__'))
    .map((entry) => entry.name)
    .sort();
}
