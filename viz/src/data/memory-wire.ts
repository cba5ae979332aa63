/** What the memory server says of its graphs (`GET /api/graph/read`), as far as the page uses it. */

export interface MemoryNodeWire {
  readonly id: string;
  readonly gist: string;
  readonly notes?: readonly string[];
  readonly touches?: readonly string[];
  readonly _archived?: boolean;
  readonly _orphaned_ts?: number;
}

export interface MemoryEdgeWire {
  readonly from: string;
  readonly to: string;
  readonly rel: string;
  readonly notes?: readonly string[];
}

export interface MemoryGraphWire {
  readonly nodes: readonly MemoryNodeWire[];
  readonly edges: readonly MemoryEdgeWire[];
}

/** Both levels; the project's is absent when none was asked for. */
export interface MemoryWire {
  readonly user: MemoryGraphWire;
  readonly project?: MemoryGraphWire;
}
