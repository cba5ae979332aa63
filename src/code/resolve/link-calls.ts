/**
 * The calls of one file: walks its instructions once and resolves each call, decorator, property, iteration and `with`, as far
 * as values can be followed. A call whose callee is not known becomes no edge: it is counted and listed.
 */
import { instructionLength, Op, ScopeKind } from '../code.js';
import { fileId, type Resolution, type Site, type UnresolvedCall } from '../model.js';
import { calleeName, calleeText } from './callee-text.js';
import { certaintyOf } from './certainty.js';
import { askClass } from './classes.js';
import type { EdgeDrafts } from './edges.js';
import type { Ids } from './ids.js';
import { calledByOutside, importedByCall, specialMethodOf } from './outside-calls.js';
import type { Overrides } from './overrides.js';
import { type FileUnit, Query, type Session } from './session.js';
import { type Targets, targetsOf } from './targets.js';
import { EMPTY_SET, Kind, type SetId, type ValueId } from './values.js';

/** More targets than this are no answer: the call counts as unresolved. */
const TARGETS_MAX = 5;

/** Instructions between two chances for the caller to wait; some 2 ms of work. */
const SLICE = 400;

/** Reasons stay a few words. */
const WHY_MAX = 80;

export interface CallCounts {
  resolved: number;
  external: number;
  unresolved: number;
  /** Calls given up since too much may be called. */
  tooMany: number;
}

interface CallPlace {
  /** Position of the callee. */
  readonly callee: number;
  readonly line: number;
  readonly kind?: NonNullable<Site['kind']>;
}

/** What the parts of linking a file share. */
export interface FileLinking {
  readonly session: Session;
  readonly ids: Ids;
  readonly overrides: Overrides;
  readonly file: FileUnit;
  readonly edges: EdgeDrafts;
}

export class CallLinker {
  readonly counts: CallCounts = { resolved: 0, external: 0, unresolved: 0, tooMany: 0 };
  readonly unresolved: UnresolvedCall[] = [];
  readonly #s: Session;
  readonly #ids: Ids;
  readonly #overrides: Overrides;
  readonly #file: FileUnit;
  readonly #edges: EdgeDrafts;
  /** The node that the code being walked belongs to. */
  #source: string;
  readonly #sources: string[] = [];
  /** The last line that an instruction told; some have none of their own. */
  #line = 1;

  constructor(linking: FileLinking) {
    this.#s = linking.session;
    this.#ids = linking.ids;
    this.#overrides = linking.overrides;
    this.#file = linking.file;
    this.#edges = linking.edges;
    this.#source = fileId(linking.file.path);
  }

  /** Yields now and then, so that the caller may do something else. */
  *walk(): Generator<void, void, void> {
    const { code } = this.#file.index;
    let count = 0;
    for (let at = 0; at < code.length; at += instructionLength(code, at)) {
      this.#instruction(code[at] ?? 0, at);
      if (++count % SLICE === 0) yield;
    }
    this.unresolved.sort((a, b) => a.line - b.line);
  }

