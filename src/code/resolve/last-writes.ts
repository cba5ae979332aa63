/**
 * What calls between an assignment and a use have written: `change(oven)` sets `oven.heat` before `oven.heat()` calls it. In
 * straight-line code the last write wins, whoever makes it; in branches and loops it is one of several.
 *
 * Asked when edges are drawn, never within values, for callees that are paths and whose values had to be followed.
 */
import { BlockKind, Op } from '../code.js';
import { blockAt, type FileIndex, NO_BLOCK, NO_SYMBOL, scopeAt } from './file-index.js';
import { reachingEvents } from './reach.js';
import { pathOf, pathOfName, type RootedPath } from './rooted-paths.js';
import type { FileUnit, Session } from './session.js';
import { nextInScope } from './stream.js';
import { isInstance, Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId } from './value-table.js';
import { type Write, writtenAt, writtenByCall, writtenByEntering, writtenByMaking } from './written-paths.js';

/**
 * What lies further back, in instructions and in calls that are looked into, is left to values: each use walks all of it, so that a
 * long function with many uses would cost their product. Of 6,155 uses in the standard library and networkx they cut off 24 and
 * 126, in none of which a call had written anything; what was found lay within 8 calls.
 */
const LENGTH_MAX = 2000;
const CALLS_MAX = 32;

/** What the callee at `ref` may be, given its values, once the calls before it are looked at. */
export function valueAfterCalls(s: Session, file: FileUnit, ref: number, values: SetId): SetId {
  if (!mayBeWritten(s, file, ref, values)) return values;
  const path = pathOf(s, file, ref);
  const from = path === undefined ? -1 : boundAt(file, ref);
  if (path === undefined || from < 0) return values;
  const { set, isSure } = new Walk(s, file, path, ref).from(from);
  return isSure ? set : s.values.union(values, set);
}

/** Whether a callee is one that others may set: an attribute that holds a function, an item, a name that is bound elsewhere. */
function mayBeWritten(s: Session, file: FileUnit, ref: number, values: SetId): boolean {
  const { code, names } = file.index;
  switch (code[ref]) {
    case Op.NAME:
      return isBoundElsewhere(file.index, scopeAt(file.index, ref), names[code[ref + 1] ?? 0] ?? 0);
    case Op.SUBSCRIPT:
      return code[code[ref + 2] ?? 0] === Op.STRING || code[code[ref + 2] ?? 0] === Op.INTEGER;
    case Op.ATTRIBUTE: {
      const hasOne = (set: SetId, is: (kind: number) => boolean): boolean =>
        s.values.elements(set).some((value) => is(s.values.kind(value)));
      return hasOne(values, isHeld) && hasOne(s.evaluate(file, code[ref + 1] ?? 0), isHolder);
    }
    default:
      return false;
  }
}

const HELD: ReadonlySet<number> = new Set([
  Kind.FUNCTION,
  Kind.LAMBDA,
  Kind.CLASS,
  Kind.INSTANCE,
  Kind.PARTIAL,
]);

function isHeld(kind: number): boolean {
  return HELD.has(kind);
}

function isHolder(kind: number): boolean {
  return isInstance(kind) || kind === Kind.PARAMETER || kind === Kind.CLASS;
}

/** Whether a function declares a name `global` or `nonlocal` that is bound in a scope around. */
function isBoundElsewhere(index: FileIndex, from: number, name: number): boolean {
  if (index.remoteEvents.size === 0) return false;
  for (let scope = from; ; scope = index.scopes.parent[scope] ?? 0) {
    const symbol = index.symbols.find(scope, name);
    if (symbol !== NO_SYMBOL && index.remoteEvents.has(symbol)) return true;
    if (scope === 0) return false;
  }
}

/** Where the name that a path starts from is bound in the scope of its use, or where that begins; -1 when in several places. */
function boundAt({ index }: FileUnit, ref: number): number {
  const { code, names, symbols, scopes } = index;
  const root = rootName(code, ref);
  if (root < 0) return -1;
  const block = blockAt(index, ref);
  const scope = index.blocks.scope[block] ?? 0;
  const symbol = symbols.find(scope, names[root] ?? 0);
  const events: number[] = [];
  if (symbol !== NO_SYMBOL) reachingEvents(index, symbol, { position: ref, block }, events);
  const [event = scopes.start[scope] ?? 0] = events;
  return events.length > 1 || event > ref || ref - event > LENGTH_MAX ? -1 : event;
}

/** From where a path is bound to its use, and on to the end of the loop around both. */
class Walk {
  readonly #s: Session;
  readonly #file: FileUnit;
  readonly #index: FileIndex;
  readonly #path: RootedPath;
  readonly #use: number;
  #set: SetId = EMPTY_SET;
  #isSure = false;
  #calls = 0;

  constructor(s: Session, file: FileUnit, path: RootedPath, use: number) {
    this.#s = s;
    this.#file = file;
    this.#index = file.index;
    this.#path = path;
    this.#use = use;
  }

