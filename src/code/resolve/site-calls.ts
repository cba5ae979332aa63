/**
 * Which functions the calls of a file call, each with what it passes. Told once for a site, whichever function asks: in a file that
 * hands its functions on, each of them may be called at each of a hundred sites. What is told is remembered once it rests on
 * settled answers only.
 *
 * Where to look is for `parameters.ts` and `call-sites.ts` to say.
 */
import { addTo } from '../../kernel/groups.js';
import { Op } from '../code.js';
import { positionalArgument, positionalCount } from './arguments.js';
import { behindWrapper, WRAPPERS_MAX } from './calls.js';
import { decoratedBy } from './decorators.js';
import { knownName } from './known.js';
import { classMember, constructionOf } from './members.js';
import { CALLING_NAMES, handedOn, mayComeBack } from './outside-calls.js';
import type { Arguments, FileUnit, Session, SiteCall } from './session.js';
import { Kind } from './value-kinds.js';
import { type SetId, setOf, type ValueId } from './value-table.js';

const NO_CALLS: readonly SiteCall[] = [];

/** The calls of one function among those at some sites of a file. */
export function callsAmong(
  s: Session,
  file: FileUnit,
  sites: readonly number[],
  target: ValueId,
): readonly SiteCall[] {
  const found: SiteCall[] = [];
  for (const site of sites) {
    for (const call of callsAt(s, file, site)) if (call.target === target) found.push(call);
  }
  return found.length === 0 ? NO_CALLS : found;
}

/** By function: the calls in a file of what may be any function that was handed on, or that hand it on. */
export function handedCalls(s: Session, file: FileUnit): ReadonlyMap<ValueId, readonly SiteCall[]> {
  if (file.handedCalls !== undefined) return file.handedCalls;
  const low = s.solver.open();
  const byTarget = new Map<ValueId, SiteCall[]>();
  const calling = file.callSites.named([...CALLING_NAMES, 'partial'].map((name) => s.names.id(name)));
  for (const site of new Set([...calling, ...file.callSites.dynamic])) {
    for (const call of callsAt(s, file, site)) addTo(byTarget, call.target, call);
  }
  if (s.solver.close(low)) file.handedCalls = byTarget;
  return byTarget;
}

/** What the CALL or DECORATOR at `site` may call. */
function callsAt(s: Session, file: FileUnit, site: number): readonly SiteCall[] {
  const known = file.siteCalls.get(site);
  if (known !== undefined) return known;
  const low = s.solver.open();
  const calls = callsMade(s, file, site);
  const found = calls.length === 0 ? NO_CALLS : calls;
  if (s.solver.close(low)) file.siteCalls.set(site, found);
  return found;
}

function callsMade(s: Session, file: FileUnit, site: number): readonly SiteCall[] {
  const { code } = file.index;
  const calls: SiteCall[] = [];
  const isDecorator = code[site] === Op.DECORATOR;
  const applied = isDecorator ? [decoratedBy(s, file, site)] : [];
  const callees = s.expand(s.evaluate(file, code[site + 1] ?? 0));
  for (const value of s.values.elements(callees)) {
    for (const { targets, leading } of calledThrough(s, value)) {
      for (const target of targets) {
        calls.push({ target, file, call: isDecorator ? -1 : site, leading: [...leading, ...applied] });
      }
    }
  }
  if (isDecorator) return calls;
  calls.push(...boundBefore(s, file, site, callees));
  if (!s.values.elements(callees).some((value) => mayComeBack(s, value))) return calls;
  for (const { called, leading } of handedOn(s, { file, call: site, leading: [] }, callees)) {
    for (const value of s.values.elements(called)) {
      const first = calledBy(s, value);
      for (const target of first.targets) {
        calls.push({ target, file, call: -1, leading: [...first.leading, ...leading] });
      }
    }
  }
  return calls;
}

/** `partial(f, a, b=c)` as a call of `f` with what it binds. */
function boundBefore(s: Session, file: FileUnit, call: number, callees: SetId): readonly SiteCall[] {
  const isPartial = s.values.elements(callees).some((value) => PARTIALS.has(knownName(s, value)));
  if (!isPartial) return NO_CALLS;
  const passed: Arguments = { file, call, leading: [] };
  const rest: SetId[] = [];
  for (let place = 1; place < positionalCount(passed); place++)
    rest.push(positionalArgument(s, passed, place));
  return s.values.elements(s.expand(positionalArgument(s, passed, 0))).flatMap((value) => {
    const { targets, leading } = calledBy(s, value);
    return targets.map((target) => ({
      target,
      file,
      call,
      leading: [...leading, ...rest],
      isByNameOnly: true as const,
    }));
  });
}
const PARTIALS: ReadonlySet<string> = new Set(['functools.partial']);

/** What calling `value` passes first when that calls the target; undefined when it calls something else. */
export function leadingFor(s: Session, value: ValueId, target: ValueId): readonly SetId[] | undefined {
  const { targets, leading } = calledBy(s, value);
  return targets.includes(target) ? leading : undefined;
}

/** What runs when a value is called, and what that is passed first. */
interface Called {
  readonly targets: readonly ValueId[];
  readonly leading: readonly SetId[];
}

const NOTHING: readonly SetId[] = [];
const CALLS_NOTHING: Called = { targets: NOTHING, leading: NOTHING };

/** The same of a value and of the wrappers in it that pass on what they are passed. */
function calledThrough(s: Session, value: ValueId): readonly Called[] {
  const found: Called[] = [];
  let called: readonly ValueId[] = [value];
  for (let wrappers = 0; wrappers <= WRAPPERS_MAX && called.length > 0; wrappers++) {
    for (const each of called) found.push(calledBy(s, each));
    called = called.flatMap((each) => s.values.elements(behindWrapper(s, each)));
  }
  return found;
}

function calledBy(s: Session, value: ValueId): Called {
  const { values } = s;
  switch (values.kind(value)) {
    case Kind.FUNCTION:
    case Kind.LAMBDA:
      return { targets: [values.plain(value)], leading: NOTHING };
    case Kind.CONTEXT_FUNCTION:
    case Kind.STATIC_METHOD:
      return { targets: [values.plain(values.a(value))], leading: NOTHING };
    case Kind.METHOD:
      return { targets: [values.plain(values.a(value))], leading: [setOf(values.b(value))] };
    case Kind.CLASS:
    case Kind.SUBCLASS: {
      const made = values.kind(value) === Kind.CLASS ? Kind.INSTANCE : Kind.DECLARED;
      const targets = values.elements(constructionOf(s, value).init);
      return { targets, leading: [values.single(made, values.a(value), values.b(value))] };
    }
    case Kind.INSTANCE:
    case Kind.DECLARED:
      return {
        targets: values.elements(classMember(s, value, s.names.call)),
        leading: [setOf(value)],
      };
    default:
      return CALLS_NOTHING;
  }
}