  #instruction(op: number, at: number): void {
    const { code } = this.#file.index;
    switch (op) {
      case Op.SCOPE:
        this.#sources.push(this.#source);
        if (code[at + 1] === ScopeKind.FUNCTION) this.#source = this.#ids.of(this.#file, code[at + 2] ?? 0);
        break;
      case Op.END_SCOPE:
        this.#source = this.#sources.pop() ?? this.#source;
        break;
      case Op.CALL:
        this.#line = code[at + 2] ?? 0;
        this.#resolve(() => this.#call(at));
        break;
      case Op.DECORATOR:
        this.#line = code[at + 2] ?? 0;
        this.#resolve(() => this.#decorator(at));
        break;
      case Op.ATTRIBUTE:
        this.#line = code[at + 3] ?? 0;
        this.#resolve(() => this.#readAttribute(at));
        break;
      case Op.SET_ATTRIBUTE:
        this.#line = code[at + 4] ?? 0;
        this.#resolve(() => this.#setAttribute(at));
        break;
      case Op.ENTER:
        this.#line = code[at + 2] ?? 0;
        this.#resolve(() => this.#special(at, code[at + 1] ?? 0, ['__enter__', '__exit__']));
        break;
      case Op.ASYNC_ENTER:
        this.#line = code[at + 2] ?? 0;
        this.#resolve(() => this.#special(at, code[at + 1] ?? 0, ['__aenter__', '__aexit__']));
        break;
      case Op.ELEMENT:
        this.#resolve(() => this.#iteration(at, '__iter__', '__next__'));
        break;
      case Op.ASYNC_ELEMENT:
        this.#resolve(() => this.#iteration(at, '__aiter__', '__anext__'));
        break;
      case Op.SUBSCRIPT:
        this.#resolve(() => this.#special(at, code[at + 1] ?? 0, ['__getitem__']));
        break;
      case Op.SET_ITEM:
        this.#resolve(() => this.#special(at, code[at + 1] ?? 0, ['__setitem__']));
        break;
    }
  }

  /** Everything is evaluated before anything is recorded: what was put off for its depth runs twice. */
  #resolve(find: () => (() => void) | undefined): void {
    this.#s.solver.run(this.#file.number, find)?.();
  }

  // calls as they are written

  #call(at: number): () => void {
    const { code } = this.#file.index;
    const callee = code[at + 1] ?? 0;
    const values = this.#s.evaluate(this.#file, callee);
    const place: CallPlace = { callee, line: code[at + 2] ?? 0, ...this.#superKind(callee) };
    const record = this.#written(place, values);
    const inner = calledByOutside(this.#s, { file: this.#file, call: at, leading: [] }, values);
    const special = specialMethodOf(this.#s, this.#file, at, values);
    const imported = importedByCall(this.#s, { file: this.#file, call: at, leading: [] }, values);
    const records = inner.map((set) => this.#implicit(targetsOf(this.#s, set), place));
    if (special !== undefined) {
      records.push(...special.names.map((name) => this.#specialCall(special.receivers, name, place)));
    }
    return () => {
      record();
      for (const each of records) each();
      for (const path of imported) {
        if (path !== this.#file.path) {
          this.#edges.addImport(fileId(this.#file.path), fileId(path), place.line, '', false);
        }
      }
    };
  }

  #superKind(callee: number): { readonly kind?: 'super' } {
    const { code } = this.#file.index;
    const base = code[callee + 1] ?? 0;
    if (code[callee] !== Op.ATTRIBUTE || code[base] !== Op.CALL) return {};
    const isSuper = this.#s.values
      .elements(this.#s.evaluate(this.#file, base))
      .some((value) => this.#s.values.kind(value) === Kind.SUPER);
    return isSuper ? { kind: 'super' } : {};
  }

  #decorator(at: number): () => void {
    const { code } = this.#file.index;
    const callee = code[at + 1] ?? 0;
    const place: CallPlace = { callee, line: code[at + 2] ?? 0, kind: 'decorator' };
    return this.#written(place, this.#s.evaluate(this.#file, callee));
  }

  /** A call that is counted, whatever becomes of it. */
  #written(place: CallPlace, values: SetId): () => void {
    const targets = targetsOf(this.#s, values);
    const own = targets.values.length > TARGETS_MAX || targets.isTooMany ? [] : targets.values;
    const others = own.length > 0 ? this.#overriding(targets) : this.#derivedOnly(place.callee, targets);
    const isFound = own.length > 0 || others.length > 0;
    const record = this.#recorder(place, targets, { own, others });
    return () => {
      if (isFound) {
        this.counts.resolved++;
        record();
      } else if (targets.isLambda) {
        this.counts.resolved++;
      } else if (targets.isExternal && !targets.isUnknown && targets.values.length === 0) {
        this.counts.external++;
      } else {
        this.#leaveOpen(place, targets);
      }
    };
  }

  #leaveOpen(place: CallPlace, targets: Targets): void {
    const { index } = this.#file;
    this.counts.unresolved++;
    if (targets.isTooMany || targets.values.length > TARGETS_MAX) this.counts.tooMany++;
    this.unresolved.push({
      line: place.line,
      callee: calleeText(index, place.callee),
      name: calleeName(index, place.callee),
    });
  }

  /** Methods that override the ones found, where the receiver may be of a derived class. */
  #overriding(targets: Targets): readonly ValueId[] {
    const found: ValueId[] = [];
    for (const { receiver, name } of targets.open) {
      for (const method of this.#overrides.of(this.#file, receiver, name)) {
        if (!found.includes(method) && !targets.values.includes(method)) found.push(method);
      }
    }
    return found.length + targets.values.length > TARGETS_MAX ? [] : found;
  }

  /** A method that the receiver's class leaves to the classes derived from it. */
  #derivedOnly(callee: number, targets: Targets): readonly ValueId[] {
    const { code, facts } = this.#file.index;
    if (code[callee] !== Op.ATTRIBUTE || targets.values.length > 0 || targets.isTooMany) return [];
    const name = facts.code.strings[code[callee + 2] ?? 0] ?? '';
    const found: ValueId[] = [];
    for (const receiver of this.#s.values.elements(this.#receivers(code[callee + 1] ?? 0))) {
      const kind = this.#s.values.kind(receiver);
      if (kind !== Kind.DECLARED && kind !== Kind.SUBCLASS) continue;
      for (const method of this.#overrides.of(this.#file, receiver, name)) {
        if (!found.includes(method)) found.push(method);
      }
    }
    return found.length > TARGETS_MAX ? [] : found;
  }

  #receivers(ref: number): SetId {
    return this.#s.expand(this.#s.evaluate(this.#file, ref));
  }

  /** Makes the edges of a call; `others` are what may run in place of `own`. */
  #recorder(
    place: CallPlace,
    targets: Targets,
    found: { readonly own: readonly ValueId[]; readonly others: readonly ValueId[] },
  ): () => void {
    const { own, others } = found;
    if (own.length + others.length + targets.implied.length === 0) return () => undefined;
    const certainty = certaintyOf(this.#s, this.#file, place.callee);
    const isAlternative = certainty === 'alternatives' && own.length > 1;
    const isExact = certainty === 'exact' && own.length === 1 && others.length === 0 && !targets.isUnknown;
    const resolution: Resolution = isExact ? 'exact' : isAlternative ? 'candidate' : 'inferred';
    const share = 1 / (own.length + others.length);
    const why = isExact ? '' : this.#reason(place.callee);
    const source = this.#source;
    return () => {
      for (const target of this.#inOrder(own)) this.#edge(source, target, { place, resolution, share, why });
      for (const target of this.#inOrder(others)) {
        this.#edge(source, target, {
          place,
          resolution: 'candidate',
          share,
          why: 'overrides in a derived class',
        });
      }
      if (own.length === 0) return;
      const implied: CallPlace = { ...place, kind: 'implicit' };
      for (const target of this.#inOrder(targets.implied)) {
        this.#edge(source, target, { place: implied, resolution, share, why });
      }
    };
  }

  #inOrder(values: readonly ValueId[]): string[] {
    return values.map((value) => this.#idOf(value)).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  }

  #idOf(value: ValueId): string {
    const file = this.#s.files[this.#s.values.a(value)];
    return file === undefined ? '' : this.#ids.of(file, this.#s.values.b(value));
  }

  #edge(
    source: string,
    target: string,
    call: {
      readonly place: CallPlace;
      readonly resolution: Resolution;
      readonly share: number;
      readonly why: string;
    },
  ): void {
    const { place, resolution } = call;
    const site: Site = {
      line: place.line,
      resolution,
      ...(place.kind === undefined ? {} : { kind: place.kind }),
      ...(resolution === 'exact' || call.why === '' ? {} : { why: call.why }),
    };
    if (resolution === 'candidate') {
      this.#edges.addCandidate(source, target, site, Math.round(call.share * 100) / 100);
    } else {
      this.#edges.addAt(source, 'calls', target, site);
    }
  }

  /** A few words on how the callee was followed: its receiver with its class, or what the name stands for. */
  #reason(callee: number): string {
    const { code } = this.#file.index;
    const isAttribute = code[callee] === Op.ATTRIBUTE;
    const ref = isAttribute ? (code[callee + 1] ?? 0) : callee;
    const text = calleeText(this.#file.index, ref);
    const names = this.#s.values
      .elements(this.#s.expand(this.#s.evaluate(this.#file, ref)))
      .map((value) => this.#nameOf(value))
      .filter((name) => name !== '');
    const unique = [...new Set(names)].sort();
    return unique.length === 0 ? text : `${text}: ${unique.join(' | ')}`.slice(0, WHY_MAX);
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

  #implicit(targets: Targets, place: CallPlace): () => void {
    const own = targets.values.length > TARGETS_MAX || targets.isTooMany ? [] : targets.values;
    const others = own.length > 0 ? this.#overriding(targets) : [];
    const why = own.length === 0 ? '' : 'handed to a function that calls it';
    const source = this.#source;
    const share = 1 / (own.length + others.length);
    const implied: CallPlace = { ...place, kind: 'implicit' };
    return () => {
      for (const target of this.#inOrder(own)) {
        this.#edge(source, target, { place: implied, resolution: 'inferred', share, why });
      }
    };
  }

  #readAttribute(at: number): (() => void) | undefined {
    const { code, names } = this.#file.index;
    const name = names[code[at + 2] ?? 0] ?? 0;
    const place: CallPlace = { callee: at, line: code[at + 3] ?? 0, kind: 'property' };
    return this.#property(place, this.#properties(code[at + 1] ?? 0, name, false));
  }

  #setAttribute(at: number): (() => void) | undefined {
    const { code, names } = this.#file.index;
    const name = names[code[at + 2] ?? 0] ?? 0;
    // The receiver stands at the same operand as in ATTRIBUTE.
    const place: CallPlace = { callee: at, line: code[at + 4] ?? 0, kind: 'property' };
    return this.#property(place, this.#properties(code[at + 1] ?? 0, name, true));
  }

  /** The accessors that reading or setting an attribute runs, bound to their receivers. */
  #properties(base: number, name: number, isSetter: boolean): SetId {
    const { values } = this.#s;
    let set: SetId = EMPTY_SET;
    for (const receiver of values.elements(this.#receivers(base))) {
      const kind = values.kind(receiver);
      if (kind !== Kind.INSTANCE && kind !== Kind.DECLARED) continue;
      for (const member of values.elements(askClass(this.#s, Query.CLASS_LOOKUP, receiver, name))) {
        if (values.kind(member) !== Kind.PROPERTY) continue;
        const accessor = isSetter ? values.b(member) : values.a(member);
        if (accessor !== 0) set = values.union(set, values.single(Kind.METHOD, accessor, receiver));
      }
    }
    return set;
  }

  #property(place: CallPlace, accessors: SetId): (() => void) | undefined {
    if (accessors === EMPTY_SET) return undefined;
    const targets = targetsOf(this.#s, accessors);
    const own = targets.values.length > TARGETS_MAX || targets.isTooMany ? [] : targets.values;
    const others = own.length > 0 ? this.#overriding(targets) : [];
    return this.#recorder(place, targets, { own, others });
  }

  #special(_at: number, ref: number, names: readonly string[]): (() => void) | undefined {
    const receivers = this.#receivers(ref);
    const place: CallPlace = { callee: ref, line: this.#line };
    const records = names.map((name) => this.#specialCall(receivers, name, place));
    return () => {
      for (const record of records) record();
    };
  }

  /** A special method of instances, called by an operator or a builtin. */
  #specialCall(receivers: SetId, name: string, place: CallPlace): () => void {
    const { values } = this.#s;
    let set: SetId = EMPTY_SET;
    for (const receiver of values.elements(receivers)) {
      const kind = values.kind(receiver);
      if (kind !== Kind.INSTANCE && kind !== Kind.DECLARED) continue;
      for (const member of values.elements(
        askClass(this.#s, Query.CLASS_LOOKUP, receiver, this.#s.names.id(name)),
      )) {
        set = values.union(set, values.single(Kind.METHOD, member, receiver));
      }
    }
    if (set === EMPTY_SET) return () => undefined;
    const targets = targetsOf(this.#s, set);
    const own = targets.values.length > TARGETS_MAX || targets.isTooMany ? [] : targets.values;
    const why = this.#receiverReason(receivers, place.callee);
    const source = this.#source;
    const implied: CallPlace = { ...place, kind: 'implicit' };
    return () => {
      for (const target of this.#inOrder(own)) {
        this.#edge(source, target, { place: implied, resolution: 'inferred', share: 1, why });
      }
    };
  }

  #receiverReason(receivers: SetId, ref: number): string {
    const names = this.#s.values
      .elements(receivers)
      .map((value) => this.#nameOf(value))
      .filter((name) => name !== '');
    return `${calleeText(this.#file.index, ref)}: ${[...new Set(names)].sort().join(' | ')}`.slice(
      0,
      WHY_MAX,
    );
  }

  /** `for` over an instance calls `__iter__`, then `__next__` of what that gives. */
  #iteration(at: number, start: string, step: string): (() => void) | undefined {
    const { code } = this.#file.index;
    const ref = code[at + 1] ?? 0;
    const receivers = this.#receivers(ref);
    const place: CallPlace = { callee: ref, line: this.#line };
    const records = [this.#specialCall(receivers, start, place)];
    let iterators: SetId = EMPTY_SET;
    for (const receiver of this.#s.values.elements(receivers)) {
      const kind = this.#s.values.kind(receiver);
      if (kind !== Kind.INSTANCE && kind !== Kind.DECLARED) continue;
      for (const method of this.#s.values.elements(this.#s.attribute(receiver, this.#s.names.id(start)))) {
        const passed = { file: this.#file, call: -1, leading: [] };
        iterators = this.#s.values.union(iterators, this.#s.expand(this.#s.call(method, passed)));
      }
    }
    if (iterators !== EMPTY_SET) records.push(this.#specialCall(iterators, step, place));
    return () => {
      for (const record of records) record();
    };
  }
}
