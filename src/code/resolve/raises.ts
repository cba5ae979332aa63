/**
 * What a handler really catches: the exceptions of the project that the body of its `try` raises, by itself or in the functions that
 * it calls, as far as handlers in between and before let them through. `except Fault as e: e.fix()` runs what the fault that
 * was raised has, not what all kinds of faults have.
 *
 * Asked when edges are drawn; no values rest on it. What code from outside raises is from outside, too.
 */
import { BlockKind, Op } from '../code.js';
import { classOrder, externalAncestors } from './classes.js';
import { blockAt, type FileIndex, NO_BLOCK } from './file-index.js';
import { findName } from './name-search.js';
import { mayComeBack } from './outside-calls.js';
import { isInProgram } from './programs.js';
import { type FileUnit, Query, type Session } from './session.js';
import { nextInScope, nextInstruction } from './stream.js';
import { targetsOf } from './targets.js';
import { isInstance, Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, UNKNOWN, UNKNOWN_SET, type ValueId } from './value-table.js';

/** Functions with more targets at one call are not looked into. */
const TARGETS_MAX = 8;

/** What the NAME at `ref` is, where a handler binds it and what it catches is seen; EMPTY_SET for all else. */
export function caughtAt(s: Session, file: FileUnit, ref: number): SetId {
  const { index } = file;
  const { code, names } = index;
  if (code[ref] !== Op.NAME) return EMPTY_SET;
  file.caughtNames ??= caughtNames(index);
  const name = names[code[ref + 1] ?? 0] ?? 0;
  if (!file.caughtNames.has(name)) return EMPTY_SET;
  let bound: readonly number[] = [];
  findName(index, ref, name, false, ({ events }) => {
    bound = [...bound, ...events];
  });
  const [event = 0, ...others] = bound;
  const caught = code[event + 2] ?? 0;
  if (others.length > 0 || code[event] !== Op.BIND || code[caught] !== Op.INSTANCE) return EMPTY_SET;
  const handler = blockAt(index, event);
  return index.blocks.kind[handler] === BlockKind.EXCEPT ? caughtBy(s, file, handler) : EMPTY_SET;
}

/** Names that handlers bind. */
function caughtNames(index: FileIndex): ReadonlySet<number> {
  const { blocks, code, names } = index;
  const found = new Set<number>();
  for (let block = 0; block < blocks.count; block++) {
    if (blocks.kind[block] !== BlockKind.EXCEPT) continue;
    const caught = caughtIn(index, block);
    const next = caught === 0 ? 0 : nextInstruction(code, caught);
    if (code[next] === Op.BIND && code[next + 2] === caught) found.add(names[code[next + 1] ?? 0] ?? 0);
  }
  return found;
}

/** The INSTANCE that an EXCEPT block begins with; 0 where it names no classes. */
function caughtIn({ blocks, code }: FileIndex, block: number): number {
  const end = blocks.end[block] ?? 0;
  for (let at = nextInstruction(code, blocks.start[block] ?? 0); at < end; at = nextInstruction(code, at)) {
    if (code[at] === Op.INSTANCE) return at;
    if (!NAMING.has(code[at] ?? 0)) return 0;
  }
  return 0;
}
const NAMING: ReadonlySet<number> = new Set([Op.NAME, Op.ATTRIBUTE, Op.TUPLE, Op.SUBSCRIPT, Op.STRING]);

/** What a handler catches of what its `try` raises. */
function caughtBy(s: Session, file: FileUnit, handler: number): SetId {
  return s.values.without(kept(s, file, handler, arrivingAt(s, file, handler), true), UNKNOWN);
}

