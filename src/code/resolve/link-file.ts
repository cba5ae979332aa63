/**
 * One file's segment: its nodes, and the edges that leave them. Everything that crosses into other files goes through the
 * session's queries, so that afterwards it is known what was read.
 */
import type { Definition, Problem } from '../facts.js';
import {
  type EdgeRow,
  fileId,
  type NodeRow,
  type Properties,
  type PropertyValue,
  type UnresolvedCall,
} from '../model.js';
import type { FileLinking } from './call-findings.js';
import { answeredList, classOrder } from './classes.js';
import type { EdgeEnd } from './edge-ints.js';
import { EdgeDrafts } from './edges.js';
import { entryPoint } from './entry-points.js';
import { classKind, functionKind } from './kinds.js';
import { isCutShort } from './linearize.js';
import { CallLinker } from './link-calls.js';
import { type ImportedNames, linkImports } from './link-imports.js';
import { baseName } from './modules.js';
import { joinedLabels, type Registered, registeredByAll } from './registrations.js';
import { Query } from './session.js';
import { shortHash } from './short-hash.js';
import { isStub } from './stub-paths.js';
import { Kind } from './value-kinds.js';

/** Definitions between two chances for the caller to wait. */
const SLICE = 200;

export interface LinkedFile {
  readonly nodes: readonly NodeRow[];
  /** Between definitions: see `edge-ints.ts`. */
  readonly edges: Int32Array;
  readonly importEdges: readonly EdgeRow[];
  readonly unresolved: readonly UnresolvedCall[];
  /** Paths of the files it imports, and directories of the namespace packages it names, sorted. */
  readonly imports: readonly string[];
  readonly namespaces: readonly string[];
  /** Where linking was cut short so that it ends in time; its node tells them too. */
  readonly problems: readonly Problem[];
  /** Definitions of any file that it gives to a framework, or says are for everybody. */
  readonly registered: readonly Registered[];
}

/** Yields within big files. `hash` is what the file's node shows. */
export function* linkFile(
  linking: Omit<FileLinking, 'edges'>,
  hash: string,
): Generator<void, LinkedFile, void> {
  const { session: s, file, ids } = linking;
  const edges = new EdgeDrafts(file.path, linking.session.names);
  const definitions = file.index.facts.definitions;
  yield* contain(linking, edges);
  const cutOrders = yield* inherit(linking, edges);
  const imported = linkImports(s, file, edges);
  const calls = new CallLinker({ ...linking, edges });
  yield* calls.walk();
  const problems = effortProblems(cutOrders, calls.cutNames);
  const nodes: NodeRow[] = [fileNode(linking, hash, { imported, calls, problems })];
  for (const [definition, facts] of definitions.entries()) {
    nodes.push(definitionNode(linking, ids.of(file, definition), definition, facts));
    if (definition % SLICE === SLICE - 1) yield;
  }
  return {
    nodes,
    edges: edges.pack((target) => endOf(linking, s.values.a(target), s.values.b(target))),
    importEdges: edges.importRows(),
    unresolved: calls.unresolved,
    imports: edges.imported,
    namespaces: imported.namespaces,
    problems,
    registered: [...calls.registered, ...s.solver.run(file.number, () => registeredByAll(s, file))],
  };
}

/** A file that could not be linked: its definitions and nothing that takes values. */
export function unlinkedFile(linking: Omit<FileLinking, 'edges'>, hash: string): LinkedFile {
  const { file, ids } = linking;
  const edges = new EdgeDrafts(file.path, linking.session.names);
  for (const _ of contain(linking, edges));
  const problems: Problem[] = [{ kind: 'effort', message: 'Nested too deeply to be linked' }];
  const nothing = { imported: NO_IMPORTS, calls: new CallLinker({ ...linking, edges }), problems };
  const nodes: NodeRow[] = [fileNode(linking, hash, nothing)];
  for (const [definition, facts] of file.index.facts.definitions.entries()) {
    const kind = facts.isMethod ? 'method' : facts.kind;
    nodes.push(plainNode(file, ids.of(file, definition), facts, { kind, entry: '' }));
  }
  const packed = edges.pack(() => NO_END);
  return {
    nodes,
    edges: packed,
    importEdges: [],
    unresolved: [],
    imports: [],
    namespaces: [],
    problems,
    registered: [],
  };
}

