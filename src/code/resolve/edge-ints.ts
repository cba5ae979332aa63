/**
 * Edges between definitions as integers, some forty bytes each: until a run is over all of them are kept, and as objects with
 * their texts they were the larger half of what is kept of a linked file. Rows are made of them when somebody takes them in.
 * Reasons are few and kept once, as names; ids stand in the table that all files share.
 */
import { type EdgeRow, type EdgeType, RESOLUTIONS } from '../model.js';
import { type CallSite, callText, plainText, referenceText } from './edge-details.js';
import type { IdTable } from './ids.js';
import type { Names } from './names.js';

const TYPES = [
  'contains',
  'method_of',
  'inherits',
  'calls',
  'references',
] as const satisfies readonly EdgeType[];
const KINDS = [undefined, 'property', 'decorator', 'super', 'implicit'] as const;

/** A definition by its file and its place there, which counts from 1; 0 is the file itself. */
export interface EdgeEnd {
  readonly file: number;
  readonly definition: number;
}

/** An edge that leaves the file at hand. */
export interface DefinitionEdge {
  readonly type: (typeof TYPES)[number];
  /** As in an `EdgeEnd`. */
  readonly source: number;
  readonly target: EdgeEnd;
  readonly sites: readonly CallSite[];
}

/** Each edge: its type below the number of its sites, source, file and place of the target, then the sites. */
const TYPE_BITS = 3;
const EDGE_INTS = 4;
/** Each site: line, what it proves, why. The second has bits for the resolution, the kind, and of how many it is one. */
const RESOLUTION_BITS = 2;
const KIND_BITS = 3;
const SITE_INTS = 3;

/** Appends an edge. */
export function packEdge(
  ints: number[],
  { type, source, target, sites }: DefinitionEdge,
  names: Names,
): void {
  ints.push(TYPES.indexOf(type) | (sites.length << TYPE_BITS), source, target.file, target.definition);
  for (const { line, resolution, of, kind, why = '' } of sites) {
    const proof = RESOLUTIONS.indexOf(resolution) | (KINDS.indexOf(kind) << RESOLUTION_BITS);
    ints.push(line, proof | (of << (RESOLUTION_BITS + KIND_BITS)), names.id(why));
  }
}

/** What the rows of packed edges are made with. */
export interface EdgeTables {
  readonly ids: IdTable;
  readonly names: Names;
}

/** The rows of the edges that leave a file, in the order in which they were appended. */
export function edgeRows(ints: ArrayLike<number>, file: number, { ids, names }: EdgeTables): EdgeRow[] {
  const rows: EdgeRow[] = [];
  for (let at = 0; at < ints.length; ) {
    const head = ints[at] ?? 0;
    const type = TYPES[head & ((1 << TYPE_BITS) - 1)] ?? 'calls';
    const source = ids.at(file, ints[at + 1] ?? 0);
    const target = ids.at(ints[at + 2] ?? 0, ints[at + 3] ?? 0);
    const end = at + EDGE_INTS + (head >> TYPE_BITS) * SITE_INTS;
    const sites: CallSite[] = [];
    for (at += EDGE_INTS; at < end; at += SITE_INTS) sites.push(siteAt(ints, at, names));
    rows.push({ source, target, type, detail: detailOf(type, sites) });
  }
  return rows;
}

function siteAt(ints: ArrayLike<number>, at: number, names: Names): CallSite {
  const proof = ints[at + 1] ?? 0;
  const kind = KINDS[(proof >> RESOLUTION_BITS) & ((1 << KIND_BITS) - 1)];
  return {
    line: ints[at] ?? 0,
    resolution: RESOLUTIONS[proof & ((1 << RESOLUTION_BITS) - 1)] ?? 'exact',
    of: proof >> (RESOLUTION_BITS + KIND_BITS),
    ...(kind === undefined ? {} : { kind }),
    why: names.text(ints[at + 2] ?? 0),
  };
}

function detailOf(type: DefinitionEdge['type'], sites: readonly CallSite[]): string {
  if (type === 'calls') return callText(sites);
  const lines = sites.map(({ line }) => line);
  return type === 'references' ? referenceText(lines, sites[0]?.why ?? '') : plainText(lines);
}
