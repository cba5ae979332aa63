/**
 * What the explorer's page is told, as types: the only thing that the page and the server share. Everything is plain JSON.
 *
 * The graph comes in columns, so that a hundred thousand nodes are a few arrays and not as many objects: the n-th entry of
 * each list of `nodes` is node n, and edges name nodes by that number. Nodes are in order of id, edges in order of source.
 */
import type { EdgeType, NodeType, Resolution } from '../../code/model.js';
import type { EdgeBrief, NodeBrief } from '../../code/query/brief.js';

export type { EdgeBrief, EdgeType, NodeBrief, NodeType, Resolution };

/** `GET api/graph`. */
export interface GraphDocument {
  readonly format: 'kg-memory/viz@1';
  /** The absolute root, and its last part for people. */
  readonly root: string;
  readonly name: string;
  /** Which snapshot this is: milliseconds since 1970. Another number is another graph. */
  readonly savedAt: number;
  /** The vocabulary: columns hold positions in these. */
  readonly nodeTypes: readonly NodeType[];
  readonly edgeTypes: readonly EdgeType[];
  readonly resolutions: readonly Resolution[];
  readonly paths: readonly string[];
  readonly nodes: {
    readonly ids: readonly string[];
    readonly names: readonly string[];
    readonly types: readonly number[];
    /** A position in `paths`; -1 for what stands in no file. */
    readonly paths: readonly number[];
    readonly lines: readonly number[];
  };
  readonly edges: {
    readonly sources: readonly number[];
    readonly targets: readonly number[];
    readonly types: readonly number[];
    /** A position in `resolutions`; -1 for what is no call. */
    readonly resolutions: readonly number[];
  };
}

/** `GET api/node?id=…`: what the columns do not hold. */
export interface NodeDetails {
  readonly node: NodeBrief;
  readonly docstring: string;
  /** Name and value of what else is known, in order of name. */
  readonly properties: readonly (readonly [name: string, value: string])[];
  /** Edges with their lines and reasons, a few hundred at most each way; the columns have all of them. */
  readonly outgoing: readonly EdgeBrief[];
  readonly incoming: readonly EdgeBrief[];
  /** Documents that govern it, what it stands in, or what it holds. */
  readonly governing: readonly {
    readonly node: NodeBrief;
    readonly governed: NodeBrief;
    readonly status: string;
    readonly decision: string;
  }[];
}

/** `GET api/search?q=…`: ids, best first. */
export interface SearchDocument {
  readonly query: string;
  readonly total: number;
  readonly hits: readonly { readonly id: string; readonly score: number; readonly summary: string }[];
  /** Only when nothing fits: ids with names close to the query. */
  readonly nearest: readonly string[];
}

/** `GET api/projects`: whose graphs this server shows, and whether it has a memory too. */
export interface ProjectsDocument {
  readonly version: string;
  readonly projects: readonly { readonly root: string; readonly name: string }[];
  readonly hasMemory: boolean;
}

/** An event of `GET api/events`: there is another snapshot, or none any more (0). */
export interface ChangeEvent {
  readonly savedAt: number;
}

/** The body of every refusal. */
export interface ErrorDocument {
  readonly error: { readonly code: string; readonly message: string; readonly hint: string | null };
}
