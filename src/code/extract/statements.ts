/**
 * Statements: what they bind, which blocks they open, and where control leaves. A block's functions return whether its end
 * is never reached, so that what was learnt by a test that left holds for what follows.
 */
import { BlockKind, Op } from '../code.js';
import { remove, simple } from './assignments.js';
import { ifStatement, loop, tryStatement, withStatement } from './branches.js';
import { decoratedDefinition, definition } from './definitions.js';
import { OPAQUE, type Ref } from './emitter.js';
import type { Extraction } from './extraction.js';
import { importFrom, importModules } from './imports.js';
import { Kind } from './kinds.js';
import { matchStatement } from './match.js';
import { condition, emitNarrowing } from './narrowing.js';
import { typeAlias } from './type-aliases.js';

/**
 * The statements of the block or module under the cursor; those behind one that leaves are a block that never runs. Returns
 * whether its end is unreachable.
 */
export function block(x: Extraction): boolean {
  if (!x.enter()) return false;
  let leaves = false;
  let isDead = false;
  x.eachPart(() => {
    if (leaves && !isDead) {
      isDead = true;
      x.out.emit0(Op.EXIT);
      x.out.emit2(Op.BLOCK, BlockKind.BRANCH, x.nextStatement());
      x.out.emit0(Op.EXIT);
    }
    leaves = statement(x) || leaves;
  });
  if (isDead) x.out.emit0(Op.END_BLOCK);
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
      return loop(x);
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
      x.raises++;
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

function assertStatement(x: Extraction): void {
  let isFirst = true;
  x.eachPart(() => {
    if (isFirst) emitNarrowing(x, condition(x).whenTrue);
    else x.scan();
    isFirst = false;
  });
}

/** `raise`, `raise r`, `raise r from c`: the first is what is raised, and a class where it is no call. */
function raise(x: Extraction): void {
  const line = x.line();
  let isBare = true;
  x.eachPart(() => {
    isBare = false;
    x.out.emit2(Op.RAISE, x.expression(), line);
  });
  if (isBare) x.out.emit2(Op.RAISE, OPAQUE, line);
}