const NO_END: EdgeEnd = { file: -1, definition: 1 };
const NO_IMPORTS: ImportedNames = { external: [], missing: [], namespaces: [] };

function effortProblems(cutOrders: number, cutNames: number): readonly Problem[] {
  const problems: Problem[] = [];
  if (cutNames > 0) {
    problems.push({ kind: 'effort', message: `Names bound in too many places to follow: ${cutNames} calls` });
  }
  if (cutOrders > 0) {
    problems.push({ kind: 'effort', message: `Too many base classes to follow: ${cutOrders} classes` });
  }
  return problems;
}

/** The end that a definition is; its id is known from here on. */
function endOf({ session: s, ids }: Omit<FileLinking, 'edges'>, number: number, definition: number): EdgeEnd {
  const unit = s.files[number];
  if (unit !== undefined) ids.all(unit);
  return { file: number, definition: definition + 1 };
}

function* contain(linking: Omit<FileLinking, 'edges'>, edges: EdgeDrafts): Generator<void, void, void> {
  const { file } = linking;
  for (const [definition, { parent, isMethod }] of file.index.facts.definitions.entries()) {
    edges.add(parent + 1, 'contains', endOf(linking, file.number, definition));
    if (isMethod) edges.add(definition + 1, 'method_of', endOf(linking, file.number, parent));
    if (definition % SLICE === SLICE - 1) yield;
  }
}

/** Returns how many classes have more behind them than their order lists. */
function* inherit(linking: Omit<FileLinking, 'edges'>, edges: EdgeDrafts): Generator<void, number, void> {
  const { session: s, file, ids } = linking;
  let cutOrders = 0;
  for (const [definition, { kind, bases, line }] of file.index.facts.definitions.entries()) {
    if (kind !== 'class' || bases.length === 0) continue;
    const values = s.solver.run(file.number, () => answeredList(s, s.ask(Query.BASES, file, definition)));
    for (const base of values) {
      if (s.values.kind(base) !== Kind.CLASS) continue;
      const target = endOf(linking, s.values.a(base), s.values.b(base));
      if (ids.table.at(target.file, target.definition) === ids.of(file, definition)) continue;
      edges.add(definition + 1, 'inherits', target, line);
    }
    const self = s.values.value(Kind.CLASS, file.number, definition);
    if (s.solver.run(file.number, () => isCutShort(classOrder(s, self)))) cutOrders++;
    yield;
  }
  return cutOrders;
}

/** What was found about a file as a whole. */
interface FileFindings {
  readonly imported: ImportedNames;
  readonly calls: Pick<CallLinker, 'counts'>;
  readonly problems: readonly Problem[];
}

function fileNode({ file }: Pick<FileLinking, 'file'>, hash: string, found: FileFindings): NodeRow {
  const { facts } = file.index;
  const { imported, problems } = found;
  const { counts } = found.calls;
  return {
    id: fileId(file.path),
    type: 'file',
    name: baseName(file.path),
    path: file.path,
    line: 1,
    fingerprint: facts.fingerprint,
    properties: propertiesText({
      language: facts.language,
      kind: isStub(file.path) ? 'stub' : facts.cells === undefined ? '' : 'notebook',
      cells: facts.cells?.length ?? '',
      lines: facts.lines,
      hash,
      encoding: facts.encoding ?? '',
      docstring: facts.docstring,
      entry_point: fileEntry(file),
      external_imports: imported.external,
      unresolved_imports: imported.missing,
      calls_resolved: counts.resolved,
      calls_inferred: counts.inferred,
      calls_candidate: counts.candidate,
      calls_external: counts.external,
      calls_unresolved: counts.unresolved,
      problems: [...facts.problems, ...tooMany(counts.tooMany), ...problems].map(problemValue),
    }),
  };
}

