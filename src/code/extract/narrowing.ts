/**
 * Tests that tell a type: `isinstance(x, T)`, alone, in an `and`, or under `not`. What such a test proves is emitted as
 * NARROW where it holds. Also recognises `TYPE_CHECKING`.
 */
import { AskKind, BlockKind, Op } from '../code.js';
import { ask } from './asks.js';
import { OPAQUE, type Ref } from './emitter.js';
import type { Extraction } from './extraction.js';
import { isPunctuation, Kind } from './kinds.js';

/** The value of the first ref is an instance of the second, or is none; without a type: the value is a call that would say yes, or no. */
export interface Narrowing {
  readonly value: Ref;
  readonly type: Ref;
  readonly isNegative: boolean;
}

export interface Condition {
  /** What holds where the condition does, and where it does not. */
  readonly whenTrue: readonly Narrowing[];
  readonly whenFalse: readonly Narrowing[];
  readonly isTypeChecking: boolean;
  /** It is `__name__ == '__main__'`. */
  readonly isScript?: boolean;
  /** It is a constant. */
  readonly always?: boolean;
}

const NONE: Condition = { whenTrue: [], whenFalse: [], isTypeChecking: false };
const TRUE: Condition = { ...NONE, always: true };
const FALSE: Condition = { ...NONE, always: false };
const SCRIPT: Condition = { ...NONE, isScript: true };

