/**
 * Attributes that are looked up by a name that is put together: `getattr(self, 'visit_' + kind)`. The lookup is a value of its
 * own, (receiver, ends of the name), so that it can be bound, returned and called elsewhere; which methods it means is told where
 * it is called: those of the receiver's class and its bases and, where the receiver may be of a derived class, of these. A
 * visitor has hundreds, more than a set of values holds.
 *
 * A name of which nothing is known means nothing.
 */
import { attributesOf } from './attributes.js';
import { classOrder, derivedOf } from './classes.js';
import { classMember } from './members.js';
import { methodOf, type Overrides } from './overrides.js';
import { type Arguments, type FileUnit, Query, type Session } from './session.js';
import { isAnyDerived, Kind } from './value-kinds.js';
import { type SetId, setOf, UNKNOWN_SET, type ValueId } from './value-table.js';

/** What more methods than these give is not followed. */
const RESULTS_MAX = 8;

/** `getattr(receiver, name)` for a NAME_PATTERN. */
export function computedAttribute(s: Session, receivers: SetId, pattern: ValueId): SetId {
  if (!isTelling(s, pattern)) return UNKNOWN_SET;
  return s.values.flatMap(s.expand(receivers), (receiver) =>
    HAS_METHODS.has(s.values.kind(receiver))
      ? s.values.single(Kind.COMPUTED, receiver, pattern)
      : UNKNOWN_SET,
  );
}
const HAS_METHODS: ReadonlySet<number> = new Set([Kind.INSTANCE, Kind.DECLARED, Kind.CLASS, Kind.SUBCLASS]);

/** At least two characters of the name are known, a letter among them; `'__' + name` says nothing. */
function isTelling(s: Session, pattern: ValueId): boolean {
  const text = s.names.text(s.values.a(pattern));
  return /^[\w*#]+$/.test(text) && /[A-Za-z]/.test(text) && /\w.*\w/.test(text);
}

/** What a computed name is looked up on and how it reads: `getattr(Visitor, 'visit_' + …)`. */
export function computedText(s: Session, value: ValueId): string {
  const receiver = s.values.a(value);
  const pattern = s.values.b(value);
  const unit = s.files[s.values.a(receiver)];
  const owner = unit?.index.facts.definitions[s.values.b(receiver)]?.name ?? '…';
  const parts = s.names
    .text(s.values.a(pattern))
    .split(/([*#])/)
    .filter((part) => part !== '')
    .map((part) => (HOLE.test(part) ? '…' : `'${part}'`));
  return `getattr(${owner}, ${parts.join(' + ')})`;
}
const HOLE = /^[*#]$/;

/** Whether the name of a class is put in: then every method whose name fits is meant, as in a visitor. */
export function isByClassName(s: Session, value: ValueId): boolean {
  return s.names.text(s.values.a(s.values.b(value))).includes('#');
}

/** What calling a COMPUTED gives, where few methods are meant. */
export function computedResult(s: Session, value: ValueId, passed: Arguments): SetId {
  const receiver = s.values.a(value);
  const names = namesOf(s, receiver, formOf(s, s.values.b(value)));
  const isMany =
    names.length > RESULTS_MAX ||
    (isAnyDerived(s.values.kind(receiver)) && derivedOf(s, receiver).length > 0);
  if (isMany) return UNKNOWN_SET;
  return names.reduce((set, name) => {
    const callees = attributesOf(s, setOf(receiver), name);
    return s.values.union(
      set,
      s.values.flatMap(callees, (callee) => s.call(callee, passed)),
    );
  }, UNKNOWN_SET);
}

/** The FUNCTIONs that a COMPUTED may be, called in `file`. */
export function computedTargets(
  s: Session,
  { file, overrides }: { readonly file: FileUnit; readonly overrides: Overrides },
  value: ValueId,
): readonly ValueId[] {
  const receiver = s.values.a(value);
  const form = formOf(s, s.values.b(value));
  const found = new Set<ValueId>();
  for (const name of namesOf(s, receiver, form)) {
    for (const member of s.values.elements(classMember(s, receiver, name))) {
      const method = methodOf(s, member);
      if (method !== undefined) found.add(method);
    }
  }
  if (isAnyDerived(s.values.kind(receiver))) {
    const isMatch = (name: number): boolean => form.test(s.names.text(name));
    for (const method of overrides.matching(file, receiver, isMatch)) found.add(method);
  }
  return [...found];
}

/** Names of methods of the receiver's class and its bases that match. */
function namesOf(s: Session, receiver: ValueId, form: RegExp): readonly number[] {
  const found = new Set<number>();
  for (const owner of classOrder(s, receiver)) {
    const unit = s.values.kind(owner) === Kind.CLASS ? s.files[s.values.a(owner)] : undefined;
    if (unit === undefined) continue;
    for (const name of s.namesIn(s.ask(Query.METHOD_NAMES, unit, s.values.b(owner)))) {
      if (form.test(s.names.text(name))) found.add(name);
    }
  }
  return [...found];
}

/**
 * What the names look like that a pattern stands for. Names of classes have capitals and no underscores, or underscores and no
 * capitals, so that `visit_#` is not `visit_Loaf_crust`, which is `visit_#_*`.
 */
function formOf(s: Session, pattern: ValueId): RegExp {
  const text = s.names.text(s.values.a(pattern));
  const form = text.replaceAll('*', '\\w+').replaceAll('#', '_*(?:[A-Z][A-Za-z0-9]*|[a-z][a-z0-9_]*)');
  return new RegExp(`^${form}$`);
}
