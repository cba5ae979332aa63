/**
 * Where decisions and code have gone apart: what documents name and the code does not have, code that only a superseded record
 * governs, decisions in force that govern nothing, and changed code with the records that govern it. It joins code and documents
 * alone; what has changed, and what a file was renamed to, is handed in by whoever asked git.
 */
import { compareText } from '../../kernel/text.js';
import type { GraphView, NodeRef } from '../graph.js';
import type { NodeType } from '../model.js';
import { briefNode, type NodeBrief, propertyText, textList } from './brief.js';
import { type ChangedLines, symbolsOn } from './changed-symbols.js';
import { type Dangling, danglingOf, unknownNamesOf } from './context-record.js';
import { nearestNodes } from './nearest.js';
import { edgesFrom, edgesTo } from './relations.js';

/** The kinds of drift, in the order in which they are told. */
export const DRIFT_KINDS = ['gone', 'superseded', 'codeless', 'changed'] as const;
export type DriftKind = (typeof DRIFT_KINDS)[number];

/** The commit that took something away, as git tells it. `date`: `2026-11-03`. */
export interface Removal {
  readonly commit: string;
  readonly subject: string;
  readonly date: string;
}

/** A name in a document in force that leads to nothing. */
export interface GoneName extends Dangling {
  readonly document: NodeBrief;
  /** The path that git says the named file has now. */
  readonly renamedTo?: string;
  /** The commit that took the last definition of that name away. */
  readonly goneIn?: Removal;
  /** Code of that very name elsewhere, else the most similar one. */
  readonly perhaps?: NodeBrief;
}

/** Code that a superseded record governs and no record in force does. */
export interface SupersededRule {
  readonly record: NodeBrief;
  /** Ids of its successors. */
  readonly supersededBy: readonly string[];
  readonly governs: readonly NodeBrief[];
}

/** A changed file and the records in force that govern what was changed in it. */
export interface GovernedChange {
  readonly path: string;
  readonly records: readonly { readonly record: NodeBrief; readonly governs: NodeBrief }[];
}

export interface DriftAnswer {
  /** In order of document and line. */
  readonly gone: readonly GoneName[];
  readonly superseded: readonly SupersededRule[];
  /** Accepted records without any code. */
  readonly codeless: readonly NodeBrief[];
  /** In order of path. */
  readonly changed: readonly GovernedChange[];
}

/** What only git knows. */
export interface DriftChanges {
  readonly changes?: readonly ChangedLines[];
  readonly renamed?: (path: string) => string | undefined;
  /** By bare name, what took its last definition away; names that never were those of definitions are not in it. */
  readonly removed?: ReadonlyMap<string, Removal>;
}

/** Looks at all documents of the graph. */
export function driftOf(view: GraphView, known: DriftChanges = {}): DriftAnswer {
  const { changes = [] } = known;
  const rules = rulesOf(view);
  return {
    gone: documentsInForce(view).flatMap((node) => goneNames(view, node, known)),
    ...driftOfRecords(view),
    changed: changes.flatMap((each) => governedChange(view, each, new Set(rules))),
  };
}

/** Bare names in documents in force that may be those of code that is gone, each once: for whoever can ask the history. */
export function unknownNames(view: GraphView): readonly string[] {
  const texts = documentsInForce(view).flatMap((node) => unknownNamesOf(view, node));
  return [...new Set(texts.map(({ text }) => text))].sort(compareText);
}

function documentsInForce(view: GraphView): readonly NodeRef[] {
  return [...rulesOf(view), ...view.ofType('config')];
}

/** What records alone tell: cheap, since no name is looked for. */
export function driftOfRecords(view: GraphView): Pick<DriftAnswer, 'superseded' | 'codeless'> {
  const rules = rulesOf(view);
  const governed = new Set(rules.flatMap((node) => governedBy(view, node)));
  return {
    superseded: view.ofType('adr').flatMap((node) => supersededRule(view, node, governed)),
    codeless: rules.filter((node) => isCodeless(view, node)).map((node) => briefNode(view, node)),
  };
}

/** Records in force. */
function rulesOf(view: GraphView): readonly NodeRef[] {
  return view.ofType('adr').filter((node) => isInForce(view, node));
}

