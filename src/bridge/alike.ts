/**
 * For lost texts, the nodes of a view whose texts are the same or alike: one walk over the fingerprints of the view for all of
 * them. Sketches are compared by an index of the lost ones (value by value, which of them have it), so a node costs about as
 * many steps as a sketch has values, however many texts are looked for.
 */
import { FINGERPRINT_LENGTH, likenessOf, SKETCH_FROM, textKey } from '../code/fingerprint.js';
import type { GraphView, NodeRef } from '../code/graph.js';
import type { NodeType } from '../code/model.js';

/** A node and how alike its text is, 0..1. */
export interface Alike {
  readonly node: NodeRef;
  readonly likeness: number;
}

// More nodes of one text or alike tell nothing from another.
const EACH_MAX = 16;
// Below a fifth of a sketch texts are alike by chance.
const AGREEING_MIN = 5;
// A step of a walk that takes some milliseconds.
const STEP_NODES = 4096;
const VALUES = 128;

/** For each fingerprint the nodes of a type, the most alike first. */
export function* findAlike(
  view: GraphView,
  type: NodeType,
  prints: readonly string[],
): Generator<void, ReadonlyMap<string, readonly Alike[]>> {
  const wanted = [...new Set(prints)].filter((print) => print !== '');
  const found = wanted.map((): Alike[] => []);
  if (wanted.length === 0) return new Map();
  const same = positionsBy(wanted, textKey);
  const holders = holdersOfValues(wanted);
  const agreeing = new Uint8Array(wanted.length);
  const touched: number[] = [];
  let walked = 0;
  for (const node of view.ofType(type)) {
    if (++walked % STEP_NODES === 0) yield;
    const print = view.fingerprint(node);
    if (print === '') continue;
    for (let at = SKETCH_FROM; at < FINGERPRINT_LENGTH; at++) {
      for (const one of holders[slotOf(print, at)] ?? []) {
        const count = (agreeing[one] ?? 0) + 1;
        agreeing[one] = count;
        if (count === AGREEING_MIN) touched.push(one);
      }
    }
    const twins = same.get(textKey(print)) ?? [];
    for (const one of touched) {
      const likeness = twins.includes(one) ? 1 : Math.min(ALMOST, likenessOf(agreeing[one] ?? 0));
      keepBest(found[one] ?? [], { node, likeness });
    }
    agreeing.fill(0);
    touched.length = 0;
  }
  return new Map(wanted.map((print, at) => [print, found[at] ?? []]));
}

// Of texts that are not the same, whatever their sketches say.
const ALMOST = 0.99;

/** Which of the prints have a value at a place of the sketch. */
function holdersOfValues(prints: readonly string[]): readonly (readonly number[] | undefined)[] {
  const holders: number[][] = [];
  prints.forEach((print, one) => {
    for (let at = SKETCH_FROM; at < FINGERPRINT_LENGTH; at++) {
      const list = holders[slotOf(print, at)];
      if (list === undefined) holders[slotOf(print, at)] = [one];
      else list.push(one);
    }
  });
  return Array.from({ length: FINGERPRINT_LENGTH * VALUES }, (_, slot) => holders[slot]);
}

function slotOf(print: string, at: number): number {
  return at * VALUES + (print.charCodeAt(at) & (VALUES - 1));
}

/** A short list in order; nodes come in order of id, so that of equals the first stays. */
function keepBest(best: Alike[], one: Alike): void {
  const last = best[best.length - 1];
  if (best.length === EACH_MAX && last !== undefined && last.likeness >= one.likeness) return;
  const at = best.findIndex(({ likeness }) => likeness < one.likeness);
  best.splice(at < 0 ? best.length : at, 0, one);
  if (best.length > EACH_MAX) best.pop();
}

function positionsBy<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, number[]>();
  items.forEach((item, at) => {
    const list = positions.get(keyOf(item));
    if (list === undefined) positions.set(keyOf(item), [at]);
    else list.push(at);
  });
  return positions;
}
