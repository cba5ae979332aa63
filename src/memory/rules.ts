/**
 * What may be written: ids, relations, ends, texts. A refusal names the field and what is wrong with it and says what to
 * try. What an old file holds was written under other rules and is not judged here.
 */
import { findCredential } from './credentials.js';
import { MemoryError } from './errors.js';
import {
  END_CHARS_MAX,
  GIST_CHARS_MAX,
  ID_CHARS_MAX,
  NOTE_CHARS_MAX,
  NOTES_MAX,
  PROGRESS_CHARS_MAX,
  QUERY_CHARS_MAX,
  QUERY_WORDS_MAX,
  REL_CHARS_MAX,
  TOUCHES_MAX,
} from './limits.js';
import type { MemoryEdge, MemoryNode, ProgressState } from './model.js';
import { shorten } from './one-line.js';
import { termsOf } from './words.js';

// One path segment of a URL, safe in a file name and on a command line.
const WORD = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Refuses a node that may not be written. */
export function checkNode({ id, gist, notes, touches }: MemoryNode): void {
  checkId(id);
  checkGist(gist);
  checkTexts(notes, 'notes');
  checkTexts(touches, 'touches');
}

/** Refuses an edge that may not be written. */
export function checkEdge({ from, to, rel, notes }: MemoryEdge): void {
  checkEnd(from, 'from');
  checkEnd(to, 'to');
  checkRel(rel);
  checkTexts(notes, 'notes');
}

/** Refuses what is no id of a node: a letter or figure, then up to 127 of letters, figures, `.`, `_`, `-`. */
export function checkId(id: string, field = 'id'): void {
  if (id.length > ID_CHARS_MAX || !WORD.test(id))
    throw new MemoryError(
      'bad-id',
      `${field} ${quoted(id)} is no node id`,
      `Use a letter or figure, then up to ${ID_CHARS_MAX - 1} letters, figures, ".", "_" or "-", such as auth-token-refresh.`,
    );
  refuseCredential(id, field);
}

/** Refuses what is no relation: as an id, at most 64 characters. */
function checkRel(rel: string): void {
  if (rel.length > REL_CHARS_MAX || !WORD.test(rel))
    throw new MemoryError(
      'bad-rel',
      `rel ${quoted(rel)} is no relation`,
      `Use at most ${REL_CHARS_MAX} letters, figures, ".", "_" or "-", such as requires-init.`,
    );
  refuseCredential(rel, 'rel');
}

/** Refuses what is no end of an edge: any text up to 512 characters, without control characters or blank ends. */
function checkEnd(end: string, field: 'from' | 'to'): void {
  const isWrong = end === '' || end.length > END_CHARS_MAX || CONTROL.test(end) || end.trim() !== end;
  if (isWrong)
    throw new MemoryError(
      'bad-end',
      `${field} ${quoted(end)} cannot be an end of an edge`,
      `Use a node id, a file path, a URL or a code node id: 1 to ${END_CHARS_MAX} characters in one line.`,
    );
  refuseCredential(end, field);
}

/** Refuses an empty, an oversized, or a telltale gist. */
export function checkGist(gist: string): void {
  if (gist.trim() === '')
    throw new MemoryError('bad-text', 'gist is empty', 'Say in one line what is worth knowing.');
  refuseLong(gist.length, GIST_CHARS_MAX, 'gist');
  refuseCredential(gist, 'gist');
}

/** Refuses notes or touches that are too many, too long, or telltale. */
function checkTexts(texts: readonly string[] | undefined, field: 'notes' | 'touches'): void {
  if (texts === undefined) return;
  const countMax = field === 'notes' ? NOTES_MAX : TOUCHES_MAX;
  if (texts.length > countMax)
    throw new MemoryError(
      'too-large',
      `${field} has ${texts.length} entries, the most is ${countMax}`,
      'Split the node.',
    );
  for (const [at, text] of texts.entries()) {
    refuseLong(text.length, NOTE_CHARS_MAX, `${field}[${at}]`);
    refuseCredential(text, `${field}[${at}]`);
  }
}

/** Refuses a task's name that is no name, and a state that is too large or telltale. */
export function checkProgress(task: string, state: ProgressState | undefined): void {
  if (task === '' || task.length > END_CHARS_MAX || CONTROL.test(task))
    throw new MemoryError(
      'bad-state',
      `task ${quoted(task)} is no name`,
      'Use a short name, such as maintain.',
    );
  if (state === undefined) return;
  const text = JSON.stringify(state);
  refuseLong(text.length, PROGRESS_CHARS_MAX, 'state');
  refuseCredential(text, 'state');
}

/** Refuses a question without words, and one with more than a question has. */
export function checkQuery(query: string): void {
  if (query.trim() === '')
    throw new MemoryError('bad-query', 'the query is empty', 'Give the words to look for.');
  const isLong = query.length > QUERY_CHARS_MAX;
  if (isLong || termsOf(query).length > QUERY_WORDS_MAX)
    throw new MemoryError(
      'bad-query',
      `the query has more than ${isLong ? `${QUERY_CHARS_MAX} characters` : `${QUERY_WORDS_MAX} words`}`,
      'Ask with the few words that matter.',
    );
}

function refuseLong(chars: number, charsMax: number, field: string): void {
  if (chars <= charsMax) return;
  throw new MemoryError(
    'too-large',
    `${field} has ${chars} characters, the most is ${charsMax}`,
    'Keep the conclusion and point to the source with touches.',
  );
}

function refuseCredential(text: string, field: string): void {
  const kind = findCredential(text);
  if (kind === undefined) return;
  throw new MemoryError(
    'secret',
    `${field} holds what looks like a credential (${kind}), which is never stored`,
    'Write where it is kept, not what it is.',
  );
}

function quoted(text: string): string {
  return JSON.stringify(shorten(text, 60));
}
