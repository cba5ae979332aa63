/**
 * What an expression is where the function around it is really called: `self` there is what the calls that are seen are made on
 * (ADR 49), with what each was made with (`makings.ts`), and what methods return is looked up for that receiver again (ADR 63).
 * Within values `self` is any instance of its class; so of `self.step()` it is told here which of all steps it may be.
 *
 * Asked when edges are drawn, never within values: it takes back what these allow. Whatever it does not follow is what values
 * say.
 */
import { Op } from '../code.js';
import { isPassed, parametersOf, passedFor } from './arguments.js';
import { substituted } from './calls.js';
import { externalAncestors } from './classes.js';
import { isGenerator } from './functions.js';
import { classMember } from './members.js';
import { onlyEvent } from './name-search.js';
import { NO_PATCH } from './patches.js';
import { isAssignedHere } from './paths.js';
import { PROTOCOLS } from './python-data.js';
import { patchAt } from './scopes.js';
import { type Arguments, type FileUnit, Query, type Session } from './session.js';
import { isInstance, Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, type ValueId } from './value-table.js';

/** Calls within calls, and names bound to names, that are followed. */
const DEPTH_MAX = 8;

/** What the parameters of the function are for one receiver; others are what arrives at them. */
type Bindings = ReadonlyMap<ValueId, SetId>;
const NO_BINDINGS: Bindings = new Map();

/** What a PARAMETER of the file is where the instruction at a position reads it; undefined to be asked who passes what. */
export type Known = (parameter: ValueId, at: number) => SetId | undefined;
const NOTHING_KNOWN: Known = () => undefined;

/** What the expression at `ref` may be, given what gets to the parameters of the functions around it. */
export function arrivingValue(s: Session, file: FileUnit, ref: number, known: Known = NOTHING_KNOWN): SetId {
  return new Context(s, file, { bindings: NO_BINDINGS, known }, DEPTH_MAX).value(ref);
}

/** What is known of parameters. */
interface Parameters {
  readonly bindings: Bindings;
  readonly known: Known;
}

/** One function with what its parameters are. */
class Context {
  readonly #s: Session;
  readonly #file: FileUnit;
  readonly #parameters: Parameters;
  readonly #depth: number;

  constructor(s: Session, file: FileUnit, parameters: Parameters, depth: number) {
    this.#s = s;
    this.#file = file;
    this.#parameters = parameters;
    this.#depth = depth;
  }

