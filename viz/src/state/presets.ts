/** The mission's four ways to look at a graph: which kinds of nodes and edges each shows. */
import { EDGE_KINDS, type EdgeKind, NODE_KINDS, type NodeKind } from '../data/vocabulary.js';

export type PresetName = 'architecture' | 'calls' | 'adrs' | 'all';

export interface Preset {
  readonly name: string;
  /** What one sees, in a line. */
  readonly about: string;
  readonly nodes: ReadonlySet<NodeKind>;
  readonly edges: ReadonlySet<EdgeKind>;
  /** Leaves out what no shown edge touches. */
  readonly connectedOnly: boolean;
}

export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  architecture: {
    name: 'Architecture',
    about: 'Packages, files and classes, and what they depend on',
    nodes: new Set<NodeKind>(['module', 'file', 'class', 'adr', 'config', 'memory']),
    edges: new Set<EdgeKind>([
      'contains',
      'imports',
      'inherits',
      'depends_on',
      'governs',
      'references',
      'relates',
      'touches',
    ]),
    connectedOnly: false,
  },
  calls: {
    name: 'Call graph',
    about: 'Functions and classes that call each other',
    nodes: new Set<NodeKind>(['class', 'function']),
    edges: new Set<EdgeKind>(['calls']),
    connectedOnly: true,
  },
  adrs: {
    name: 'ADRs',
    about: 'Decisions, what they define, and what they govern',
    nodes: new Set<NodeKind>([
      'adr',
      'decision',
      'concept',
      'trade_off',
      'config',
      'module',
      'file',
      'class',
      'function',
      'memory',
    ]),
    edges: new Set<EdgeKind>([
      'references',
      'governs',
      'decided_in',
      'defines',
      'implements',
      'considered',
      'same_as',
      'related_to',
    ]),
    connectedOnly: true,
  },
  all: {
    name: 'Show all',
    about: 'Everything',
    nodes: new Set(NODE_KINDS),
    edges: new Set(EDGE_KINDS.filter((kind) => kind !== 'method_of')),
    connectedOnly: false,
  },
};

export const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[];

/** Small graphs are shown whole; in larger ones the architecture is what one wants to see first. */
const WHOLE_NODES_MAX = 400;

export function standardPreset(nodeCount: number): PresetName {
  return nodeCount <= WHOLE_NODES_MAX ? 'all' : 'architecture';
}
