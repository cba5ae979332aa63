/**
 * What is known of a call whose receiver may be of a derived class: which classes really get there, by the calls that are seen
 * (`receivers.ts`), and what runs for them. Asked when edges are drawn, never within values: it may take back what the hierarchy
 * alone allows.
 */
import { nameHash } from './callers.js';
import { externalAncestors } from './classes.js';
import { arrivingValue } from './contextual.js';
import { isInProgram } from './programs.js';
import { PROTOCOLS } from './python-data.js';
import { exactReceivers } from './receivers.js';
import type { FileUnit, Session } from './session.js';
import { targetsOf } from './targets.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, type ValueId } from './value-table.js';

export interface Evidence {
  /** Values whose class is known exactly. */
  readonly receivers: SetId;
  /** What runs for these: FUNCTION and CLASS values. */
  readonly targets: readonly ValueId[];
  /** Others may get there. */
  readonly isOpen: boolean;
}

/**
 * What gets to the expression at `ref`, and what `calleeOf` makes of each; undefined when nothing is known to get there or
 * something that runs could not be followed.
 */
export function evidenceFor(
  s: Session,
  file: FileUnit,
  ref: number,
  calleeOf: (receiver: ValueId) => SetId,
): Evidence | undefined {
  let receivers: SetId = EMPTY_SET;
  let callees: SetId = EMPTY_SET;
  const isProgram = isInProgram(s, file, ref);
  let isOpen = !isProgram && isDeclared(s, file, ref);
  const arriving = exactReceivers(s, file, ref);
  for (const value of s.values.elements(isProgram ? receiversInProgram(s, file, ref, arriving) : arriving)) {
    if (!isExact(s, value)) {
      isOpen ||= s.values.kind(value) !== Kind.NONE;
      continue;
    }
    receivers = s.values.union(receivers, setOf(value));
    callees = s.values.union(callees, calleeOf(value));
  }
  if (receivers === EMPTY_SET) return undefined;
  const { values, isTooMany, isUnknown } = targetsOf(s, callees);
  if (isTooMany || values.length === 0) return undefined;
  return { receivers, targets: values, isOpen: isOpen || isUnknown };
}

/** In a program all that is made is seen: what containers and fields of an annotated type hold is told by what is put there. */
function receiversInProgram(s: Session, file: FileUnit, ref: number, known: SetId): SetId {
  if (s.values.elements(known).every((value) => isExact(s, value))) return known;
  const held = s.values.flatMap(arrivingValue(s, file, ref), (value) =>
    s.values.kind(value) === Kind.DECLARED ? EMPTY_SET : setOf(value),
  );
  return held !== EMPTY_SET && s.values.elements(held).every((value) => isExact(s, value)) ? held : known;
}

/** Whether an annotation says what may be passed: then more may come than what is seen. */
function isDeclared(s: Session, file: FileUnit, ref: number): boolean {
  return s.values.elements(s.evaluate(file, ref)).some((value) => {
    const unit = s.values.kind(value) === Kind.PARAMETER ? s.files[s.values.a(value)] : undefined;
    return unit !== undefined && unit.index.code[s.values.b(value) + ANNOTATION] !== 0;
  });
}
const ANNOTATION = 3;

/** Whether a FUNCTION only says what there must be: a method of a protocol, or an abstract one. */
export function isOnlyDeclared(s: Session, value: ValueId): boolean {
  const unit = s.values.kind(value) === Kind.FUNCTION ? s.files[s.values.a(value)] : undefined;
  const facts = unit?.index.facts.definitions[s.values.b(value)];
  if (unit === undefined || facts?.isMethod !== true) return false;
  if (facts.decorators.some((text) => ABSTRACT.test(text))) return true;
  const owner = s.values.value(Kind.CLASS, unit.number, facts.parent);
  return externalAncestors(s, owner).some((name) => PROTOCOLS.has(name));
}
const ABSTRACT = /(?:^|\.)abstract\w*$/;

function isExact(s: Session, value: ValueId): boolean {
  switch (s.values.kind(value)) {
    case Kind.INSTANCE:
    case Kind.CLASS:
      return true;
    case Kind.SUPER:
      return isExact(s, s.values.b(value));
    default:
      return false;
  }
}

/** Whether something of a name is called in a file that defines it or in any other one. */
export function isCalledSomewhere(s: Session, file: FileUnit, name: string): boolean {
  if (file.callSites.named([s.names.id(name)]).length > 0) return true;
  const hash = nameHash(name);
  file.callersAsked.add(hash);
  return s.callers.areTooMany(hash, file.number) || s.callers.of(hash, file.number).length > 0;
}
