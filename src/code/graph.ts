/**
 * The code graph as everybody sees it: a read-only view with five indexes: by id, by type, by name, by path, and
 * adjacency in both directions. Only types stand here; `code-graph.ts` builds and changes graphs.
 *
 * A view never changes and stays valid until it is dropped. Everything is in a total order, ids by UTF-16 code units.
 */
import type { EdgeDetail, EdgeType, NodeType, Properties, Segment, UnresolvedCall } from './model.js';

/** A node in one view, and valid there only: its position in the order of ids, so sorting refs as numbers sorts by id. */
export type NodeRef = number;
/** An edge in one view, and valid there only: a small integer without further meaning. */
export type EdgeRef = number;

export interface GraphView {
  readonly nodeCount: number;
  readonly edgeCount: number;
  /** Every node, in order of id (code units). */
  nodes(): Iterable<NodeRef>;
  /** Index 1. */
  find(id: string): NodeRef | undefined;
  /** Index 2, in order of id. */
  ofType(type: NodeType): readonly NodeRef[];
  /** Index 3: by simple name, case-folded to lower case; in order of id. */
  named(name: string): readonly NodeRef[];
  /**
   * Index 4: what stands in a file (packages stand in none), in order of line then id; the file's own node first. Empty
   * for an unknown path.
   */
  inFile(path: string): readonly NodeRef[];
  /** Index 5: edges from and to a node, in order of (type, other end's id). */
  outgoing(node: NodeRef): readonly EdgeRef[];
  incoming(node: NodeRef): readonly EdgeRef[];

  id(node: NodeRef): string;
  type(node: NodeRef): NodeType;
  name(node: NodeRef): string;
  path(node: NodeRef): string;
  line(node: NodeRef): number;
  /** Parsed on each call. */
  properties(node: NodeRef): Properties;
  /** What its text is known by (`fingerprint.ts`): of classes, functions, files, records and instructions; '' of all others. */
  fingerprint(node: NodeRef): string;
  /** How many edges point to it, `contains` and `method_of` left out: how often others refer to it. */
  references(node: NodeRef): number;

  source(edge: EdgeRef): NodeRef;
  target(edge: EdgeRef): NodeRef;
  edgeType(edge: EdgeRef): EdgeType;
  /** Parsed on each call; `{}` when the edge carries nothing. */
  detail(edge: EdgeRef): EdgeDetail;

  /** Text search, exact: nodes in order of id. `text` is lower case. */
  nameContains(text: string): readonly NodeRef[];
  /** Nodes with `word` (lower case) among the words of their name (split at `_`, `-`, `.`, `/` and camelCase). */
  nameHasWord(word: string): readonly NodeRef[];
  /** Nodes with `text` (lower case) in a property value, at any depth; keys and null are no values. */
  propertyContains(text: string): readonly NodeRef[];
  /** Nodes whose path contains `text` (lower case), letter case ignored. */
  pathContains(text: string): readonly NodeRef[];
  /**
   * Nodes whose name becomes `text` (lower case) by at most `share` × the longer one's length of edits (Levenshtein), and by at
   * most `editsMax`, any number when absent.
   */
  nameIsNear(text: string, share: number, editsMax?: number): readonly NodeRef[];
  /** Calls that could not be resolved and whose last name is `name`, in order of path and line. */
  unresolvedCalls(name: string): readonly (UnresolvedCall & { readonly path: string })[];

  countByType(): {
    readonly nodes: Readonly<Record<NodeType, number>>;
    readonly edges: Readonly<Record<EdgeType, number>>;
  };
}

/** A view that also knows which segment contributed what: for the indexer, which replaces segments. */
export interface SegmentedView extends GraphView {
  /** In order (code units). */
  segmentKeys(): readonly string[];
  /** A segment as it was given, but nodes and edges in order and `reads` sorted, each once. */
  segment(key: string): Segment | undefined;
  /** A segment's `unresolved` alone, without looking at the rest; empty for an unknown key. */
  callsIn(key: string): readonly UnresolvedCall[];
  /** A segment's `reads` alone, as `segment` gives them, without looking at the rest; empty for an unknown key. */
  reads(key: string): readonly string[];
  /** Keys of the segments with `read` among their reads, in order. */
  readersOf(read: string): readonly string[];
}
