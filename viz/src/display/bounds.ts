/** The smallest box around points. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** `undefined` when there is no point. */
export function boundsOf(points: Iterable<{ readonly x: number; readonly y: number }>): Bounds | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return left <= right ? { left, top, right, bottom } : undefined;
}
