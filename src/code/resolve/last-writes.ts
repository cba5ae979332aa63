/**
 * What calls between an assignment and a use have written: `change(oven)` sets `oven.heat` before `oven.heat()` calls it. In
 * straight-line code the last write wins, whoever makes it; in branches and loops it is one of several.
 *
 * Asked when edges are drawn, never within values, for callees that are paths and whose values had to be followed.
 */
import { BlockKind, Op } from '../code.js';
import { certaintyOf } from './certainty.js';
import { blockAt, type FileIndex, NO_BLOCK, NO_SYMBOL, Occurrence, scopeAt } from './file-index.js';
import { reachingEvents } from './reach.js';
import type { FileUnit, Session } from './session.js';
import { EMPTY_SET, Kind, type SetId } from './values.js';
import {
  nextInScope,
  type Path,
  pathOf,
  pathOfName,
  type Write,
  writtenAt,
  writtenByCall,
  writtenByEntering,
  writtenByMaking,
} from './written-paths.js';

/** What lies further back is left to values. */
const LENGTH_MAX = 4000;
const CALLS_MAX = 64;

/** What the callee at `ref` may be, given its values, once the calls before it are looked at. */
export function valueAfterCalls(s: Session, file: FileUnit, ref: number, values: SetId): SetId {
  if (!mayBeWritten(s, file, ref, values)) return values;
  const path = pathOf(s, file, ref);
  const from = path === undefined ? -1 : boundAt(file, ref);
  if (path === undefined || from < 0) return values;
  const { set, isSure } = new Walk(s, file, path, ref).from(from);
  return isSure ? set : s.values.union(values, set);
}

/** Whether a callee is one that others may set: no method that is looked up, no name that is bound once. */
function mayBeWritten(s: Session, file: FileUnit, ref: number, values: SetId): boolean {
  const { index } = file;
  const { code, names } = index;
  switch (code[ref]) {
    case Op.NAME:
    case Op.SUBSCRIPT:
      break;
    case Op.ATTRIBUTE: {
      const name = names[code[ref + 2] ?? 0] ?? 0;
      const isSet = index.occurrences.find(Occurrence.SET, name) !== -1;
      const isMethod = s.values.elements(values).every((value) => s.values.kind(value) === Kind.METHOD);
      if (isMethod && !isSet) return false;
      break;
    }
    default:
      return false;
  }
  return certaintyOf(s, file, ref) !== 'exact';
}

/** Where the name that a path starts from is bound in the scope of its use, or where that begins; -1 when in several places. */
function boundAt({ index }: FileUnit, ref: number): number {
  const { code, names, symbols, scopes } = index;
  let root = ref;
  while (code[root] === Op.ATTRIBUTE || code[root] === Op.SUBSCRIPT) root = code[root + 1] ?? 0;
  const block = blockAt(index, ref);
  const scope = index.blocks.scope[block] ?? 0;
  const symbol = symbols.find(scope, names[code[root + 1] ?? 0] ?? 0);
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
  readonly #path: Path;
  readonly #use: number;
  #set: SetId = EMPTY_SET;
  #isSure = false;
  #calls = 0;

  constructor(s: Session, file: FileUnit, path: Path, use: number) {
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
    this.#apply(writtenByMaking(this.#s, this.#file, code[start + 2] ?? 0, receiver), true);
  }

  #instruction(at: number): void {
    const isSure = at < this.#use && this.#isAround(blockAt(this.#index, at));
    if (this.#index.code[at] === Op.CALL) {
      // The call of the use itself stands behind it.
      if (this.#index.code[at + 1] === this.#use) return;
      this.#calls++;
      this.#apply(writtenByCall(this.#s, this.#file, at), isSure);
      return;
    }
    if (this.#index.code[at] === Op.ENTER) {
      const ref = this.#index.code[at + 1] ?? 0;
      const [instance = 0, ...others] = this.#s.values.elements(this.#s.evaluate(this.#file, ref));
      if (others.length > 0 || this.#s.values.kind(instance) !== Kind.INSTANCE) return;
      const receiver = pathOf(this.#s, this.#file, ref);
      this.#apply(writtenByEntering(this.#s, this.#file, instance, receiver), isSure);
      return;
    }
    const written = writtenAt(this.#s, this.#file, at);
    if (written === undefined || written.root !== this.#path.root) return;
    if (isSure && (written.path === this.#path.path || isWithin(this.#path.path, written.path)))
      this.#forget();
    else if (written.path === this.#path.path) this.#isSure = false;
  }

  #apply(writes: readonly Write[], isSure: boolean): void {
    for (const write of writes) {
      if (write.root !== this.#path.root) continue;
      if (write.path === this.#path.path) this.#write(write.value, isSure && write.isSure);
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

/** Whether one path goes on where another ends. */
function isWithin(path: string, other: string): boolean {
  return path.startsWith(other) && /^[.[]/.test(path.slice(other.length));
}

const NOTHING = { set: EMPTY_SET, isSure: false };
