/**
 * Texts that are joined, as far as they may be names: `'visit_' + kind` is `visit_*`, and where each call that is seen passes a
 * literal it is one of a few. Patterns are those of `extract/name-patterns.ts`; one that would grow without end, in a loop, is cut.
 */
import type { Session } from './session.js';
import { INTEGER_BIAS, isInstance, Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, type ValueId } from './value-table.js';

/** Longer texts are no names, more holes say nothing. */
const NAME_LENGTH_MAX = 64;
const HOLES_MAX = 3;

/** `left + right` where one of them is a text, or known by a pattern; undefined for other values. */
export function joinedText(
  s: Session,
  left: ValueId,
  { right, hole }: { readonly right: SetId; readonly hole: '*' | '#' },
): SetId | undefined {
  const { values } = s;
  if (!isText(s, left)) {
    const known = values.elements(right);
    if (known.length === 0 || !known.every((value) => isText(s, value))) return undefined;
    return values.flatMap(right, (value) => textOf(s, `*${partOf(s, value)}`));
  }
  // What its class says of the operator counts.
  if (values.elements(s.expand(right)).some((value) => isInstance(values.kind(value)))) return undefined;
  return values.flatMap(s.keysAmong(right), (value) =>
    textOf(s, partOf(s, left) + (isText(s, value) ? partOf(s, value) : hole)),
  );
}

/** A pattern with what is put into its only hole: each text that this may be, the pattern as it is for anything else. */
export function filledText(s: Session, pattern: SetId, filling: SetId): SetId {
  const { values, names } = s;
  return values.flatMap(pattern, (form) =>
    values.flatMap(s.keysAmong(filling), (value) => {
      if (values.kind(value) === Kind.NONE) return EMPTY_SET;
      if (values.kind(value) !== Kind.TEXT) return setOf(form);
      return textOf(
        s,
        names.text(values.a(form)).replace('*', () => partOf(s, value)),
      );
    }),
  );
}

/** `'_'.join(('visit', kind))` begins with 'visit_'; of other parts than those of a display nothing is known. */
export function joinedBy(s: Session, separator: ValueId, parts: SetId): SetId {
  const { values, names } = s;
  const text = values.single(Kind.EXTERNAL_INSTANCE, names.str);
  if (values.kind(separator) !== Kind.TEXT) return text;
  const first = values.single(Kind.INTEGER, INTEGER_BIAS);
  return values.flatMap(parts, (container) => {
    if (values.kind(container) !== Kind.CONTAINER) return text;
    return values.flatMap(s.item(container, first), (value) =>
      values.kind(value) === Kind.TEXT ? textOf(s, `${partOf(s, value)}${partOf(s, separator)}*`) : text,
    );
  });
}

/** A TEXT, or a NAME_PATTERN where something is put in. */
function textOf(s: Session, text: string): SetId {
  const { values, names } = s;
  if (!/[*#]/.test(text) && text.length <= NAME_LENGTH_MAX) return values.single(Kind.TEXT, names.id(text));
  const isLong = text.length > NAME_LENGTH_MAX || text.split(/[*#]/).length > HOLES_MAX + 1;
  const cut = isLong ? `${text.split(/[*#]/, 1)[0]?.slice(0, NAME_LENGTH_MAX) ?? ''}*` : text;
  return values.single(Kind.NAME_PATTERN, names.id(cut));
}

/** What is known of a text, as part of a pattern. */
function partOf(s: Session, value: ValueId): string {
  const text = s.names.text(s.values.a(value));
  return s.values.kind(value) === Kind.TEXT ? text.replace(/[*#]/g, '*') : text;
}

function isText(s: Session, value: ValueId): boolean {
  const kind = s.values.kind(value);
  return kind === Kind.TEXT || kind === Kind.NAME_PATTERN;
}
