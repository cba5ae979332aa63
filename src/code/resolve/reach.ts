/**
 * Reaching definitions over the block structure of one scope: which bindings of a symbol may hold at a position. In
 * straight-line code the last one wins; over branches and loops it is the union; a block that is left before its end does not
 * reach what follows. Syntax alone decides, so answers are the same for every use of a file.
 *
 * Known slack, on the safe side: a `break` or `continue` is not told from a `return`, so bindings in a block of a loop that is
 * left early count as reaching both the next round and what follows the loop.
 */
import { BlockKind, Op } from '../code.js';
import { blockAt, eventsEnd, type FileIndex, firstEvent, NO_BLOCK } from './file-index.js';
import { nextInstruction } from './stream.js';

/** More events than this at one place, and it may be anything: a use for each of as many would be too much to look at. */
const EVENTS_MAX = 200;

/** Steps of one search, for places that many blocks lead to without binding anything. */
const STEPS_MAX = 2000;

/** Stands for more events than can be followed, alone in its list; `eventValue` gives ANYTHING for it. */
export const ANY_EVENT = -1;

/**
 * Appends to `out` the positions of the events of `symbol` that may hold at `position`, which lies in the symbol's scope or in
 * a scope that runs at once where it stands; `block` is the innermost block of the symbol's scope around it. Returns whether
 * the symbol may also be unbound there.
 */
export function reachingEvents(
  index: FileIndex,
  symbol: number,
  at: { readonly position: number; readonly block: number },
  out: number[],
): boolean {
  const from = firstEvent(index, symbol);
  const end = eventsEnd(index, symbol);
  if (from === end) return true;
  const search = new Search(index, from, end, out);
  const isUnbound = search.upwards(at.position, at.block);
  return search.isGivenUp ? giveUp(out) : isUnbound;
}

/**
 * The same for a use in a function within the scope, called at an unknown time after its definition: what reaches the
 * definition at `position`, and all that is bound behind it.
 */
export function laterEvents(
  index: FileIndex,
  symbol: number,
  at: { readonly position: number; readonly block: number },
  out: number[],
): boolean {
  const isUnbound = reachingEvents(index, symbol, at, out);
  const known = out.length;
  if (out[0] === ANY_EVENT) return isUnbound;
  for (let i = eventsEnd(index, symbol) - 1; i >= firstEvent(index, symbol); i--) {
    const event = index.events[i] ?? 0;
    if (event <= at.position) break;
    if (index.code[event] === Op.NARROW || (known > 0 && out.lastIndexOf(event, known - 1) !== -1)) continue;
    if (out.length >= EVENTS_MAX) return giveUp(out);
    out.push(event);
  }
  return isUnbound;
}

/** Adds events to what was found, unless there are too many of both. */
export function addEvents(out: number[], events: readonly number[]): void {
  if (out[0] === ANY_EVENT) return;
  if (out.length + events.length > EVENTS_MAX) giveUp(out);
  else for (const event of events) out.push(event);
}

/** Leaves ANY_EVENT alone. Nothing can be unbound then that is not anything already. */
function giveUp(out: number[]): false {
  out.length = 0;
  out.push(ANY_EVENT);
  return false;
}

/** What reaches the end of the symbol's scope. */
export function finalEvents(index: FileIndex, symbol: number, out: number[]): boolean {
  const scope = index.symbols.first(symbol);
  const position = index.scopes.end[scope] ?? 0;
  return reachingEvents(index, symbol, { position, block: index.scopes.block[scope] ?? 0 }, out);
}

/** Where a scope stands in the scope around it. */
export function placeOfScope(
  index: FileIndex,
  scope: number,
): { readonly position: number; readonly block: number } {
  const position = index.scopes.start[scope] ?? 0;
  return { position, block: blockAt(index, position - 1) };
}

class Search {
  readonly #index: FileIndex;
  readonly #from: number;
  readonly #end: number;
  readonly #out: number[];
  #steps = 0;

  constructor(index: FileIndex, from: number, end: number, out: number[]) {
    this.#index = index;
    this.#from = from;
    this.#end = end;
    this.#out = out;
  }

  /** Whether there is too much to look at; what was found does not count then. */
  get isGivenUp(): boolean {
    return this.#steps > STEPS_MAX || this.#out.length > EVENTS_MAX;
  }

