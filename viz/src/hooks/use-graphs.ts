/**
 * The graphs of one project while the page is open: read at first, read again when something tells of a change, and what is
 * wrong with them. A change never takes the picture away: the old one stays until the new one is there.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { GraphData } from '../data/graph-data.js';
import { ApiError } from '../net/api.js';
import { coalesce } from '../net/coalesce.js';
import { GraphReader } from '../net/graph-reader.js';
import { type Connection, hearOfCode, hearOfMemory } from '../net/live.js';

export type Graphs =
  /** `doing`: what a person is told. */
  | { readonly phase: 'loading'; readonly doing: string }
  | { readonly phase: 'failed'; readonly error: ApiError }
  | { readonly phase: 'ready'; readonly data: GraphData; readonly notice: ApiError | undefined };

export interface GraphsOf {
  readonly graphs: Graphs;
  readonly connection: Connection;
  /** Reads both graphs again. */
  readonly reload: () => void;
}

export function useGraphs(project: string, hasMemory: boolean): GraphsOf {
  const [graphs, setGraphs] = useState<Graphs>({ phase: 'loading', doing: 'Reading the graph' });
  const [code, setCode] = useState<Connection>(project === '' ? 'live' : 'connecting');
  const [memory, setMemory] = useState<Connection>(hasMemory ? 'connecting' : 'live');
  const [fault, setFault] = useState<unknown>();
  const savedAt = useRef(-1);
  const again = useRef<() => void>(undefined);
  const reload = useCallback(() => again.current?.(), []);

  useEffect(() => {
    const reader = new GraphReader();
    let isGone = false;
    // Of a picture that is read again nothing is told: the old one stays.
    const tellBytes = (read: number, all: number) => {
      const doing =
        read < all ? `Reading the graph: ${megabytes(read)} of ${megabytes(all)} MB` : 'Building the picture';
      if (!isGone) setGraphs((now) => (now.phase === 'loading' ? { phase: 'loading', doing } : now));
    };
    const show = async () => {
      try {
        const { data, missing } = await reader.read(project, hasMemory, tellBytes);
        if (isGone) return;
        savedAt.current = data.savedAt;
        setGraphs({ phase: 'ready', data, notice: missing });
      } catch (error) {
        if (isGone) return;
        if (!(error instanceof ApiError)) return setFault(error);
        savedAt.current = 0;
        // Behind a lost connection the picture stays; whatever else went wrong is said in its place.
        setGraphs((now) => (now.phase === 'ready' && error.status === 0 ? now : { phase: 'failed', error }));
      }
    };
    again.current = coalesce(show);
    again.current();
    return () => {
      isGone = true;
      reader.close();
    };
  }, [project, hasMemory]);

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

  if (fault !== undefined) throw fault;
  return { graphs, connection: worseOf(code, memory), reload };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function worseOf(a: Connection, b: Connection): Connection {
  const order: readonly Connection[] = ['lost', 'connecting', 'live'];
  return order.find((state) => state === a || state === b) ?? 'live';
}
