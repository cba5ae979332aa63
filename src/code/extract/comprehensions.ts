/**
 * Comprehensions and generator expressions: a scope of their own with bindings for each clause. Which of them run is not told:
 * every clause does.
 */
import { Op, ScopeKind } from '../code.js';
import { pair } from './displays.js';
import { OPAQUE, type Ref } from './emitter.js';
import type { Extraction } from './extraction.js';
import { isPunctuation, Kind } from './kinds.js';
import { condition } from './narrowing.js';
import { bind } from './targets.js';

/**
 * The first iterable belongs to the scope around, everything else to the comprehension's own; the element, written
 * first, is evaluated last.
 */
export function comprehension(x: Extraction, kind: number): Ref {
  let key = OPAQUE;
  let value = OPAQUE;
  const firstIterable = firstClauseIterable(x);
  x.inScope(ScopeKind.COMPREHENSION, -1, () => {
    let isFirstClause = true;
    x.cursor.firstChild();
    do {
      if (x.kind() === Kind.for_in_clause) {
        clause(x, isFirstClause ? firstIterable : undefined);
        isFirstClause = false;
      } else if (x.kind() === Kind.if_clause) {
        x.eachPart(() => condition(x));
      }
    } while (x.cursor.nextSibling());
    x.cursor.parent();
    x.cursor.firstChild();
    while (isPunctuation(x.kind()) && x.cursor.nextSibling());
    if (x.kind() === Kind.pair) {
      const refs: Ref[] = [];
      pair(x, refs);
      [key = OPAQUE, value = OPAQUE] = refs;
    } else {
      key = x.expression();
    }
    x.cursor.parent();
  });
  return x.out.emit3(Op.COMPREHENSION, kind, key, value);
}

function firstClauseIterable(x: Extraction): Ref {
  let ref = OPAQUE;
  x.cursor.firstChild();
  do {
    if (x.kind() === Kind.for_in_clause) {
      ref = clauseIterable(x);
      break;
    }
  } while (x.cursor.nextSibling());
  x.cursor.parent();
  return ref;
}

/** The value after `in` of the for_in_clause under the cursor. */
function clauseIterable(x: Extraction): Ref {
  let ref = OPAQUE;
  let isAfterTarget = false;
  x.cursor.firstChild();
  do {
    const kind = x.kind();
    if (isPunctuation(kind) || kind === Kind['"async"']) continue;
    if (isAfterTarget) ref = x.expression();
    isAfterTarget = true;
  } while (x.cursor.nextSibling());
  x.cursor.parent();
  return ref;
}

function clause(x: Extraction, known: Ref | undefined): void {
  const line = x.line();
  const iterable = known ?? clauseIterable(x);
  let op: number = Op.ELEMENT;
  x.cursor.firstChild();
  do {
    const kind = x.kind();
    if (kind === Kind['"async"']) op = Op.ASYNC_ELEMENT;
    else if (!isPunctuation(kind)) break;
  } while (x.cursor.nextSibling());
  bind(x, x.out.emit2(op, iterable, line));
  x.cursor.parent();
}
