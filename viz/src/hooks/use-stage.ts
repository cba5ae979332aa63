/**
 * The stage and its layout as the page needs them: put on once, given scenes and looks, told by the layout's thread where nodes
 * go, and asked where they lie when that is worth keeping.
 */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { GraphData } from '../data/graph-data.js';
import type { Look } from '../display/look.js';
import type { Scene } from '../display/scene.js';
import { Stage, type StageEvents } from '../display/stage.js';
import { arrange } from '../layout/arrange.js';
import { loadPlaces, savePlaces } from '../layout/position-store.js';
import { runLayout } from '../layout/run-layout.js';

interface Showing {
  readonly project: string;
  readonly data: GraphData;
  readonly scene: Scene;
  readonly look: Look;
  readonly events: StageEvents;
}

export interface StageOf {
  readonly container: RefObject<HTMLDivElement | null>;
  readonly stage: RefObject<Stage | undefined>;
  /** Whether the nodes have come to rest. */
  readonly isSettled: boolean;
  /** Why there is no picture; the lists work without one. */
  readonly failure: string | undefined;
}

export function useStage({ project, data, scene, look, events }: Showing): StageOf {
  const container = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage>(undefined);
  const places = useRef<Map<string, readonly [number, number]>>(undefined);
  const latest = useRef({ data, scene, events, look });
  latest.current = { data, scene, events, look };
  const [hasPlaces, setHasPlaces] = useState(false);
  const [isSettled, setSettled] = useState(false);
  const [failure, setFailure] = useState<string>();

  const keep = useCallback(() => {
    const kept = places.current;
    if (kept === undefined) return;
    for (const node of latest.current.scene.nodes) {
      const place = stage.current?.placeOf(node);
      if (place !== undefined) kept.set(latest.current.data.ids[node] ?? '', place);
    }
    void savePlaces(project, kept);
  }, [project]);

  useEffect(() => {
    if (container.current === null) return undefined;
    try {
      stage.current = new Stage(container.current, {
        onClick: (node) => latest.current.events.onClick(node),
        onOpen: (node) => latest.current.events.onOpen(node),
        onHover: (node) => latest.current.events.onHover(node),
        onMoved: keep,
      });
    } catch (error) {
      // A browser without WebGL: everything but the picture is there.
      setFailure(error instanceof Error ? error.message : String(error));
    }
    return () => {
      stage.current?.kill();
      stage.current = undefined;
    };
  }, [keep]);

  useEffect(() => {
    let isGone = false;
    void loadPlaces(project).then((kept) => {
      if (isGone) return;
      places.current = new Map(kept);
      setHasPlaces(true);
    });
    return () => {
      isGone = true;
    };
  }, [project]);

  useEffect(() => {
    const known = places.current;
    if (!hasPlaces || known === undefined || stage.current === undefined) return undefined;
    const { places: start, task, apply } = arrange(data, scene, known);
    stage.current.show(latest.current.look, start);
    setSettled(task === undefined);
    if (task === undefined) return undefined;
    return runLayout(task, ({ places: moved, isLast }) => {
      apply(moved);
      stage.current?.move(start);
      if (!isLast) return;
      keep();
      setSettled(true);
    });
  }, [data, scene, hasPlaces, keep]);

  useEffect(() => {
    if (hasPlaces) stage.current?.paint(look);
  }, [look, hasPlaces]);

  return { container, stage, isSettled, failure };
}
