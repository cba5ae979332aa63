/** Hits for what is being typed: the server's, over all text of the code graph, and the page's own for the memory. */
import { useEffect, useState } from 'react';
import type { GraphData } from '../data/graph-data.js';
import { searchMemory } from '../data/search-memory.js';
import { ApiError, fetchSearch } from '../net/api.js';

export interface Hits {
  readonly query: string;
  readonly nodes: readonly number[];
  readonly total: number;
  /** When nothing fits: nodes with names like it. */
  readonly nearest: readonly number[];
  readonly failure: string | undefined;
}

// Between two letters of a quick hand.
const WAIT_MS = 80;

/** The newest hits; `undefined` while there is no query or its answer is on its way. */
export function useSearch(project: string, data: GraphData, query: string): Hits | undefined {
  const [hits, setHits] = useState<Hits>();
  const asked = query.trim();
  useEffect(() => {
    if (asked === '') return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      findAll(project, data, asked, controller.signal)
        .then(setHits)
        .catch((error: unknown) => {
          if (controller.signal.aborted) return;
          if (!(error instanceof ApiError)) throw error;
          setHits({
            query: asked,
            nodes: searchMemory(data, asked),
            total: 0,
            nearest: [],
            failure: error.message,
          });
        });
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [project, data, asked]);
  return asked === '' || hits?.query !== asked ? undefined : hits;
}

async function findAll(project: string, data: GraphData, query: string, signal: AbortSignal): Promise<Hits> {
  const remembered = searchMemory(data, query);
  if (data.savedAt === 0) {
    return { query, nodes: remembered, total: remembered.length, nearest: [], failure: undefined };
  }
  const { hits, total, nearest } = await fetchSearch(project, query, signal);
  const known = (ids: readonly string[]) => ids.flatMap((id) => data.byId.get(id) ?? []);
  return {
    query,
    nodes: [...known(hits.map(({ id }) => id)), ...remembered],
    total: total + remembered.length,
    nearest: known(nearest),
    failure: undefined,
  };
}