  value(ref: number): SetId {
    const { code } = this.#file.index;
    const first = code[ref + 1] ?? 0;
    if (this.#depth === 0) return this.#plain(ref);
    switch (code[ref]) {
      case Op.NAME:
        return this.#name(ref);
      case Op.ATTRIBUTE:
        return this.#attribute(ref);
      case Op.SUBSCRIPT:
      case Op.UNPACKED: {
        if (isAssignedHere(this.#file, ref)) return this.#plain(ref);
        const key = this.#plain(code[ref + 2] ?? 0);
        return this.#s.values.flatMap(this.#inner(first), (value) => this.#s.item(value, key));
      }
      case Op.ELEMENT:
        return this.#s.values.flatMap(this.#inner(first), (value) => this.#s.element(value));
      case Op.CALL:
        return this.#s.values.flatMap(this.#inner(first), (value) =>
          this.#call(value, { file: this.#file, call: ref, leading: [] }),
        );
      default:
        return this.#plain(ref);
    }
  }

  #inner(ref: number): SetId {
    return new Context(this.#s, this.#file, this.#parameters, this.#depth - 1).value(ref);
  }

  /** What values say of an expression, with what arrives in place of parameters. */
  #plain(ref: number): SetId {
    return this.#arriving(this.#s.evaluate(this.#file, ref), ref);
  }

  /** A set with what gets to its parameters in their place, as the instruction at `at` reads them; -1 where none does. */
  #arriving(set: SetId, at: number): SetId {
    const { values } = this.#s;
    return values.flatMap(set, (value) => {
      if (values.kind(value) !== Kind.PARAMETER) return setOf(value);
      const bound = this.#parameters.bindings.get(value);
      if (bound !== undefined) return bound;
      const unit = this.#s.files[values.a(value)];
      const known = unit === this.#file && at >= 0 ? this.#parameters.known(value, at) : undefined;
      if (known !== undefined) return known;
      const here = unit === undefined ? setOf(value) : this.#s.ask(Query.ARRIVING, unit, values.b(value));
      return isCalledFromOutside(this.#s, here) ? this.#s.expand(setOf(value)) : here;
    });
  }

  #name(ref: number): SetId {
    const { index } = this.#file;
    const name = index.names[index.code[ref + 1] ?? 0] ?? 0;
    const event = onlyEvent(index, ref, name);
    const isBound =
      event > 0 &&
      event < ref &&
      index.code[event] === Op.BIND &&
      patchAt(this.#s, this.#file, ref, name) === NO_PATCH;
    return isBound ? this.#inner(index.code[event + 2] ?? 0) : this.#plain(ref);
  }

  #attribute(ref: number): SetId {
    const { code, names } = this.#file.index;
    const name = names[code[ref + 2] ?? 0] ?? 0;
    if (isAssignedHere(this.#file, ref)) return this.#plain(ref);
    return this.#s.values.flatMap(this.#inner(code[ref + 1] ?? 0), (value) => {
      const getters = isInstance(this.#s.values.kind(value)) ? this.#getters(value, name) : EMPTY_SET;
      if (getters === EMPTY_SET) return this.#s.attribute(value, name);
      return this.#s.values.flatMap(getters, (getter) =>
        this.#call(this.#s.values.value(Kind.METHOD, getter, value), {
          file: this.#file,
          call: -1,
          leading: [],
        }),
      );
    });
  }

  #getters(value: ValueId, name: number): SetId {
    const { values } = this.#s;
    return values.flatMap(classMember(this.#s, value, name), (member) =>
      values.kind(member) === Kind.PROPERTY ? setOf(values.a(member)) : EMPTY_SET,
    );
  }

  /** What a method of the same file gives for its receiver; what values say of any other call. */
  #call(value: ValueId, passed: Arguments): SetId {
    const { values } = this.#s;
    const isMethod = values.kind(value) === Kind.METHOD && values.kind(values.b(value)) === Kind.INSTANCE;
    const target = isMethod ? values.a(value) : 0;
    const { index, number } = this.#file;
    const definition = values.b(target);
    const isHere = values.kind(target) === Kind.FUNCTION && values.a(target) === number;
    const facts = index.facts.definitions[definition];
    if (
      !isHere ||
      facts === undefined ||
      facts.isAsync ||
      facts.returns !== '' ||
      isGenerator(index, definition)
    ) {
      return this.#arriving(this.#s.call(value, passed), passed.call);
    }
    const scope = index.definitionScope[definition] ?? 0;
    const callee = { index, parameters: parametersOf(index, scope) };
    const call = { ...passed, leading: [setOf(values.b(value)), ...passed.leading] };
    const bindings = new Map<ValueId, SetId>();
    for (const position of callee.parameters) {
      if (!isPassed(callee, position, call)) continue;
      const set = this.#arriving(passedFor(this.#s, callee, position, call), passed.call);
      bindings.set(values.value(Kind.PARAMETER, number, position), set);
    }
    return substituted(this.#s, this.#returned(scope, bindings), { file: this.#file, scope }, call);
  }

  #returned(scope: number, bindings: Bindings): SetId {
    const { code, returns } = this.#file.index;
    const parameters = { bindings, known: this.#parameters.known };
    const within = new Context(this.#s, this.#file, parameters, this.#depth - 1);
    let set: SetId = EMPTY_SET;
    for (let link = returns.first(scope); link !== -1; link = returns.next(link)) {
      set = this.#s.values.union(set, within.value(code[returns.at(link) + 1] ?? 0));
    }
    return set;
  }
}

/** Whether methods of instances may be called from outside of what is seen: a framework calls those of its own classes. */
function isCalledFromOutside(s: Session, set: SetId): boolean {
  return s.values.elements(set).some((value) => {
    if (!isInstance(s.values.kind(value))) return false;
    return externalAncestors(s, value).some((name) => !PROTOCOLS.has(name) && name !== 'abc.ABC');
  });
}
