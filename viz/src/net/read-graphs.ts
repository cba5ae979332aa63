/**
 * Both graphs of a project, from the servers to columns. It runs in a thread of its own (`graph-worker.ts`): the text of a
 * large graph takes a second to be taken apart, in which a page would not move.
 */
import type { GraphDocument } from '../../../src/serve/viz/wire.js';
import { buildColumns, emptyDocument } from '../data/build-graph.js';
import type { GraphColumns } from '../data/graph-data.js';
import { ApiError, fetchGraph, type Refusal } from './api.js';
import { fetchMemory } from './memory-api.js';

/** What is to be read. A thread has no access to where the page keeps its token. */
export interface ReadOrder {
  readonly project: string;
  readonly hasMemory: boolean;
  readonly token: string | undefined;
}

export interface ReadGraphs {
  readonly columns: GraphColumns;
  /** Why there is no code graph, where the memory alone is shown. */
  readonly missing: Refusal | undefined;
}

/** What there is; rejects with an `ApiError` when there is nothing to show. `onBytes` hears how much of the code has come. */
export async function readGraphs(
  { project, hasMemory, token }: ReadOrder,
  onBytes?: (read: number, all: number) => void,
): Promise<ReadGraphs> {
  const [document, memory] = await Promise.all([
    readCode({ project, hasMemory, token }, onBytes),
    hasMemory ? fetchMemory(project, { token }) : undefined,
  ]);
  const name = project.split(/[\\/]/).at(-1) ?? project;
  return document instanceof ApiError
    ? { columns: buildColumns(emptyDocument(project, name), memory), missing: document.refusal }
    : { columns: buildColumns(document ?? emptyDocument(project, name), memory), missing: undefined };
}

async function readCode(
  { project, hasMemory, token }: ReadOrder,
  onBytes: ((read: number, all: number) => void) | undefined,
): Promise<GraphDocument | ApiError | undefined> {
  if (project === '') return undefined;
  try {
    return await fetchGraph(project, { token, onBytes });
  } catch (error) {
    // A memory can be shown without code; a server that is away, or that does not know us, has neither.
    if (error instanceof ApiError && hasMemory && error.status !== 0 && error.status !== 401) return error;
    throw error;
  }
}
