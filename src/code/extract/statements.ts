/**
 * Statements: what they bind, which blocks they open, and where control leaves. A block's functions return whether its end
 * is never reached, so that what was learnt by a test that left holds for what follows.
 */
import { BlockKind, ConstantKind, constantRef, OPERATORS, Op, ScopeKind } from '../code.js';
import { annotation } from './annotations.js';
import { decoratedDefinition, definition, typeParameters } from './definitions.js';
import { OPAQUE, type Ref } from './emitter.js';
import type { Extraction } from './extraction.js';
import { importFrom, importModules } from './imports.js';
import { isPunctuation, Kind } from './kinds.js';
import { matchStatement } from './match.js';
import { type Condition, condition, emitNarrowing, type Narrowing } from './narrowing.js';
import { attributeParts, bind } from './targets.js';

/** The statements of the block or module under the cursor. Returns whether its end is unreachable. */
export function block(x: Extraction): boolean {
  if (!x.enter()) return false;
  let leaves = false;
  x.eachPart(() => {
    leaves = statement(x) || leaves;
  });
  x.leave();
  return leaves;
}

/** The statement under the cursor. Returns whether what follows it in its block is unreachable. */
export function statement(x: Extraction): boolean {
  switch (x.kind()) {
    case Kind.expression_statement:
      x.eachPart(() => simple(x));
      return false;
    case Kind.assignment:
    case Kind.augmented_assignment:
      simple(x);
      return false;
    case Kind.function_definition:
    case Kind.class_definition:
      definition(x);
      return false;
    case Kind.decorated_definition:
      decoratedDefinition(x);
      return false;
    case Kind.if_statement:
      return ifStatement(x);
    case Kind.for_statement:
    case Kind.while_statement:
      loop(x);
      return false;
    case Kind.try_statement:
      return tryStatement(x);
    case Kind.with_statement:
      return withStatement(x);
    case Kind.match_statement:
      return matchStatement(x);
    case Kind.return_statement:
      x.out.emit1(Op.RETURN, operand(x));
      x.out.emit0(Op.EXIT);
      return true;
    case Kind.raise_statement:
      raise(x);
      x.out.emit0(Op.EXIT);
      return true;
    case Kind.break_statement:
      x.breaks++;
      x.out.emit0(Op.EXIT);
      return true;
    case Kind.continue_statement:
      x.out.emit0(Op.EXIT);
      return true;
    case Kind.import_statement:
    case Kind.future_import_statement:
      importModules(x);
      return false;
    case Kind.import_from_statement:
      importFrom(x);
      return false;
    case Kind.delete_statement:
      x.eachPart(() => remove(x));
      return false;
    case Kind.global_statement:
      x.eachPart(() => x.out.emit1(Op.GLOBAL, x.out.string(x.name())));
      return false;
    case Kind.nonlocal_statement:
      x.eachPart(() => x.out.emit1(Op.NONLOCAL, x.out.string(x.name())));
      return false;
    case Kind.assert_statement:
      assertStatement(x);
      return false;
    case Kind.type_alias_statement:
      typeAlias(x);
      return false;
    default:
      x.scan();
      return false;
  }
}

/** The only value a statement has: `return value`. */
function operand(x: Extraction): Ref {
  let ref = OPAQUE;
  x.eachPart(() => {
    ref = x.expression();
  });
  return ref;
}

/** What an expression statement holds: an assignment, or an expression whose value is dropped. */
function simple(x: Extraction): void {
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
  if (x.kind() === Kind.identifier && place > 0 && !isPlain(x, value)) {
    const name = x.out.emit1(Op.NAME, x.out.string(x.name()));
    x.out.emit(Op.OPERATION, [-place, name, value, line]);
  }
  const change = x.out.at(value) === Op.INTEGER ? constantRef(ConstantKind.INT) : value;
  if (x.kind() === Kind.identifier) x.out.emit2(Op.AUGMENT, x.out.string(x.name()), change);
  else if (x.kind() === Kind.attribute) augmentAttribute(x, change, place, line);
  else x.scan();
  x.cursor.parent();
  return OPAQUE;
}

/** `obj.name += value` reads and sets it. */
function augmentAttribute(x: Extraction, value: Ref, place: number, line: number): void {
  const { base, name } = attributeParts(x);
  if (base === OPAQUE) return;
  const before = x.out.emit3(Op.ATTRIBUTE, base, name, line);
  const isJoined = place > 0 && !isPlain(x, value);
  const after = isJoined ? x.out.emit(Op.OPERATION, [-place, before, value, line]) : value;
  x.out.emit(Op.SET_ATTRIBUTE, [base, name, after, line]);
}

function isPlain(x: Extraction, ref: Ref): boolean {
  const op = x.out.at(ref);
  return op === Op.OPAQUE || op === Op.CONSTANT || op === Op.INTEGER || op === Op.STRING;
}

