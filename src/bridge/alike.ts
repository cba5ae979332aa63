/**
 * For lost texts, the nodes of a view whose texts are the same or alike: one walk over the fingerprints of the view for all of
 * them. Sketches are compared by an index of the lost ones (value by value, which of them have it), so a node costs about as
 * many steps as a sketch has values, however many texts are looked for.
 */
import { FINGERPRINT_LENGTH, likenessOf, SKETCH_FROM, textKey } from '../code/fingerprint.js';
import type { GraphView, NodeRef } from '../code/graph.js';
import type { NodeType } from '../code/model.js';
import { groupBy } from '../kernel/groups.js';

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
const STEP_NODES = 2048;
const VALUES = 128;

/** For each fingerprint the nodes of a type, the most alike first. */
export function* findAlike(
  view: GraphView,
  type: NodeType,
  prints: readonly string[],
): Generator<void, ReadonlyMap<string, readonly Alike[]>> {
  const wanted = [...new Set(prints)].filter((print) => print !== '');
  if (wanted.length === 0) return new Map();
  const walk = new Walk(view, wanted);
  const nodes = view.ofType(type);
  for (let from = 0; from < nodes.length; from += STEP_NODES) {
    walk.lookAt(nodes, from, Math.min(from + STEP_NODES, nodes.length));
    yield;
  }
  return new Map(wanted.map((print, at) => [print, walk.found[at] ?? []]));
}

/** What was found so far. A generator is not compiled well, so the loops stand here. */
class Walk {
  readonly found: readonly Alike[][];
  readonly #same: ReadonlyMap<string, readonly number[]>;
  readonly #starts: Int32Array;
  readonly #holders: Int32Array;
  readonly #agreeing: Uint8Array;

  constructor(
    private readonly view: GraphView,
    wanted: readonly string[],
  ) {
    this.found = wanted.map((): Alike[] => []);
    this.#same = groupBy(wanted.keys(), (at) => textKey(wanted[at] ?? ''));
    ({ starts: this.#starts, holders: this.#holders } = holdersOfValues(wanted));
    this.#agreeing = new Uint8Array(wanted.length);
  }

  lookAt(nodes: readonly NodeRef[], from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const node = nodes[at] ?? 0;
      this.#look(node, this.view.fingerprint(node));
    }
  }

  #look(node: NodeRef, print: string): void {
    if (print === '') return;
    const [starts, holders, agreeing] = [this.#starts, this.#holders, this.#agreeing];
    let most = 0;
    for (let at = SKETCH_FROM; at < FINGERPRINT_LENGTH; at++) {
      const slot = slotOf(print, at);
      const end = starts[slot + 1] ?? 0;
      for (let each = starts[slot] ?? 0; each < end; each++) {
        const one = holders[each] ?? 0;
        const count = (agreeing[one] ?? 0) + 1;
        agreeing[one] = count;
        if (count > most) most = count;
      }
    }
    if (most >= AGREEING_MIN) this.#take(node, print);
    agreeing.fill(0);
  }

  #take(node: NodeRef, print: string): void {
    const twins = this.#same.get(textKey(print)) ?? [];
    for (let one = 0; one < this.found.length; one++) {
      const count = this.#agreeing[one] ?? 0;
      if (count < AGREEING_MIN) continue;
      const likeness = twins.includes(one) ? 1 : Math.min(ALMOST, likenessOf(count));
      keepBest(this.found[one] ?? [], { node, likeness });
    }
  }
}

// Of texts that are not the same, whatever their sketches say.
const ALMOST = 0.99;

/** Which of the prints have a value at a place of the sketch: from `starts[slot]` on in `holders`. */
function holdersOfValues(prints: readonly string[]): {
  readonly starts: Int32Array;
  readonly holders: Int32Array;
} {
  const starts = new Int32Array(FINGERPRINT_LENGTH * VALUES + 1);
  const holders = new Int32Array(prints.length * (FINGERPRINT_LENGTH - SKETCH_FROM));
  const eachValue = (take: (slot: number, one: number) => void) => {
    for (let one = 0; one < prints.length; one++) {
      for (let at = SKETCH_FROM; at < FINGERPRINT_LENGTH; at++) take(slotOf(prints[one] ?? '', at), one);
    }
  };
  // Counted, summed up, and filled from behind: a counting sort.
  eachValue((slot) => {
    starts[slot] = (starts[slot] ?? 0) + 1;
  });
  for (let slot = 1; slot < starts.length; slot++)
    starts[slot] = (starts[slot] ?? 0) + (starts[slot - 1] ?? 0);
  eachValue((slot, one) => {
    const at = (starts[slot] ?? 0) - 1;
    starts[slot] = at;
    holders[at] = one;
  });
  return { starts, holders };
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