  /** From a position outwards, block by block. Returns whether the start of the scope is reached. */
  upwards(position: number, block: number): boolean {
    const { blocks } = this.#index;
    let limit = position;
    for (let current = block; ; ) {
      if (this.#scan(current, limit, { isNarrowing: true, inLoop: false })) return false;
      const kind = blocks.kind[current] ?? -1;
      if (kind === BlockKind.LOOP) {
        this.#scan(current, blocks.end[current] ?? 0, { isNarrowing: false, inLoop: true });
      }
      const parent = blocks.parent[current] ?? NO_BLOCK;
      if (parent === NO_BLOCK) return true;
      const first = blocks.first[current] ?? current;
      if (kind === BlockKind.EXCEPT) this.#addAll(first);
      limit = blocks.start[first] ?? 0;
      // A loop's `else` follows its body.
      if (kind === BlockKind.BRANCH && blocks.kind[first] === BlockKind.LOOP)
        limit = blocks.start[current] ?? 0;
      current = parent;
    }
  }

  /** Every event within a block: a handler may start after any of them. */
  #addAll(block: number): void {
    const { blocks, events } = this.#index;
    for (let i = this.#before(blocks.end[block] ?? 0); i >= this.#from; i--) {
      const event = events[i] ?? 0;
      if (event < (blocks.start[block] ?? 0) || this.isGivenUp) return;
      this.#add(event);
    }
  }

  #add(event: number): void {
    if (!this.#out.includes(event)) this.#out.push(event);
  }

  /** The last event before a position; one less than the first when there is none. */
  #before(limit: number): number {
    let low = this.#from;
    let high = this.#end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#index.events[middle] ?? 0) < limit) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /**
   * Backwards through `block` from `limit`. Returns whether an event is sure to hold at `limit` when the block was entered.
   */
  #scan(block: number, limit: number, mode: ScanMode): boolean {
    const { blocks, events, eventBlocks, code } = this.#index;
    const start = blocks.start[block] ?? 0;
    let i = this.#before(limit);
    while (i >= this.#from) {
      const event = events[i] ?? 0;
      if (event < start) return false;
      this.#steps++;
      if (this.isGivenUp) return true;
      const holder = eventBlocks[i] ?? 0;
      if (holder === block) {
        if (code[event] !== Op.NARROW || mode.isNarrowing) {
          this.#add(event);
          return true;
        }
        i--;
        continue;
      }
      const child = this.#childHolding(block, holder);
      if (child === NO_BLOCK) {
        i--;
        continue;
      }
      if (this.#scanStatement(child, limit, mode)) return true;
      i = this.#before(blocks.start[blocks.first[child] ?? child] ?? 0);
    }
    return false;
  }

  /** The block directly below `block` in which `inner` lies; NO_BLOCK when it does not. */
  #childHolding(block: number, inner: number): number {
    const { parent } = this.#index.blocks;
    let child = inner;
    for (let next = parent[child] ?? NO_BLOCK; next !== block; next = parent[child] ?? NO_BLOCK) {
      if (next === NO_BLOCK) return NO_BLOCK;
      child = next;
    }
    return child;
  }

  /** All blocks of the statement that `child` belongs to, as far as they end before `limit`. */
  #scanStatement(child: number, limit: number, mode: ScanMode): boolean {
    const { blocks } = this.#index;
    const first = blocks.first[child] ?? child;
    let isSure = blocks.exhaustive[first] === 1;
    for (let block = first; block !== NO_BLOCK; block = blocks.next[block] ?? NO_BLOCK) {
      const end = blocks.end[block] ?? 0;
      if (end > limit) break;
      this.#steps++;
      if (this.isGivenUp) return true;
      const isLoop = blocks.kind[block] === BlockKind.LOOP;
      const inLoop = mode.inLoop || isLoop;
      if (blocks.exits[block] === 1 && !inLoop) continue;
      const binds = this.#scan(block, end, { isNarrowing: false, inLoop });
      if (blocks.exits[block] === 1 || binds) continue;
      if (blocks.kind[block] !== BlockKind.EXCEPT) isSure = false;
      // A handler starts behind any binding of the body; behind none where the first of them comes before all that may fail.
      else {
        this.#addAll(first);
        isSure &&= this.#isBoundFirst(first);
      }
    }
    return isSure;
  }

  /** Whether a block binds the symbol to something plain before anything else happens in it. */
  #isBoundFirst(block: number): boolean {
    const { blocks, code, events } = this.#index;
    const start = blocks.start[block] ?? 0;
    const event = events[this.#before(start) + 1] ?? 0;
    if (code[event] !== Op.BIND || (code[event + 2] ?? 0) === 0) return false;
    for (let at = nextInstruction(code, start); at < event; at = nextInstruction(code, at)) {
      if (code[at] !== Op.NAME && code[at] !== Op.STRING && code[at] !== Op.INTEGER) return false;
    }
    return event < (blocks.end[block] ?? 0);
  }
}

interface ScanMode {
  /** Whether tests that tell a type count: only within the block in which they hold. */
  readonly isNarrowing: boolean;
  /** Whether blocks that are left early may lead to where we come from. */
  readonly inLoop: boolean;
}
