/** `match`: each `case` is a branch; its patterns bind names and tell types. */
import { BlockKind, Op } from '../code.js';
import { OPAQUE, type Ref } from './emitter.js';
import type { Extraction } from './extraction.js';
import { Kind } from './kinds.js';
import { eachPlace } from './places.js';

/** Returns whether every case leaves and one of them always matches. */
export function matchStatement(x: Extraction): boolean {
  const number = x.nextStatement();
  const subjects: Ref[] = [];
  let hasLast = false;
  let allLeave = true;
  x.eachPart(() => {
    if (x.kind() !== Kind.block) {
      subjects.push(x.expression());
      return;
    }
    const [first = OPAQUE] = subjects;
    const subject = subjects.length === 1 ? first : x.out.emit(Op.TUPLE, [subjects.length, ...subjects]);
    x.eachPart(() => {
      if (x.kind() !== Kind.case_clause) return;
      const isLast = isIrrefutable(x);
      hasLast ||= isLast;
      allLeave =
        caseClause(x, { subject, kind: isLast ? BlockKind.LAST_BRANCH : BlockKind.BRANCH, number }) &&
        allLeave;
    });
  });
  return hasLast && allLeave;
}

/** `case _:` and `case name:` without a guard. */
function isIrrefutable(x: Extraction): boolean {
  let patterns = 0;
  let isCapture = false;
  let hasGuard = false;
  x.eachPart(() => {
    if (x.kind() === Kind.if_clause) hasGuard = true;
    if (x.kind() !== Kind.case_pattern) return;
    patterns++;
    isCapture = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(x.source()) && !/^(?:None|True|False)$/.test(x.source());
  });
  return patterns === 1 && isCapture && !hasGuard;
}

function caseClause(
  x: Extraction,
  branch: { readonly subject: Ref; readonly kind: number; readonly number: number },
): boolean {
  let leaves = false;
  let patterns = 0;
  x.eachPart(() => {
    if (x.kind() === Kind.case_pattern) patterns++;
  });
  x.inBlock(branch.kind, branch.number, () => {
    let index = 0;
    x.eachPart(() => {
      const kind = x.kind();
      if (kind === Kind.case_pattern) {
        pattern(x, patterns === 1 ? branch.subject : item(x, branch.subject, index));
        index++;
      } else if (kind === Kind.block) {
        leaves = x.block();
      } else {
        x.scan();
      }
    });
  });
  return leaves;
}

function item(x: Extraction, subject: Ref, index: number): Ref {
  return subject === OPAQUE ? OPAQUE : x.out.emit2(Op.UNPACKED, subject, x.out.integer(index));
}

/** Binds what the pattern under the cursor captures of `subject`. */
function pattern(x: Extraction, subject: Ref): void {
  if (!x.enter()) return;
  switch (x.kind()) {
    case Kind.case_pattern:
      x.eachPart(() => pattern(x, subject));
      break;
    case Kind.dotted_name:
      capture(x, subject);
      break;
    case Kind.identifier:
      x.out.emit2(Op.BIND, x.out.string(x.name()), subject);
      break;
    case Kind.as_pattern:
      asPattern(x, subject);
      break;
    case Kind.class_pattern:
      classPattern(x, subject);
      break;
    case Kind.list_pattern:
    case Kind.tuple_pattern:
      sequencePattern(x, subject);
      break;
    case Kind.splat_pattern:
      splatPattern(x, OPAQUE);
      break;
    case Kind.union_pattern:
      x.eachPart(() => pattern(x, subject));
      break;
    case Kind.dict_pattern:
      dictPattern(x, subject);
      break;
    default:
      x.scan();
  }
  x.leave();
}

function sequencePattern(x: Extraction, subject: Ref): void {
  eachPlace(x, {
    isStarred: () => x.source().startsWith('*'),
    takeItem: (place) => pattern(x, item(x, subject, place)),
    takeRest: (from, to) => {
      splatPattern(x, subject === OPAQUE ? OPAQUE : x.out.emit3(Op.SLICE, subject, from, to));
    },
  });
}

