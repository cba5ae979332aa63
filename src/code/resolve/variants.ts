/**
 * Functions of one name that a function defines in several branches, of which it gives one: `def wrapper` for coroutines, for
 * generators, and for the rest. Whoever calls the result calls one of them, and values do not say which.
 */
import type { Session } from './session.js';
import { Kind } from './value-kinds.js';
import type { ValueId } from './value-table.js';

const NUMBER = /#\d+$/;

/** Those of the FUNCTION values that have another one of the same name and scope beside them, within a function. */
export function variantsAmong(s: Session, values: readonly ValueId[]): readonly ValueId[] {
  const counts = new Map<string, number>();
  const places = values.map((value) => placeOf(s, value));
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
  return values.filter((_, i) => places[i] !== '' && (counts.get(places[i] ?? '') ?? 0) > 1);
}

/** The file and the qualified name without its number; '' for what no function defines. */
function placeOf(s: Session, value: ValueId): string {
  const unit = s.values.kind(value) === Kind.FUNCTION ? s.files[s.values.a(value)] : undefined;
  const { definitions } = unit?.index.facts ?? { definitions: [] };
  const facts = definitions[s.values.b(value)];
  const isInner = facts !== undefined && definitions[facts.parent]?.kind === 'function';
  return unit === undefined || !isInner ? '' : `${unit.path} ${facts.qualname.replace(NUMBER, '')}`;
}
