/**
 * `del Bell.ring` and `delattr(Bell, 'ring')` in the module's own code: what the class's body has bound is gone, and a base's comes
 * back. Told by syntax, and only where nothing of the module has run in between: before, it was there.
 */
import { Op } from '../code.js';
import { blockAt, type FileIndex, NO_SYMBOL, Occurrence, occurrencesOf, scopeAt } from './file-index.js';
import { onlyEvent } from './name-search.js';
import type { Session } from './session.js';

/** Whether the module's code takes a member of a class away before anything can use it. */
export function isDeleted(s: Session, index: FileIndex, definition: number, name: number): boolean {
  const { code, names } = index;
  if (index.occurrences.find(Occurrence.DELETED, name) !== NO_SYMBOL) {
    for (const at of occurrencesOf(index, Occurrence.DELETED, name)) {
      if (isOfClass(index, code[at + 1] ?? 0, definition) && isFirst(index, definition, at)) return true;
    }
  }
  return occurrencesOf(index, Occurrence.CALL, s.names.delattr).some((at) => {
    const key = code[at + 5] ?? 0;
    const isSame = code[at + 3] === 2 && code[key] === Op.STRING && names[code[key + 1] ?? 0] === name;
    return isSame && isOfClass(index, code[at + 4] ?? 0, definition) && isFirst(index, definition, at);
  });
}

/** Whether a name is that of the class and of nothing else. */
function isOfClass(index: FileIndex, ref: number, definition: number): boolean {
  const { code, names } = index;
  if (code[ref] !== Op.NAME) return false;
  const event = onlyEvent(index, ref, names[code[ref + 1] ?? 0] ?? 0);
  return event > 0 && code[event] === Op.BIND && code[event + 2] === index.definitionAt[definition];
}

/** Whether a statement of the module stands behind the class with no call of the module in between. */
function isFirst(index: FileIndex, definition: number, at: number): boolean {
  const from = index.definitionAt[definition] ?? 0;
  if (blockAt(index, at) !== (index.scopes.block[0] ?? 0) || at < from) return false;
  return !index.calls.some((call) => call > from && call < at && scopeAt(index, call) === 0);
}
