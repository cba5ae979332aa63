/**
 * What a node or an edge keeps of the place in code that it names: where that was when it was written, and prints by which it
 * can be found again. Plain data: the memory keeps and saves it, `src/bridge/` alone makes it and reads its prints.
 */

/** Where a touch, or an edge's end, was found in the code when it was written; kept so that it can be found again. */
export interface Anchor {
  /** The text it belongs to, as written: an entry of `touches`, or an end of an edge. */
  readonly touch: string;
  /** Of user-level nodes: the root of the project (main checkout) it was pinned in. */
  readonly project?: string;
  /** Id in the code graph, its file ('' for a package) and, of a line or range, how far below the symbol's first line it lies. */
  readonly id: string;
  readonly path: string;
  readonly lines?: readonly [first: number, last: number];
  /** Fingerprint of its own text, '' when it has none; and what tells its neighbourhood (bridge's own short text). */
  readonly print: string;
  readonly near: string;
  /** When it was pinned, seconds; HEAD's commit then (12 digits). */
  readonly ts: number;
  readonly commit?: string;
  /** The id it was first pinned to, when it was followed since. */
  readonly was?: string;
}
