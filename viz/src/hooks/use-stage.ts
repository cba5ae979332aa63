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
import { openPositions, type PositionStore } from '../layout/position-store.js';
import { runLayout } from '../layout/run-layout.js';

type Place = readonly [x: number, y: number];

interface Showing {
  readonly project: string;
  readonly data: GraphData;
  readonly scene: Scene;
  readonly look: Look;
  readonly events: Omit<StageEvents, 'onMoved'>;
}

export interface StageOf {
  readonly container: RefObject<HTMLDivElement | null>;
  readonly stage: RefObject<Stage | undefined>;
  /** Whether the nodes of the scene have found their places. */
  readonly isSettled: boolean;
  /** Whether the browser has what is to be kept of them. */
  readonly isKept: boolean;
  /** Why there is no picture; the lists work without one. */
  readonly failure: string | undefined;
}

export function useStage({ project, data, scene, look, events }: Showing): StageOf {
  const container = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage>(undefined);
  const kept = useRef<{ readonly store: PositionStore; readonly places: Map<string, Place> }>(undefined);
  const latest = useRef({ data, scene, events, look });
  latest.current = { data, scene, events, look };
  const [hasPlaces, setHasPlaces] = useState(false);
  const [settled, setSettled] = useState<Scene>();
  const [saving, setSaving] = useState(0);
  const [failure, setFailure] = useState<string>();
  const isArranging = useRef(false);

  const keep = useCallback(() => {
    // While forces are at work there is nothing to keep yet; they end with keeping all.
    if (kept.current === undefined || isArranging.current) return;
    const { store, places } = kept.current;
    for (const node of latest.current.scene.nodes) {
      const place = stage.current?.placeOf(node);
      if (place !== undefined) places.set(latest.current.data.ids[node] ?? '', place);
    }
    setSaving((count) => count + 1);
    void store.save(project, places).then(() => setSaving((count) => count - 1));
  }, [project]);

  useEffect(() => {
    if (container.current === null) return undefined;
    try {
      stage.current = new Stage(container.current, {
        onClick: (node) => latest.current.events.onClick(node),
        onOpen: (node) => latest.current.events.onOpen(node),
        onHover: (node) => latest.current.events.onHover(node),
        onMoved: keep,
        onLook: (camera) => latest.current.events.onLook(camera),
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
    const opening = openPositions();
    void opening.then(async (store) => {
      const places = await store.load(project);
      if (isGone) return;
      kept.current = { store, places: new Map(places) };
      setHasPlaces(true);
    });
    return () => {
      isGone = true;
      void opening.then((store) => store.close());
    };
  }, [project]);

  useEffect(() => {
    const known = kept.current?.places;
    if (!hasPlaces || known === undefined || stage.current === undefined) return undefined;
    const { places: start, task, apply } = arrange(data, scene, known);
    stage.current.show(latest.current.look, start);
    isArranging.current = task !== undefined;
    if (task === undefined) return setSettled(scene);
    return runLayout(task, ({ places: moved, isLast }) => {
      apply(moved);
      stage.current?.move(start);
      if (!isLast) return;
      isArranging.current = false;
      keep();
      setSettled(scene);
    });
  }, [data, scene, hasPlaces, keep]);

  useEffect(() => {
    if (hasPlaces) stage.current?.paint(look);
  }, [look, hasPlaces]);

  return { container, stage, isSettled: settled === scene, isKept: saving === 0, failure };
}
