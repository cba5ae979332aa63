/**
 * Assignments: plain, chained, annotated, augmented, and their opposite, `del`. The value is evaluated before the target, as
 * Python does; what binding means for each form of target is told by `targets.ts`.
 */
import { ConstantKind, constantRef, OPERATORS, Op } from '../code.js';
import { annotation } from './annotations.js';
import { OPAQUE, type Ref } from './emitter.js';
import type { Extraction } from './extraction.js';
import { isPunctuation, Kind } from './kinds.js';
import { attributeParts, bind } from './targets.js';

/** What an expression statement holds: an assignment, or an expression whose value is dropped. */
export function simple(x: Extraction): void {
  if (x.kind() === Kind.assignment || x.kind() === Kind.augmented_assignment) assignedValue(x);
  else x.scan();
}

/** The value of a right-hand side; assignments in a chain bind on the way. */
function assignedValue(x: Extraction): Ref {
  const kind = x.kind();
  if (kind === Kind.augmented_assignment) return augmentedAssignment(x);
  if (kind !== Kind.assignment) return x.expression();
  return assignment(x);
}

function assignment(x: Extraction): Ref {
  if (!x.enter()) return OPAQUE;
  let isTarget = true;
  let type: Ref | undefined;
  let value: Ref | undefined;
  x.eachPart(() => {
    if (isTarget) isTarget = false;
    else if (x.kind() === Kind.type) type = annotation(x);
    else value = assignedValue(x);
  });
  // The target is evaluated after the value, so the cursor goes back to it.
  x.cursor.firstChild();
  if (type === undefined) bind(x, value ?? OPAQUE);
  else annotate(x, type, value);
  x.cursor.parent();
  x.leave();
  return value ?? OPAQUE;
}

/** `name: type = value`, `obj.name: type`. */
function annotate(x: Extraction, type: Ref, value: Ref | undefined): void {
  const hasValue = value === undefined ? 0 : 1;
  if (x.kind() === Kind.identifier) {
    x.out.emit(Op.ANNOTATE, [x.out.string(x.name()), type, value ?? OPAQUE, hasValue]);
  } else if (x.kind() === Kind.attribute) {
    const line = x.line();
    const { base, name } = attributeParts(x);
    if (base !== OPAQUE) {
      x.out.emit(Op.ANNOTATE_ATTRIBUTE, [base, name, type, value ?? OPAQUE, hasValue, line]);
    }
  } else {
    bind(x, value ?? OPAQUE);
  }
}

function augmentedAssignment(x: Extraction): Ref {
  const line = x.line();
  let isTarget = true;
  let value = OPAQUE;
  let place = 0;
  x.cursor.firstChild();
  do {
    if (x.kind() === Kind.OTHER) place = OPERATORS.findIndex((operator) => `${operator}=` === x.source());
    else if (!isPunctuation(x.kind())) {
      if (!isTarget) value = assignedValue(x);
      isTarget = false;
    }
  } while (x.cursor.nextSibling());
  x.cursor.parent();
  x.cursor.firstChild();
  if (x.kind() === Kind.identifier && place > 0) {
    const name = x.out.emit1(Op.NAME, x.out.string(x.name()));
    x.out.emit(Op.OPERATION, [-place, name, value, line]);
  }
  const change = x.out.at(value) === Op.INTEGER ? constantRef(ConstantKind.INT) : value;
  if (x.kind() === Kind.identifier) x.out.emit2(Op.AUGMENT, x.out.string(x.name()), change);
  else if (x.kind() === Kind.attribute) augmentAttribute(x, change, place, line);
  else if (x.kind() === Kind.subscript) augmentItem(x, change, place, line);
  else x.scan();
  x.cursor.parent();
  return OPAQUE;
}

/** `value[key] += change` reads the item and sets it. */
function augmentItem(x: Extraction, change: Ref, place: number, line: number): void {
  const before = x.expression();
  if (x.out.at(before) !== Op.SUBSCRIPT) return;
  const after = place > 0 ? x.out.emit(Op.OPERATION, [-place, before, change, line]) : change;
  x.out.emit(Op.SET_ITEM, [x.out.at(before, 1), x.out.at(before, 2), after, line]);
}

/** `obj.name += value` reads and sets it. */
function augmentAttribute(x: Extraction, value: Ref, place: number, line: number): void {
  const { base, name } = attributeParts(x);
  if (base === OPAQUE) return;
  const before = x.out.emit3(Op.ATTRIBUTE, base, name, line);
  const after = place > 0 ? x.out.emit(Op.OPERATION, [-place, before, value, line]) : value;
  x.out.emit(Op.SET_ATTRIBUTE, [base, name, after, line]);
}

/** What `del` takes away: a name, an item, or several of these. */
export function remove(x: Extraction): void {
  if (x.kind() === Kind.identifier) x.out.emit1(Op.UNBIND, x.out.string(x.name()));
  else if (x.kind() === Kind.subscript) removeItem(x);
  else if (x.kind() === Kind.attribute) removeAttribute(x);
  else if (x.kind() === Kind.expression_list || x.kind() === Kind.tuple) x.eachPart(() => remove(x));
  else x.scan();
}

/** `del value.name`: nothing is read. */
function removeAttribute(x: Extraction): void {
  const line = x.line();
  const { base, name } = attributeParts(x);
  if (base !== OPAQUE) x.out.emit3(Op.DELETE_ATTRIBUTE, base, name, line);
}

/** `del value[key]`: the subscript is not read. */
function removeItem(x: Extraction): void {
  const line = x.line();
  const parts: Ref[] = [];
  x.eachPart(() => {
    if (x.kind() === Kind.slice) x.scan();
    else parts.push(x.expression());
  });
  const [value = OPAQUE, key = OPAQUE] = parts;
  if (value !== OPAQUE) x.out.emit3(Op.DELETE_ITEM, value, key, line);
}