function remove(x: Extraction): void {
  if (x.kind() === Kind.identifier) x.out.emit1(Op.UNBIND, x.out.string(x.name()));
  else if (x.kind() === Kind.subscript) removeItem(x);
  else if (x.kind() === Kind.expression_list || x.kind() === Kind.tuple) x.eachPart(() => remove(x));
  else x.scan();
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

function assertStatement(x: Extraction): void {
  let isFirst = true;
  x.eachPart(() => {
    if (isFirst) emitNarrowing(x, condition(x).whenTrue);
    else x.scan();
    isFirst = false;
  });
}

/** `type Alias[T] = …` (PEP 695): the name stands for the type expression. */
function typeAlias(x: Extraction): void {
  if (/^type\s*\(/.test(x.source())) {
    typeCallTarget(x);
    return;
  }
  let place = 0;
  let name = '';
  let value = OPAQUE;
  x.inScope(ScopeKind.TYPE_PARAMETERS, -1, () => {
    x.eachPart(() => {
      if (x.kind() !== Kind.type) return;
      if (place === 0) name = aliasName(x);
      else value = annotation(x);
      place++;
    });
  });
  if (name !== '') x.out.emit2(Op.BIND, x.out.string(name), value);
}

/** `type(self).shared = value`, which the grammar takes for an alias: `type` is called with what is in the parentheses. */
function typeCallTarget(x: Extraction): void {
  const line = x.line();
  let value = OPAQUE;
  let place = 0;
  x.eachPart(() => {
    if (x.kind() === Kind.type && place++ > 0) value = x.expression();
  });
  place = 0;
  x.eachPart(() => {
    if (x.kind() !== Kind.type || place++ > 0) return;
    x.eachPart(() => setOnTypeCall(x, value, line));
  });
}

/** The target under the cursor: an attribute of the call, or something that only reads it. */
function setOnTypeCall(x: Extraction, value: Ref, line: number): void {
  if (x.kind() !== Kind.attribute) {
    typeCall(x, line);
    return;
  }
  let base: Ref | undefined;
  let name = 0;
  x.eachPart(() => {
    if (base === undefined) base = typeCall(x, line);
    else name = x.out.string(x.name());
  });
  x.out.emit(Op.SET_ATTRIBUTE, [base ?? OPAQUE, name, value, line]);
}

/** The value of what begins with the parentheses of the call. */
function typeCall(x: Extraction, line: number): Ref {
  if (x.kind() === Kind.parenthesized_expression) {
    const callee = x.out.emit1(Op.NAME, x.out.string('type'));
    return x.out.emit(Op.CALL, [callee, line, 1, x.expression()]);
  }
  let base: Ref | undefined;
  let name = 0;
  const isAttribute = x.kind() === Kind.attribute;
  x.eachPart(() => {
    if (base === undefined) base = typeCall(x, line);
    else if (isAttribute) name = x.out.string(x.name());
    else x.scan();
  });
  return isAttribute ? x.out.emit3(Op.ATTRIBUTE, base ?? OPAQUE, name, line) : (base ?? OPAQUE);
}

/** The name on the left of a type alias; its type parameters are bound on the way. */
function aliasName(x: Extraction): string {
  let name = '';
  x.eachPart(() => {
    if (x.kind() === Kind.identifier) name = x.name();
    else if (x.kind() === Kind.generic_type) {
      x.eachPart(() => {
        if (x.kind() === Kind.type_parameter) typeParameters(x);
        else name = x.name();
      });
    }
  });
  return name;
}

function ifStatement(x: Extraction): boolean {
  const number = x.nextStatement();
  let tested: Condition = condition.none;
  // What the tests of the branches before prove by having failed.
  let failed: readonly Narrowing[] = [];
  let isElse = false;
  let allLeave = true;
  const branch = (): void => {
    const guardsTypes = tested.isTypeChecking;
    if (guardsTypes) x.typeChecking++;
    let leaves = false;
    x.inBlock(isElse ? BlockKind.LAST_BRANCH : BlockKind.BRANCH, number, () => {
      if (tested.isScript === true) x.out.emit0(Op.SCRIPT);
      emitNarrowing(x, [...failed, ...tested.whenTrue]);
      leaves = block(x);
    });
    if (guardsTypes) x.typeChecking--;
    failed = [...failed, ...tested.whenFalse];
    allLeave &&= leaves;
    if (leaves && tested.whenFalse.length > 0) emitNarrowing(x, tested.whenFalse);
  };
  const part = (): void => {
    const kind = x.kind();
    if (kind === Kind.block) branch();
    else if (kind === Kind.elif_clause) x.eachPart(part);
    else if (kind === Kind.else_clause) {
      isElse = true;
      tested = condition.none;
      x.eachPart(part);
    } else tested = condition(x);
  };
  x.eachPart(part);
  return isElse && allLeave;
}

/** `raise`, `raise r`, `raise r from c`: what is called by name alone is a class. */
function raise(x: Extraction): void {
  const line = x.line();
  x.eachPart(() => {
    const kind = x.kind();
    if (kind !== Kind.identifier && kind !== Kind.attribute) x.scan();
    else x.out.emit2(Op.RAISE, x.expression(), line);
  });
}

/**
 * `for` and `while`: the body runs any number of times; `else` runs unless it was left by `break`, so always where there is
 * none.
 */
function loop(x: Extraction): void {
  const number = x.nextStatement();
  const breaksAround = x.breaks;
  let hasBreak = false;
  const isFor = x.kind() === Kind.for_statement;
  let element: number = Op.ELEMENT;
  let iterable = OPAQUE;
  let line = 0;
  let tested: Condition = condition.none;
  let place = 0;
  x.eachPart(() => {
    const kind = x.kind();
    if (kind === Kind['"async"']) element = Op.ASYNC_ELEMENT;
    else if (kind === Kind.block) {
      x.breaks = 0;
      x.inBlock(BlockKind.LOOP, number, () => {
        if (isFor) bindLoopTarget(x, x.out.emit2(element, iterable, line));
        emitNarrowing(x, tested.whenTrue);
        block(x);
      });
      hasBreak = x.breaks > 0;
      x.breaks = breaksAround;
    } else if (kind === Kind.else_clause) {
      const orElse = (): void => x.eachPart(() => block(x));
      if (hasBreak) x.inBlock(BlockKind.BRANCH, number, orElse);
      else orElse();
    } else if (isFor) {
      // The first part is the target, bound in the body; the second is what is iterated over.
      if (place === 1) {
        line = x.line();
        iterable = x.expression();
      }
      place++;
    } else {
      tested = condition(x);
    }
  });
}

/** Binds the target of the `for` whose body is under the cursor. */
function bindLoopTarget(x: Extraction, value: Ref): void {
  x.cursor.parent();
  let isBound = false;
  x.eachPart(() => {
    const isTarget = !isBound && x.kind() !== Kind['"async"'];
    if (isTarget) bind(x, value);
    isBound ||= isTarget;
  });
  toBody(x);
}

/** Puts the cursor on the first `block` below the statement under it. */
function toBody(x: Extraction): void {
  x.cursor.firstChild();
  while (x.kind() !== Kind.block && x.cursor.nextSibling());
}

/** The `else` of a `try` runs when its body did, so it belongs to the same block; `finally` always runs and opens none. */
function tryStatement(x: Extraction): boolean {
  const number = x.nextStatement();
  let bodyLeaves = false;
  let handlersLeave = true;
  let hasHandlers = false;
  x.inBlock(BlockKind.TRY, number, () => {
    x.eachPart(() => {
      if (x.kind() === Kind.block) bodyLeaves = block(x) || bodyLeaves;
      else if (x.kind() === Kind.else_clause) x.eachPart(() => (bodyLeaves = block(x) || bodyLeaves));
    });
  });
  let finallyLeaves = false;
  x.eachPart(() => {
    if (x.kind() === Kind.except_clause) {
      hasHandlers = true;
      handlersLeave = exceptClause(x, number) && handlersLeave;
    } else if (x.kind() === Kind.finally_clause) {
      x.eachPart(() => (finallyLeaves = block(x) || finallyLeaves));
    }
  });
  return finallyLeaves || (bodyLeaves && (handlersLeave || !hasHandlers));
}

function exceptClause(x: Extraction, number: number): boolean {
  let leaves = false;
  let types = OPAQUE;
  let alias = -1;
  x.inBlock(BlockKind.EXCEPT, number, () => {
    x.eachPart(() => {
      const kind = x.kind();
      if (kind === Kind.block) {
        if (alias !== -1) x.out.emit2(Op.BIND, alias, x.out.emit1(Op.INSTANCE, types));
        leaves = block(x);
        if (alias !== -1) x.out.emit1(Op.UNBIND, alias);
      } else if (kind === Kind.as_pattern) {
        x.eachPart(() => {
          if (x.kind() === Kind.as_pattern_target) alias = x.out.string(x.name());
          else types = x.expression();
        });
      } else if (types !== OPAQUE && kind === Kind.identifier) {
        alias = x.out.string(x.name());
      } else {
        types = x.expression();
      }
    });
  });
  return leaves;
}

function withStatement(x: Extraction): boolean {
  let leaves = false;
  let enter: number = Op.ENTER;
  const part = (): void => {
    const kind = x.kind();
    if (kind === Kind['"async"']) enter = Op.ASYNC_ENTER;
    else if (kind === Kind.with_clause) x.eachPart(part);
    else if (kind === Kind.with_item) x.eachPart(() => withItem(x, enter));
    else if (kind === Kind.block) leaves = block(x);
    else x.scan();
  };
  x.eachPart(part);
  return leaves;
}

function withItem(x: Extraction, enter: number): void {
  const line = x.line();
  if (x.kind() !== Kind.as_pattern) {
    x.out.emit2(enter, x.expression(), line);
    return;
  }
  let value: Ref | undefined;
  x.eachPart(() => {
    if (value === undefined) value = x.out.emit2(enter, x.expression(), line);
    else bind(x, value);
  });
}
