/**
 * The kinds of nodes and edges that the page knows: those of the code graph, and those of the agent memory beside them. The
 * order is that of lists and legends.
 */
import type { EdgeType, NodeType } from '../../../src/serve/viz/wire.js';

export type NodeKind = NodeType | 'memory';
export type EdgeKind = EdgeType | 'relates' | 'touches';
export type Layer = 'code' | 'project' | 'user';
export type Tier = 'active' | 'archived' | 'orphaned';

export const NODE_KINDS = [
  'module',
  'file',
  'class',
  'function',
  'adr',
  'decision',
  'concept',
  'trade_off',
  'config',
  'memory',
] as const satisfies readonly NodeKind[];

export const EDGE_KINDS = [
  'contains',
  'imports',
  'calls',
  'inherits',
  'method_of',
  'depends_on',
  'references',
  'governs',
  'decided_in',
  'defines',
  'implements',
  'considered',
  'same_as',
  'related_to',
  'relates',
  'touches',
] as const satisfies readonly EdgeKind[];

export const LAYERS = ['code', 'project', 'user'] as const satisfies readonly Layer[];
export const TIERS = ['active', 'archived', 'orphaned'] as const satisfies readonly Tier[];

/** For people. */
export const KIND_NAMES: Readonly<Record<NodeKind, string>> = {
  module: 'Package',
  file: 'File',
  class: 'Class',
  function: 'Function',
  adr: 'Decision record',
  decision: 'Decision',
  concept: 'Concept',
  trade_off: 'Trade-off',
  config: 'Instruction',
  memory: 'Memory',
};

/** How an edge reads from its source (`out`) and from its target (`in`). */
export const EDGE_NAMES: Readonly<
  Record<EdgeKind, { readonly name: string; readonly out: string; readonly in: string }>
> = {
  contains: { name: 'contains', out: 'Contains', in: 'Contained in' },
  imports: { name: 'imports', out: 'Imports', in: 'Imported by' },
  calls: { name: 'calls', out: 'Calls', in: 'Called by' },
  inherits: { name: 'inherits', out: 'Inherits from', in: 'Inherited by' },
  method_of: { name: 'method of', out: 'Method of', in: 'Methods' },
  depends_on: { name: 'depends on', out: 'Depends on', in: 'Depended on by' },
  references: { name: 'references', out: 'References', in: 'Referenced by' },
  governs: { name: 'governs', out: 'Governs', in: 'Governed by' },
  decided_in: { name: 'decided in', out: 'Decided in', in: 'Decisions' },
  defines: { name: 'defines', out: 'Defines', in: 'Defined in' },
  implements: { name: 'implements', out: 'Implements', in: 'Implemented by' },
  considered: { name: 'considered', out: 'Considered in', in: 'Considered' },
  same_as: { name: 'same as', out: 'Same as', in: 'Same as' },
  related_to: { name: 'related to', out: 'Related to', in: 'Related to' },
  relates: { name: 'remembered relation', out: 'Relates to', in: 'Related from' },
  touches: { name: 'touches', out: 'Touches', in: 'Remembered by' },
};
