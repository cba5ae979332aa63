/** The value of an expression: one case per instruction. */
import { ConstantKind, Op } from '../code.js';
import { itemSites } from './added-items.js';
import { excluded, narrowed } from './annotations.js';
import { attributesOf, attributesOfClass } from './attributes.js';
import { awaited, entered } from './calls.js';
import { definedValue } from './decorators.js';
import { followFromWithin } from './function-attributes.js';
import { returnedBy, sentHere } from './functions.js';
import { applied } from './generics.js';
import { guarded } from './guards.js';
import { literalModule } from './imports.js';
import { filledText } from './joined-texts.js';
import { madeAlike } from './made-alike.js';
import { operationResult } from './operators.js';
import { attributeKey, literalKey } from './path-keys.js';
import { followPath, followTaken, NOT_FOLLOWED } from './paths.js';
import { slicedTuple } from './sequences.js';
import { type FileUnit, Query, type Session } from './session.js';
import { settledList } from './settled-lists.js';
import { settledTable } from './settled-tables.js';
import { nextInstruction } from './stream.js';
import { INTEGER_BIAS, Kind } from './value-kinds.js';
import { EMPTY_SET, NONE_SET, type SetId, setOf, UNKNOWN_SET, type ValueId } from './value-table.js';

/** Remembered by position once it rests on settled answers only. */
export function evaluate(s: Session, file: FileUnit, position: number): SetId {
  const { memo } = file;
  const known = memo[position] ?? 0;
  if (known !== 0) return known;
  const key = file.number * POSITIONS + position;
  const kept = s.solver.recall(key);
  if (kept !== 0) return kept;
  // What is nested too deep is asked again from the top.
  if (s.solver.isTooDeep) return s.ask(Query.VALUE, file, position);
  const low = s.solver.open();
  const set = valueAt(s, file, position);
  if (s.solver.close(low)) memo[position] = set;
  else s.solver.keep(key, set);
  return set;
}

/** More than there are positions in a file. */
const POSITIONS = 2 ** 27;

function valueAt(s: Session, file: FileUnit, at: number): SetId {
  const { code, names } = file.index;
  const first = code[at + 1] ?? 0;
  switch (code[at]) {
    case Op.NAME:
      return guarded(s, file, at, s.nameValue(file, at, names[first] ?? 0));
    case Op.ATTRIBUTE:
      return attributeAt(s, file, at);
    case Op.CALL:
      return callAt(s, file, at);
    case Op.SUBSCRIPT:
    case Op.UNPACKED:
      return subscriptAt(s, file, at);
    case Op.CONSTANT:
      return constant(s, first);
    case Op.STRING:
      return s.values.single(Kind.TEXT, names[first] ?? 0);
    case Op.NAME_PATTERN:
      return s.values.single(Kind.NAME_PATTERN, names[first] ?? 0);
    case Op.FILLED:
      return filledText(s, s.evaluate(file, first), s.evaluate(file, code[at + 2] ?? 0));
    case Op.INTEGER:
      return s.values.single(Kind.INTEGER, first + INTEGER_BIAS);
    case Op.TUPLE:
    case Op.LIST:
    case Op.SET:
    case Op.DICT:
    case Op.COMPREHENSION:
      return s.values.single(Kind.CONTAINER, file.number, at);
    case Op.EITHER:
      return either(s, file, at);
    case Op.AUGMENT:
      return s.values.union(s.nameValue(file, at, names[first] ?? 0), s.evaluate(file, code[at + 2] ?? 0));
    case Op.OPERATION:
      return operationResult(s, file, at);
    case Op.LAMBDA:
      return s.values.single(Kind.LAMBDA, file.number, at);
    case Op.FUNCTION:
    case Op.CLASS:
      return definedValue(s, file, at);
    case Op.AWAIT:
      return s.values.flatMap(s.evaluate(file, first), (value) => awaited(s, value));
    case Op.YIELD:
      return sentHere(s, file, at);
    case Op.YIELD_FROM:
      return returnedBy(s, s.evaluate(file, first));
    case Op.ELEMENT:
    case Op.ASYNC_ELEMENT:
      return s.values.flatMap(s.evaluate(file, first), (value) => s.element(value));
    case Op.ENTER:
    case Op.ASYNC_ENTER:
      return s.values.flatMap(s.evaluate(file, first), (value) =>
        entered(s, value, code[at] === Op.ASYNC_ENTER),
      );
    case Op.INSTANCE:
      return s.values.flatMap(s.evaluate(file, first), (value) => s.instanceOf(value));
    case Op.NARROWED:
      return narrowed(s, s.evaluate(file, first), s.evaluate(file, code[at + 2] ?? 0));
    case Op.NARROW: {
      const change = code[at + 3] === 1 ? excluded : narrowed;
      return change(s, s.evaluate(file, first), s.evaluate(file, code[at + 2] ?? 0));
    }
    case Op.TYPE_PARAMETER:
      return typeVariable(s, file, at);
    case Op.IMPORT:
    case Op.FROM_IMPORT:
      return s.importValue(file, at);
    case Op.SLICE:
      return sliced(s, file, at);
    case Op.KEYWORD:
      return s.evaluate(file, code[at + 2] ?? 0);
    default:
      return UNKNOWN_SET;
  }
}