  /** What calls wrote there; sure when nothing else can be there. */
  from(start: number): { readonly set: SetId; readonly isSure: boolean } {
    const end = this.#loopEnd(start);
    this.#begin(start);
    for (let at = nextInScope(this.#index, start); at < end && this.#calls <= CALLS_MAX; ) {
      this.#instruction(at);
      at = nextInScope(this.#index, at);
    }
    return this.#calls > CALLS_MAX ? NOTHING : { set: this.#set, isSure: this.#isSure };
  }

  /** What making the instance that the name is bound to has written. */
  #begin(start: number): void {
    const { code, names } = this.#index;
    if (code[start] !== Op.BIND) return;
    const receiver = pathOfName(
      this.#s,
      this.#file,
      scopeAt(this.#index, start),
      names[code[start + 1] ?? 0] ?? 0,
    );
    if (receiver === undefined || receiver.root !== this.#path.root) return;
    this.#apply(writtenByMaking(this.#s, this.#file, code[start + 2] ?? 0, receiver), () => true);
  }

  #instruction(at: number): void {
    const { code } = this.#index;
    if (code[at] === Op.CALL) {
      // The call of the use itself stands behind it.
      if (code[at + 1] === this.#use || !mayReach(this.#index, at, this.#use)) return;
      this.#calls++;
      this.#apply(writtenByCall(this.#s, this.#file, at), () => this.#isSureAt(at));
      return;
    }
    if (code[at] === Op.ENTER) {
      const ref = code[at + 1] ?? 0;
      const [instance = 0, ...others] = this.#s.values.elements(this.#s.evaluate(this.#file, ref));
      if (others.length > 0 || this.#s.values.kind(instance) !== Kind.INSTANCE) return;
      const receiver = pathOf(this.#s, this.#file, ref);
      this.#apply(writtenByEntering(this.#s, this.#file, instance, receiver), () => this.#isSureAt(at));
      return;
    }
    const written = writtenAt(this.#s, this.#file, at);
    if (written === undefined || written.root !== this.#path.root) return;
    const isSame = written.path === this.#path.path;
    if ((isSame || isWithin(this.#path.path, written.path)) && this.#isSureAt(at)) this.#forget();
    else if (isSame) this.#isSure = false;
  }

  /** Whether what stands at a position has run whenever the use does. */
  #isSureAt(at: number): boolean {
    return at < this.#use && this.#isAround(blockAt(this.#index, at));
  }

  #apply(writes: readonly Write[], isSure: () => boolean): void {
    for (const write of writes) {
      if (write.root !== this.#path.root) continue;
      if (write.path === this.#path.path) this.#write(write.value, write.isSure && isSure());
      else if (isWithin(this.#path.path, write.path)) this.#forget();
    }
  }

  #write(set: SetId, isSure: boolean): void {
    this.#set = isSure ? set : this.#s.values.union(this.#set, set);
    this.#isSure ||= isSure;
  }

  /** What is assigned here is what values say of it. */
  #forget(): void {
    this.#set = EMPTY_SET;
    this.#isSure = false;
  }

  /** Whether the use lies in a block or one within it. */
  #isAround(block: number): boolean {
    const { parent } = this.#index.blocks;
    for (let each = blockAt(this.#index, this.#use); each !== NO_BLOCK; each = parent[each] ?? NO_BLOCK) {
      if (each === block) return true;
    }
    return false;
  }

  /** The end of the outermost loop that began behind `start` and holds the use; else the use. */
  #loopEnd(start: number): number {
    const { parent, kind, start: starts, end } = this.#index.blocks;
    let found = this.#use;
    for (let each = blockAt(this.#index, this.#use); each !== NO_BLOCK; each = parent[each] ?? NO_BLOCK) {
      if (kind[each] === BlockKind.LOOP && (starts[each] ?? 0) > start) found = end[each] ?? found;
    }
    return found;
  }
}

/** Whether what a call runs may get at what a use starts from: it is a plain function, a method of it, or passed it. */
function mayReach(index: FileIndex, call: number, use: number): boolean {
  const { code } = index;
  const callee = code[call + 1] ?? 0;
  if (code[callee] !== Op.ATTRIBUTE) return true;
  const name = rootName(code, use);
  if (rootName(code, callee) === name) return true;
  for (let i = 0; i < (code[call + 3] ?? 0); i++) {
    const ref = code[call + 4 + i] ?? 0;
    if (rootName(code, code[ref] === Op.KEYWORD ? (code[ref + 2] ?? 0) : ref) === name) return true;
  }
  return false;
}

/** The string of the name that a path starts from; -1 for other expressions. */
function rootName(code: Int32Array, ref: number): number {
  let root = ref;
  while (code[root] === Op.ATTRIBUTE || code[root] === Op.SUBSCRIPT) root = code[root + 1] ?? 0;
  return code[root] === Op.NAME ? (code[root + 1] ?? -1) : -1;
}

/** Whether one path goes on where another ends. */
function isWithin(path: string, other: string): boolean {
  return path.startsWith(other) && /^[.[]/.test(path.slice(other.length));
}

const NOTHING = { set: EMPTY_SET, isSure: false };
