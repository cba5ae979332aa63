/**
 * The lines of a level, and what they cost: the one place that knows how a node, an anchor and a citation are written.
 * The render prints these lines and the ledger counts these very characters, so the two cannot disagree.
 */
import { type MemoryEdge, type MemoryNode, tierOf } from './model.js';
import { oneLine } from './one-line.js';

export const ACTIVE_HEADER = 'ACTIVE:';
export const ARCHIVED_HEADER = 'ARCHIVED (use kg_read with id to view full content):';

// A line costs its characters and its line end.
const LINE_END = 1;
export const ACTIVE_HEADER_CHARS = ACTIVE_HEADER.length + LINE_END;
export const ARCHIVED_HEADER_CHARS = ARCHIVED_HEADER.length + LINE_END;
// Four blanks, an arrow, a blank, the relation, a blank, an arrow, a blank, the other end, the line end.
const CITATION_FRAME_CHARS = 9 + LINE_END;

/** The line of an active node. */
export function gistLine(id: string, gist: string): string {
  return `  ${oneLine(id)}: ${oneLine(gist)}`;
}

/** The line of an archived node. */
export function anchorLine(id: string): string {
  return `  ${oneLine(id)}`;
}

/** An edge under one of its ends, as that end sees it. */
export function citationLine(edge: MemoryEdge, isOutgoing: boolean): string {
  const arrow = isOutgoing ? '→' : '←';
  return `    ${arrow} ${oneLine(edge.rel)} ${arrow} ${oneLine(isOutgoing ? edge.to : edge.from)}`;
}

/** What a node's own line costs: 0 for an orphaned one. */
export function nodeChars(node: MemoryNode): number {
  const tier = tierOf(node);
  if (tier === 'orphaned') return 0;
  const anchorChars = 2 + oneLine(node.id).length + LINE_END;
  return tier === 'archived' ? anchorChars : anchorChars + 2 + oneLine(node.gist).length;
}

/** What a citation of an edge costs that prints this end. */
export function citationChars(edge: MemoryEdge, printedEnd: string): number {
  return CITATION_FRAME_CHARS + oneLine(edge.rel).length + oneLine(printedEnd).length;
}

/** What a level with so many shown nodes pays for its section headers. */
export function headerChars(active: number, archived: number): number {
  return (active > 0 ? ACTIVE_HEADER_CHARS : 0) + (archived > 0 ? ARCHIVED_HEADER_CHARS : 0);
}
