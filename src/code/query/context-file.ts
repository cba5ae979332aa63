/**
 * kg_context of a file or a package: what it holds, what it uses, who uses it, and which decisions bear on it. It follows
 * chosen kinds of edges, not all of them: that is what makes it an answer and not a neighbourhood.
 */
import type { GraphView, NodeRef } from '../graph.js';
import type { Properties } from '../model.js';
import { briefNode, type NodeBrief, propertyText, type Relation, textList } from './brief.js';
import { type EntityLink, entityLinks, type Governance, governanceOf } from './governing.js';
import {
  type CutTotals,
  edgesFrom,
  edgesTo,
  someOf,
  sourcesOf,
  targetsOf,
  totalsOfCut,
} from './relations.js';
import { type OpenCall, openCallsIn } from './unresolved.js';

/** A definition in the outline; `level` 0 stands at the top of the file. */
export interface OutlineEntry {
  readonly node: NodeBrief;
  readonly level: number;
}

export interface FileContext extends Governance {
  readonly kind: 'file' | 'module';
  readonly file: NodeBrief;
  /** Docstring, '' when absent. */
  readonly docstring: string;
  readonly lines: number;
  /** Calls in this file by what became of them; absent when the graph does not say. */
  readonly calls?: { readonly resolved: number; readonly external: number; readonly unresolved: number };
  /** What could not be read in it, as sentences. */
  readonly problems: readonly string[];
  readonly structure: readonly OutlineEntry[];
  readonly imports: readonly Relation[];
  readonly externalImports: readonly string[];
  readonly dependents: readonly Relation[];
  readonly links: readonly EntityLink[];
  /** Of a file: its calls whose target could not be told. */
  readonly openCalls: readonly OpenCall[];
  /** Of `structure`, `imports`, `dependents` and `openCalls`, when they are cut. */
  readonly totals?: CutTotals;
}

/** The context of a `file` or `module` node; of each long list at most `max` items. */
export function contextOfFile(view: GraphView, file: NodeRef, max = Number.POSITIVE_INFINITY): FileContext {
  const isModule = view.type(file) === 'module';
  const properties = view.properties(file);
  const outline = outlineOf(view, file, isModule ? 1 : Number.POSITIVE_INFINITY);
  const governed = [file, ...outline.map(({ ref }) => ref)];
  const governance = governanceOf(view, governed);
  const linked = [...governed, ...refsOf(view, governance.decisions), ...refsOf(view, governance.concepts)];
  const uses = isModule ? 'depends_on' : 'imports';
  const structure = someOf(outline, max, ({ ref, level }) => ({ node: briefNode(view, ref), level }));
  const imports = targetsOf(view, edgesFrom(view, file, uses), max);
  const dependents = sourcesOf(view, edgesTo(view, file, uses), max);
  const openCalls = someOf(isModule ? [] : openCallsIn(view, file), max, (call) => call);
  return {
    kind: isModule ? 'module' : 'file',
    file: briefNode(view, file),
    docstring: propertyText(properties.docstring),
    lines: typeof properties.lines === 'number' ? properties.lines : 0,
    ...callCounts(properties),
    problems: problemTexts(properties),
    structure: structure.items,
    imports: imports.items,
    externalImports: textList(properties.external_imports),
    dependents: dependents.items,
    ...governance,
    links: entityLinks(view, linked),
    openCalls: openCalls.items,
    ...totalsOfCut({ structure, imports, dependents, openCalls }),
  };
}

interface OutlineRef {
  readonly ref: NodeRef;
  readonly level: number;
}

/** What a node contains, nested, each level in order of line. */
function outlineOf(view: GraphView, top: NodeRef, levelsMax: number): OutlineRef[] {
  const entries: OutlineRef[] = [];
  const waiting: OutlineRef[] = childrenOf(view, top, 0);
  const seen = new Set([top]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next.ref)) continue;
    seen.add(next.ref);
    entries.push(next);
    if (next.level + 1 < levelsMax) waiting.push(...childrenOf(view, next.ref, next.level + 1));
  }
  return entries;
}

/** Last line first, so that a stack gives the first line first. */
function childrenOf(view: GraphView, node: NodeRef, level: number): OutlineRef[] {
  const children = edgesFrom(view, node, 'contains').map((edge) => view.target(edge));
  const isBefore = (a: NodeRef, b: NodeRef) => view.line(a) - view.line(b) || a - b;
  return children.sort((a, b) => -isBefore(a, b)).map((ref) => ({ ref, level }));
}

function refsOf(view: GraphView, relations: readonly Relation[]): NodeRef[] {
  return relations.flatMap(({ node }) => view.find(node.id) ?? []);
}

function callCounts(properties: Properties): Pick<FileContext, 'calls'> {
  const { calls_resolved, calls_external, calls_unresolved } = properties;
  if (typeof calls_resolved !== 'number') return {};
  return {
    calls: {
      resolved: calls_resolved,
      external: Number(calls_external ?? 0),
      unresolved: Number(calls_unresolved ?? 0),
    },
  };
}

/** Problems as the node carries them (objects with message, line, end_line) in words. */
function problemTexts(properties: Properties): string[] {
  const problems = Array.isArray(properties.problems) ? properties.problems : [];
  return problems.map((problem) => {
    if (typeof problem !== 'object' || problem === null || Array.isArray(problem))
      return propertyText(problem);
    const { message, line, end_line } = problem as Properties;
    const last = typeof end_line === 'number' && end_line !== line ? `–${end_line}` : '';
    return typeof line === 'number' ? `line ${line}${last}: ${propertyText(message)}` : propertyText(message);
  });
}