/** How much was found. */
export function driftCount(answer: DriftAnswer): number {
  return DRIFT_KINDS.reduce((sum, kind) => sum + answer[kind].length, 0);
}

const PAST: ReadonlySet<string> = new Set(['rejected', 'deprecated', 'superseded']);

/** A record that another one supersedes is not, whatever it says itself. */
function isInForce(view: GraphView, record: NodeRef): boolean {
  const { status, superseded_by } = view.properties(record);
  return superseded_by === undefined && !PAST.has(propertyText(status));
}

function governedBy(view: GraphView, record: NodeRef): readonly NodeRef[] {
  return edgesFrom(view, record, 'governs').map((edge) => view.target(edge));
}

function goneNames(
  view: GraphView,
  document: NodeRef,
  { renamed, removed }: DriftChanges,
): readonly GoneName[] {
  const bare = unknownNamesOf(view, document).filter(({ text }) => removed?.has(text) === true);
  const named = [...danglingOf(view, document), ...bare].sort((a, b) => a.line - b.line);
  return named.map((dangling) => {
    const renamedTo = renamed?.(dangling.text);
    const goneIn = removed?.get(dangling.text);
    const perhaps = renamedTo === undefined ? likeliest(view, dangling.text) : undefined;
    return {
      document: briefNode(view, document),
      ...dangling,
      ...(renamedTo !== undefined && { renamedTo }),
      ...(goneIn !== undefined && { goneIn }),
      ...(perhaps !== undefined && { perhaps: briefNode(view, perhaps) }),
    };
  });
}

const CODE: ReadonlySet<NodeType> = new Set<NodeType>(['class', 'function', 'file', 'module']);

/** The only code of that simple name, else the nearest name, when it is one. */
function likeliest(view: GraphView, text: string): NodeRef | undefined {
  const plain = text.replace(/\(.*$/, '').replace(/[:#].*$/, '');
  const isPath = plain.includes('/') || plain.endsWith('.py');
  const name = plain.slice(plain.lastIndexOf(isPath ? '/' : '.') + 1);
  const named = view.named(name.toLowerCase()).filter((node) => CODE.has(view.type(node)));
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  const [nearest] = nearestNodes(view, name, 1, CODE);
  return nearest;
}

function supersededRule(
  view: GraphView,
  record: NodeRef,
  governed: ReadonlySet<NodeRef>,
): readonly SupersededRule[] {
  const supersededBy = textList(view.properties(record).superseded_by);
  if (supersededBy.length === 0 && propertyText(view.properties(record).status) !== 'superseded') return [];
  const alone = governedBy(view, record).filter(
    (node) => !containers(view, node).some((each) => governed.has(each)),
  );
  if (alone.length === 0) return [];
  return [
    { record: briefNode(view, record), supersededBy, governs: alone.map((node) => briefNode(view, node)) },
  ];
}

/** A node and what it stands in, outwards. */
function containers(view: GraphView, node: NodeRef): readonly NodeRef[] {
  const found = [node];
  for (let at = 0; at < found.length; at++) {
    const [edge] = edgesTo(view, found[at] ?? node, 'contains');
    if (edge !== undefined && !found.includes(view.source(edge))) found.push(view.source(edge));
  }
  return found;
}

/** Only of an accepted record code is expected. */
function isCodeless(view: GraphView, record: NodeRef): boolean {
  return propertyText(view.properties(record).status) === 'accepted' && governedBy(view, record).length === 0;
}

/** Records that govern what was changed, what it stands in, or the file; each once, with what it governs. */
function governedChange(
  view: GraphView,
  change: ChangedLines,
  rules: ReadonlySet<NodeRef>,
): readonly GovernedChange[] {
  const touched = new Set(symbolsOn(view, [change]).flatMap((node) => containers(view, node)));
  const found = new Map<NodeRef, NodeRef>();
  for (const node of touched) {
    for (const edge of edgesTo(view, node, 'governs')) {
      const record = view.source(edge);
      if (rules.has(record) && !found.has(record)) found.set(record, node);
    }
  }
  if (found.size === 0) return [];
  const records = [...found]
    .sort(([a], [b]) => a - b)
    .map(([record, node]) => ({ record: briefNode(view, record), governs: briefNode(view, node) }));
  return [{ path: change.path, records }];
}
