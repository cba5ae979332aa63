/**
 * How an answer about callers says what it cannot know. "None" never stands alone when a call may be hidden.
 */
import type { HiddenUse } from '../query/hidden-uses.js';
import type { UnresolvedNote, UnresolvedPlace } from '../query/unresolved.js';
import type { Section } from '../render.js';
import { codeSpan, countOf, prose } from './text.js';

/** `2 calls to a name `close` could not be resolved`; '' when every one was. */
export function unresolvedText(note: UnresolvedNote | undefined): string {
  if (note === undefined || note.total === 0) return '';
  return `${countOf(note.total, 'call')} to a name ${codeSpan(note.name)} could not be resolved`;
}

/** The section for the places of such calls; left out when there are none. */
export function unresolvedSection(note: UnresolvedNote | undefined): Section {
  const name = note === undefined ? '' : ` to a name ${codeSpan(note.name)}`;
  return { heading: `Unresolved calls${name}`, total: note?.total ?? 0, rest: '' };
}

/** Where a call stands and what it says. */
export function placeForms({ path, line, callee }: UnresolvedPlace): readonly string[] {
  return [`- ${codeSpan(`${path}:${line}`)} ${codeSpan(callee)}`];
}

/** What stands where callers would: none found, and what may hide one. */
export function noCallers(
  note: UnresolvedNote | undefined,
  hidden: readonly HiddenUse[],
  entryPoint?: string,
): string {
  const open = unresolvedText(note);
  const calls = open === '' ? 'no unresolved call uses this name' : `${open} (listed below)`;
  return [`None found; ${calls}.`, reachedText(entryPoint), notSeen(hidden)].filter(Boolean).join(' ');
}

/** That something else than a call reaches it; '' when nothing is known of that. */
export function reachedText(entryPoint: string | undefined): string {
  return entryPoint === undefined ? '' : `It is reached without a call: ${prose(entryPoint, 80)}.`;
}

/** `Not seen: what …; uses as a value.`; '' when there is nothing to say. */
export function notSeen(hidden: readonly HiddenUse[]): string {
  return hidden.length === 0 ? '' : `Not seen: ${hidden.map(hiddenText).join('; ')}.`;
}

function hiddenText(use: HiddenUse): string {
  switch (use.kind) {
    case 'value':
      return 'uses as a value (passed on, stored, named in a string)';
    case 'operator':
      return 'operators and builtins that run it';
    case 'property':
      return 'reads on what has no known type';
    case 'decorator':
      return `uses made by ${use.decorators.map((text) => codeSpan(`@${prose(text, 60)}`)).join(', ')}`;
    case 'fixture':
      return 'tests that take it as a parameter (a pytest fixture)';
    case 'test':
      return 'the test runner';
    case 'framework':
      return `code outside the project, by way of ${use.bases.map((text) => codeSpan(prose(text, 60))).join(', ')}`;
    case 'computed':
      return `calls by a computed name: ${use.calls.map(({ id, line }) => `\`getattr\` in ${codeSpan(id)} line ${line}`).join(', ')}`;
    case 'base':
      return `callers of ${codeSpan(use.id)}, which it overrides`;
  }
}
