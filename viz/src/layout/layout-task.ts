/** What the layout's thread is given. */

/** A graph to be laid out. Edges name nodes by number. */
export interface LayoutTask {
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** How far each reaches around its middle, in the units of its place. */
  readonly radii: Float32Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly weights: Float32Array;
  /** 0: nothing is moved but what lies on top of each other. */
  readonly steps: number;
}

/** Places by node id: x and y. */
export type Places = ReadonlyMap<string, readonly [x: number, y: number]>;
