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

  /** By CLASS value: those derived from it. */
  readonly #derived: (readonly ValueId[] | undefined)[] = [];

  constructor(session: Session, hierarchy: Hierarchy) {
    this.#session = session;
    this.#hierarchy = hierarchy;
  }

  /** The FUNCTION values of methods `name` in classes derived from the class of `receiver`. */
  of(file: FileUnit, receiver: ValueId, name: string): readonly ValueId[] {
    const s = this.#session;
    const derived = this.#derivedFrom(file, receiver);
    if (derived.length === 0) return NONE_FOUND;
    const found: ValueId[] = [];
    const id = s.names.id(name);
    for (const value of derived) {
      if (!this.#hasMethod(value, id)) continue;
      for (const member of s.values.elements(bodyMember(s, value, id))) {
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

  /** CLASS values of the derived classes. */
  #derivedFrom(file: FileUnit, receiver: ValueId): readonly ValueId[] {
    const s = this.#session;
    const unit = s.files[s.values.a(receiver)];
    const definition = s.values.b(receiver);
    if (unit === undefined) return NONE_FOUND;
    const self = s.values.value(Kind.CLASS, unit.number, definition);
    if (unit !== file) this.#noteAsked(file, classKey(unit.slot, qualname(unit, definition)));
    const known = this.#derived[self];
    if (known !== undefined) return known;
    const keys = this.#hierarchy.derivedFrom(classKey(unit.slot, qualname(unit, definition))) ?? [];
    const values = keys.flatMap((key) => classValue(s, key) ?? []);
    this.#derived[self] = values;
    return values;
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
    return answeredList(s, s.ask(Query.METHOD_NAMES, unit, s.values.b(value))).includes(name);
  }
}

const NONE_FOUND: readonly ValueId[] = [];

function qualname(unit: FileUnit, definition: number): string {
  return unit.index.facts.definitions[definition]?.qualname ?? '';
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
