/** In a few words, how the callee of a call was followed; never a line, so that an edit elsewhere does not change an edge. */
import { Op } from '../code.js';
import { calleeText } from './callee-text.js';
import { type Certainty, isDecorated } from './certainty.js';
import type { Evidence } from './evidence.js';
import type { FileUnit, Session } from './session.js';
import { Kind } from './value-kinds.js';
import type { SetId, ValueId } from './value-table.js';

/** Reasons stay a few words. */
export const WHY_MAX = 80;

const SEVERAL = 'bound in several places';
const DECORATED = 'as its decorators leave it';
const BOUND = 'followed through what binds it';

/** The receiver of a call with its class, or what the name stands for. */
export function reasonFor(
  s: Session,
  file: FileUnit,
  callee: number,
  known: { readonly certainty: Certainty; readonly evidence: Evidence | undefined },
): string {
  const { certainty, evidence } = known;
  const { code } = file.index;
  const ref = code[callee] === Op.ATTRIBUTE ? (code[callee + 1] ?? 0) : callee;
  const reason = described(s, file, ref, evidence?.receivers ?? s.expand(s.evaluate(file, ref)));
  const text = calleeText(file.index, ref);
  // A name that stands for what it names is not exact since it is bound more than once, or decorated.
  const isEmpty = reason === text || reason === `${text}: ${text}`;
  if (!isEmpty) return reason;
  const how = certainty === 'alternatives' ? SEVERAL : isDecorated(file.index, callee) ? DECORATED : BOUND;
  return `${calleeText(file.index, callee)}: ${how}`.slice(0, WHY_MAX);
}

/** An expression with the names of what it may be. */
export function described(s: Session, file: FileUnit, ref: number, set: SetId): string {
  const text = calleeText(file.index, ref);
  const names = s.values
    .elements(set)
    .map((value) => nameOf(s, value))
    .filter((name) => name !== '');
  if (names.length > 1) names.sort();
  const unique = names.filter((name, i) => name !== names[i - 1]);
  return (unique.length === 0 ? text : `${text}: ${unique.join(' | ')}`).slice(0, WHY_MAX);
}

function nameOf(s: Session, value: ValueId): string {
  const { values } = s;
  switch (values.kind(value)) {
    case Kind.CLASS:
    case Kind.SUBCLASS:
    case Kind.INSTANCE:
    case Kind.DECLARED:
    case Kind.FUNCTION:
      return s.files[values.a(value)]?.index.facts.definitions[values.b(value)]?.name ?? '';
    case Kind.METHOD:
    case Kind.PARTIAL:
    case Kind.CONTEXT_FUNCTION:
      return nameOf(s, values.a(value));
    default:
      return '';
  }
}
