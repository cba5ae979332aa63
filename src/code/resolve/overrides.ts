/**
 * Methods that override one in classes derived from the receiver's: where the receiver may be of a derived class, a call may
 * run any of them. Only classes that the hierarchy proves to derive count, never ones that happen to have the name.
 */
import { answeredList } from './classes.js';
import { classKey, classValue, type Hierarchy } from './hierarchy.js';
import { bodyMember } from './members.js';
import { type FileUnit, Query, type Session } from './session.js';
import { Kind, type ValueId } from './values.js';

/** Answers for one run; remembers for each file which classes it asked about. */
export class Overrides {
  readonly #session: Session;
  readonly #hierarchy: Hierarchy;
  /** By file number: keys of the classes of other files whose derived classes were asked for. */
  readonly #asked: (Set<string> | undefined)[] = [];

  constructor(session: Session, hierarchy: Hierarchy) {
    this.#session = session;
    this.#hierarchy = hierarchy;
  }

  /** The FUNCTION values of methods `name` in classes derived from the class of `receiver`. */
  of(file: FileUnit, receiver: ValueId, name: string): readonly ValueId[] {
    const s = this.#session;
    const found: ValueId[] = [];
    for (const derived of this.#derivedFrom(file, receiver)) {
      const value = classValue(s, derived);
      if (value === undefined || !this.#hasMethod(value, name)) continue;
      for (const member of s.values.elements(bodyMember(s, value, s.names.id(name)))) {
        const method = functionOf(s, member);
        if (method !== undefined && !found.includes(method)) found.push(method);
      }
    }
    return found;
  }

  /** Keys of the classes of other files whose derived classes were asked for on behalf of a file, sorted. */
  askedBy(file: number): readonly string[] {
    return [...(this.#asked[file] ?? [])].sort();
  }

  #derivedFrom(file: FileUnit, receiver: ValueId): readonly string[] {
    const s = this.#session;
    const unit = s.files[s.values.a(receiver)];
    const name = unit?.index.facts.definitions[s.values.b(receiver)]?.qualname;
    if (unit === undefined || name === undefined) return [];
    const key = classKey(unit.slot, name);
    if (unit !== file) this.#noteAsked(file, key);
    return this.#hierarchy.derivedFrom(key) ?? [];
  }

  #noteAsked(file: FileUnit, key: string): void {
    const asked = this.#asked[file.number];
    if (asked === undefined) this.#asked[file.number] = new Set([key]);
    else asked.add(key);
  }

  #hasMethod(value: ValueId, name: string): boolean {
    const s = this.#session;
    const unit = s.files[s.values.a(value)];
    if (unit === undefined) return false;
    return answeredList(s, s.ask(Query.METHOD_NAMES, unit, s.values.b(value))).includes(s.names.id(name));
  }
}

function functionOf(s: Session, member: ValueId): ValueId | undefined {
  switch (s.values.kind(member)) {
    case Kind.FUNCTION:
      return member;
    case Kind.STATIC_METHOD:
    case Kind.CLASS_METHOD:
    case Kind.CONTEXT_FUNCTION:
    case Kind.PROPERTY:
      return functionOf(s, s.values.a(member));
    default:
      return undefined;
  }
}
