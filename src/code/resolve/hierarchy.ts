/**
 * Which classes derive from which, over all files: the one thing that a class cannot tell of itself. It is gathered from the
 * bases of every class before files are linked, and kept by file between runs.
 */
import { addTo, removeFrom } from '../../kernel/groups.js';
import { answeredList } from './classes.js';
import { type FileUnit, Query, type Session } from './session.js';
import { shortHash } from './short-hash.js';
import { Kind } from './value-kinds.js';
import type { ValueId } from './value-table.js';

/** More derived classes than this, and overriding methods are not listed: nobody could follow them. */
const DERIVED_MAX = 40;

/** The same for methods that are called by a name that is put together: visitors derive by the hundred, and each is meant. */
export const DERIVED_ALL_MAX = 1000;

/** One class, by the hash of its qualified name, with the keys of its bases in the project. */
export interface DerivedClass {
  readonly name: string;
  readonly bases: readonly string[];
}

/** A class named across runs: by its file's slot and the hash of its qualified name. */
export function classKey(slot: number, name: string): string {
  return `${slot.toString(36)}:${name}`;
}

/** What a definition derives from, when it is a class that derives from classes of the project. */
export function derivedClass(s: Session, file: FileUnit, definition: number): DerivedClass | undefined {
  const facts = file.index.facts.definitions[definition];
  if (facts?.kind !== 'class' || facts.bases.length === 0) return undefined;
  const query = file.query(s.solver, Query.BASES, definition, 0);
  const bases = answeredList(s, s.solver.answer(query)).flatMap((base) => {
    const unit = s.values.kind(base) === Kind.CLASS ? s.files[s.values.a(base)] : undefined;
    const name = unit?.index.facts.definitions[s.values.b(base)]?.qualname;
    return unit === undefined || name === undefined ? [] : [classKey(unit.slot, shortHash(name))];
  });
  return bases.length === 0 ? undefined : { name: shortHash(facts.qualname), bases };
}

/** Direct and indirect derivation, by class key. Kept between runs. */
export class Hierarchy {
  readonly #derived = new Map<string, string[]>();

  /** Makes the classes of a file derive from what they derive from now instead of what they derived from before. */
  replace(slot: number, before: readonly DerivedClass[], now: readonly DerivedClass[]): void {
    for (const { name, bases } of before) {
      for (const base of bases) removeFrom(this.#derived, base, classKey(slot, name));
    }
    for (const { name, bases } of now) {
      for (const base of bases) addTo(this.#derived, base, classKey(slot, name));
    }
  }

  /** Every class derived from one, sorted; undefined when there are more than `most`. */
  derivedFrom(key: string, most = DERIVED_MAX): readonly string[] | undefined {
    const found = new Set<string>();
    const pending = [...(this.#derived.get(key) ?? [])];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (found.has(next) || next === key) continue;
      found.add(next);
      if (found.size > most) return undefined;
      pending.push(...(this.#derived.get(next) ?? []));
    }
    return [...found].sort();
  }
}

/** Under which name it is noted that all derived classes of a class were asked for, up to DERIVED_ALL_MAX. */
export function allDerivedKey(key: string): string {
  return `${key}*`;
}

/** The slot of the file of the class that a key names. */
export function slotOfClass(key: string): number {
  return Number.parseInt(key.slice(0, key.indexOf(':')), 36);
}

/** The file of the class that a key names; undefined when it is gone. */
export function classFile(s: Session, key: string): FileUnit | undefined {
  return s.fileInSlot(slotOfClass(key));
}

/** The CLASS value that a key names; undefined when it is gone. */
export function classValue(s: Session, key: string): ValueId | undefined {
  const file = classFile(s, key);
  if (file === undefined) return undefined;
  file.classesByHash ??= hashClasses(file);
  const definition = file.classesByHash.get(key.slice(key.indexOf(':') + 1));
  return definition === undefined ? undefined : s.values.value(Kind.CLASS, file.number, definition);
}

/** Of two classes with one hash the first counts: it takes a billion to have two. */
function hashClasses(file: FileUnit): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [definition, { kind, qualname }] of file.index.facts.definitions.entries()) {
    const hash = shortHash(qualname);
    if (kind === 'class' && !found.has(hash)) found.set(hash, definition);
  }
  return found;
}
