/**
 * The graphs of one project while the page is open: read at first, read again when something tells of a change, and what is
 * wrong with them. A change never takes the picture away: the old one stays until the new one is there.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { GraphDocument } from '../../../src/serve/viz/wire.js';
import { buildGraph, emptyDocument } from '../data/build-graph.js';
import type { GraphData } from '../data/graph-data.js';
import type { MemoryWire } from '../data/memory-wire.js';
import { ApiError, fetchGraph } from '../net/api.js';
import { type Connection, hearOfCode, hearOfMemory } from '../net/live.js';
import { fetchMemory } from '../net/memory-api.js';

export type Graphs =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly error: ApiError }
  | { readonly phase: 'ready'; readonly data: GraphData; readonly notice: ApiError | undefined };

export interface GraphsOf {
  readonly graphs: Graphs;
  readonly connection: Connection;
  /** Reads both graphs again. */
  readonly reload: () => void;
}

interface Read {
  readonly document: GraphDocument | undefined;
  readonly memory: MemoryWire | undefined;
  /** Why there is no code graph. */
  readonly missing: ApiError | undefined;
}

export function useGraphs(project: string, hasMemory: boolean): GraphsOf {
  const [graphs, setGraphs] = useState<Graphs>({ phase: 'loading' });
  const [code, setCode] = useState<Connection>(project === '' ? 'live' : 'connecting');
  const [memory, setMemory] = useState<Connection>(hasMemory ? 'connecting' : 'live');
  const savedAt = useRef(-1);
  const reading = useRef<AbortController>(undefined);

  const reload = useCallback(() => {
    reading.current?.abort();
    const controller = new AbortController();
    reading.current = controller;
    readAll(project, hasMemory, controller.signal)
      .then(({ document, memory: remembered, missing }) => {
        savedAt.current = document?.savedAt ?? 0;
        const name = project.split(/[\\/]/).at(-1) ?? project;
        const data = buildGraph(document ?? emptyDocument(project, name), remembered);
        setGraphs({ phase: 'ready', data, notice: missing });
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        savedAt.current = 0;
        // Behind a lost connection the picture stays; whatever else went wrong is said in its place.
        setGraphs((now) => (now.phase === 'ready' && error.status === 0 ? now : { phase: 'failed', error }));
      });
  }, [project, hasMemory]);

  useEffect(() => {
    reload();
    return () => reading.current?.abort();
  }, [reload]);

  useEffect(() => {
    // The user's memory alone has no code to hear of.
    if (project === '') return undefined;
    const onChange = (event: { readonly savedAt: number }) => {
      if (savedAt.current !== -1 && event.savedAt !== savedAt.current) reload();
    };
    return hearOfCode(project, { onChange, onState: setCode });
  }, [project, reload]);

  useEffect(() => {
    if (!hasMemory) return undefined;
    return hearOfMemory(project, { onChange: reload, onState: setMemory });
  }, [project, hasMemory, reload]);

  return { graphs, connection: worseOf(code, memory), reload };
}

/** What there is; rejects when there is nothing to show. */
async function readAll(project: string, hasMemory: boolean, signal: AbortSignal): Promise<Read> {
  const [document, memory] = await Promise.all([
    project === ''
      ? undefined
      : fetchGraph(project, signal).catch((error: unknown) => {
          if (error instanceof ApiError && hasMemory && error.status !== 0 && error.status !== 401)
            return error;
          throw error;
        }),
    hasMemory ? fetchMemory(project, signal) : undefined,
  ]);
  return document instanceof ApiError
    ? { document: undefined, memory, missing: document }
    : { document, memory, missing: undefined };
}

function worseOf(a: Connection, b: Connection): Connection {
  const order: readonly Connection[] = ['lost', 'connecting', 'live'];
  return order.find((state) => state === a || state === b) ?? 'live';
}
