/**
 * Methods that override one in classes derived from the receiver's: where the receiver may be of a derived class, a call may
 * run any of them. Only classes that the hierarchy proves to derive count, never ones that happen to have the name.
 */
import { classOrder } from './classes.js';
import { allDerivedKey, classKey, classValue, DERIVED_ALL_MAX, type Hierarchy } from './hierarchy.js';
import { bodyMember, classMember, constructionOf } from './members.js';
import { type FileUnit, Query, type Session } from './session.js';
import { shortHash } from './short-hash.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, type ValueId } from './value-table.js';

/** What is derived from a class: its key, and CLASS values. */
interface Derived {
  readonly key: string;
  readonly values: readonly ValueId[];
}

/** Answers for one run; remembers for each file which classes it asked about. */
export class Overrides {
  readonly #session: Session;
  readonly #hierarchy: Hierarchy;
  /** By file number: keys of the classes of other files whose derived classes were asked for. */
  readonly #asked: (Set<string> | undefined)[] = [];

  /** By CLASS value: those derived from it. */
  readonly #derived: (Derived | undefined)[] = [];

  constructor(session: Session, hierarchy: Hierarchy) {
    this.#session = session;
    this.#hierarchy = hierarchy;
  }

  /** Methods `name` that classes derived from the class of `receiver` bind themselves, as FUNCTION values. */
  of(file: FileUnit, receiver: ValueId, name: string): readonly ValueId[] {
    // Names with two underscores are mangled with their class: nothing overrides them.
    if (name.startsWith('__') && !name.endsWith('__')) return NONE_FOUND;
    const id = this.#session.names.id(name);
    return this.#collect(file, receiver, (derived) =>
      this.#hasMethod(derived, id) ? (bodyMember(this.#session, derived, id) ?? EMPTY_SET) : EMPTY_SET,
    );
  }

  /** What `name` is in the derived classes, wherever along their orders: for a mixin, its sibling's method. */
  inherited(file: FileUnit, receiver: ValueId, name: string): readonly ValueId[] {
    const id = this.#session.names.id(name);
    return this.#collect(file, receiver, (derived) => classMember(this.#session, derived, id));
  }

  /** What making an instance of a derived class runs: its `__init__`, or the class when the project has none for it. */
  constructions(file: FileUnit, receiver: ValueId): readonly ValueId[] {
    const s = this.#session;
    return this.#collect(file, receiver, (derived) => {
      const { hasInit, init } = constructionOf(s, derived);
      return hasInit ? init : setOf(derived);
    });
  }

  /** Where `super().name` leads in derived classes, whose orders may have siblings in between. */
  siblings(file: FileUnit, start: ValueId, name: string): readonly ValueId[] {
    const s = this.#session;
    const id = s.names.id(name);
    const after = s.values.a(start);
    return this.#collect(file, s.values.b(start), (derived) => {
      const order = classOrder(s, derived);
      for (const base of order.slice(order.indexOf(after) + 1)) {
        const found = s.values.kind(base) === Kind.CLASS ? bodyMember(s, base, id) : undefined;
        if (found !== undefined) return found;
      }
      return EMPTY_SET;
    });
  }

  /** Methods that derived classes bind themselves under names that match, as FUNCTION values. */
  matching(file: FileUnit, receiver: ValueId, isMatch: (name: number) => boolean): readonly ValueId[] {
    const s = this.#session;
    const found = new Set<ValueId>();
    for (const derived of this.#allDerivedFrom(file, receiver)) {
      const unit = s.files[s.values.a(derived)];
      if (unit === undefined) continue;
      for (const name of s.namesIn(s.ask(Query.METHOD_NAMES, unit, s.values.b(derived)))) {
        if (!isMatch(name)) continue;
        for (const member of s.values.elements(bodyMember(s, derived, name) ?? EMPTY_SET)) {
          const method = methodOf(s, member);
          if (method !== undefined) found.add(method);
        }
      }
    }
    return [...found];
  }

  /** FUNCTIONs and CLASSes among what `membersOf` gives for the derived classes. */
  #collect(file: FileUnit, receiver: ValueId, membersOf: (derived: ValueId) => SetId): readonly ValueId[] {
    const derived = this.#derivedFrom(file, receiver);
    if (derived.length === 0) return NONE_FOUND;
    const found: ValueId[] = [];
    for (const value of derived) {
      for (const member of this.#session.values.elements(membersOf(value))) {
        const target = targetOf(this.#session, member);
        if (target !== undefined && !found.includes(target)) found.push(target);
      }
    }
    return found;
  }

  /** Keys of the classes of other files whose derived classes were asked for on behalf of a file, sorted. */
  askedBy(file: number): readonly string[] {
    return [...(this.#asked[file] ?? [])].sort();
  }

  /** CLASS values of the derived classes. */
  #derivedFrom(file: FileUnit, receiver: ValueId): readonly ValueId[] {
    const s = this.#session;
    const unit = s.files[s.values.a(receiver)];
    const definition = s.values.b(receiver);
    if (unit === undefined) return NONE_FOUND;
    const self = s.values.value(Kind.CLASS, unit.number, definition);
    const known =
      this.#derived[self] ?? this.#find(classKey(unit.slot, shortHash(qualname(unit, definition))));
    this.#derived[self] = known;
    if (unit !== file) this.#noteAsked(file, known.key);
    return known.values;
  }

  /** CLASS values of the derived classes, however many there are up to DERIVED_ALL_MAX. */
  #allDerivedFrom(file: FileUnit, receiver: ValueId): readonly ValueId[] {
    const s = this.#session;
    const unit = s.files[s.values.a(receiver)];
    if (unit === undefined) return NONE_FOUND;
    const key = classKey(unit.slot, shortHash(qualname(unit, s.values.b(receiver))));
    this.#noteAsked(file, allDerivedKey(key));
    const keys = this.#hierarchy.derivedFrom(key, DERIVED_ALL_MAX) ?? [];
    return keys.flatMap((each) => classValue(s, each) ?? []);
  }

  #find(key: string): Derived {
    const keys = this.#hierarchy.derivedFrom(key) ?? [];
    return { key, values: keys.flatMap((each) => classValue(this.#session, each) ?? []) };
  }

  #noteAsked(file: FileUnit, key: string): void {
    const asked = this.#asked[file.number];
    if (asked === undefined) this.#asked[file.number] = new Set([key]);
    else asked.add(key);
  }

  #hasMethod(value: ValueId, name: number): boolean {
    const s = this.#session;
    const unit = s.files[s.values.a(value)];
    if (unit === undefined) return false;
    return s.namesIn(s.ask(Query.METHOD_NAMES, unit, s.values.b(value))).has(name);
  }
}

const NONE_FOUND: readonly ValueId[] = [];

function qualname(unit: FileUnit, definition: number): string {
  return unit.index.facts.definitions[definition]?.qualname ?? '';
}

/** The FUNCTION that a member of a class is, when it is called as a method. */
export function methodOf(s: Session, member: ValueId): ValueId | undefined {
  const kind = s.values.kind(member);
  if (kind === Kind.PROPERTY || kind === Kind.CLASS) return undefined;
  return targetOf(s, member);
}

function targetOf(s: Session, member: ValueId): ValueId | undefined {
  switch (s.values.kind(member)) {
    case Kind.FUNCTION:
    case Kind.CLASS:
      return s.values.plain(member);
    case Kind.STATIC_METHOD:
    case Kind.CLASS_METHOD:
    case Kind.CONTEXT_FUNCTION:
    case Kind.PROPERTY:
      return targetOf(s, s.values.a(member));
    default:
      return undefined;
  }
}