/** `*rest`, bare or within its case_pattern. */
function splatPattern(x: Extraction, value: Ref): void {
  x.eachPart(() => {
    if (x.kind() === Kind.splat_pattern) splatPattern(x, value);
    else if (x.kind() === Kind.identifier) x.out.emit2(Op.BIND, x.out.string(x.name()), value);
  });
}

/** A single name captures, a dotted one is compared with. */
function capture(x: Extraction, subject: Ref): void {
  const name = x.name();
  if (!name.includes('.') && name !== '_') x.out.emit2(Op.BIND, x.out.string(name), subject);
}

function asPattern(x: Extraction, subject: Ref): void {
  let narrowed = subject;
  x.eachPart(() => {
    if (x.kind() === Kind.identifier) x.out.emit2(Op.BIND, x.out.string(x.name()), narrowed);
    else {
      const type = classOf(x);
      pattern(x, subject);
      if (type !== OPAQUE && subject !== OPAQUE) narrowed = x.out.emit2(Op.NARROWED, subject, type);
      else if (type !== OPAQUE) narrowed = x.out.emit1(Op.INSTANCE, type);
    }
  });
}

/** The class that the case_pattern under the cursor asks for, OPAQUE when it is no class pattern. */
function classOf(x: Extraction): Ref {
  let depth = 0;
  while (x.kind() === Kind.case_pattern && x.cursor.firstChild()) depth++;
  let type = OPAQUE;
  if (x.kind() === Kind.class_pattern && x.cursor.firstChild()) {
    type = dotted(x);
    x.cursor.parent();
  }
  for (; depth > 0; depth--) x.cursor.parent();
  return type;
}

function classPattern(x: Extraction, subject: Ref): void {
  let narrowed = OPAQUE;
  x.eachPart(() => {
    if (x.kind() === Kind.dotted_name) {
      const type = dotted(x);
      if (subject === OPAQUE) narrowed = x.out.emit1(Op.INSTANCE, type);
      else {
        narrowed = x.out.emit2(Op.NARROWED, subject, type);
        if (isPlace(x, subject)) x.out.emit3(Op.NARROW, subject, type, 0);
      }
      return;
    }
    x.eachPart(() => {
      if (x.kind() === Kind.keyword_pattern) keywordPattern(x, narrowed);
      else pattern(x, OPAQUE);
    });
  });
}

function isPlace(x: Extraction, ref: Ref): boolean {
  return x.out.at(ref) === Op.NAME || x.out.at(ref) === Op.ATTRIBUTE;
}

/** `Loaf(crust=name)`: the name is bound to the attribute. */
function keywordPattern(x: Extraction, subject: Ref): void {
  const line = x.line();
  let value: Ref | undefined;
  x.eachPart(() => {
    if (value === undefined) value = x.out.emit3(Op.ATTRIBUTE, subject, x.out.string(x.name()), line);
    else pattern(x, value);
  });
}

function dictPattern(x: Extraction, subject: Ref): void {
  let isKey = true;
  let key = OPAQUE;
  x.eachPart(() => {
    if (x.kind() === Kind.splat_pattern) {
      pattern(x, OPAQUE);
      return;
    }
    if (isKey) key = x.kind() === Kind.string || x.kind() === Kind.integer ? x.expression() : OPAQUE;
    else pattern(x, subject === OPAQUE ? OPAQUE : x.out.emit2(Op.UNPACKED, subject, key));
    isKey = !isKey;
  });
}

/** `a.b.C` as an expression. */
function dotted(x: Extraction): Ref {
  const line = x.line();
  let ref: Ref | undefined;
  x.eachPart(() => {
    const name = x.out.string(x.name());
    ref = ref === undefined ? x.out.emit1(Op.NAME, name) : x.out.emit3(Op.ATTRIBUTE, ref, name, line);
  });
  return ref ?? OPAQUE;
}
