/**
 * Nodes and edges as answers carry them: plain data, with what a reader wants to see of each type (signature, first line
 * of the docstring, definition…). Answers hold no refs, so they outlive the view and print as JSON.
 */
import type { EdgeRef, GraphView, NodeRef } from '../graph.js';
import type { EdgeDetail, EdgeType, NodeType, Properties, PropertyValue } from '../model.js';

/** A node in an answer. `line` is 0 where it means nothing; `path` is '' for what stands in no file. */
export interface NodeBrief {
  readonly id: string;
  readonly type: NodeType;
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly endLine?: number;
  /** In a notebook: the number of the cell, and the line there. */
  readonly cell?: { readonly number: number; readonly line: number };
  /** Code only: `async def bake(self, n: int = 3) -> Loaf`, `class Oven(Appliance)`. One line. */
  readonly signature?: string;
  /** How it is reached without a call: `Flask route`, `pytest test`. */
  readonly entryPoint?: string;
  /** What it is in a line: docstring's first paragraph, definition, statement, title. */
  readonly summary?: string;
}

/** An edge in an answer. */
export interface EdgeBrief extends Omit<EdgeDetail, 'sites' | 'source'> {
  readonly source: string;
  readonly type: EdgeType;
  readonly target: string;
  /** The distinct lines it stands on in the source node's file, rising; empty when it has no place. */
  readonly lines: readonly number[];
  /** How a document's edge was found: `path`, `identifier`, `link`, `llm`… */
  readonly foundBy?: string;
  /** Why the call's target is the one: of the first site that says so. */
  readonly why?: string;
}

/** A node together with the edge that leads to it. */
export interface Relation {
  readonly node: NodeBrief;
  readonly edge: EdgeBrief;
}

/** What answers show of a node. */
export function briefNode(view: GraphView, node: NodeRef): NodeBrief {
  const type = view.type(node);
  const properties = view.properties(node);
  const name = view.name(node);
  const endLine = properties.end_line;
  const { cell: number, cell_line: cellLine } = properties;
  const signature = signatureOf(type, name, properties);
  const entryPoint = propertyText(properties.entry_point);
  const summary = summaryOf(type, properties);
  return {
    id: view.id(node),
    type,
    name,
    path: view.path(node),
    line: view.line(node),
    ...(typeof endLine === 'number' && { endLine }),
    ...(typeof number === 'number' && typeof cellLine === 'number' && { cell: { number, line: cellLine } }),
    ...(signature !== '' && { signature }),
    ...(entryPoint !== '' && { entryPoint }),
    ...(summary !== '' && { summary }),
  };
}

/** What answers show of an edge. */
export function briefEdge(view: GraphView, edge: EdgeRef): EdgeBrief {
  const { sites = [], source: foundBy, ...rest } = view.detail(edge);
  const lines = [...new Set(sites.map((site) => site.line))].sort((a, b) => a - b);
  const why = sites.find((site) => site.why !== undefined)?.why;
  return {
    source: view.id(view.source(edge)),
    type: view.edgeType(edge),
    target: view.id(view.target(edge)),
    ...rest,
    lines,
    ...(foundBy !== undefined && { foundBy }),
    ...(why !== undefined && { why }),
  };
}

/** A property as one text; '' when it is absent, lists joined with `; `. */
export function propertyText(value: PropertyValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(propertyText).filter(Boolean).join('; ');
  if (typeof value === 'object') return Object.values(value).map(propertyText).filter(Boolean).join('; ');
  return String(value);
}

/** A property that is a list of texts; empty when it is absent or something else. */
export function textList(value: PropertyValue | undefined): string[] {
  return Array.isArray(value) ? value.map(propertyText) : [];
}

function signatureOf(type: NodeType, name: string, properties: Properties): string {
  if (type === 'class') {
    const bases = textList(properties.bases);
    return `class ${name}${bases.length === 0 ? '' : `(${bases.join(', ')})`}`;
  }
  if (type !== 'function') return '';
  const returns = propertyText(properties.returns);
  const params = textList(properties.params).join(', ');
  return `${properties.async === true ? 'async ' : ''}def ${name}(${params})${returns && ` -> ${returns}`}`;
}

// The property that says in a line what a node of this type is; the first that is there.
const SUMMARIES: Readonly<Record<Exclude<NodeType, 'adr' | 'config'>, readonly string[]>> = {
  class: ['docstring'],
  function: ['docstring'],
  module: ['docstring', 'import_name'],
  file: ['docstring'],
  concept: ['definition', 'definitions', 'category'],
  decision: ['statement'],
  trade_off: ['reasoning', 'chosen'],
};

function summaryOf(type: NodeType, properties: Properties): string {
  if (type === 'adr') return recordSummary(properties);
  if (type === 'config') return joined(propertyText(properties.title), propertyText(properties.summary));
  for (const key of SUMMARIES[type]) {
    const text = propertyText(properties[key]);
    if (text !== '') return firstParagraph(text);
  }
  return '';
}

/** `One oven is enough (superseded by adr:0009): Everything is baked in one oven.` */
function recordSummary(properties: Properties): string {
  const successors = textList(properties.superseded_by).join(', ');
  const status = successors === '' ? propertyText(properties.status) : `superseded by ${successors}`;
  const standing = status === '' || status === 'unknown' ? '' : ` (${status})`;
  return joined(
    `${propertyText(properties.title)}${standing}`.trim(),
    propertyText(properties.decision_summary),
  );
}

function joined(title: string, text: string): string {
  return firstParagraph([title, text].filter(Boolean).join(': '));
}

function firstParagraph(text: string): string {
  return (text.trim().split(/\n\s*\n/, 1)[0] ?? '').replace(/\s+/g, ' ');
}
