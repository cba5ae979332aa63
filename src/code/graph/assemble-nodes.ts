/** The columns of nodes in a new part. */
import type { PartWriter } from './part-writer.js';
import { eachRow, eachRun, type Plan } from './plan.js';

/** New numbers by source and old number. */
export interface NodeMaps {
  readonly segments: readonly Int32Array[];
  readonly paths: readonly Int32Array[];
  readonly stems: readonly Int32Array[];
  readonly shapes: readonly Int32Array[];
  readonly names: readonly Int32Array[];
}

export function* assembleNodes(plan: Plan, writer: PartWriter, maps: NodeMaps): Generator<void> {
  yield* eachRow(plan, ({ part }, row, newRow, source) => {
    const renumber = (map: readonly Int32Array[], old: number | undefined) => map[source]?.[old ?? 0] ?? 0;
    writer.addNode({
      type: part.types()[row] ?? 0,
      line: part.lines().get(row),
      segment: renumber(maps.segments, part.segments()[row]),
      path: renumber(maps.paths, part.paths()[row]),
      shape: renumber(maps.shapes, part.nodeShapes().get(row)),
      stem: renumber(maps.stems, part.stems().get(row)),
      name: renumber(maps.names, part.nameNumbers().get(row)),
    });
    const tail = part.tailAt(row);
    if (tail >= 0) {
      writer.ints('tailRows').push(newRow * 2 + (part.tailRows().get(tail) & 1));
      writer.tails.copy(part.tails(), tail, tail + 1);
    }
  });
  yield* eachRun(plan, ({ part }, from, to) => {
    writer.properties.copy(part.properties, from, to);
    writer.fingerprints.copy(part.fingerprints(), from, to);
  });
}
