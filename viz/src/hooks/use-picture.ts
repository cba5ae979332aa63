/**
 * From the graph and the view to what is drawn: the scene, the answer, what is shown and what stands out. Each is made anew
 * only when what it is made of has changed, so a hover costs a look and a filter costs a pass over the columns.
 */
import { useMemo, useRef } from 'react';
import type { GraphData } from '../data/graph-data.js';
import type { Emphasis, Look } from '../display/look.js';
import { PALETTES, type Theme } from '../display/palette.js';
import { POINTED_NODES_MAX } from '../display/pointed.js';
import { buildScene, neighbourhood, type Scene } from '../display/scene.js';
import { type Visibility, visibilityOf } from '../display/visibility.js';
import { type Answer, answerTo } from '../state/answer.js';
import type { ViewState } from '../state/view-state.js';

export interface Picture {
  readonly scene: Scene;
  readonly answer: Answer | undefined;
  readonly visibility: Visibility;
  readonly look: Look;
  readonly selected: number | undefined;
}

interface Moment {
  readonly hits: readonly number[];
  readonly hovered: number | undefined;
  readonly theme: Theme;
}

/** More of an answer than a picture of groups can show by itself lies in the groups. */
const PINNED_MAX = 2_000;
const NOTHING: Emphasis = { depths: new Map(), edges: new Set() };

export function usePicture(data: GraphData, view: ViewState, { hits, hovered, theme }: Moment): Picture {
  const { nodeKinds, edgeKinds, connectedOnly, layers, tests, question, opened } = view;
  const selected = view.selected === undefined ? undefined : data.byId.get(view.selected);
  const answer = useMemo(
    () => (question === undefined ? undefined : answerTo(data, { nodeKinds }, question)),
    [data, nodeKinds, question],
  );
  const scene = useScene(data, opened, selected, answer);
  const emphasis = useMemo(() => {
    if (answer !== undefined && answer.depths.size > 0) return inScene(scene, answer);
    const pointed = scene.nodes.length <= POINTED_NODES_MAX ? hovered : undefined;
    const middle = pointed ?? (selected === undefined ? undefined : scene.shownAs[selected]);
    if (middle === undefined) return undefined;
    const { nodes, edges } = neighbourhood(scene, middle);
    return { depths: new Map([...nodes].map((node) => [node, node === middle ? 0 : 1] as const)), edges };
  }, [answer, scene, hovered, selected]);
  const revealed = useMemo(() => {
    const around =
      selected === undefined ? undefined : neighbourhood(scene, scene.shownAs[selected] ?? selected);
    const { depths, edges } = answer === undefined ? NOTHING : inScene(scene, answer);
    return {
      nodes: new Set([...(around?.nodes ?? []), ...depths.keys()]),
      edges: new Set([...(around?.edges ?? []), ...edges]),
    };
  }, [scene, selected, answer]);
  const visibility = useMemo(
    () => visibilityOf(data, scene, { nodeKinds, edgeKinds, connectedOnly, layers, tests }, revealed),
    [data, scene, nodeKinds, edgeKinds, connectedOnly, layers, tests, revealed],
  );
  const found = useMemo(() => new Set(hits.map((node) => scene.shownAs[node] ?? node)), [hits, scene]);
  const look = useMemo(
    (): Look => ({
      data,
      scene,
      palette: PALETTES[theme],
      visibility,
      emphasis,
      hits: found,
      selected: selected === undefined ? undefined : scene.shownAs[selected],
      hovered,
    }),
    [data, scene, theme, visibility, emphasis, found, selected, hovered],
  );
  return { scene, answer, visibility, look, selected };
}

/** The scene; where nothing is in groups, choosing a node does not make another one. */
function useScene(
  data: GraphData,
  opened: ReadonlySet<string>,
  selected: number | undefined,
  answer: Answer | undefined,
): Scene {
  const last = useRef<{ readonly data: GraphData; readonly scene: Scene }>(undefined);
  return useMemo(() => {
    if (last.current?.data === data && !last.current.scene.isGrouped) return last.current.scene;
    const pinned = new Set([...(answer?.depths.keys() ?? [])].slice(0, PINNED_MAX));
    if (selected !== undefined) pinned.add(selected);
    const scene = buildScene(data, { opened, pinned });
    last.current = { data, scene };
    return scene;
  }, [data, opened, selected, answer]);
}

function inScene({ shownAs, edgeAs }: Scene, { depths, edges }: Answer): Emphasis {
  const shown = new Map<number, number>();
  for (const [node, depth] of depths) {
    const as = shownAs[node] ?? node;
    shown.set(as, Math.min(depth, shown.get(as) ?? depth));
  }
  return {
    depths: shown,
    edges: new Set([...edges].map((edge) => edgeAs[edge] ?? -1).filter((edge) => edge >= 0)),
  };
}
