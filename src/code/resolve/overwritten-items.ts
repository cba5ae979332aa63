/**
 * Items that are overwritten before anybody can have read them: `table = {'a': f}` and then `table['a'] = g`, with nothing in
 * between that runs other code. Syntax alone decides.
 */
import { Op } from '../code.js';
import { blockAt, eventsEnd, type FileIndex, firstEvent, NO_SYMBOL, PATH, scopeAt } from './file-index.js';
import { attributeKey, integerKey, textKey } from './path-keys.js';
import type { Session } from './session.js';
import { nextInScope } from './stream.js';
import { INTEGER_BIAS, Kind } from './value-kinds.js';
import type { ValueId } from './value-table.js';

const NOTHING: readonly number[] = [];
/** Instructions between two writes that are looked at. */
const STEPS_MAX = 2000;

/**
 * Positions of the BINDs and SET_ITEMs under a literal key whose value nobody gets to see, where the container made at `at` is bound
 * to `name`.
 */
export function overwrittenItems(
  s: Session,
  index: FileIndex,
  bound: { readonly at: number; readonly name: number },
  key: ValueId,
): readonly number[] {
  const { values } = s;
  const isText = values.kind(key) === Kind.TEXT;
  const literal = isText ? textKey(values.a(key)) : integerKey(values.a(key) - INTEGER_BIAS);
  if (!index.pathKeys.has(literal)) return NOTHING;
  const symbol = index.symbols.find(scopeAt(index, bound.at), bound.name);
  const path = symbol === NO_SYMBOL ? NO_SYMBOL : index.symbols.find(PATH - symbol, literal);
  if (path === NO_SYMBOL) return NOTHING;
  const found: number[] = [];
  for (let i = firstEvent(index, path); i + 1 < eventsEnd(index, path); i++) {
    const event = index.events[i] ?? 0;
    if (isFollowedAtOnce(index, event, index.events[i + 1] ?? 0)) found.push(event);
  }
  return found;
}

/** Whether what a SET_ATTRIBUTE sets is set again before other code runs or the attribute is read: nobody gets to see it. */
export function isSetAgain(index: FileIndex, at: number): boolean {
  const { code, names, symbols } = index;
  const base = code[at + 1] ?? 0;
  if (code[at] !== Op.SET_ATTRIBUTE || code[base] !== Op.NAME) return false;
  const attribute = names[code[at + 2] ?? 0] ?? 0;
  const symbol = symbols.find(scopeAt(index, at), names[code[base + 1] ?? 0] ?? 0);
  const path = symbol === NO_SYMBOL ? NO_SYMBOL : symbols.find(PATH - symbol, attributeKey(attribute));
  if (path === NO_SYMBOL || eventsEnd(index, path) - firstEvent(index, path) < 2) return false;
  for (let i = firstEvent(index, path); i + 1 < eventsEnd(index, path); i++) {
    if (index.events[i] !== at) continue;
    const next = index.events[i + 1] ?? 0;
    return isFollowedAtOnce(index, at, next) && !isReadBetween(index, at, next, attribute);
  }
  return false;
}

function isReadBetween(index: FileIndex, from: number, to: number, attribute: number): boolean {
  for (let at = from; at < to; at = nextInScope(index, at)) {
    const isRead = index.code[at] === Op.ATTRIBUTE && index.names[index.code[at + 2] ?? 0] === attribute;
    if (isRead) return true;
  }
  return false;
}

/** Whether one write comes right behind another, as far as other code is concerned. */
function isFollowedAtOnce(index: FileIndex, from: number, to: number): boolean {
  if (!WRITING.has(index.code[to] ?? 0) || blockAt(index, from) !== blockAt(index, to)) return false;
  let steps = 0;
  for (let at = nextInScope(index, from); at < to; at = nextInScope(index, at)) {
    if (RUNNING.has(index.code[at] ?? 0) || ++steps > STEPS_MAX) return false;
  }
  return true;
}
const WRITING: ReadonlySet<number> = new Set([Op.SET_ITEM, Op.SET_ATTRIBUTE]);
const RUNNING: ReadonlySet<number> = new Set([
  Op.CALL,
  Op.DECORATOR,
  Op.CLASS,
  Op.ENTER,
  Op.ASYNC_ENTER,
  Op.ELEMENT,
  Op.ASYNC_ELEMENT,
  Op.AWAIT,
  Op.YIELD,
  Op.YIELD_FROM,
  Op.BLOCK,
]);
