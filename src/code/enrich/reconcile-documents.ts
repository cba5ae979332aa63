/**
 * Reconciliation within the linker: from the segments of all documents and the names of the code to `same_as` and `related_to`
 * edges. An edge leaves the document's node, so that it belongs to the document's segment; of two documents' nodes the one with
 * the smaller id.
 */
import { addTo, groupBy } from '../../kernel/groups.js';
import type { GraphView } from '../graph.js';
import type { EdgeRow, NodeRow, Properties, Segment } from '../model.js';
import { propertyText } from '../query/brief.js';
import type { Entity, Idea, IdeaType, Link, SymbolType } from '../reconcile/entities.js';
import { isIdea } from '../reconcile/entities.js';
import { reconcile, type Symbols } from '../reconcile/reconcile.js';
import type { Learned } from './learned.js';

/** What a run has made of the code, and the graph before it. */
export interface CodeSegments {
  readonly replaced: readonly Segment[];
  readonly before: GraphView | undefined;
  /** Whether a node of the graph before does not count any more. */
  isGone(type: SymbolType, id: string, path: string): boolean;
}

/** The segments with their links. Yields between steps. */
export function* reconcileDocuments(
  segments: readonly Segment[],
  code: CodeSegments,
  learned: Learned,
): Generator<void, readonly Segment[], void> {
  const ideas = segments.flatMap(({ nodes }) => nodes.flatMap(ideasOf));
  if (ideas.length === 0) return segments;
  const symbols = yield* symbolsOf(code);
  const links = yield* reconcile(ideas, symbols, {
    aliases: learned.aliases,
    verdictOf: learned.verdictOf,
  });
  const edges = groupBy(links.map(edgeOf), ({ source }) => source);
  return segments.map((segment) => {
    const own = segment.nodes.flatMap(({ id }) => edges.get(id) ?? []);
    return own.length === 0 ? segment : { ...segment, edges: [...segment.edges, ...own] };
  });
}

function ideasOf({ id, type, name, properties }: NodeRow): Idea[] {
  return isIdeaType(type) ? [ideaFrom({ id, type, name }, JSON.parse(properties) as Properties)] : [];
}

/** The ideas of a graph, as the linker sees them. */
export function ideasIn(view: GraphView): Idea[] {
  return IDEA_TYPES.flatMap((type) =>
    view
      .ofType(type)
      .map((node) => ideaFrom({ id: view.id(node), type, name: view.name(node) }, view.properties(node))),
  );
}

const IDEA_TYPES: readonly IdeaType[] = ['concept', 'decision', 'config'];

function isIdeaType(type: string): type is IdeaType {
  return IDEA_TYPES.some((each) => each === type);
}

function ideaFrom(node: Omit<Idea, 'text'>, { definitions, rationale }: Properties): Idea {
  return { ...node, text: propertyText(definitions) || propertyText(rationale) };
}

function edgeOf({ a, b, type, confidence, source }: Link): EdgeRow {
  const [from, to] = isIdea(a) ? [a, b] : [b, a];
  return { source: from.id, type, target: to.id, detail: JSON.stringify({ confidence, source }) };
}

const COMPARED_TYPES = ['class', 'module'] as const;
// A view is asked for thousands of names between two chances for others.
const NODES_A_STEP = 2_000;

function* symbolsOf({ replaced, before, isGone }: CodeSegments): Generator<void, Symbols, void> {
  const compared = new Map<string, Entity>();
  const functions = new Map<string, Entity[]>();
  for (const { nodes } of replaced) {
    for (const { id, type, name } of nodes) {
      if (isSecond(id)) continue;
      if (type === 'class' || type === 'module') compared.set(id, { id, type, name });
      if (type === 'function') addTo(functions, name.toLowerCase(), { id, type, name });
    }
    yield;
  }
  if (before === undefined) {
    return { compared: [...compared.values()], functionsNamed: (name) => functions.get(name) ?? [] };
  }
  for (const type of COMPARED_TYPES) {
    for (const [at, node] of before.ofType(type).entries()) {
      const id = before.id(node);
      if (!isSecond(id) && !isGone(type, id, before.path(node)))
        compared.set(id, { id, type, name: before.name(node) });
      if (at % NODES_A_STEP === 0) yield;
    }
  }
  const known = (name: string): Entity[] =>
    before.named(name).flatMap((node): Entity[] => {
      const [type, id] = [before.type(node), before.id(node)];
      if (type !== 'function' || isSecond(id) || isGone(type, id, before.path(node))) return [];
      return [{ id, type, name: before.name(node) }];
    });
  return {
    compared: [...compared.values()],
    functionsNamed: (name) => [...(functions.get(name) ?? []), ...known(name)],
  };
}

/** An overload or the other branch of an `if`: the first one stands for all. */
function isSecond(id: string): boolean {
  return /#\d+(?:@|$)/.test(id);
}
