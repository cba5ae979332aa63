/**
 * Calls as they are written, `f(x)` and `@f`: from the values of the callee to edges, or to what else becomes of the call. Each
 * is counted, whatever becomes of it. Calls that Python makes by itself are in `special-calls.ts`.
 */
import { Op } from '../code.js';
import { positionalArgument } from './arguments.js';
import { attributesOf } from './attributes.js';
import { type CallFindings, NO_VALUES, type SiteKind, TARGETS_MAX } from './call-findings.js';
import { reasonFor, WHY_MAX } from './call-reasons.js';
import { heldWhereCalled } from './called-closures.js';
import { certaintyOf } from './certainty.js';
import { isOneOfKinds, ONE_OF } from './choices.js';
import { computedTargets, computedText, isByClassName } from './computed-names.js';
import { arrivingValue } from './contextual.js';
import { type Evidence, evidenceFor, isCalledSomewhere } from './evidence.js';
import { getterCalls } from './getter-calls.js';
import { valueAfterCalls } from './last-writes.js';
import { CANDIDATES_MAX, type OwnAndOthers, othersFor, proved } from './other-targets.js';
import { askedBySpecial, handedOn, hooksOf, importedByCall, mayComeBack } from './outside-calls.js';
import { isInProgram } from './programs.js';
import { caughtAt } from './raises.js';
import { keptByCall } from './registrations.js';
import { replacedBy } from './replaced.js';
import type { FileUnit, Session } from './session.js';
import {
  askedCalls,
  fieldCalls,
  handedCall,
  metaclassCall,
  sentCall,
  specialCalls,
} from './special-calls.js';
import { type Targets, targetsOf } from './targets.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, UNKNOWN_SET, type ValueId } from './value-table.js';
import { variantsAmong } from './variants.js';

/** More methods than this under one beginning are no answer; a visitor of a whole language has some hundreds. */
const COMPUTED_MAX = 2000;

const BEHIND_DECORATOR = 'runs when an instance is made, behind its decorator';
const OVERRIDES = 'overrides in a derived class';

/** A CALL. */
export function writtenCall(c: CallFindings, at: number, callee: number): void {
  const { s, file } = c;
  const values = ofCaught(c, callee) ?? valueAfterCalls(s, file, callee, s.evaluate(file, callee));
  resolveWritten(c, callee, values, isSuper(c, callee) ? 'super' : undefined);
  const passed = { file, call: at, leading: [] };
  c.kept.push(...keptByCall(s, passed, values));
  sentCall(c, callee);
  metaclassCall(c, at, values);
  fieldCalls(c, at, values);
  if (!someMayComeBack(c, values)) return;
  getterCalls(c, values, positionalArgument(s, passed, 0));
  for (const { called, leading } of handedOn(s, passed, values)) {
    handedCall(c, called);
    getterCalls(c, called, leading[0] ?? EMPTY_SET);
  }
  for (const asked of askedBySpecial(s, file, at, values)) askedCalls(c, asked);
  for (const hook of hooksOf(s, values)) specialCalls(c, file.index.code[callee + 1] ?? 0, [hook]);
  const imported = importedByCall(s, passed, values);
  if (imported !== undefined) c.imported.push(imported);
}

/** A method of what a handler catches, where that is seen. */
function ofCaught({ s, file }: CallFindings, callee: number): SetId | undefined {
  const { code, names } = file.index;
  if (code[callee] !== Op.ATTRIBUTE) return undefined;
  const caught = caughtAt(s, file, code[callee + 1] ?? 0);
  return caught === EMPTY_SET ? undefined : attributesOf(s, caught, names[code[callee + 2] ?? 0] ?? 0);
}

/** A DECORATOR. What a function from outside gives as a decorator is from outside, too. */
export function decoration(c: CallFindings, ref: number): void {
  const { s, file } = c;
  const { code } = file.index;
  const values = s.evaluate(file, ref);
  const callee = code[ref] === Op.CALL ? (code[ref + 1] ?? 0) : 0;
  const isMade = values === UNKNOWN_SET && callee !== 0;
  if (isMade && isOutside(c, s.evaluate(file, callee))) c.outcome = 'external';
  else resolveWritten(c, ref, values, 'decorator');
}