/** How a file is run by itself. */
function fileEntry({ index, path }: FileLinking['file']): string {
  if (baseName(path) === '__main__.py') return 'package __main__';
  return index.isScript ? 'script (__main__)' : '';
}

function tooMany(calls: number): readonly Problem[] {
  return calls === 0
    ? []
    : [{ kind: 'effort', message: `Too many possible targets to follow: ${calls} calls` }];
}

function problemValue(problem: Problem): PropertyValue {
  return {
    kind: problem.kind,
    message: problem.message,
    ...(problem.line === undefined ? {} : { line: problem.line }),
    ...(problem.endLine === undefined ? {} : { end_line: problem.endLine }),
  };
}

function definitionNode(
  { session: s, file }: Omit<FileLinking, 'edges'>,
  id: string,
  definition: number,
  facts: Definition,
): NodeRow {
  const isClass = facts.kind === 'class';
  const kind = s.solver.run(file.number, () =>
    isClass ? classKind(s, file, definition) : functionKind(s, file, definition, facts),
  );
  const entry = s.solver.run(file.number, () => entryPoint(s, file, definition));
  return plainNode(file, id, facts, { kind, entry });
}

function plainNode(
  file: FileLinking['file'],
  id: string,
  facts: Definition,
  { kind, entry }: { readonly kind: string; readonly entry: string },
): NodeRow {
  return {
    id,
    type: facts.kind,
    name: facts.name,
    path: file.path,
    line: facts.line,
    fingerprint: facts.fingerprint,
    properties: propertiesText({
      end_line: facts.endLine,
      kind,
      async: facts.isAsync,
      bases: facts.bases,
      params: facts.params,
      returns: facts.returns,
      decorators: facts.decorators,
      docstring: facts.docstring,
      entry_point: entry,
      stub: facts.stub ?? '',
      ...cellOf(file, facts.line),
    }),
  };
}

/** Where in a notebook a line stands: the number of its cell, and the line there. */
function cellOf({ index }: FileLinking['file'], line: number): Properties {
  const { cells = [] } = index.facts;
  const cell = cells.find((each) => each.line <= line && line <= each.endLine);
  return cell === undefined ? {} : { cell: cell.number, cell_line: line - cell.line + 1 };
}

/** The nodes, those marked of which something is said; by the hash of their qualified names. The file's own node comes first. */
export function markedNodes(
  nodes: readonly NodeRow[],
  definitions: readonly Definition[],
  labels: ReadonlyMap<string, readonly string[]>,
): readonly NodeRow[] {
  return nodes.map((node, place) => {
    const facts = definitions[place - 1];
    const said = facts === undefined ? undefined : labels.get(shortHash(facts.qualname));
    if (said === undefined) return node;
    const properties = JSON.parse(node.properties) as Properties;
    const { entry_point: own = '' } = properties;
    const entry = joinedLabels(typeof own === 'string' ? own : '', said);
    return { ...node, properties: propertiesText({ ...properties, entry_point: entry }) };
  });
}

/** JSON text of the properties that say something: no empty texts and lists, no `false`. */
export function propertiesText(properties: Properties): string {
  const parts: string[] = [];
  for (const name in properties) {
    const value = properties[name];
    if (value === undefined || value === '' || value === false) continue;
    if (Array.isArray(value) && value.length === 0) continue;
    parts.push(parts.length === 0 ? '{"' : ',"', name, '":', JSON.stringify(value));
  }
  parts.push(parts.length === 0 ? '{}' : '}');
  return parts.join('');
}
