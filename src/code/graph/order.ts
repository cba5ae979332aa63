/**
 * Sorting in steps, so that a million ids can be put in order while others get their turn. A natural merge sort (Knuth,
 * volume 3, 5.2.4): what comes in order stays as it is, and ids nearly do, file by file.
 */

// About two milliseconds of comparisons.
const STEP = 1 << 14;

/** Sorts `items` in place; stable. `isAfter`: whether the first stands behind the second. */
export function* sortInSteps(
  items: Int32Array,
  isAfter: (a: number, b: number) => boolean,
): Generator<void, Int32Array> {
  let runs = yield* findRuns(items, isAfter);
  let from: Int32Array = items;
  let to: Int32Array = new Int32Array(items.length);
  while (runs.length > 2) {
    const merged = [0];
    for (let run = 0; run + 1 < runs.length; run += 2) {
      const bounds = {
        start: runs[run] ?? 0,
        middle: runs[run + 1] ?? 0,
        end: runs[run + 2] ?? items.length,
      };
      yield* mergeRuns(from, to, bounds, isAfter);
      merged.push(bounds.end);
    }
    runs = merged;
    [from, to] = [to, from];
  }
  if (from !== items) items.set(from);
  return items;
}

/** Where runs start, and the end. */
function* findRuns(items: Int32Array, isAfter: (a: number, b: number) => boolean): Generator<void, number[]> {
  const runs = [0];
  for (let at = 1; at < items.length; at++) {
    if (at % STEP === 0) yield;
    if (isAfter(items[at - 1] ?? 0, items[at] ?? 0)) runs.push(at);
  }
  if (items.length > 0) runs.push(items.length);
  return runs;
}

interface Bounds {
  readonly start: number;
  readonly middle: number;
  readonly end: number;
}

function* mergeRuns(
  from: Int32Array,
  to: Int32Array,
  { start, middle, end }: Bounds,
  isAfter: (a: number, b: number) => boolean,
): Generator<void> {
  let left = start;
  let right = middle;
  if (right >= end || !isAfter(from[right - 1] ?? 0, from[right] ?? 0)) left = right = end;
  if (left === end) to.set(from.subarray(start, end), start);
  for (let at = start; at < end && left < end; at++) {
    if (at % STEP === 0) yield;
    const takesRight = left >= middle || (right < end && isAfter(from[left] ?? 0, from[right] ?? 0));
    to[at] = from[takesRight ? right++ : left++] ?? 0;
  }
}