/** A RAISE: a class that is raised is called; what else is raised is there already. */
export function raisedCall(c: CallFindings, ref: number): void {
  const { values } = c.s;
  const classes = values.flatMap(c.receivers(ref), (value) =>
    values.kind(value) === Kind.CLASS ? setOf(value) : EMPTY_SET,
  );
  if (classes === EMPTY_SET) return;
  const targets = targetsOf(c.s, classes);
  if (targets.isTooMany || targets.values.length > TARGETS_MAX) return;
  const own = targets.values;
  addTargets(c, ref, 'implicit', { targets, own, others: NO_VALUES, evidence: undefined });
}

/** Only some calls that leave the project come back. */
function someMayComeBack({ s }: CallFindings, callees: SetId): boolean {
  if ((callees & 1) === 0) return mayComeBack(s, callees >> 1);
  return s.values.elements(callees).some((value) => mayComeBack(s, value));
}

function isSuper({ s, file }: CallFindings, callee: number): boolean {
  const { code } = file.index;
  const base = code[callee + 1] ?? 0;
  if (code[callee] !== Op.ATTRIBUTE || code[base] !== Op.CALL) return false;
  return s.values.elements(s.evaluate(file, base)).some((value) => s.values.kind(value) === Kind.SUPER);
}

/** Most calls that leave the project are told by their only value. */
function isOutside({ s }: CallFindings, values: SetId): boolean {
  if ((values & 1) === 1) return false;
  const kind = s.values.kind(values >> 1);
  return kind === Kind.EXTERNAL || kind === Kind.BUILTIN_METHOD;
}

/** A call that is counted, whatever becomes of it. */
function resolveWritten(c: CallFindings, callee: number, values: SetId, kind: SiteKind): void {
  if (isOutside(c, values)) {
    c.outcome = 'external';
    return;
  }
  const all = targetsOf(c.s, values);
  const targets = kind === undefined ? arrivingTargets(c, callee, all) : all;
  const isTooMany = targets.isTooMany || targets.values.length > TARGETS_MAX;
  const found = isTooMany ? [] : targets.values;
  const mayBe = othersFor(c, callee, kind, { targets, own: found });
  const isOpen = targets.open.length > 0;
  const isDoubtful = mayBe.length > 0 || (isOpen && (found.length > 1 || isInProgram(c.s, c.file, callee)));
  const evidence = isDoubtful ? evidenceOfCall(c, callee) : undefined;
  const both = { own: found, others: mayBe };
  const { own, others } = evidence === undefined ? both : proved(c, evidence, both);
  const named = { callee, values, runs: targets.values };
  addReplaced(c, replacedBy(c.s, c.file, named), targets.values);
  const isByName = targets.computed.length > 0 && addComputed(c, kind, targets);
  if (own.length > 0 || others.length > 0) {
    c.outcome = 'resolved';
    addTargets(c, callee, kind, { targets, own, others, evidence });
  } else if (isByName) {
    c.outcome = 'resolved';
  } else if (isTooMany) {
    c.outcome = 'tooMany';
  } else if (targets.isLambda) {
    c.outcome = 'resolved';
  } else {
    c.outcome = targets.isExternal && !targets.isUnknown ? 'external' : 'unresolved';
  }
}

/**
 * Edges to the methods whose names match those that are put together. Such as are called by their names, too, may be no handlers
 * but helpers beside these: they are candidates. Returns whether there are any.
 */
function addComputed(c: CallFindings, kind: SiteKind, { computed }: Targets): boolean {
  const before = c.found.length;
  for (const value of computed) {
    const targets = computedTargets(c.s, c, value);
    if (targets.length > COMPUTED_MAX) continue;
    const why = computedText(c.s, value).slice(0, WHY_MAX);
    const own = isByClassName(c.s, value) ? targets : targets.filter((target) => !isCalledByName(c, target));
    const others = targets.filter((target) => !own.includes(target));
    c.addAll(own, kind, { resolution: 'inferred', of: own.length, why });
    if (others.length <= CANDIDATES_MAX)
      c.addAll(others, kind, { resolution: 'candidate', of: others.length, why });
  }
  return c.found.length > before;
}

function isCalledByName({ s, file }: CallFindings, target: ValueId): boolean {
  const facts = s.files[s.values.a(target)]?.index.facts.definitions[s.values.b(target)];
  return facts !== undefined && isCalledSomewhere(s, file, facts.name);
}

/** Of several targets those that what really gets here leads to, where all of that is known. */
function arrivingTargets({ s, file }: CallFindings, callee: number, all: Targets): Targets {
  const count = all.values.length + (all.isLambda ? 1 : 0);
  if (count < 2 || all.isTooMany || isOnParameter(s, file, callee)) return all;
  const arriving = targetsOf(
    s,
    valueAfterCalls(s, file, callee, arrivingValue(s, file, callee, heldWhereCalled(s, file))),
  );
  const isSome = arriving.values.length > 0 || arriving.isLambda;
  const isKnown = !arriving.isUnknown && !arriving.isTooMany && isSome;
  return isKnown && arriving.values.every((value) => all.values.includes(value)) ? arriving : all;
}