/** What the handlers before one let through of what their `try` raises. */
function arrivingAt(s: Session, file: FileUnit, handler: number): SetId {
  const { blocks } = file.index;
  const body = blocks.first[handler] ?? NO_BLOCK;
  if (body === NO_BLOCK || blocks.kind[body] !== BlockKind.TRY) return UNKNOWN_SET;
  let left = raisedBetween(s, file, blocks.start[body] ?? 0, blocks.end[body] ?? 0, body);
  for (let each = blocks.next[body] ?? NO_BLOCK; each !== handler && each !== NO_BLOCK; ) {
    left = kept(s, file, each, left, false);
    each = blocks.next[each] ?? NO_BLOCK;
  }
  return left;
}

/** Whether an EXCEPT block names classes of the project alone and nothing that its `try` runs, all of which is seen, raises one. */
export function isNeverCaught(s: Session, file: FileUnit, handler: number): boolean {
  const at = caughtIn(file.index, handler);
  if (at === 0 || !isInProgram(s, file, at)) return false;
  const classes = s.values.elements(classesIn(s, file, at));
  if (classes.length === 0 || classes.some((value) => s.values.kind(value) !== Kind.CLASS)) return false;
  const arriving = arrivingAt(s, file, handler);
  return !s.values.has(arriving, UNKNOWN) && kept(s, file, handler, arriving, true) === EMPTY_SET;
}

/** RAISED: the instances of exceptions of the project that leave a function; UNKNOWN with them where not all that it runs is seen. */
export function raisedBy(s: Session, file: FileUnit, definition: number): SetId {
  const { index } = file;
  const scope = index.definitionScope[definition] ?? 0;
  const body = index.scopes.block[scope] ?? 0;
  return raisedBetween(s, file, index.scopes.start[scope] ?? 0, index.scopes.end[scope] ?? 0, body);
}

/** What is raised between two positions and leaves the block that these are the bounds of. */
function raisedBetween(s: Session, file: FileUnit, start: number, end: number, around: number): SetId {
  const { index } = file;
  const { code } = index;
  let set: SetId = EMPTY_SET;
  let isCause = false;
  for (let at = nextInScope(index, start); at < end; at = nextInScope(index, at)) {
    if (code[at] === Op.EXIT) isCause = false;
    if (ASKING.has(code[at] ?? 0) && mayAsk(s, file, at)) set = s.values.union(set, UNKNOWN_SET);
    if (code[at] === Op.CALL)
      set = s.values.union(set, escaping(s, file, at, around, raisedByCall(s, file, at)));
    if (code[at] !== Op.RAISE || isCause) continue;
    isCause = true;
    set = s.values.union(set, escaping(s, file, at, around, raisedHere(s, file, at)));
  }
  return set;
}

/** Instructions that may run special methods of instances. */
const ASKING: ReadonlySet<number> = new Set([
  Op.ATTRIBUTE,
  Op.SUBSCRIPT,
  Op.ELEMENT,
  Op.ENTER,
  Op.ASYNC_ELEMENT,
  Op.ASYNC_ENTER,
  Op.OPERATION,
  Op.ASK,
  Op.SET_ITEM,
  Op.YIELD_FROM,
  Op.AWAIT,
]);

/** Whether an instruction runs methods without a call being written, as far as values tell: what these raise is not followed. */
function mayAsk(s: Session, file: FileUnit, at: number): boolean {
  const { code } = file.index;
  if (code[at] === Op.ATTRIBUTE) {
    s.evaluate(file, at);
    return file.propertyReads.has(at);
  }
  const [first = 0, second = 0, third = 0] = code.subarray(at + 1, at + 4);
  const refs = code[at] === Op.OPERATION ? [second, third] : [code[at] === Op.ASK ? second : first];
  return refs.some((ref) =>
    s.values.elements(s.expand(s.evaluate(file, ref))).some((value) => isInstance(s.values.kind(value))),
  );
}

