/**
 * Makes one ordered part of the rows of others: of a draft, when a graph is built, or of a large part and the small one on
 * top, when edits are merged in. It reads as a part's table of contents; which rows count and in which order, the plan
 * says. Only what is used gets in, tables are sorted and codes given by frequency, so that equal graphs are equal bytes.
 */
import { assembleDetails } from './assemble-details.js';
import { assembleEdges } from './assemble-edges.js';
import { assembleNodes } from './assemble-nodes.js';
import { assembleSegments, orderSegments } from './assemble-segments.js';
import { assembleWords } from './assemble-words.js';
import type { PartInfo, Shape, TableColumn } from './columns.js';
import { mergeTables, type UsedTable } from './merge-tables.js';
import { Part } from './part.js';
import { PartWriter } from './part-writer.js';
import { eachRow, type Plan, type Source } from './plan.js';
import type { RowsWriter } from './rows-writer.js';
import { stackInSteps } from './stack.js';
import { ListTable, writeTable } from './string-table.js';
import { countInSteps } from './tally.js';

export function* assemble(plan: Plan): Generator<void, Part> {
  const writer = new PartWriter();
  const paths = yield* mergeTables(yield* usedPaths(plan));
  const stems = yield* mergeTables(yield* usedStems(plan));
  const shapes = yield* mergeTables(yield* usedShapes(plan));
  const names = yield* mergeTables(yield* usedNames(plan));
  yield* writeNames(names.strings, writer);
  const segments = orderSegments(plan, paths);
  yield* assembleNodes(plan, writer, {
    paths: paths.maps,
    stems: stems.maps,
    shapes: shapes.maps,
    names: names.maps,
    segments: segments.maps,
  });
  const words = yield* assembleWords(plan, writer, names);
  for (const row of plan.duplicates) writer.ints('duplicates').push(row);
  const places = yield* assembleEdges(plan, writer);
  const pieces = yield* assembleDetails(plan, writer, places);
  const { callees, reads } = yield* assembleSegments(plan, writer, segments);
  const tables: Record<TableColumn, readonly string[]> = {
    stemTable: stems.strings,
    pathTable: paths.strings,
    phantomTable: plan.phantoms,
    pieceTable: pieces.strings,
    calleeTable: callees.strings,
    readTable: reads.strings,
    wordTable: words,
  };
  return yield* finish(
    writer,
    tables,
    shapes.strings.map((text) => JSON.parse(text) as Shape),
  );
}

function* finish(
  writer: PartWriter,
  strings: Record<TableColumn, readonly string[]>,
  shapes: readonly Shape[],
): Generator<void, Part> {
  const names = Object.keys(strings) as TableColumn[];
  const tables: Partial<Record<TableColumn, RowsWriter>> = {};
  for (const name of names) {
    tables[name] = yield* writeTable(strings[name]);
  }
  const info = {
    rows: writer.rows,
    edges: writer.edges,
    names: writer.names.rows.count,
    tables: Object.fromEntries(names.map((name) => [name, strings[name].length])) as PartInfo['tables'],
    shapes,
  };
  // Counted as a view shows it, hence once the rest stands.
  const uncounted = new Part(writer.finish({ ...info, nodesByType: [], edgesByType: [] }, tables));
  const { references, nodesByType, edgesByType } = yield* countInSteps(yield* stackInSteps(uncounted));
  for (const count of references) writer.ints('references').push(count);
  return new Part(writer.finish({ ...info, nodesByType, edgesByType }, tables));
}

// About two milliseconds of folding.
const NAME_STEP = 1 << 11;

function* writeNames(names: readonly string[], writer: PartWriter): Generator<void> {
  for (const [number, json] of names.entries()) {
    if (number % NAME_STEP === NAME_STEP - 1) yield;
    writer.names.push(json);
  }
}

/** As JSON. */
function usedNames(plan: Plan): Generator<void, UsedTable[]> {
  const tables = plan.sources.map(({ part }) => {
    const table = { count: part.names.rows.count, get: (name: number) => part.names.json(name) };
    return { table, used: new Uint8Array(table.count) };
  });
  return markUsed(plan, tables, ({ part }, row) => part.nameNumbers().get(row));
}

function usedPaths(plan: Plan): Generator<void, UsedTable[]> {
  const tables = plan.sources.map(({ part, keeps }) => {
    const used = new Uint8Array(part.table('pathTable').count);
    for (const [segment, path] of part.segmentPaths().entries()) if (keeps[segment] === 1) used[path] = 1;
    return { table: part.table('pathTable'), used };
  });
  return markUsed(plan, tables, ({ part }, row) => part.paths()[row]);
}

function usedStems(plan: Plan): Generator<void, UsedTable[]> {
  const tables = plan.sources.map(({ part }) => {
    const table = part.table('stemTable');
    return { table, used: new Uint8Array(table.count) };
  });
  return markUsed(plan, tables, ({ part }, row) => part.stems().get(row));
}

function usedShapes(plan: Plan): Generator<void, UsedTable[]> {
  const tables = plan.sources.map(({ part }) => {
    const table = new ListTable(part.shapes.map((shape) => JSON.stringify(shape)));
    return { table, used: new Uint8Array(table.count) };
  });
  return markUsed(plan, tables, ({ part }, row) => part.nodeShapes().get(row));
}

function* markUsed(
  plan: Plan,
  tables: UsedTable[],
  indexOf: (source: Source, row: number) => number | undefined,
): Generator<void, UsedTable[]> {
  yield* eachRow(plan, (source, row, _newRow, number) => {
    const used = tables[number]?.used;
    const index = indexOf(source, row);
    if (used !== undefined && index !== undefined) used[index] = 1;
  });
  return tables;
}
