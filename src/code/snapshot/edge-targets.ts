/**
 * Edges mostly point near: a file's definitions stand together in the order of ids. So a target is written as its distance
 * from the target before it, when both edges have one source and one type, and else from the source.
 */

/** What distances are measured by. */
export interface EdgeColumns {
  readonly starts: Int32Array;
  readonly types: Uint8Array;
}

/** Targets as distances. */
export function toDistances(targets: Int32Array, { starts, types }: EdgeColumns): Int32Array {
  const distances = new Int32Array(targets.length);
  eachEdge(starts, types, (edge, from) => {
    distances[edge] = (targets[edge] ?? 0) - (from < 0 ? ~from : (targets[from] ?? 0));
  });
  return distances;
}

/** Inverse of {@link toDistances}, in place. */
export function toTargets(distances: Int32Array, { starts, types }: EdgeColumns): Int32Array {
  eachEdge(starts, types, (edge, from) => {
    distances[edge] = (distances[edge] ?? 0) + (from < 0 ? ~from : (distances[from] ?? 0));
  });
  return distances;
}

/** Visits each edge with the one to measure from, or `~` its source. */
function eachEdge(starts: Int32Array, types: Uint8Array, visit: (edge: number, from: number) => void): void {
  for (let row = 0; row + 1 < starts.length; row++) {
    const first = starts[row] ?? 0;
    const end = starts[row + 1] ?? 0;
    for (let edge = first; edge < end; edge++) {
      visit(edge, edge > first && types[edge] === types[edge - 1] ? edge - 1 : ~row);
    }
  }
}
