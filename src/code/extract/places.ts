/**
 * The parts of a sequence that is taken apart, with their places in it: of a tuple of targets, of a pattern in a `case`. At
 * most one of them has a star and takes what stands between; behind it places are counted from the end.
 */
import { SLICE_OPEN } from '../code.js';
import type { Extraction } from './extraction.js';

/** What is done with the part under the cursor. */
export interface PartTaker {
  readonly isStarred: () => boolean;
  /** Below 0 from the end. */
  readonly takeItem: (place: number) => void;
  /** From one place up to another, which is SLICE_OPEN for the end. */
  readonly takeRest: (from: number, to: number) => void;
}

/** Goes over the parts of what is under the cursor. */
export function eachPlace(x: Extraction, { isStarred, takeItem, takeRest }: PartTaker): void {
  let count = 0;
  x.eachPart(() => count++);
  let index = 0;
  let isAfterStar = false;
  x.eachPart(() => {
    const rest = index - count + 1;
    if (isStarred()) {
      isAfterStar = true;
      takeRest(index, rest === 0 ? SLICE_OPEN : rest);
    } else {
      takeItem(isAfterStar ? rest - 1 : index);
    }
    index++;
  });
}
