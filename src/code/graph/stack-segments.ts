/** What a stack knows of its segments: who contributed what, which calls stay open, and who read what. */
import { compareText } from '../../kernel/text.js';
import {
  EDGE_TYPES,
  type EdgeRow,
  NODE_TYPES,
  type NodeRow,
  type Segment,
  type UnresolvedCall,
} from '../model.js';
import { calleeBounds, readCalleeEntry } from './callees.js';
import { rowsOf } from './groups.js';
import type { Part } from './part.js';
import { joinProperties } from './properties.js';
import type { Stack } from './stack.js';
import { indexInTable, tableLowerBound } from './string-table.js';

/** Keys in order. */
export function segmentKeys(stack: Stack): string[] {
  return eachPart(stack)
    .flatMap(({ part, counts }) => {
      const segments = Array.from({ length: part.segmentCount }, (_, segment) => segment);
      return segments.filter(counts).map((segment) => part.segmentKey(segment));
    })
    .sort(compareText);
}

export function readSegment(stack: Stack, key: string): Segment | undefined {
  const found = findSegment(stack, key);
  return found && segmentOf(found.part, found.segment);
}

/** The calls of a segment that could not be resolved. */
export function callsOf(stack: Stack, key: string): UnresolvedCall[] {
  const found = findSegment(stack, key);
  return found === undefined ? [] : callsAt(found.part, found.segment);
}

export function readsOf(stack: Stack, key: string): string[] {
  const found = findSegment(stack, key);
  return found === undefined ? [] : readsAt(found.part, found.segment);
}

function findSegment(
  stack: Stack,
  key: string,
): { readonly part: Part; readonly segment: number } | undefined {
  for (const { part, counts } of eachPart(stack)) {
    const segment = part.findSegment(key);
    if (segment >= 0 && counts(segment)) return { part, segment };
  }
  return undefined;
}

/** Open calls with this last name, in order of path and line. */
export function unresolvedCalls(stack: Stack, name: string): (UnresolvedCall & { readonly path: string })[] {
  const found = eachPart(stack).flatMap(({ part, counts }) => {
    const table = part.table('calleeTable');
    const bounds = calleeBounds(name);
    const from = tableLowerBound(table, bounds.from);
    const to = tableLowerBound(table, bounds.to);
    const calls = positionsWithin(part.callCallees(), from, to);
    return groupsOf(calls, part.callStarts())
      .filter(({ group }) => counts(group))
      .map(({ group, at }) => ({ ...callAt(part, at), path: part.segmentKey(group) }));
  });
  const ofName = found.filter((call) => call.name === name);
  return ofName.sort((a, b) => compareText(a.path, b.path) || a.line - b.line);
}

/** Keys of the segments that read something, in any order. */
export function readersOf(stack: Stack, read: string): string[] {
  return eachPart(stack).flatMap(({ part, counts }) => {
    const index = indexInTable(part.table('readTable'), read);
    const places = index < 0 ? [] : positionsWithin(part.reads(), index, index + 1);
    return groupsOf(places, part.readStarts())
      .filter(({ group }) => counts(group))
      .map(({ group }) => part.segmentKey(group));
  });
}

interface CountedPart {
  readonly part: Part;
  readonly counts: (segment: number) => boolean;
}

function eachPart({ base, top, isReplaced }: Stack): CountedPart[] {
  const below = { part: base, counts: (segment: number) => isReplaced?.[segment] !== 1 };
  return top === undefined ? [below] : [below, { part: top, counts: () => true }];
}

/** Positions whose value lies in from … to - 1. */
function positionsWithin(values: Int32Array, from: number, to: number): number[] {
  const found: number[] = [];
  for (let at = 0; at < values.length && from < to; at++) {
    const value = values[at] ?? 0;
    if (value >= from && value < to) found.push(at);
  }
  return found;
}

/** The group that each of the ascending positions lies in. */
function groupsOf(positions: readonly number[], starts: Int32Array) {
  let group = 0;
  return positions.map((at) => {
    while ((starts[group + 1] ?? Number.POSITIVE_INFINITY) <= at) group++;
    return { group, at };
  });
}

function callAt(part: Part, at: number): UnresolvedCall {
  const entry = part.table('calleeTable').get(part.callCallees()[at] ?? 0);
  return { line: part.callLines()[at] ?? 0, ...readCalleeEntry(entry) };
}

function segmentOf(part: Part, segment: number): Segment {
  const rows = Array.from(rowsOf(part.rowsBySegment(), segment));
  return {
    key: part.segmentKey(segment),
    nodes: rows.map((row) => nodeAt(part, row)),
    edges: rows.flatMap((row) => edgesOf(part, row)),
    unresolved: callsAt(part, segment),
    reads: readsAt(part, segment),
  };
}

function callsAt(part: Part, segment: number): UnresolvedCall[] {
  return range(part.callStarts(), segment).map((at) => callAt(part, at));
}

function readsAt(part: Part, segment: number): string[] {
  return range(part.readStarts(), segment).map((at) => part.table('readTable').get(part.reads()[at] ?? 0));
}

function range(starts: Int32Array, group: number): number[] {
  const from = starts[group] ?? 0;
  return Array.from({ length: (starts[group + 1] ?? 0) - from }, (_, at) => from + at);
}

function nodeAt(part: Part, row: number): NodeRow {
  const shape = part.shapes[part.nodeShapes().get(row)] ?? [0];
  const fingerprint = part.fingerprint(row);
  return {
    id: part.id(row),
    type: NODE_TYPES[part.types()[row] ?? 0] ?? 'file',
    name: part.name(row),
    path: part.path(row),
    line: part.lines().get(row),
    properties: JSON.stringify(joinProperties(shape, part.properties.json(row))),
    ...(fingerprint === '' ? {} : { fingerprint }),
  };
}

/** In order of (type, target), targets that are no nodes among the others. */
function edgesOf(part: Part, row: number): EdgeRow[] {
  const edges = range(part.edgeStarts(), row).map((edge) => edgeAt(part, row, edge));
  const order = (edge: EdgeRow) => EDGE_TYPES.indexOf(edge.type);
  return edges.sort((a, b) => order(a) - order(b) || compareText(a.target, b.target));
}

function edgeAt(part: Part, row: number, edge: number): EdgeRow {
  return {
    source: part.id(row),
    target: part.slotId(part.edgeTargets()[edge] ?? 0),
    type: EDGE_TYPES[part.edgeTypes()[edge] ?? 0] ?? 'references',
    detail: part.details().text(row, edge),
  };
}
