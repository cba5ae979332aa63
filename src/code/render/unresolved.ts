/**
 * How an answer about callers says what it cannot know. "None" never stands alone when a call may be hidden.
 */
import type { UnresolvedNote } from '../query/unresolved.js';
import { codeSpan, countOf } from './text.js';

/** One line with the places; empty when every call of that name was resolved. */
export function unresolvedLines({ name, total, places }: UnresolvedNote): string[] {
  if (total === 0) return [];
  const shown = places.map(({ path, line, callee }) => `${codeSpan(`${path}:${line}`)} ${codeSpan(callee)}`);
  const more = total > places.length ? ` and ${total - places.length} more` : '';
  const calls = `${countOf(total, 'call')} to a name ${codeSpan(name)} could not be resolved`;
  return [`${calls}: ${shown.join(', ')}${more}.`];
}

/** What stands where callers would: none found, and what may hide one. */
export function noCallers(note: UnresolvedNote | undefined): string {
  if (note === undefined || note.total === 0) {
    return 'None found among the resolved calls, and no unresolved call uses this name.';
  }
  return `None found; ${unresolvedLines(note).join('')}`;
}
