/** What Sigma's graph carries and what the reducers make of it. */
import type { NodeDisplayData } from 'sigma/types';

export interface NodeAttributes {
  /** Of the graph. */
  readonly node: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

export interface EdgeAttributes {
  /** Of the scene. */
  readonly edge: number;
}

/** A node of the picture as the reducer hands it on: `shape` is a position in SHAPES. */
export interface ShapedNode extends NodeDisplayData {
  readonly shape: number;
}
