/**
 * What may run in place of the methods that values lead to, since the receiver may be of a derived class: overrides, siblings
 * behind `super()`, methods that a class leaves to those derived from it. And what of it is proven, where the receivers of the
 * call are known (ADR 49).
 */
import { Op } from '../code.js';
import { type CallFindings, NO_VALUES, type SiteKind, TARGETS_MAX } from './call-findings.js';
import { calleeName } from './callee-text.js';
import { type Evidence, isCalledSomewhere, isOnlyDeclared } from './evidence.js';
import type { Session } from './session.js';
import type { Targets } from './targets.js';
import { isAnyDerived, Kind } from './value-kinds.js';
import type { ValueId } from './value-table.js';

/** More overriding methods or other candidates than this are no answer. */
export const CANDIDATES_MAX = 5;

/** What a call leads to, and what may run instead. */
export interface OwnAndOthers {
  readonly own: readonly ValueId[];
  readonly others: readonly ValueId[];
}

/** What may run in place of `own`, the targets of the call of `callee`. */
export function othersFor(
  c: CallFindings,
  callee: number,
  kind: SiteKind,
  { targets, own }: { readonly targets: Targets; readonly own: readonly ValueId[] },
): readonly ValueId[] {
  if (kind === 'super') return siblings(c, callee, own);
  if (own.length > 0) return overriding(c, targets);
  return targets.isTooMany || targets.values.length > 0 ? NO_VALUES : derivedOnly(c, callee, targets);
}

/** Methods that override the ones found. */
export function overriding({ overrides, file }: CallFindings, targets: Targets): readonly ValueId[] {
  if (targets.open.length === 0) return NO_VALUES;
  const found: ValueId[] = [];
  for (const { receiver, name } of targets.open) {
    const methods =
      name === '' ? overrides.constructions(file, receiver) : overrides.of(file, receiver, name);
    addNew(found, methods, targets.values);
  }
  return found.length + targets.values.length > CANDIDATES_MAX ? NO_VALUES : found;
}

/** Where a call through `super()` leads for instances of derived classes. */
function siblings(c: CallFindings, callee: number, own: readonly ValueId[]): readonly ValueId[] {
  const { s, file } = c;
  const name = calleeName(file.index, callee);
  const found: ValueId[] = [];
  for (const value of s.values.elements(c.receivers(file.index.code[callee + 1] ?? 0))) {
    const self = s.values.kind(value) === Kind.SUPER ? s.values.b(value) : 0;
    if (!isAnyDerived(s.values.kind(self))) continue;
    addNew(found, c.overrides.siblings(file, value, name), own);
  }
  return found.length + own.length > CANDIDATES_MAX ? NO_VALUES : found;
}

/** A method that the receiver's class leaves to the classes derived from it. */
function derivedOnly(c: CallFindings, callee: number, targets: Targets): readonly ValueId[] {
  const { s, file } = c;
  if (file.index.code[callee] !== Op.ATTRIBUTE || !targets.isUnknown) return NO_VALUES;
  const name = calleeName(file.index, callee);
  const found: ValueId[] = [];
  for (const receiver of s.values.elements(c.receivers(file.index.code[callee + 1] ?? 0))) {
    if (!isAnyDerived(s.values.kind(receiver))) continue;
    addNew(found, c.overrides.inherited(file, receiver, name), NO_VALUES);
  }
  return found.length > CANDIDATES_MAX ? NO_VALUES : found;
}

/** Where all receivers are known, what runs for them is what is called; where some are, it is certain at least. */
export function proved(
  { s }: CallFindings,
  { targets, isOpen }: Evidence,
  { own: found, others }: OwnAndOthers,
): OwnAndOthers {
  const own = [...targets];
  if (isOpen) {
    const real = found.filter((value) => !isOnlyDeclared(s, value));
    addNew(own, real, targets);
  }
  if (own.length > TARGETS_MAX) return { own: found, others };
  const rest = others.filter((value) => !own.includes(value));
  return { own, others: isOpen ? rest : rest.filter((value) => !isMade(s, value)) };
}

/** Whether the class of a method is made somewhere, as far as names tell: if not, others may do so. */
function isMade(s: Session, method: ValueId): boolean {
  const unit = s.files[s.values.a(method)];
  const facts = unit?.index.facts.definitions[s.values.b(method)];
  const name = (facts?.isMethod === true ? unit?.index.facts.definitions[facts.parent] : facts)?.name;
  return unit !== undefined && name !== undefined && isCalledSomewhere(s, unit, name);
}

function addNew(found: ValueId[], values: readonly ValueId[], known: readonly ValueId[]): void {
  for (const value of values) if (!found.includes(value) && !known.includes(value)) found.push(value);
}
