/** What the memory server says of its graphs (`GET /api/graph/read`, `GET /api/places`), as far as the page uses it. */

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
  /** Of a project's memory: where it lies in the code. */
  readonly places?: PlacesWire;
}

/** `GET /api/places`. */
export interface PlacesWire {
  readonly indexed: boolean;
  readonly memories: readonly {
    readonly level: 'user' | 'project';
    readonly id: string;
    readonly places: readonly PlaceWire[];
  }[];
}

export interface PlaceWire {
  readonly touch: string;
  /** Of an edge's end: its relation. */
  readonly rel?: string;
  readonly state: string;
  readonly words: string;
  /** A code node's id. */
  readonly at?: string;
}