const IS_SCRIPT = /^(?:__name__\s*==\s*(["'])__main__\1|(["'])__main__\2\s*==\s*__name__)$/;
/** Longer comparisons are none of these: they are not looked at. */
const IS_SCRIPT_LENGTH_MAX = 60;

/** Reads the condition under the cursor. */
export function condition(x: Extraction): Condition {
  switch (x.kind()) {
    case Kind.call:
    case Kind.identifier:
    case Kind.attribute:
    case Kind.parenthesized_expression:
      return tested(x);
    case Kind.true:
      return TRUE;
    case Kind.false:
      return FALSE;
    case Kind.integer:
      return /^\d{1,6}$/.test(x.source()) && Number(x.source()) === 0 ? FALSE : TRUE;
    case Kind.not_operator:
      return negated(x);
    case Kind.boolean_operator:
      return conjunction(x);
    case Kind.comparison_operator:
      x.expression();
      return isScriptTest(x) ? SCRIPT : NONE;
    default:
      x.scan();
      return NONE;
  }
}

/** An expression whose truth is asked for. */
function tested(x: Extraction): Condition {
  const line = x.line();
  const ref = x.expression();
  ask(x, AskKind.TRUTH, ref, line);
  return proven(x, ref);
}

function isScriptTest(x: Extraction): boolean {
  const length = x.cursor.end() - x.cursor.start();
  return length <= IS_SCRIPT_LENGTH_MAX && IS_SCRIPT.test(x.source());
}
condition.none = NONE;

export function emitNarrowing(x: Extraction, narrowings: readonly Narrowing[]): void {
  const { out } = x;
  for (const [i, { value, type, isNegative }] of narrowings.entries()) {
    if (type === OPAQUE) {
      out.emit2(Op.GUARD, value, isNegative ? 0 : 1);
      continue;
    }
    // A name is read anew, so that what was learnt before holds on.
    const isRead = i > 0 && out.at(value) === Op.NAME;
    const now = isRead ? out.emit1(Op.NAME, out.at(value, 1)) : value;
    out.emit3(Op.NARROW, now, type, isNegative ? 1 : 0);
  }
}

/**
 * The blocks in which the later operands of an `and` stand: what the earlier ones prove holds there. Opened operand by
 * operand, closed together.
 */
export class Conjuncts {
  readonly #x: Extraction;
  #open = 0;

  constructor(x: Extraction) {
    this.#x = x;
  }

  /** What follows is evaluated only when these hold. */
  given(narrowings: readonly Narrowing[]): void {
    if (narrowings.length === 0) return;
    this.#x.out.emit2(Op.BLOCK, BlockKind.BRANCH, this.#x.nextStatement());
    this.#open++;
    emitNarrowing(this.#x, narrowings);
  }

  close(): void {
    for (; this.#open > 0; this.#open--) this.#x.out.emit0(Op.END_BLOCK);
  }
}

/** What the truth of an expression proves. */
export function proven(x: Extraction, ref: Ref): Condition {
  const { out } = x;
  if (out.at(ref) === Op.NAME || out.at(ref) === Op.ATTRIBUTE) {
    const name = out.at(ref, out.at(ref) === Op.NAME ? 1 : 2);
    return name === out.string('TYPE_CHECKING') ? { ...NONE, isTypeChecking: true } : NONE;
  }
  if (out.at(ref) !== Op.CALL) return NONE;
  if (out.at(ref, 3) === 0) return answered(x, ref);
  if (out.at(ref, 3) !== 2) return NONE;
  const callee = out.at(ref, 1);
  if (out.at(callee) !== Op.NAME || out.at(callee, 1) !== out.string('isinstance')) return NONE;
  const value = out.at(ref, 4);
  if (out.at(value) !== Op.NAME && out.at(value) !== Op.ATTRIBUTE) return NONE;
  const type = out.at(ref, 5);
  return {
    whenTrue: [{ value, type, isNegative: false }],
    whenFalse: [{ value, type, isNegative: true }],
    isTypeChecking: false,
  };
}

/** `name.method()` says of what kind the name is, where its classes answer each in its own way. */
function answered({ out }: Extraction, call: Ref): Condition {
  const callee = out.at(call, 1);
  if (out.at(callee) !== Op.ATTRIBUTE || out.at(out.at(callee, 1)) !== Op.NAME) return NONE;
  return {
    whenTrue: [{ value: call, type: OPAQUE, isNegative: false }],
    whenFalse: [{ value: call, type: OPAQUE, isNegative: true }],
    isTypeChecking: false,
  };
}

/** The operand of any number of `not`: they are walked in a loop, since a file may hold thousands in a row. */
function negated(x: Extraction): Condition {
  let depth = 0;
  while (x.kind() === Kind.not_operator && x.cursor.firstChild()) {
    depth++;
    while (isPunctuation(x.kind()) && x.cursor.nextSibling());
  }
  const operand = condition(x);
  for (let left = depth; left > 0; left--) x.cursor.parent();
  return depth % 2 === 0 ? operand : opposite(operand);
}

function opposite({ whenTrue, whenFalse, always }: Condition): Condition {
  const turned = { whenTrue: whenFalse, whenFalse: whenTrue, isTypeChecking: false };
  return always === undefined ? turned : { ...turned, always: !always };
}

/** Of `a and b and …` all hold; where `a or b or …` does not, none does. Leans left, so the spine is walked in a loop. */
function conjunction(x: Extraction): Condition {
  let depth = 0;
  while (x.kind() === Kind.boolean_operator && x.cursor.firstChild()) depth++;
  const conjuncts = new Conjuncts(x);
  let last = condition(x);
  const whenTrue = [...last.whenTrue];
  const whenFalse = [...last.whenFalse];
  let areAllAnd = true;
  let areAllOr = true;
  for (; depth > 0; depth--) {
    while (x.cursor.nextSibling()) {
      const kind = x.kind();
      if (kind === Kind['"and"']) {
        areAllOr = false;
        conjuncts.given(last.whenTrue);
      } else if (isPunctuation(kind)) {
        if (x.source() !== 'or') continue;
        areAllAnd = false;
        conjuncts.close();
      } else {
        last = condition(x);
        whenTrue.push(...last.whenTrue);
        whenFalse.push(...last.whenFalse);
      }
    }
    x.cursor.parent();
  }
  conjuncts.close();
  if (areAllAnd) return { ...NONE, whenTrue };
  return areAllOr ? { ...NONE, whenFalse } : NONE;
}
