/**
 * Whether the page has come to rest: nodes have found their places, the camera has arrived, what it sees is drawn, and what is
 * to be kept is kept. It stands after the hooks that move the camera, so that it looks when they have done so.
 */
import { useEffect, useState } from 'react';
import type { Look } from '../display/look.js';
import type { StageOf } from './use-stage.js';

export function useRest({ stage, isSettled, isKept, failure }: StageOf, look: Look): boolean {
  const [drawn, setDrawn] = useState<Look>();
  useEffect(() => {
    if (!isSettled) return undefined;
    return stage.current?.whenStill(() => setDrawn(look));
  }, [stage, isSettled, look]);
  return failure !== undefined || (isSettled && isKept && drawn === look);
}
