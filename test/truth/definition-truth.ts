/**
 * Compares the classes and functions of an exported graph, and where they hang, with what CPython's parser finds
 * (test/truth/definitions.py). Every definition counts once; there is no tolerance.
 */
import type { Python } from '../support/python.js';
import { runPythonJson } from '../support/python.js';
import type { ExportedGraph } from './exported.js';

/** What the script prints; see its head. */
export interface DefinitionsAnswer {
  readonly files: readonly string[];
  readonly rejected: Readonly<Record<string, string>>;
  readonly definitions: readonly (readonly [string, number, string, string, number])[];
}

/** Differences in files that CPython accepts, each as `path:line kind qualname in parent line`. */
export interface DefinitionsReport {
  readonly total: number;
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  readonly filesMissing: readonly string[];
}

/** Runs the script over a tree; `paths` limits it to some of its files. */
export function askDefinitions(
  python: Python,
  root: string,
  paths: readonly string[] = [],
): DefinitionsAnswer {
  return runPythonJson(python, 'test/truth/definitions.py', [root, ...paths]) as DefinitionsAnswer;
}

/** The report on one tree. */
export function compareDefinitions(graph: ExportedGraph, truth: DefinitionsAnswer): DefinitionsReport {
  const accepted = new Set(truth.files);
  const files = new Set(graph.nodes.filter((node) => node.type === 'file').map((node) => node.path));
  const found = countTexts(
    describeGraph(graph)
      .filter(({ path }) => accepted.has(path))
      .map(({ text }) => text),
  );
  const owed = countTexts(
    truth.definitions.map(([path, line, kind, qualname, parent]) =>
      describe(path, line, kind, qualname, parent),
    ),
  );
  return {
    total: truth.definitions.length,
    missing: lacking(owed, found),
    extra: lacking(found, owed),
    filesMissing: truth.files.filter((path) => !files.has(path)),
  };
}

/** A method is what has a `method_of` edge; the parent is the source of the one `contains` edge. */
function describeGraph(graph: ExportedGraph): readonly { path: string; text: string }[] {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const methods = new Set(graph.edges.filter((edge) => edge.type === 'method_of').map((edge) => edge.source));
  const parents = new Map<string, string[]>();
  for (const { type, source, target } of graph.edges) {
    if (type === 'contains') parents.set(target, [...(parents.get(target) ?? []), source]);
  }
  return graph.nodes
    .filter(({ type }) => type === 'class' || type === 'function')
    .map(({ id, type, path, line }) => {
      const around = (parents.get(id) ?? []).map((parent) => nodes.get(parent));
      const parentLine = around.map((node) => (node === undefined || node.type === 'file' ? 0 : node.line));
      const kind = methods.has(id) ? 'method' : type;
      return { path, text: describe(path, line, kind, qualnameOf(id, path), parentLine.join('+')) };
    });
}

/** `func:src.app.Oven.bake#2@src/app.py` in `src/app.py` → `Oven.bake`. */
function qualnameOf(id: string, path: string): string {
  const dotted = path
    .replace(/\.py$/, '')
    .replaceAll('/', '.')
    .replace(/(^|\.)__init__$/, '');
  const plain = id.replace(/^\w+:/, '').replace(/@.*$/, '').replaceAll(/#\d+/g, '');
  return dotted !== '' && plain.startsWith(`${dotted}.`) ? plain.slice(dotted.length + 1) : plain;
}

function describe(
  path: string,
  line: number,
  kind: string,
  qualname: string,
  parent: number | string,
): string {
  return `${path}:${line} ${kind} ${qualname} in ${parent}`;
}

function countTexts(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function lacking(owed: ReadonlyMap<string, number>, found: ReadonlyMap<string, number>): readonly string[] {
  return [...owed]
    .filter(([text, count]) => (found.get(text) ?? 0) < count)
    .map(([text]) => text)
    .sort();
}
