/**
 * A view as the query of an address, and back. Only what differs from a plain view of its preset is written; what an address
 * says that means nothing is left out, so an old or a broken one shows what it can.
 */
import { EDGE_KINDS, LAYERS, NODE_KINDS } from '../data/vocabulary.js';
import { PRESET_NAMES } from './presets.js';
import { type CameraPlace, initialView, type Question, type ViewState } from './view-state.js';

const DEPTH_MAX = 10;

/** The query of a view, `project` first when there is one; without the question mark. */
export function formatView(state: ViewState, project: string): string {
  const query = new URLSearchParams();
  if (project !== '') query.set('project', project);
  if (state.preset !== undefined) query.set('view', state.preset);
  else {
    query.set('nodes', NODE_KINDS.filter((kind) => state.nodeKinds.has(kind)).join('.'));
    query.set('edges', EDGE_KINDS.filter((kind) => state.edgeKinds.has(kind)).join('.'));
    if (state.connectedOnly) query.set('connected', '1');
  }
  if (state.layers.size < LAYERS.length) {
    query.set('layers', LAYERS.filter((layer) => state.layers.has(layer)).join('.'));
  }
  if (!state.tests) query.set('tests', '0');
  if (state.selected !== undefined) query.set('node', state.selected);
  for (const [name, value] of questionEntries(state.question)) query.set(name, value);
  for (const id of [...state.opened].sort()) query.append('open', id);
  if (state.camera !== undefined) {
    const { x, y, ratio } = state.camera;
    query.set('camera', [x, y, ratio].join('_'));
  }
  return query.toString();
}

/** The view of a query, on top of what one sees first. */
export function parseView(text: string, first: ViewState): ViewState {
  const query = new URLSearchParams(text);
  const preset = PRESET_NAMES.find((name) => name === query.get('view'));
  const plain = preset === undefined ? first : { ...initialView(preset), layers: first.layers };
  const layers = listed(LAYERS, query.get('layers')) ?? plain.layers;
  const common = {
    layers,
    tests: query.get('tests') !== '0',
    selected: query.get('node') ?? undefined,
    question: parseQuestion(query),
    opened: new Set(query.getAll('open')),
    camera: parseCamera(query.get('camera')),
  };
  const nodeKinds = listed(NODE_KINDS, query.get('nodes'));
  const edgeKinds = listed(EDGE_KINDS, query.get('edges'));
  if (nodeKinds === undefined && edgeKinds === undefined) return { ...plain, ...common };
  return {
    ...common,
    preset: undefined,
    nodeKinds: nodeKinds ?? plain.nodeKinds,
    edgeKinds: edgeKinds ?? plain.edgeKinds,
    connectedOnly: query.get('connected') === '1',
  };
}

function questionEntries(question: Question | undefined): readonly (readonly [string, string])[] {
  if (question === undefined) return [];
  switch (question.kind) {
    case 'callers':
    case 'callees':
      return [
        ['ask', question.kind],
        ['of', question.of],
        ['depth', String(question.depth)],
      ];
    case 'path':
      return [
        ['ask', 'path'],
        ['from', question.from],
        ...(question.to === undefined ? [] : [['to', question.to] as const]),
      ];
    case 'governs':
      return [
        ['ask', 'governs'],
        ['of', question.of],
      ];
    case 'cycles':
    case 'hot':
    case 'stale':
      return [['ask', question.kind]];
  }
}

function parseQuestion(query: URLSearchParams): Question | undefined {
  const ask = query.get('ask');
  const of = query.get('of');
  const from = query.get('from');
  if (ask === 'cycles' || ask === 'hot' || ask === 'stale') return { kind: ask };
  if ((ask === 'callers' || ask === 'callees') && of !== null) {
    const depth = Math.min(DEPTH_MAX, Math.max(1, Math.trunc(Number(query.get('depth'))) || 1));
    return { kind: ask, of, depth };
  }
  if (ask === 'governs' && of !== null) return { kind: ask, of };
  if (ask === 'path' && from !== null) return { kind: ask, from, to: query.get('to') ?? undefined };
  return undefined;
}

// A camera farther away sees nothing.
const FAR = 10;

function parseCamera(text: string | null): CameraPlace | undefined {
  const [x, y, ratio, ...rest] = (text ?? '')
    .split('_')
    .map((part) => (part === '' ? Number.NaN : Number(part)));
  if (x === undefined || y === undefined || ratio === undefined || rest.length > 0) return undefined;
  const isSomewhere = Math.abs(x) <= FAR && Math.abs(y) <= FAR && ratio > 0 && ratio <= FAR;
  return isSomewhere ? { x, y, ratio } : undefined;
}

function listed<T extends string>(all: readonly T[], text: string | null): ReadonlySet<T> | undefined {
  if (text === null) return undefined;
  const named = new Set(text.split('.'));
  return new Set(all.filter((each) => named.has(each)));
}
