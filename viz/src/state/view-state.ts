/**
 * What the user looks at, as one value: filters, the chosen node, the question asked. It holds ids and no numbers of nodes, so
 * it outlives a change of the graph, and it is what an address says (`url.ts`). Actions make a new value; nothing else does.
 */
import type { TraceDirection } from '../data/trace.js';
import { type EdgeKind, LAYERS, type Layer, type NodeKind } from '../data/vocabulary.js';
import { PRESETS, type PresetName } from './presets.js';

/** A question whose answer is shown in the picture and as a list. */
export type Question =
  | { readonly kind: TraceDirection; readonly of: string; readonly depth: number }
  | { readonly kind: 'path'; readonly from: string; readonly to: string | undefined }
  | { readonly kind: 'governs'; readonly of: string }
  | { readonly kind: 'cycles' }
  | { readonly kind: 'hot' }
  | { readonly kind: 'stale' };

/** Where the camera is: the middle of what it sees, in shares of the whole picture, and how much of the picture it sees. */
export interface CameraPlace {
  readonly x: number;
  readonly y: number;
  readonly ratio: number;
}

export interface ViewState {
  /** `undefined` after a filter was changed by hand. */
  readonly preset: PresetName | undefined;
  readonly nodeKinds: ReadonlySet<NodeKind>;
  readonly edgeKinds: ReadonlySet<EdgeKind>;
  readonly connectedOnly: boolean;
  readonly layers: ReadonlySet<Layer>;
  /** Whether code that tests other code is shown. */
  readonly tests: boolean;
  readonly selected: string | undefined;
  readonly question: Question | undefined;
  /** Groups opened by hand, where the graph is shown in groups. */
  readonly opened: ReadonlySet<string>;
  /** Where hands have brought the camera; `undefined` where the page sends it by itself. */
  readonly camera: CameraPlace | undefined;
}

export type Action =
  | { readonly do: 'preset'; readonly preset: PresetName }
  | { readonly do: 'toggle-node-kind'; readonly kind: NodeKind }
  | { readonly do: 'toggle-edge-kind'; readonly kind: EdgeKind }
  | { readonly do: 'toggle-layer'; readonly layer: Layer }
  | { readonly do: 'toggle-connected-only' }
  | { readonly do: 'toggle-tests' }
  /** With a `camera` when it stays where it is, without one when it goes to the node. */
  | { readonly do: 'select'; readonly id: string | undefined; readonly camera?: CameraPlace | undefined }
  | { readonly do: 'look'; readonly camera: CameraPlace }
  | { readonly do: 'ask'; readonly question: Question | undefined }
  | { readonly do: 'open'; readonly id: string }
  | { readonly do: 'close'; readonly id: string }
  | { readonly do: 'replace'; readonly state: ViewState };

/** The view one sees first. */
export function initialView(preset: PresetName): ViewState {
  return {
    ...filtersOf(preset),
    layers: new Set(LAYERS),
    tests: true,
    selected: undefined,
    question: undefined,
    opened: new Set(),
    camera: undefined,
  };
}

export function nextView(state: ViewState, action: Action): ViewState {
  switch (action.do) {
    case 'preset':
      return { ...state, ...filtersOf(action.preset), camera: undefined };
    case 'toggle-node-kind':
      return { ...state, preset: undefined, nodeKinds: toggled(state.nodeKinds, action.kind) };
    case 'toggle-edge-kind':
      return { ...state, preset: undefined, edgeKinds: toggled(state.edgeKinds, action.kind) };
    case 'toggle-layer':
      return { ...state, layers: toggled(state.layers, action.layer), camera: undefined };
    case 'toggle-connected-only':
      return { ...state, preset: undefined, connectedOnly: !state.connectedOnly };
    case 'toggle-tests':
      return { ...state, tests: !state.tests };
    case 'select':
      return select({ ...state, camera: action.camera }, action.id);
    case 'look':
      return { ...state, camera: action.camera };
    case 'ask':
      return {
        ...state,
        question: action.question,
        camera: action.question === undefined ? state.camera : undefined,
      };
    case 'open':
      return { ...state, opened: new Set(state.opened).add(action.id) };
    case 'close':
      return { ...state, opened: new Set([...state.opened].filter((id) => id !== action.id)) };
    case 'replace':
      return action.state;
  }
}

function filtersOf(
  preset: PresetName,
): Pick<ViewState, 'preset' | 'nodeKinds' | 'edgeKinds' | 'connectedOnly'> {
  const { nodes, edges, connectedOnly } = PRESETS[preset];
  return { preset, nodeKinds: nodes, edgeKinds: edges, connectedOnly };
}

/** A path that waits for its end takes what is chosen next. */
function select(state: ViewState, id: string | undefined): ViewState {
  const { question } = state;
  if (question?.kind === 'path' && question.to === undefined && id !== undefined && id !== question.from) {
    return { ...state, selected: id, question: { ...question, to: id }, camera: undefined };
  }
  return { ...state, selected: id };
}

function toggled<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}
