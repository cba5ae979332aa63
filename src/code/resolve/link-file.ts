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
import { answeredList } from './classes.js';
import { EdgeDrafts } from './edges.js';
import { classKind, functionKind } from './kinds.js';
import { type CallCounts, CallLinker, type FileLinking } from './link-calls.js';
import { type ImportedNames, linkImports } from './link-imports.js';
import { baseName } from './modules.js';
import { Query } from './session.js';
import { Kind } from './values.js';

export interface LinkedFile {
  readonly nodes: readonly NodeRow[];
  readonly edges: readonly EdgeRow[];
  readonly unresolved: readonly UnresolvedCall[];
  /** Paths of the files it imports, and directories of the namespace packages it names, sorted. */
  readonly imports: readonly string[];
  readonly namespaces: readonly string[];
}

/** Yields within big files. `hash` is what the file's node shows. */
export function* linkFile(
  linking: Omit<FileLinking, 'edges'>,
  hash: string,
): Generator<void, LinkedFile, void> {
  const { session: s, file, ids } = linking;
  const edges = new EdgeDrafts(file.path);
  const definitions = file.index.facts.definitions;
  contain(linking, edges);
  inherit(linking, edges);
  const imported = linkImports(s, file, edges);
  const calls = new CallLinker({ ...linking, edges });
  yield* calls.walk();
  const nodes: NodeRow[] = [fileNode(linking, hash, imported, calls.counts)];
  for (const [definition, facts] of definitions.entries()) {
    nodes.push(definitionNode(linking, ids.of(file, definition), definition, facts));
  }
  const rows = edges.rows((target) => {
    const unit = s.files[s.values.a(target)];
    return unit === undefined ? '' : ids.of(unit, s.values.b(target));
  });
  return {
    nodes,
    edges: rows,
    unresolved: calls.unresolved,
    imports: edges.imported,
    namespaces: imported.namespaces,
  };
}

function contain({ file, ids }: Omit<FileLinking, 'edges'>, edges: EdgeDrafts): void {
  for (const [definition, { parent, isMethod }] of file.index.facts.definitions.entries()) {
    const id = ids.of(file, definition);
    edges.add(parent < 0 ? fileId(file.path) : ids.of(file, parent), 'contains', id);
    if (isMethod) edges.add(id, 'method_of', ids.of(file, parent));
  }
}

function inherit({ session: s, file, ids }: Omit<FileLinking, 'edges'>, edges: EdgeDrafts): void {
  for (const [definition, { kind, bases, line }] of file.index.facts.definitions.entries()) {
    if (kind !== 'class' || bases.length === 0) continue;
    const values = s.solver.run(file.number, () => answeredList(s, s.ask(Query.BASES, file, definition)));
    for (const base of values) {
      const unit = s.values.kind(base) === Kind.CLASS ? s.files[s.values.a(base)] : undefined;
      const target = unit === undefined ? '' : ids.of(unit, s.values.b(base));
      const id = ids.of(file, definition);
      if (target !== '' && target !== id) edges.addAt(id, 'inherits', target, line);
    }
  }
}

function fileNode(
  { file }: Pick<FileLinking, 'file'>,
  hash: string,
  imported: ImportedNames,
  counts: CallCounts,
): NodeRow {
  const { facts } = file.index;
  return {
    id: fileId(file.path),
    type: 'file',
    name: baseName(file.path),
    path: file.path,
    line: 1,
    properties: propertiesText({
      language: facts.language,
      lines: facts.lines,
      hash,
      encoding: facts.encoding ?? '',
      docstring: facts.docstring,
      external_imports: imported.external,
      unresolved_imports: imported.missing,
      calls_resolved: counts.resolved,
      calls_inferred: counts.inferred,
      calls_candidate: counts.candidate,
      calls_external: counts.external,
      calls_unresolved: counts.unresolved,
      problems: problemsOf(facts.problems, counts).map(problemValue),
    }),
  };
}

function problemsOf(known: readonly Problem[], counts: CallCounts): readonly Problem[] {
  if (counts.tooMany === 0) return known;
  const message = `Too many possible targets to follow: ${counts.tooMany} calls`;
  return [...known, { kind: 'effort', message }];
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
  return {
    id,
    type: facts.kind,
    name: facts.name,
    path: file.path,
    line: facts.line,
    properties: propertiesText({
      end_line: facts.endLine,
      kind,
      async: facts.isAsync,
      bases: facts.bases,
      params: facts.params,
      returns: facts.returns,
      decorators: facts.decorators,
      docstring: facts.docstring,
    }),
  };
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