/** A variable with the name that is bound right behind it. */
function typeVariable(s: Session, file: FileUnit, at: number): SetId {
  const { code, names } = file.index;
  const bound = code[at + 1] ?? 0;
  const next = nextInstruction(code, at);
  const name = code[next] === Op.BIND && code[next + 2] === at ? (names[code[next + 1] ?? 0] ?? 0) : 0;
  return s.values.single(Kind.TYPE_VARIABLE, bound === 0 ? UNKNOWN_SET : s.typeOf(file, bound), name);
}

function constant(s: Session, kind: number): SetId {
  switch (kind) {
    case ConstantKind.NONE:
      return NONE_SET;
    case ConstantKind.STR:
      return builtin(s, 'str');
    case ConstantKind.BYTES:
      return builtin(s, 'bytes');
    case ConstantKind.BOOL:
    case ConstantKind.TRUE:
    case ConstantKind.FALSE:
      return builtin(s, 'bool');
    case ConstantKind.INT:
      return builtin(s, 'int');
    case ConstantKind.FLOAT:
      return builtin(s, 'float');
    case ConstantKind.COMPLEX:
      return builtin(s, 'complex');
    default:
      return UNKNOWN_SET;
  }
}

function builtin(s: Session, type: string): SetId {
  return s.values.single(Kind.EXTERNAL_INSTANCE, s.names.id(`builtins.${type}`));
}

function either(s: Session, file: FileUnit, at: number): SetId {
  const { code } = file.index;
  let set: SetId = EMPTY_SET;
  for (let i = 0; i < (code[at + 1] ?? 0); i++) {
    set = s.values.union(set, s.evaluate(file, code[at + 2 + i] ?? 0));
  }
  return set;
}

function attributeAt(s: Session, file: FileUnit, at: number): SetId {
  const { code, names } = file.index;
  const name = names[code[at + 2] ?? 0] ?? 0;
  const followed = followPath(s, file, at, attributeKey(name));
  const base = s.evaluate(file, code[at + 1] ?? 0);
  const before = s.propertyReads;
  const set = followed.isDeleted ? attributesOfClass(s, base, name) : attributesOf(s, base, name);
  const isProperty = s.propertyReads !== before;
  // It is none of whoever has this evaluated.
  s.propertyReads = before;
  if (isProperty) file.propertyReads.add(at);
  // What a setter was given is not what the getter gives.
  else if (followed.isSure) return followed.set;
  else {
    const within = followFromWithin(s, file, at, attributeKey(name));
    if (within !== undefined) return within;
  }
  return s.values.union(followed.set, set);
}

