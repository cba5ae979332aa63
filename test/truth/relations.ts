/**
 * Compares the `imports` and `inherits` edges of an exported graph with those that test/truth/import_oracle.py finds
 * with CPython's own parser. Edges are named by path and line, not by id, so that spelling of ids is no part of it.
 */
import type { Python } from '../support/python.js';
import { runPythonJson } from '../support/python.js';
import type { ExportedGraph, ExportedNode } from './exported.js';

/** What the oracle prints; see its head. */
export interface OracleAnswer {
  readonly files: readonly string[];
  readonly rejected: readonly string[];
  readonly imports: readonly (readonly [string, string, boolean])[];
  readonly imports_optional: readonly (readonly [string, string])[];
  readonly inherits: readonly (readonly [string, number, string, number])[];
  readonly inherits_optional: readonly (readonly [string, number, string, number])[];
  readonly computed: readonly (readonly [string, number])[];
}

/** One kind of edges compared. `missing` and `extra` are sorted; optional edges count neither way. */
export interface Comparison {
  readonly right: number;
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

export interface RelationsReport {
  /** Files that only one side has. Edges that touch them, or a file CPython rejects, are left out. */
  readonly filesMissing: readonly string[];
  readonly filesExtra: readonly string[];
  readonly imports: Comparison;
  readonly inherits: Comparison;
  /** Import edges whose `type_only` differs. */
  readonly typeOnlyWrong: readonly string[];
}

const ORACLE = 'test/truth/import_oracle.py';

/** Runs the oracle over a tree. */
export function askOracle(python: Python, root: string): OracleAnswer {
  return runPythonJson(python, ORACLE, [root]) as OracleAnswer;
}

/** Share of what is owed that was found, and share of what was found that is owed; 1 when there is nothing. */
export function scores({ right, missing, extra }: Comparison): { recall: number; precision: number } {
  const of = (whole: number) => (whole === 0 ? 1 : right / whole);
  return { recall: of(right + missing.length), precision: of(right + extra.length) };
}

/** The report on one tree. */
export function compareRelations(graph: ExportedGraph, oracle: OracleAnswer): RelationsReport {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const rejected = new Set(oracle.rejected);
  const known = new Set(oracle.files);
  const files = graph.nodes.filter((node) => node.type === 'file').map((node) => node.path);
  const present = new Set(files);
  const judged = (path: string) => known.has(path) && present.has(path);
  const edges = (type: string, name: (node: ExportedNode) => string) =>
    graph.edges
      .filter((edge) => edge.type === type)
      .map((edge) => ({ edge, from: nodes.get(edge.source), to: nodes.get(edge.target) }))
      .flatMap(({ edge, from, to }) =>
        from && to && judged(from.path) && judged(to.path)
          ? [{ edge, from, text: arrow(name(from), name(to)) }]
          : [],
      );
  const imports = edges('imports', (node) => node.path);
  const computed = new Set(oracle.computed.map(([path, line]) => place(path, line)));
  const inherits = edges('inherits', (node) => place(node.path, node.line));
  const owedImports = oracle.imports.filter(([from, to]) => judged(from) && judged(to));
  const owedInherits = oracle.inherits.filter(([from, , to]) => judged(from) && judged(to));
  const typeOnly = new Set(imports.filter(({ edge }) => edge.type_only === true).map(({ text }) => text));
  return {
    filesMissing: [...oracle.files].filter((path) => !present.has(path)),
    filesExtra: files.filter((path) => !known.has(path) && !rejected.has(path)).sort(),
    imports: compare(
      imports.map(({ text }) => text),
      owedImports.map(([from, to]) => arrow(from, to)),
      oracle.imports_optional.map(([from, to]) => arrow(from, to)),
    ),
    inherits: compare(
      inherits.map(({ text }) => text),
      owedInherits.map(inheritance),
      [
        ...oracle.inherits_optional.map(inheritance),
        ...inherits.filter(({ from }) => computed.has(place(from.path, from.line))).map(({ text }) => text),
      ],
    ),
    typeOnlyWrong: owedImports
      .filter(([from, to, only]) => only !== typeOnly.has(arrow(from, to)))
      .map(([from, to]) => arrow(from, to)),
  };
}

function compare(found: readonly string[], owed: readonly string[], optional: readonly string[]): Comparison {
  const foundSet = new Set(found);
  const owedSet = new Set(owed);
  const free = new Set(optional);
  return {
    right: [...owedSet].filter((edge) => foundSet.has(edge)).length,
    missing: [...owedSet].filter((edge) => !foundSet.has(edge)).sort(),
    extra: [...foundSet].filter((edge) => !owedSet.has(edge) && !free.has(edge)).sort(),
  };
}

function inheritance([path, line, basePath, baseLine]: readonly [string, number, string, number]): string {
  return arrow(place(path, line), place(basePath, baseLine));
}

function place(path: string, line: number): string {
  return `${path}:${line}`;
}

function arrow(from: string, to: string): string {
  return `${from} → ${to}`;
}
