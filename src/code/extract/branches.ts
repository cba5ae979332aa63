/**
 * Statements with blocks: which of them run, how often, and what tests prove in them. The functions return whether what
 * follows the statement is unreachable.
 */
import { BlockKind, Op } from '../code.js';
import { OPAQUE, type Ref } from './emitter.js';
import type { Extraction } from './extraction.js';
import { Kind } from './kinds.js';
import { type Condition, condition, emitNarrowing, type Narrowing } from './narrowing.js';
import { bind } from './targets.js';

/** Each branch has what its test proves, and what those before it prove by having failed. */
export function ifStatement(x: Extraction): boolean {
  const number = x.nextStatement();
  let tested: Condition = condition.none;
  // What the tests of the branches before prove by having failed.
  let failed: readonly Narrowing[] = [];
  let isElse = false;
  let allLeave = true;
  // A branch before runs in any case.
  let isDecided = false;
  const branch = (): void => {
    const isNever = isDecided || tested.always === false;
    const isLast = isElse || tested.always === true;
    // `if False:` guards what only type checkers are to see.
    const guardsTypes = tested.isTypeChecking || isNever;
    if (guardsTypes) x.typeChecking++;
    let leaves = false;
    x.inBlock(isLast ? BlockKind.LAST_BRANCH : BlockKind.BRANCH, number, () => {
      if (isNever) x.out.emit0(Op.EXIT);
      if (tested.isScript === true) x.out.emit0(Op.SCRIPT);
      emitNarrowing(x, [...failed, ...tested.whenTrue]);
      leaves = x.block();
    });
    if (guardsTypes) x.typeChecking--;
    failed = [...failed, ...tested.whenFalse];
    if (!isNever) allLeave &&= leaves;
    if (isLast) isDecided = true;
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
  return isDecided && allLeave;
}

/**
 * `for` and `while`: the body runs any number of times; `else` runs unless it was left by `break`, so always where there is
 * none. `while True` without a `break` never ends.
 */
export function loop(x: Extraction): boolean {
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
        if (tested.always === false) x.out.emit0(Op.EXIT);
        if (isFor) bindLoopTarget(x, x.out.emit2(element, iterable, line));
        emitNarrowing(x, tested.whenTrue);
        x.block();
      });
      hasBreak = x.breaks > 0;
      x.breaks = breaksAround;
    } else if (kind === Kind.else_clause) {
      const isNever = tested.always === true;
      const orElse = (): void => {
        if (isNever) x.out.emit0(Op.EXIT);
        x.eachPart(() => x.block());
      };
      if (hasBreak || isNever) x.inBlock(BlockKind.BRANCH, number, orElse);
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
  return tested.always === true && !hasBreak;
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
export function tryStatement(x: Extraction): boolean {
  const number = x.nextStatement();
  let bodyLeaves = false;
  let handlersLeave = true;
  let hasHandlers = false;
  x.inBlock(BlockKind.TRY, number, () => {
    x.eachPart(() => {
      if (x.kind() === Kind.block) bodyLeaves = x.block() || bodyLeaves;
      else if (x.kind() === Kind.else_clause) x.eachPart(() => (bodyLeaves = x.block() || bodyLeaves));
    });
  });
  let finallyLeaves = false;
  x.eachPart(() => {
    if (x.kind() === Kind.except_clause) {
      hasHandlers = true;
      handlersLeave = exceptClause(x, number) && handlersLeave;
    } else if (x.kind() === Kind.finally_clause) {
      x.eachPart(() => (finallyLeaves = x.block() || finallyLeaves));
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
        const caught = types === OPAQUE ? OPAQUE : x.out.emit1(Op.INSTANCE, types);
        if (alias !== -1) x.out.emit2(Op.BIND, alias, caught);
        leaves = x.block();
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

/** What is entered, bound and then run; it leaves where its block does, unless by a `raise`: that may be caught here. */
export function withStatement(x: Extraction): boolean {
  let leaves = false;
  const raises = x.raises;
  let enter: number = Op.ENTER;
  const part = (): void => {
    const kind = x.kind();
    if (kind === Kind['"async"']) enter = Op.ASYNC_ENTER;
    else if (kind === Kind.with_clause) x.eachPart(part);
    else if (kind === Kind.with_item) x.eachPart(() => withItem(x, enter));
    else if (kind === Kind.block) leaves = x.block();
    else x.scan();
  };
  x.eachPart(part);
  return leaves && x.raises === raises;
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
