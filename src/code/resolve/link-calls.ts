/**
 * The calls of one file: walks its instructions once and resolves each call, decorator, property, iteration and `with`, as far
 * as values can be followed. A call whose callee is not known becomes no edge: it is counted and listed.
 *
 * What one instruction shows is gathered first and recorded afterwards: when the solver had to put something off for its
 * depth, the instruction is looked at again.
 */
import { Op, ScopeKind } from '../code.js';
import { fileId, RESOLUTIONS, type Resolution, type Site, type UnresolvedCall } from '../model.js';
import { calleeName, calleeText } from './callee-text.js';
import { type Certainty, certaintyOf, isDecorated } from './certainty.js';
import { classOrder } from './classes.js';
import type { EdgeDrafts } from './edges.js';
import { type Evidence, evidenceFor, isCalledSomewhere, isOnlyDeclared } from './evidence.js';
import { fixturesFor } from './fixtures.js';
import type { Ids } from './ids.js';
import { bodyMember, classMember, memberOf } from './members.js';
import { operatorMethods } from './operators.js';
import { calledByOutside, importedByCall, mayComeBack, specialMethodOf } from './outside-calls.js';
import type { Overrides } from './overrides.js';
import { isMainModule, keptByCall, type Registered, RUN_AS_SCRIPT } from './registrations.js';
import { replacedBy, replacedGetter } from './replaced.js';
import { isBoundTooOften } from './scopes.js';
import type { FileUnit, Session } from './session.js';
import { nextInstruction } from './stream.js';
import { type Targets, targetsOf } from './targets.js';
import { EMPTY_SET, isInstance, Kind, type SetId, setOf, UNKNOWN_SET, type ValueId } from './values.js';
import { variantsAmong } from './variants.js';

/** More overriding methods or other candidates than this are no answer. */
const CANDIDATES_MAX = 5;

/** More values that were followed to a call than this are no answer: the call counts as unresolved. */
const TARGETS_MAX = 12;

/** Instructions between two chances for the caller to wait: half a millisecond of work, ten where all is bound too often. */
const SLICE = 100;

/** Reasons stay a few words. */
const WHY_MAX = 80;

const OVERRIDES = 'overrides in a derived class';
const SEVERAL = 'bound in several places';
const DECORATED = 'as its decorators leave it';
const BOUND = 'followed through what binds it';
const HANDED = 'handed to a function that calls it';
const DERIVES = 'runs when a class is derived';
const INJECTED = 'fixture that pytest passes by its name';

export interface CallCounts {
  /** Calls with an edge, of which `inferred` and `candidate` ones, whose best edge is no better. */
  resolved: number;
  inferred: number;
  candidate: number;
  external: number;
  unresolved: number;
  /** Calls given up since too much may be called. */
  tooMany: number;
}

/** What the parts of linking a file share. */
export interface FileLinking {
  readonly session: Session;
  readonly ids: Ids;
  readonly overrides: Overrides;
  readonly file: FileUnit;
  readonly edges: EdgeDrafts;
}

type SiteKind = NonNullable<Site['kind']> | undefined;

/** An edge to be. */
interface Found {
  readonly target: ValueId;
  readonly line: number;
  readonly resolution: Resolution;
  readonly kind: SiteKind;
  readonly why: string;
  readonly of: number;
}

/** What became of a call as it is written; the other instructions have none. */
type Outcome = 'none' | 'resolved' | 'external' | 'unresolved' | 'tooMany';

export class CallLinker {
  readonly counts: CallCounts = {
    resolved: 0,
    inferred: 0,
    candidate: 0,
    external: 0,
    unresolved: 0,
    tooMany: 0,
  };
  readonly unresolved: UnresolvedCall[] = [];
  /** Calls given up since what they start from is bound in too many places. */
  cutNames = 0;
  readonly #s: Session;
  readonly #ids: Ids;
  readonly #overrides: Overrides;
  readonly #file: FileUnit;
  readonly #code: Int32Array;
  readonly #edges: EdgeDrafts;
  /** The node that the code being walked belongs to. */
  #source: { readonly number: number; readonly id: string };
  #isInClass = false;
  readonly #scopes: boolean[] = [];
  readonly #sources: { readonly number: number; readonly id: string }[] = [];
  /** Of the instruction that is looked at. */
  #line = 1;
  #outcome: Outcome = 'none';
  readonly #found: Found[] = [];
  readonly #imported: string[] = [];
  /** Definitions that are named where something else runs in their place. */
  readonly #replaced: { readonly target: ValueId; readonly why: string }[] = [];
  /** Definitions that a framework is given, by this file. */
  readonly registered: Registered[] = [];
  readonly #kept: { readonly target: ValueId; readonly label: string }[] = [];
  /** How many blocks are open, and how many were when the part began that runs only in a script; 0 outside of it. */
  #blocks = 0;
  #scriptBlocks = 0;