function raisedByCall(s: Session, file: FileUnit, call: number): SetId {
  const callees = s.evaluate(file, file.index.code[call + 1] ?? 0);
  const { values, isUnknown, isTooMany } = targetsOf(s, callees);
  const isOpen = isUnknown || isTooMany || s.values.elements(callees).some((value) => mayComeBack(s, value));
  let set: SetId = isOpen ? UNKNOWN_SET : EMPTY_SET;
  if (values.length > TARGETS_MAX) return UNKNOWN_SET;
  for (const target of values) {
    const unit = s.values.kind(target) === Kind.FUNCTION ? s.files[s.values.a(target)] : undefined;
    if (unit !== undefined) set = s.values.union(set, s.ask(Query.RAISED, unit, s.values.b(target)));
  }
  return set;
}

/** What a RAISE raises: an instance, one of a class, or what the handler around it has caught. */
function raisedHere(s: Session, file: FileUnit, at: number): SetId {
  const { index } = file;
  const ref = index.code[at + 1] ?? 0;
  if (ref === 0) {
    const { parent, kind } = index.blocks;
    let block = blockAt(index, at);
    while (block !== NO_BLOCK && kind[block] !== BlockKind.EXCEPT) block = parent[block] ?? NO_BLOCK;
    return block === NO_BLOCK ? EMPTY_SET : caughtBy(s, file, block);
  }
  const caught = caughtAt(s, file, ref);
  if (caught !== EMPTY_SET) return caught;
  return s.values.flatMap(s.expand(s.evaluate(file, ref)), (value) => {
    const kind = s.values.kind(value);
    if (kind === Kind.CLASS) return s.values.single(Kind.INSTANCE, s.values.a(value), s.values.b(value));
    if (isInstance(kind)) return setOf(value);
    return kind === Kind.EXTERNAL || kind === Kind.EXTERNAL_INSTANCE ? EMPTY_SET : UNKNOWN_SET;
  });
}

/** What of a set leaves the blocks between a position and the one around: handlers keep what they catch. */
function escaping(s: Session, file: FileUnit, at: number, around: number, set: SetId): SetId {
  const { blocks } = file.index;
  let left = set;
  for (let block = blockAt(file.index, at); block !== around && block !== NO_BLOCK; ) {
    if (left === EMPTY_SET) return left;
    if (blocks.kind[block] === BlockKind.TRY) {
      for (
        let each = blocks.next[block] ?? NO_BLOCK;
        each !== NO_BLOCK;
        each = blocks.next[each] ?? NO_BLOCK
      ) {
        left = kept(s, file, each, left, false);
      }
    }
    block = blocks.parent[block] ?? NO_BLOCK;
  }
  return left;
}

/** Of a set what a handler catches, or what it lets through. */
function kept(s: Session, file: FileUnit, handler: number, set: SetId, isCaught: boolean): SetId {
  const { index } = file;
  if (set === EMPTY_SET || index.blocks.kind[handler] !== BlockKind.EXCEPT) return set;
  const at = caughtIn(index, handler);
  if (at === 0) return isCaught ? set : s.values.has(set, UNKNOWN) ? UNKNOWN_SET : EMPTY_SET;
  const classes = classesIn(s, file, at);
  return s.values.flatMap(set, (value) =>
    conforms(s, value, classes) === isCaught ? setOf(value) : EMPTY_SET,
  );
}

/** The classes that an INSTANCE of a handler names. */
function classesIn(s: Session, file: FileUnit, at: number): SetId {
  const types = s.expand(s.evaluate(file, file.index.code[at + 1] ?? 0));
  return s.values.flatMap(types, (type) => {
    const kind = s.values.kind(type);
    return kind === Kind.CONTAINER || kind === Kind.TUPLE ? s.element(type) : setOf(type);
  });
}

function conforms(s: Session, value: ValueId, classes: SetId): boolean {
  return s.values.elements(classes).some((type) => {
    const kind = s.values.kind(type);
    if (kind === Kind.CLASS) return classOrder(s, value).includes(type);
    if (kind !== Kind.EXTERNAL) return false;
    const name = s.names.text(s.values.a(type));
    return EVERY.has(name) || externalAncestors(s, value).includes(name);
  });
}
const EVERY: ReadonlySet<string> = new Set(['builtins.Exception', 'builtins.BaseException']);
