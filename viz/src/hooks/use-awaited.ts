/** A node that was just made elsewhere: acted on once the graph has it. */
import { useEffect, useRef } from 'react';
import type { GraphData } from '../data/graph-data.js';

export function useAwaited(data: GraphData, id: string | undefined, onThere: (node: number) => void): void {
  const latest = useRef(onThere);
  latest.current = onThere;
  const node = id === undefined ? undefined : data.byId.get(id);
  useEffect(() => {
    if (node !== undefined) latest.current(node);
  }, [node]);
}
