/**
 * Cursors: where an answer goes on. Opaque to the caller; inside it is the number of items already shown and a fingerprint
 * of that and the question, so that a cursor of another question, or one made up, is refused instead of misread. Nothing is kept between calls.
 */
import { KgError } from '../kernel/errors.js';

/** A question as far as its pages are concerned: everything but how much is shown at once. */
export interface PagedInput {
  readonly cursor?: string | undefined;
  readonly max_tokens?: number | undefined;
  readonly [argument: string]: unknown;
}

/** Makes the cursor after `offset` items of a question. */
export function makeCursor(tool: string, input: PagedInput, offset: number): string {
  return `${offset.toString(36)}.${fingerprint(tool, input, offset)}`;
}

/** How many items a question's cursor says are already shown; 0 without one. Throws a KgError for a foreign cursor. */
export function readCursor(tool: string, input: PagedInput): number {
  if (input.cursor === undefined) return 0;
  const [, offset, mark] = input.cursor.match(/^([0-9a-z]{1,8})\.([0-9a-z]{1,8})$/) ?? [];
  if (offset === undefined || mark === undefined) {
    throw new KgError('bad-argument', 'the cursor is not one that an answer gave', { hint: HINT });
  }
  const shown = Number.parseInt(offset, 36);
  if (mark !== fingerprint(tool, input, shown)) {
    throw new KgError('bad-argument', 'the cursor belongs to a question with other arguments', {
      hint: HINT,
    });
  }
  return shown;
}

const HINT =
  'Repeat the call that gave the cursor with the same arguments and the cursor, or leave the cursor out.';

/** FNV-1a over the tool's name, its arguments in order of name, and how many items are shown. */
function fingerprint(
  tool: string,
  { cursor: _, max_tokens: __, ...rest }: PagedInput,
  offset: number,
): string {
  const entries = Object.entries(rest).filter(([, value]) => value !== undefined);
  const text = `${tool} ${offset} ${JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))}`;
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