  constructor(linking: FileLinking) {
    this.#s = linking.session;
    this.#ids = linking.ids;
    this.#overrides = linking.overrides;
    this.#file = linking.file;
    this.#code = linking.file.index.code;
    this.#edges = linking.edges;
    this.#source = { number: 0, id: fileId(linking.file.path) };
  }

  /** Yields now and then, so that the caller may do something else. */
  *walk(): Generator<void, void, void> {
    let count = 0;
    for (let at = 0; at < this.#code.length; at = nextInstruction(this.#code, at)) {
      while (!this.#instruction(this.#code[at] ?? 0, at)) yield* this.#s.solver.settle();
      if (++count % SLICE === 0) yield;
    }
    this.unresolved.sort((a, b) => a.line - b.line);
  }

  /** Returns whether it is done; if not, it has to be looked at again once the solver has settled what it put off. */
  #instruction(op: number, at: number): boolean {
    const code = this.#code;
    switch (op) {
      case Op.BIND:
        if (!this.#isInClass || code[code[at + 2] ?? 0] !== Op.CALL) break;
        this.#line = code[(code[at + 2] ?? 0) + 2] ?? 0;
        return this.#resolve(op, at);
      case Op.SCOPE:
        this.#scopes.push(this.#isInClass);
        this.#isInClass = code[at + 1] === ScopeKind.CLASS;
        this.#sources.push(this.#source);
        if (code[at + 1] === ScopeKind.FUNCTION) {
          const definition = code[at + 2] ?? 0;
          this.#source = { number: definition + 1, id: this.#ids.of(this.#file, definition) };
          this.#line = this.#file.index.facts.definitions[definition]?.line ?? 0;
          return this.#resolve(op, at);
        }
        break;
      case Op.CLASS: {
        const facts = this.#file.index.facts.definitions[code[at + 1] ?? 0];
        this.#line = facts?.line ?? 0;
        return facts?.bases.length === 0 || this.#resolve(op, at);
      }
      case Op.BLOCK:
        this.#blocks++;
        break;
      case Op.END_BLOCK:
        this.#blocks--;
        if (this.#blocks < this.#scriptBlocks) this.#scriptBlocks = 0;
        break;
      case Op.SCRIPT:
        this.#scriptBlocks = this.#blocks;
        break;
      case Op.END_SCOPE:
        this.#source = this.#sources.pop() ?? this.#source;
        this.#isInClass = this.#scopes.pop() ?? false;
        break;
      case Op.CALL:
      case Op.DECORATOR:
      case Op.RAISE:
      case Op.ENTER:
      case Op.ASYNC_ENTER:
      case Op.ELEMENT:
      case Op.ASYNC_ELEMENT:
        this.#line = code[at + 2] ?? 0;
        return this.#resolve(op, at);
      case Op.YIELD_FROM:
        this.#line = code[at + 2] ?? 0;
        return this.#resolve(op, at);
      case Op.ATTRIBUTE:
      case Op.SUBSCRIPT:
      case Op.DELETE_ITEM:
        this.#line = code[at + 3] ?? 0;
        return this.#resolve(op, at);
      case Op.SET_ATTRIBUTE:
      case Op.SET_ITEM:
      case Op.OPERATION:
        this.#line = code[at + 4] ?? 0;
        return this.#resolve(op, at);
    }
    return true;
  }

  #resolve(op: number, at: number): boolean {
    const { solver } = this.#s;
    if (this.#found.length > 0) this.#found.length = 0;
    if (this.#imported.length > 0) this.#imported.length = 0;
    if (this.#replaced.length > 0) this.#replaced.length = 0;
    if (this.#kept.length > 0) this.#kept.length = 0;
    this.#outcome = 'none';
    solver.begin(this.#file.number);
    this.#look(op, at);
    if (!solver.end()) return false;
    this.#record(at);
    return true;
  }

  #look(op: number, at: number): void {
    const operand = this.#code[at + 1] ?? 0;
    switch (op) {
      case Op.CALL:
        this.#call(at, operand);
        break;
      case Op.DECORATOR:
        this.#decorator(operand);
        break;
      case Op.RAISE:
        this.#raised(operand);
        break;
      case Op.BIND:
        this.#special(this.#receivers(this.#code[at + 2] ?? 0), '__set_name__', this.#code[at + 2] ?? 0);
        break;
      case Op.SCOPE:
        this.#injected(this.#code[at + 2] ?? 0);
        break;
      case Op.CLASS:
        this.#derived(operand);
        break;
      case Op.ATTRIBUTE:
        this.#s.evaluate(this.#file, at);
        if (this.#file.propertyReads.has(at)) this.#property(at, operand, false);
        break;
      case Op.SET_ATTRIBUTE:
        this.#property(at, operand, true);
        break;
      case Op.ENTER:
        this.#special(this.#receivers(operand), '__enter__', operand);
        this.#special(this.#receivers(operand), '__exit__', operand);
        break;
      case Op.ASYNC_ENTER:
        this.#special(this.#receivers(operand), '__aenter__', operand);
        this.#special(this.#receivers(operand), '__aexit__', operand);
        break;
      case Op.ELEMENT:
        this.#iteration(operand, '__iter__', '__next__');
        break;
      case Op.ASYNC_ELEMENT:
        this.#iteration(operand, '__aiter__', '__anext__');
        break;
      case Op.YIELD_FROM:
        this.#iteration(operand, '__iter__', '__next__');
        break;
      case Op.OPERATION:
        this.#operation(at);
        break;
      case Op.DELETE_ITEM:
        this.#special(this.#receivers(operand), '__delitem__', operand);
        break;
      case Op.SUBSCRIPT:
        this.#special(this.#receivers(operand), '__getitem__', operand);
        break;
      case Op.SET_ITEM:
        this.#special(this.#receivers(operand), '__setitem__', operand);
        break;
    }
  }

  /** Turns what was found into edges, counts and the list of what stays open. */
  #record(at: number): void {
    for (const { target, line, resolution, kind, why, of } of this.#found) {
      const site = {
        line,
        resolution,
        of,
        ...(kind === undefined ? {} : { kind }),
        ...(why === '' ? {} : { why }),
      };
      this.#edges.addCall(this.#source, target, site);
    }
    this.#register();
    for (const path of this.#imported) {
      if (path !== this.#file.path) this.#edges.addImport(path, this.#line, '', false);
    }
    for (const { target, why } of this.#replaced) {
      this.#edges.addReference(this.#source, target, { line: this.#line, why });
    }
    switch (this.#outcome) {
      case 'none':
        break;
      case 'resolved':
        this.#countResolved();
        break;
      case 'external':
        this.counts.external++;
        break;
      case 'tooMany':
        this.counts.tooMany++;
        if (isBoundTooOften(this.#file.index, at)) this.cutNames++;
        this.#leaveOpen(at);
        break;
      case 'unresolved':
        this.#leaveOpen(at);
        break;
    }
  }

  /** What a framework was given, and what the file calls when it is run as a script. */
  #register(): void {
    const isMain = this.#scriptBlocks > 0 || isMainModule(this.#file.path);
    if (isMain && this.#source.number === 0) {
      for (const { target } of this.#found) this.#addRegistered(target, RUN_AS_SCRIPT);
    }
    for (const { target, label } of this.#kept) this.#addRegistered(target, label);
  }

  #addRegistered(target: ValueId, label: string): void {
    const unit = this.#s.files[this.#s.values.a(target)];
    const qualname = unit?.index.facts.definitions[this.#s.values.b(target)]?.qualname;
    if (unit === undefined || qualname === undefined) return;
    this.registered.push({ slot: unit.slot, qualname, label });
  }

  #countResolved(): void {
    this.counts.resolved++;
    const found = new Set(this.#found.map(({ resolution }) => resolution));
    const best = RESOLUTIONS.find((resolution) => found.has(resolution));
    if (best === 'inferred' || best === 'candidate') this.counts[best]++;
  }

  #leaveOpen(at: number): void {
    const { index } = this.#file;
    const callee = this.#code[at + 1] ?? 0;
    this.counts.unresolved++;
    this.unresolved.push({
      line: this.#line,
      callee: calleeText(index, callee),
      name: calleeName(index, callee),
    });
  }

  #receivers(ref: number): SetId {
    return this.#s.expand(this.#s.evaluate(this.#file, ref));
  }

  // calls as they are written

  #call(at: number, callee: number): void {
    const values = this.#s.evaluate(this.#file, callee);
    this.#written(callee, values, this.#isSuper(callee) ? 'super' : undefined);
    const passed = { file: this.#file, call: at, leading: [] };
    this.#kept.push(...keptByCall(this.#s, passed, values));
    if (!this.#mayComeBack(values)) return;
    for (const handed of calledByOutside(this.#s, passed, values)) this.#handed(handed);
    const special = specialMethodOf(this.#s, this.#file, at, values);
    if (special !== undefined) {
      for (const name of special.names) this.#special(special.receivers, name, special.argument);
    }
    const imported = importedByCall(this.#s, passed, values);
    if (imported !== undefined) this.#imported.push(imported);
  }

  /** A class that is raised is called; what else is raised is there already. */
  #raised(ref: number): void {
    const { values } = this.#s;
    const classes = values.flatMap(this.#receivers(ref), (value) =>
      values.kind(value) === Kind.CLASS ? setOf(value) : EMPTY_SET,
    );
    if (classes === EMPTY_SET) return;
    const targets = targetsOf(this.#s, classes);
    if (targets.isTooMany || targets.values.length > TARGETS_MAX) return;
    this.#addTargets(ref, 'implicit', targets, {
      own: targets.values,
      others: NO_VALUES,
      evidence: undefined,
    });
  }

  /** Fixtures that pytest runs to call a test. */
  #injected(definition: number): void {
    const fixtures = fixturesFor(this.#s, this.#file, definition);
    for (const target of this.#inOrder(this.#s.values.elements(fixtures))) {
      this.#add(target, 'implicit', { resolution: 'inferred', of: 1, why: INJECTED });
    }
  }

  /** What a function from outside gives as a decorator is from outside, too. */
  #decorator(ref: number): void {
    const values = this.#s.evaluate(this.#file, ref);
    const callee = this.#code[ref] === Op.CALL ? (this.#code[ref + 1] ?? 0) : 0;
    const isMade = values === UNKNOWN_SET && callee !== 0;
    if (isMade && this.#isOutside(this.#s.evaluate(this.#file, callee))) this.#outcome = 'external';
    else this.#written(ref, values, 'decorator');
  }

  /** Only some calls that leave the project come back. */
  #mayComeBack(callees: SetId): boolean {
    if ((callees & 1) === 0) return mayComeBack(this.#s, callees >> 1);
    return this.#s.values.elements(callees).some((value) => mayComeBack(this.#s, value));
  }

  #isSuper(callee: number): boolean {
    const base = this.#code[callee + 1] ?? 0;
    if (this.#code[callee] !== Op.ATTRIBUTE || this.#code[base] !== Op.CALL) return false;
    return this.#s.values
      .elements(this.#s.evaluate(this.#file, base))
      .some((value) => this.#s.values.kind(value) === Kind.SUPER);
  }

  /** A call that is counted, whatever becomes of it. */
  #written(callee: number, values: SetId, kind: SiteKind): void {
    if (this.#isOutside(values)) {
      this.#outcome = 'external';
      return;
    }
    const targets = targetsOf(this.#s, values);
    const isTooMany = targets.isTooMany || targets.values.length > TARGETS_MAX;
    const found = isTooMany ? [] : targets.values;
    const mayBe = this.#others(callee, kind, targets, found);
    const isDoubtful = mayBe.length > 0 || (targets.open.length > 0 && found.length > 1);
    const evidence = isDoubtful ? this.#evidence(callee) : undefined;
    const { own, others } =
      evidence === undefined ? { own: found, others: mayBe } : this.#proved(evidence, found, mayBe);
    const named = { callee, values, runs: targets.values };
    this.#addReplaced(replacedBy(this.#s, this.#file, named), targets.values);
    if (own.length > 0 || others.length > 0) {
      this.#outcome = 'resolved';
      this.#addTargets(callee, kind, targets, { own, others, evidence });
    } else if (isTooMany) {
      this.#outcome = 'tooMany';
    } else if (targets.isLambda) {
      this.#outcome = 'resolved';
    } else {
      this.#outcome = targets.isExternal && !targets.isUnknown ? 'external' : 'unresolved';
    }
  }

  /** What gets to the receiver of a call, where it is the class around or one derived from it by what is written. */
  #evidence(callee: number): Evidence | undefined {
    const isMethod = this.#code[callee] === Op.ATTRIBUTE;
    return evidenceFor(this.#s, this.#file, isMethod ? (this.#code[callee + 1] ?? 0) : callee, (value) =>
      isMethod ? this.#s.attribute(value, this.#nameAt(callee)) : setOf(value),
    );
  }

  #nameAt(attribute: number): number {
    return this.#file.index.names[this.#code[attribute + 2] ?? 0] ?? 0;
  }

  /** Where all receivers are known, what runs for them is what is called; where some are, it is certain at least. */
  #proved(
    { targets, isOpen }: Evidence,
    found: readonly ValueId[],
    mayBe: readonly ValueId[],
  ): { readonly own: readonly ValueId[]; readonly others: readonly ValueId[] } {
    const own = [...targets];
    if (isOpen) {
      const real = found.filter((value) => !isOnlyDeclared(this.#s, value));
      addNew(own, real, targets);
    }
    if (own.length > TARGETS_MAX) return { own: found, others: mayBe };
    const rest = mayBe.filter((value) => !own.includes(value));
    return { own, others: isOpen ? rest : rest.filter((value) => !this.#isMade(value)) };
  }

  /** Whether the class of a method is made somewhere, as far as names tell: if not, others may do so. */
  #isMade(method: ValueId): boolean {
    const unit = this.#s.files[this.#s.values.a(method)];
    const facts = unit?.index.facts.definitions[this.#s.values.b(method)];
    const name = (facts?.isMethod === true ? unit?.index.facts.definitions[facts.parent] : facts)?.name;
    return unit !== undefined && name !== undefined && isCalledSomewhere(this.#s, unit, name);
  }

  #addReplaced(replaced: readonly ValueId[], runs: readonly ValueId[]): void {
    if (replaced.length === 0) return;
    const names = runs.length > TARGETS_MAX ? [] : this.#inOrder(runs).map((value) => this.#qualname(value));
    const why = `replaced by ${names.length === 0 ? 'its decorator' : names.join(', ')}`.slice(0, WHY_MAX);
    for (const target of this.#inOrder(replaced)) this.#replaced.push({ target, why });
  }

  #qualname(value: ValueId): string {
    const definitions = this.#s.files[this.#s.values.a(value)]?.index.facts.definitions;
    return definitions?.[this.#s.values.b(value)]?.qualname ?? '';
  }

  /** Most calls that leave the project are told by their only value. */
  #isOutside(values: SetId): boolean {
    if ((values & 1) === 1) return false;
    const kind = this.#s.values.kind(values >> 1);
    return kind === Kind.EXTERNAL || kind === Kind.BUILTIN_METHOD;
  }

  /** What may run in place of `own`, since the receiver may be of a derived class. */
  #others(callee: number, kind: SiteKind, targets: Targets, own: readonly ValueId[]): readonly ValueId[] {
    if (kind === 'super') return this.#siblings(callee, own);
    if (own.length > 0) return this.#overriding(targets);
    return targets.isTooMany || targets.values.length > 0 ? NO_VALUES : this.#derivedOnly(callee, targets);
  }

  /** Methods that override the ones found. */
  #overriding(targets: Targets): readonly ValueId[] {
    if (targets.open.length === 0) return NO_VALUES;
    const found: ValueId[] = [];
    for (const { receiver, name } of targets.open) {
      const methods =
        name === ''
          ? this.#overrides.constructions(this.#file, receiver)
          : this.#overrides.of(this.#file, receiver, name);
      addNew(found, methods, targets.values);
    }
    return found.length + targets.values.length > CANDIDATES_MAX ? NO_VALUES : found;
  }

  /** Where a call through `super()` leads for instances of derived classes. */
  #siblings(callee: number, own: readonly ValueId[]): readonly ValueId[] {
    const name = calleeName(this.#file.index, callee);
    const found: ValueId[] = [];
    for (const value of this.#s.values.elements(this.#receivers(this.#code[callee + 1] ?? 0))) {
      const self = this.#s.values.kind(value) === Kind.SUPER ? this.#s.values.b(value) : 0;
      if (!isOpen(this.#s.values.kind(self))) continue;
      addNew(found, this.#overrides.siblings(this.#file, value, name), own);
    }
    return found.length + own.length > CANDIDATES_MAX ? NO_VALUES : found;
  }

  /** A method that the receiver's class leaves to the classes derived from it. */
  #derivedOnly(callee: number, targets: Targets): readonly ValueId[] {
    if (this.#code[callee] !== Op.ATTRIBUTE || !targets.isUnknown) return NO_VALUES;
    const name = calleeName(this.#file.index, callee);
    const found: ValueId[] = [];
    for (const receiver of this.#s.values.elements(this.#receivers(this.#code[callee + 1] ?? 0))) {
      if (!isOpen(this.#s.values.kind(receiver))) continue;
      addNew(found, this.#overrides.inherited(this.#file, receiver, name), NO_VALUES);
    }
    return found.length > CANDIDATES_MAX ? NO_VALUES : found;
  }

  /** The edges of a call; `others` are what may run in place of `own`. */
  #addTargets(
    callee: number,
    kind: SiteKind,
    targets: Targets,
    {
      own,
      others,
      evidence,
    }: {
      readonly own: readonly ValueId[];
      readonly others: readonly ValueId[];
      readonly evidence: Evidence | undefined;
    },
  ): void {
    const certainty = certaintyOf(this.#s, this.#file, callee);
    const isSure = certainty === 'exact' && own.length === 1 && others.length === 0;
    const isExact =
      isSure && evidence === undefined && !targets.isUnknown && !this.#isMadeElsewhere(own[0] ?? 0);
    const resolution = isExact ? 'exact' : 'inferred';
    const of = own.length + others.length;
    const why = isExact ? '' : this.#reason(callee, certainty, evidence);
    const variants = own.length < 2 ? NO_VALUES : variantsAmong(this.#s, own);
    for (const target of this.#inOrder(own)) {
      const isVariant = variants.includes(target);
      this.#add(target, kind, { resolution: isVariant ? 'candidate' : resolution, of, why });
    }
    for (const target of this.#inOrder(others)) {
      this.#add(target, kind, { resolution: 'candidate', of, why: OVERRIDES });
    }
    if (own.length === 0) return;
    for (const target of this.#inOrder(targets.implied))
      this.#add(target, 'implicit', { resolution, of, why });
  }

  /** Whether a function of another file stands within a function: a decorator or a call gave it there. */
  #isMadeElsewhere(target: ValueId): boolean {
    const { values, files } = this.#s;
    if (values.kind(target) !== Kind.FUNCTION || values.a(target) === this.#file.number) return false;
    const definitions = files[values.a(target)]?.index.facts.definitions;
    return definitions?.[definitions[values.b(target)]?.parent ?? -1]?.kind === 'function';
  }

  #add(
    target: ValueId,
    kind: SiteKind,
    evidence: { readonly resolution: Resolution; readonly of: number; readonly why: string },
  ): void {
    const { resolution, of, why } = evidence;
    this.#found.push({ target, line: this.#line, resolution, kind, why, of });
  }

  /** Values in the order of their ids in the graph. */
  #inOrder(values: readonly ValueId[]): readonly ValueId[] {
    if (values.length < 2) return values;
    return [...values].sort((x, y) => (this.#idOf(x) < this.#idOf(y) ? -1 : 1));
  }

  #idOf(value: ValueId): string {
    const file = this.#s.files[this.#s.values.a(value)];
    return file === undefined ? '' : this.#ids.of(file, this.#s.values.b(value));
  }

  /** A few words on how the callee was followed: its receiver with its class, or what the name stands for. */
  #reason(callee: number, certainty: Certainty, evidence: Evidence | undefined): string {
    const ref = this.#code[callee] === Op.ATTRIBUTE ? (this.#code[callee + 1] ?? 0) : callee;
    const reason = this.#described(ref, evidence?.receivers ?? this.#receivers(ref));
    const text = calleeText(this.#file.index, ref);
    // A name that stands for what it names is not exact since it is bound more than once, or decorated.
    const isEmpty = reason === text || reason === `${text}: ${text}`;
    if (!isEmpty) return reason;
    const how =
      certainty === 'alternatives' ? SEVERAL : isDecorated(this.#file.index, callee) ? DECORATED : BOUND;
    return `${calleeText(this.#file.index, callee)}: ${how}`.slice(0, WHY_MAX);
  }

  #described(ref: number, set: SetId): string {
    const text = calleeText(this.#file.index, ref);
    const names = this.#s.values
      .elements(set)
      .map((value) => this.#nameOf(value))
      .filter((name) => name !== '');
    if (names.length > 1) names.sort();
    const unique = names.filter((name, i) => name !== names[i - 1]);
    return (unique.length === 0 ? text : `${text}: ${unique.join(' | ')}`).slice(0, WHY_MAX);
  }

  #nameOf(value: ValueId): string {
    const { values } = this.#s;
    switch (values.kind(value)) {
      case Kind.CLASS:
      case Kind.SUBCLASS:
      case Kind.INSTANCE:
      case Kind.DECLARED:
      case Kind.FUNCTION:
        return this.#s.files[values.a(value)]?.index.facts.definitions[values.b(value)]?.name ?? '';
      case Kind.METHOD:
      case Kind.PARTIAL:
      case Kind.CONTEXT_FUNCTION:
        return this.#nameOf(values.a(value));
      default:
        return '';
    }
  }

  // calls that Python makes by itself

  #handed(values: SetId): void {
    const targets = targetsOf(this.#s, values);
    if (targets.isTooMany || targets.values.length > TARGETS_MAX) return;
    const of = targets.values.length;
    for (const target of this.#inOrder(targets.values)) {
      this.#add(target, 'implicit', { resolution: 'inferred', of, why: HANDED });
    }
  }

  /** The accessors that reading or setting an attribute runs. */
  #property(at: number, base: number, isSetter: boolean): void {
    const { values } = this.#s;
    const name = this.#file.index.names[this.#code[at + 2] ?? 0] ?? 0;
    let accessors: SetId = EMPTY_SET;
    for (const receiver of values.elements(this.#receivers(base))) {
      accessors = values.union(accessors, this.#accessors(receiver, name, isSetter));
    }
    if (accessors === EMPTY_SET) return;
    const targets = targetsOf(this.#s, accessors);
    if (targets.isTooMany || targets.values.length > TARGETS_MAX) return;
    const mayBe = this.#overriding(targets);
    const evidence =
      mayBe.length === 0
        ? undefined
        : evidenceFor(this.#s, this.#file, base, (value) => this.#accessors(value, name, isSetter));
    const { own, others } =
      evidence === undefined
        ? { own: targets.values, others: mayBe }
        : this.#proved(evidence, targets.values, mayBe);
    if (own.length > 0) this.#addTargets(at, 'property', targets, { own, others, evidence });
    if (isSetter) return;
    this.#addReplaced(replacedGetter(this.#s, this.#receivers(base), name, targets.values), targets.values);
  }

  #accessors(receiver: ValueId, name: number, isSetter: boolean): SetId {
    const { values } = this.#s;
    let accessors: SetId = EMPTY_SET;
    if (!isInstance(values.kind(receiver))) return accessors;
    for (const member of values.elements(classMember(this.#s, receiver, name))) {
      if (values.kind(member) === Kind.INSTANCE) {
        accessors = values.union(accessors, this.#descriptorMethods(member, isSetter));
      }
      if (values.kind(member) !== Kind.PROPERTY) continue;
      const accessor = isSetter ? values.b(member) : values.a(member);
      if (accessor !== 0) accessors = values.union(accessors, values.single(Kind.METHOD, accessor, receiver));
    }
    const { isBound, isAssigned } = memberOf(this.#s, receiver, name);
    if (isBound || isAssigned || isSetter || this.#s.names.text(name).startsWith('__')) return accessors;
    return values.flatMap(classMember(this.#s, receiver, this.#s.names.moduleGetattr), (member) =>
      values.single(Kind.METHOD, member, receiver),
    );
  }

  /** `__get__` or `__set__` of an instance that stands in a class. */
  #descriptorMethods(descriptor: ValueId, isSetter: boolean): SetId {
    const { values, names } = this.#s;
    const method = classMember(this.#s, descriptor, names.id(isSetter ? '__set__' : '__get__'));
    return values.flatMap(method, (each) => values.single(Kind.METHOD, each, descriptor));
  }

  /** What a base of the project does when a class is derived from it. */
  #derived(definition: number): void {
    const { values, names } = this.#s;
    const self = values.value(Kind.CLASS, this.#file.number, definition);
    for (const base of classOrder(this.#s, self).slice(1)) {
      const hook =
        values.kind(base) === Kind.CLASS
          ? bodyMember(this.#s, base, names.id('__init_subclass__'))
          : undefined;
      if (hook === undefined) continue;
      for (const target of this.#inOrder(targetsOf(this.#s, hook).values)) {
        this.#add(target, 'implicit', { resolution: 'inferred', of: 1, why: DERIVES });
      }
      return;
    }
  }

  /** A special method of instances, called by an operator or a builtin. */
  #special(receivers: SetId, name: string, ref: number): void {
    const { values } = this.#s;
    let methods: SetId = EMPTY_SET;
    for (const receiver of values.elements(receivers)) {
      if (!isInstance(values.kind(receiver))) continue;
      for (const member of values.elements(classMember(this.#s, receiver, this.#s.names.id(name)))) {
        methods = values.union(methods, values.single(Kind.METHOD, member, receiver));
      }
    }
    if (methods === EMPTY_SET) return;
    const targets = targetsOf(this.#s, methods);
    if (targets.isTooMany || targets.values.length > TARGETS_MAX) return;
    const why = this.#described(ref, receivers);
    const of = targets.values.length;
    for (const target of this.#inOrder(targets.values)) {
      this.#add(target, 'implicit', { resolution: 'inferred', of, why });
    }
  }

  /** An operator runs a method of its left operand, else one of its right one. */
  #operation(at: number): void {
    for (const { ref, names } of operatorMethods(this.#code, at)) {
      const receivers = this.#receivers(ref);
      for (const name of names) {
        const before = this.#found.length;
        this.#special(receivers, name, ref);
        if (this.#found.length > before) return;
      }
    }
  }

  /** `for` over an instance calls `__iter__`, then `__next__` of what that gives. */
  #iteration(ref: number, start: string, step: string): void {
    const { values } = this.#s;
    const receivers = this.#receivers(ref);
    this.#special(receivers, start, ref);
    let iterators: SetId = EMPTY_SET;
    for (const receiver of values.elements(receivers)) {
      if (!isInstance(values.kind(receiver))) continue;
      for (const method of values.elements(this.#s.attribute(receiver, this.#s.names.id(start)))) {
        const passed = { file: this.#file, call: -1, leading: [] };
        iterators = values.union(iterators, this.#s.expand(this.#s.call(method, passed)));
      }
    }
    if (iterators !== EMPTY_SET) this.#special(iterators, step, ref);
  }
}

const NO_VALUES: readonly ValueId[] = [];

/** Whether a value of this kind may be of a class derived from the one that is known. */
function isOpen(kind: number): boolean {
  return kind === Kind.DECLARED || kind === Kind.SUBCLASS;
}

function addNew(found: ValueId[], values: readonly ValueId[], known: readonly ValueId[]): void {
  for (const value of values) if (!found.includes(value) && !known.includes(value)) found.push(value);
}