/** Whether a callee is a method of what is passed: what arrives there is in its values as it is. */
function isOnParameter(s: Session, file: FileUnit, callee: number): boolean {
  const { code } = file.index;
  const base = code[callee + 1] ?? 0;
  if (code[callee] !== Op.ATTRIBUTE || code[base] !== Op.NAME) return false;
  const isMethod = s.values
    .elements(s.evaluate(file, callee))
    .every((value) => s.values.kind(value) === Kind.METHOD);
  const isPassed = (): boolean =>
    s.values.elements(s.evaluate(file, base)).some((value) => s.values.kind(value) === Kind.PARAMETER);
  return isMethod && isPassed();
}

/** What gets to the receiver of a call, where it is the class around or one derived from it by what is written. */
function evidenceOfCall({ s, file }: CallFindings, callee: number): Evidence | undefined {
  const { code, names } = file.index;
  if (code[callee] !== Op.ATTRIBUTE) return evidenceFor(s, file, callee, setOf);
  const name = names[code[callee + 2] ?? 0] ?? 0;
  // What a private name means is a matter of the class that it stands in.
  if (PRIVATE.test(s.names.text(name))) return undefined;
  return evidenceFor(s, file, code[callee + 1] ?? 0, (value) => s.attribute(value, name));
}

const PRIVATE = /^__\w*[^_]_?$/;

/** References to definitions that a callee names where something else runs. */
export function addReplaced(c: CallFindings, replaced: readonly ValueId[], runs: readonly ValueId[]): void {
  if (replaced.length === 0) return;
  const names = runs.length > TARGETS_MAX ? [] : c.inOrder(runs).map((value) => qualname(c, value));
  const why = `replaced by ${names.length === 0 ? 'its decorator' : names.join(', ')}`.slice(0, WHY_MAX);
  for (const target of c.inOrder(replaced)) c.replaced.push({ target, why });
}

function qualname({ s }: CallFindings, value: ValueId): string {
  const definitions = s.files[s.values.a(value)]?.index.facts.definitions;
  return definitions?.[s.values.b(value)]?.qualname ?? '';
}

/** The edges of a call; `others` are what may run in place of `own`. */
export function addTargets(
  c: CallFindings,
  callee: number,
  kind: SiteKind,
  {
    targets,
    own,
    others,
    evidence,
  }: OwnAndOthers & { readonly targets: Targets; readonly evidence: Evidence | undefined },
): void {
  const certainty = certaintyOf(c.s, c.file, callee);
  const isSure = certainty === 'exact' && own.length === 1 && others.length === 0;
  const isExact = isSure && evidence === undefined && !targets.isUnknown && !isMadeElsewhere(c, own[0] ?? 0);
  const resolution = isExact ? 'exact' : 'inferred';
  const of = own.length + others.length;
  if (isOneOfKinds(c, callee, own.length) && others.length === 0) {
    c.addAll(own, kind, { resolution: 'candidate', of, why: ONE_OF });
    return;
  }
  const why = isExact ? '' : reasonFor(c.s, c.file, callee, { certainty, evidence });
  const variants = own.length < 2 ? NO_VALUES : variantsAmong(c.s, own);
  for (const target of c.inOrder(own)) {
    c.add(target, kind, { resolution: variants.includes(target) ? 'candidate' : resolution, of, why });
  }
  c.addAll(others, kind, { resolution: 'candidate', of, why: OVERRIDES });
  if (own.length === 0) return;
  if (!targets.isImpliedDecorated) c.addAll(targets.implied, 'implicit', { resolution, of, why });
  else c.addAll(targets.implied, 'implicit', { resolution: 'inferred', of, why: BEHIND_DECORATOR });
}

/** Whether a function of another file stands within a function: a decorator or a call gave it there. */
function isMadeElsewhere({ s, file }: CallFindings, target: ValueId): boolean {
  const { values, files } = s;
  if (values.kind(target) !== Kind.FUNCTION || values.a(target) === file.number) return false;
  const definitions = files[values.a(target)]?.index.facts.definitions;
  return definitions?.[definitions[values.b(target)]?.parent ?? -1]?.kind === 'function';
}
