/**
 * The vocabulary of the code graph: 9 node types, 14 edge types, what each carries, and how ids are spelt.
 * Ids are built here and nowhere else. Nothing here knows how nodes are found or stored.
 */

import { createHash } from 'node:crypto';

/** In the order in which answers prefer them when scores are equal. The position is the code that columns store: append only. */
export const NODE_TYPES = [
  'class',
  'function',
  'module',
  'file',
  'adr',
  'concept',
  'decision',
  'trade_off',
  'config',
] as const;
export type NodeType = (typeof NODE_TYPES)[number];

/** The position is the code that columns store: append only. */
export const EDGE_TYPES = [
  'contains',
  'imports',
  'calls',
  'inherits',
  'method_of',
  'depends_on',
  'references',
  'governs',
  'decided_in',
  'defines',
  'implements',
  'considered',
  'same_as',
  'related_to',
] as const;
export type EdgeType = (typeof EDGE_TYPES)[number];

/**
 * How surely a call was resolved: `exact` (scope, import or MRO leave one target), `inferred` (the receiver's type was
 * followed), `candidate` (several targets remain). Best first.
 */
export const RESOLUTIONS = ['exact', 'inferred', 'candidate'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** A value that a node or an edge carries: plain JSON. */
export type PropertyValue =
  | string
  | number
  | boolean
  | null
  | readonly PropertyValue[]
  | { readonly [key: string]: PropertyValue };
export type Properties = { readonly [key: string]: PropertyValue };

/** A node as the linker makes it. `path` is the file it stands in (POSIX, relative), `line` is 1-based. */
export interface NodeRow {
  readonly id: string;
  readonly type: NodeType;
  /** The simple name for people: `compute`, `scoring.py`, `domain`. */
  readonly name: string;
  readonly path: string;
  readonly line: number;
  /** Everything else, as the JSON text of a Properties object (`{}` when empty). */
  readonly properties: string;
  /** Of its text (`fingerprint.ts`); absent when it has none of its own. */
  readonly fingerprint?: string;
}

/** One place in the source node's file where an edge comes from. */
export interface Site {
  readonly line: number;
  /** For calls. */
  readonly resolution?: Resolution;
  /** For calls: other than an ordinary call expression. */
  readonly kind?: 'property' | 'decorator' | 'super' | 'implicit';
  /** For `inferred` and `candidate`: in a few words why (`self.store: Store, set in __init__`). */
  readonly why?: string;
}

/** What an edge carries beside its ends and its type. */
export interface EdgeDetail {
  readonly sites?: readonly Site[];
  /** Of the best site. */
  readonly resolution?: Resolution;
  /** 0–1; for `candidate` calls 1/n. */
  readonly confidence?: number;
  /** For `imports`: the names taken, as written in the imported module (`*` for a star import). */
  readonly names?: readonly string[];
  /** For `imports`: every one of them stands under `if TYPE_CHECKING`. */
  readonly type_only?: boolean;
  /**
   * For documents: `path`, `identifier`, `link`, `llm`, `exact`, `fuzzy`, `semantic`. For `references` from code: `decorator`,
   * whose `sites` are calls that name the target, in whose place something else runs.
   */
  readonly source?: string;
  /** For `references` from code: what runs instead. */
  readonly why?: string;
  /** For references between ADRs: `supersedes`, `amends`, … */
  readonly kind?: string;
}

/** An edge as the linker makes it; unique by (source, type, target). */
export interface EdgeRow {
  readonly source: string;
  readonly target: string;
  readonly type: EdgeType;
  /** The JSON text of an EdgeDetail (`` when it carries nothing). */
  readonly detail: string;
}

/**
 * What one unit of linking contributes: nodes and the edges whose source is among them. The key is a file's path, or a
 * package's directory with a trailing `/` for what belongs to the package itself (`module` nodes, their `contains` and
 * `depends_on`). The graph is the union of its segments.
 */
export interface Segment {
  readonly key: string;
  readonly nodes: readonly NodeRow[];
  readonly edges: readonly EdgeRow[];
  /** Calls that no edge stands for and that are not proven external: in order of line. */
  readonly unresolved: readonly UnresolvedCall[];
  /** What the linker looked at outside this file, so that a change there can find this segment. Opaque to all others. */
  readonly reads: readonly string[];
}

/** A call whose target could not be told. */
export interface UnresolvedCall {
  readonly line: number;
  /** The callee as far as names go: `self.store.put`, `handlers[…]`, `make().run`. */
  readonly callee: string;
  /** The last name of it, under which a question about callers finds it: `put`; '' when there is none. */
  readonly name: string;
}

/**
 * `decision:0f1e2d3c4b5a`: of what a language model read in a document (by the document's id), 12 digits over what it says. The
 * same words give the same id whenever they are read; other words give another.
 */
export function extractedId(
  type: 'decision' | 'concept' | 'trade_off',
  document: string,
  ...said: string[]
): string {
  const words = said.map((text) =>
    (
      text
        .normalize('NFKC')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [text]
    ).join(' '),
  );
  const digest = createHash('sha256')
    .update([document, ...words].join('\n'))
    .digest('hex');
  return `${type}:${digest.slice(0, 12)}`;
}

/** `src/app/__init__.py` → `src.app`; `src/app/main.py` → `src.app.main`. The root's own `__init__.py` gives ''. */
export function dottedPath(path: string): string {
  const dotted = path.replace(/\.(?:pyi?|ipynb)$/, '').replaceAll('/', '.');
  return dotted === '__init__' ? '' : dotted.replace(/\.__init__$/, '');
}

/** `file:src/app/main.py`. */
export function fileId(path: string): string {
  return `file:${path}`;
}

/** `module:src.app` for the directory `src/app`; `module:.` for the root itself. */
export function moduleId(directory: string): string {
  return `module:${directory === '' ? '.' : directory.replaceAll('/', '.')}`;
}

/** `class:src.app.main.Oven`, `func:src.app.main.Oven.bake`; `qualname` may end in `#2` for a second definition. */
export function definitionId(kind: 'class' | 'function', path: string, qualname: string): string {
  const dotted = dottedPath(path);
  return `${kind === 'class' ? 'class' : 'func'}:${dotted === '' ? qualname : `${dotted}.${qualname}`}`;
}