function subscriptAt(s: Session, file: FileUnit, at: number): SetId {
  const { code } = file.index;
  const keyAt = code[at + 2] ?? 0;
  const base = s.evaluate(file, code[at + 1] ?? 0);
  const literal = literalKey(file.index, keyAt);
  const isFollowed = literal !== undefined && !isSettled(s, file, base);
  const followed = isFollowed ? followPath(s, file, at, literal) : NOT_FOLLOWED;
  if (followed.isSure) return followed.set;
  const key = s.evaluate(file, keyAt);
  return s.values.union(
    followed.set,
    s.values.flatMap(base, (value) => {
      // `Optional[…]`, `list[…]` outside of an annotation: an alias.
      const kind = s.values.kind(value);
      if (kind === Kind.CLASS && code[keyAt] !== Op.STRING) return applied(s, file, value, at);
      if (kind === Kind.EXTERNAL && isModuleTable(s, value)) return moduleUnder(s, file, keyAt);
      const isType = kind === Kind.EXTERNAL;
      return isType ? s.values.single(Kind.TYPE_EXPRESSION, file.number, at) : s.item(value, key);
    }),
  );
}

/** Whether an expression is a list or dictionary of this file all of whose items are known by place or key. */
function isSettled(s: Session, file: FileUnit, base: SetId): boolean {
  const value = (base & 1) === 0 ? base >> 1 : 0;
  if (s.values.kind(value) !== Kind.CONTAINER || s.values.a(value) !== file.number) return false;
  const settled = settledList(file, s.values.b(value)) ?? settledTable(file, s.values.b(value));
  return (
    settled !== undefined && itemSites(s, file, s.values.b(value)).every((site) => settled.sites.has(site))
  );
}

function isModuleTable(s: Session, value: ValueId): boolean {
  return s.names.text(s.values.a(value)) === 'sys.modules';
}

/** `sys.modules[__name__]`, `sys.modules['shop']`. */
function moduleUnder(s: Session, file: FileUnit, keyAt: number): SetId {
  const { code, facts } = file.index;
  const string = facts.code.strings[code[keyAt + 1] ?? 0] ?? '';
  if (code[keyAt] === Op.NAME && string === '__name__') return s.values.single(Kind.MODULE, file.number);
  return code[keyAt] === Op.STRING ? literalModule(s, file, string) : UNKNOWN_SET;
}

function callAt(s: Session, file: FileUnit, at: number): SetId {
  const callee = s.evaluate(file, file.index.code[at + 1] ?? 0);
  const receiver = file.index.code[(file.index.code[at + 1] ?? 0) + 1] ?? 0;
  const isTold = isBuiltinMethod(s, callee) && isSettled(s, file, s.evaluate(file, receiver));
  const taken = isTold ? NOT_FOLLOWED : followTaken(s, file, at);
  if (
    taken.isSure &&
    s.values.elements(callee).every((value) => s.values.kind(value) === Kind.BUILTIN_METHOD)
  )
    return taken.set;
  const passed = { file, call: at, leading: [] };
  const alike = madeAlike(s, file, file.index.code[at + 1] ?? 0);
  return s.values.flatMap(callee, (value) =>
    alike !== EMPTY_SET && isMaking(s, value) ? alike : s.call(value, passed),
  );
}

function isBuiltinMethod(s: Session, callee: SetId): boolean {
  return (callee & 1) === 0 && s.values.kind(callee >> 1) === Kind.BUILTIN_METHOD;
}

/** Whether calling a value of `graph.__class__` may make a thing of a class that is told by each call. */
function isMaking(s: Session, value: ValueId): boolean {
  const kind = s.values.kind(value);
  return kind === Kind.CLASS || kind === Kind.SUBCLASS || kind === Kind.UNKNOWN;
}

/** A slice of a container is one of its own (`sequences.ts`), that of a tuple has its items. */
function sliced(s: Session, file: FileUnit, at: number): SetId {
  const { code } = file.index;
  return s.values.flatMap(s.evaluate(file, code[at + 1] ?? 0), (value) => {
    switch (s.values.kind(value)) {
      case Kind.CONTAINER:
        return s.values.single(Kind.CONTAINER, file.number, at);
      case Kind.TUPLE:
        return slicedTuple(s, value, code[at + 2] ?? 0, code[at + 3] ?? 0);
      case Kind.TYPED:
        return s.values.typed(s.names.list, s.element(value));
      default:
        return setOf(value);
    }
  });
}
