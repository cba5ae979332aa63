/** The page's graph while it grows: rows are added, and columns are made of them at the end. */
import { adjacencyOf, containersOf, degreesOf } from './adjacency.js';
import type { GraphColumns, MemoryContent } from './graph-data.js';
import { seenName } from './seen-text.js';
import { isTestCode } from './test-code.js';
import { EDGE_KINDS, type EdgeKind, NODE_KINDS, type NodeKind } from './vocabulary.js';

export class Rows {
  readonly ids: string[] = [];
  readonly names: string[] = [];
  readonly kinds: number[] = [];
  readonly layers: number[] = [];
  readonly tiers: number[] = [];
  readonly standings: number[] = [];
  readonly pathTable: string[] = [];
  readonly pathAt: number[] = [];
  readonly lines: number[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly edgeKinds: number[] = [];
  readonly certainty: number[] = [];
  readonly relations = new Map<number, string>();
  readonly edgeStandings = new Map<number, number>();
  readonly memories = new Map<number, MemoryContent>();
  readonly byId = new Map<string, number>();

  /** `pathAt`: a position in `pathTable`; -1 for what stands in no file. */
  addNode(id: string, name: string, kind: NodeKind, pathAt: number, line: number): number {
    const node = this.ids.length;
    this.ids.push(id);
    this.names.push(seenName(name));
    this.kinds.push(NODE_KINDS.indexOf(kind));
    this.layers.push(0);
    this.tiers.push(0);
    this.standings.push(0);
    this.pathAt.push(pathAt);
    this.lines.push(line);
    this.byId.set(id, node);
    return node;
  }

  addEdge(from: number, to: number, kind: EdgeKind, certainty = -1): number {
    this.from.push(from);
    this.to.push(to);
    this.edgeKinds.push(EDGE_KINDS.indexOf(kind));
    this.certainty.push(certainty);
    return this.from.length - 1;
  }

  /** Says how the memory at an edge stands to the code; nothing of what is sound. */
  stand(edge: number, standing: number): void {
    if (standing > 0) this.edgeStandings.set(edge, standing);
  }

  finish(): Omit<GraphColumns, 'root' | 'name' | 'savedAt'> {
    const nodeCount = this.ids.length;
    const ends = {
      nodeCount,
      from: Uint32Array.from(this.from),
      to: Uint32Array.from(this.to),
      edgeKinds: Uint8Array.from(this.edgeKinds),
    };
    return {
      ...ends,
      ids: this.ids,
      names: this.names,
      kinds: Uint8Array.from(this.kinds),
      layers: Uint8Array.from(this.layers),
      tiers: Uint8Array.from(this.tiers),
      standings: Uint8Array.from(this.standings),
      tests: Uint8Array.from(this.ids, (id, node) =>
        Number(this.layers[node] === 0 && isTestCode(id, this.pathTable[this.pathAt[node] ?? -1] ?? '')),
      ),
      pathTable: this.pathTable,
      pathAt: Int32Array.from(this.pathAt),
      lines: Uint32Array.from(this.lines),
      edgeCount: this.from.length,
      certainty: Int8Array.from(this.certainty),
      relations: this.relations,
      edgeStandings: this.edgeStandings,
      memories: this.memories,
      outgoing: adjacencyOf(nodeCount, ends.from),
      incoming: adjacencyOf(nodeCount, ends.to),
      parents: containersOf(ends),
      degrees: degreesOf(ends),
    };
  }
}
