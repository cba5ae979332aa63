/**
 * A search over code and memory. The code's hits are what they would be without a memory: memories have a section of their own,
 * and of those that nobody asked for only the few that have every word of the query.
 */
import type { GraphView } from '../../code/graph.js';
import { NODE_TYPES, type NodeType } from '../../code/model.js';
import { type SearchAnswer, search } from '../../code/query/search.js';
import { searchDocument } from '../../code/render/answers.js';
import type { Face } from '../../code/render/follow-up.js';
import type { Document } from '../../code/render.js';
import type { Few, MemoryBeside, MemoryHit } from './beside.js';
import { memorySearchDocument, withHits, withMemoryHits } from './with-memories.js';

/** Beside twenty hits in the code. */
const UNASKED_MAX = 3;

/** `types`: node types of the code and `memory`; all when absent. */
export interface BothRequest {
  readonly query: string;
  readonly types?: readonly (NodeType | 'memory')[];
  readonly limit: number;
  readonly offset: number;
}

/** What was found. */
export interface BothAnswer {
  readonly query: string;
  readonly offset: number;
  /** Absent when only memories were asked for. */
  readonly code?: SearchAnswer;
  /** Absent when there are none, and none were asked for. */
  readonly memories?: Few<MemoryHit>;
  readonly areAsked: boolean;
  /** Memories were asked for where none is read: there is none, or it cannot be used. */
  readonly isWithoutMemory?: boolean;
}

/** The hits from `offset` on, at most `limit`; few memories that nobody asked for come on top. */
export function searchBoth(
  view: GraphView,
  memory: MemoryBeside | undefined,
  { query, types, limit, offset }: BothRequest,
): BothAnswer {
  const nodeTypes = types?.filter(isNodeType);
  const asked = { query, ...(nodeTypes !== undefined && { nodeTypes }) };
  if (types === undefined) {
    const memories = memory?.withAll(query, UNASKED_MAX);
    const before = memories?.items.length ?? 0;
    const code = search(view, { ...asked, limit, offset: Math.max(0, offset - before) });
    const isEmpty = memories === undefined || memories.total === 0;
    return { query, offset, code, ...(!isEmpty && { memories }), areAsked: false };
  }
  const code = nodeTypes?.length === 0 ? undefined : search(view, { ...asked, limit, offset });
  if (!types.includes('memory')) return { query, offset, ...(code && { code }), areAsked: false };
  const { total = 0, hits = [] } = code ?? {};
  const page = { offset: Math.max(0, offset - total), limit: limit - hits.length };
  const memories = memory?.search({ query, ...page }) ?? { total: 0, items: [] };
  const isWithoutMemory = memory === undefined;
  return { query, offset, ...(code && { code }), memories, areAsked: true, isWithoutMemory };
}

/** How many items of an answer lie before the next page, and on all pages. */
export function shownOf({ code, memories, offset, areAsked }: BothAnswer): { upTo: number; total: number } {
  const { items = [], total: all = 0 } = memories ?? {};
  const before = areAsked ? 0 : items.length;
  const total = (code?.total ?? 0) + (areAsked ? all : before);
  const shown = (code?.hits.length ?? 0) + (areAsked ? items.length : Math.max(0, before - offset));
  return { upTo: offset + shown, total };
}

/** `rest`: how to ask for all memories; `outside`: what may hide hits in the code. */
export function searchBothDocument(
  { query, offset, code, memories, areAsked, isWithoutMemory = false }: BothAnswer,
  {
    outside,
    rest,
    face,
  }: { readonly outside: readonly string[]; readonly rest: string; readonly face: Face },
): Document {
  const none = isWithoutMemory ? 'No agent memory is read here; the status says why, when there is one.' : '';
  if (code === undefined) return memorySearchDocument(query, memories ?? NONE, { offset, face, none });
  const document = searchDocument(code, outside);
  if (memories === undefined) return document;
  if (!areAsked) return withHits(document, memories, { offset, rest, face });
  return withMemoryHits(document, memories, { face, none });
}

const NONE: Few<MemoryHit> = { total: 0, items: [] };
const TYPES: ReadonlySet<string> = new Set(NODE_TYPES);

function isNodeType(type: NodeType | 'memory'): type is NodeType {
  return TYPES.has(type);
}
