/**
 * How sure a resolved callee is: exact when lexical scope, an import or the MRO alone leave one target, so that no value had
 * to be followed through variables.
 */
import { Op } from '../code.js';
import { functionOfFirstParameter } from './classes.js';
import { fromStars } from './exports.js';
import type { FileIndex } from './file-index.js';
import { bindingOf } from './functions.js';
import { findName, onlyEvent } from './name-search.js';
import { isPatched } from './patches.js';
import { patchAt } from './scopes.js';
import { type FileUnit, Query, type Session } from './session.js';
import { Kind } from './value-kinds.js';

/** `alternatives`: one name was bound in several places that may reach the call. */
export type Certainty = 'exact' | 'followed' | 'alternatives';

export function certaintyOf(s: Session, file: FileUnit, ref: number): Certainty {
  const { code } = file.index;
  if (code[ref] === Op.NAME) return certaintyOfName(s, file, ref);
  if (code[ref] === Op.ATTRIBUTE) return certaintyOfAttribute(s, file, ref);
  return 'followed';
}

function certaintyOfName(s: Session, file: FileUnit, ref: number): Certainty {
  const { index } = file;
  const { code } = index;
  const name = index.names[code[ref + 1] ?? 0] ?? 0;
  const only = onlyEvent(index, ref, name);
  if (isPatched(patchAt(s, file, ref, name))) return 'alternatives';
  // A name that is bound nowhere is given by a star, or some file puts it among the builtins.
  if (only === 0) return fromStars(s, file, name, Query.EXPORT) === undefined ? 'followed' : 'exact';
  if (only > 0) return defines(code, only) ? 'exact' : 'followed';
  let count = 0;
  let isDefinition = true;
  findName(index, ref, name, false, ({ events }) => {
    count += events.length;
    for (const event of events) isDefinition &&= defines(code, event);
  });
  if (count > 1) return 'alternatives';
  return isDefinition ? 'exact' : 'followed';
}

/** Whether a name is that of a decorated definition of its file, and of nothing else. */
export function isDecorated(index: FileIndex, ref: number): boolean {
  const { code, names } = index;
  if (code[ref] !== Op.NAME) return false;
  const event = onlyEvent(index, ref, names[code[ref + 1] ?? 0] ?? 0);
  const value = event > 0 && code[event] === Op.BIND ? (code[event + 2] ?? 0) : 0;
  return code[value] === Op.FUNCTION || code[value] === Op.CLASS ? !defines(code, event) : false;
}

/** Whether an event binds a class, a function or an import, so that what the name means is written there. */
function defines(code: Int32Array, event: number): boolean {
  if (code[event] === Op.IMPORT || code[event] === Op.FROM_IMPORT) return true;
  const value = code[event + 2] ?? 0;
  if (code[event] !== Op.BIND) return false;
  // What a decorator gives back is followed.
  if (code[value] === Op.FUNCTION) return code[value + 2] === 0;
  return code[value] === Op.CLASS && code[value + 3 + (code[value + 2] ?? 0)] === 0;
}

function certaintyOfAttribute(s: Session, file: FileUnit, ref: number): Certainty {
  const { code } = file.index;
  const base = code[ref + 1] ?? 0;
  let isExact = true;
  for (const value of s.values.elements(s.evaluate(file, base))) {
    switch (s.values.kind(value)) {
      case Kind.MODULE:
      case Kind.NAMESPACE:
      case Kind.SUPER:
        break;
      case Kind.CLASS:
        isExact &&= certaintyOf(s, file, base) === 'exact';
        break;
      case Kind.PARAMETER:
        isExact &&= isReceiver(s, file, s.values.a(value), s.values.b(value));
        break;
      default:
        isExact = false;
    }
  }
  return isExact ? 'exact' : 'followed';
}

/** Whether a PARAMETER of this file is the `self` or `cls` of a method. */
function isReceiver(s: Session, file: FileUnit, owner: number, position: number): boolean {
  if (owner !== file.number) return false;
  const method = functionOfFirstParameter(file.index, position);
  return method >= 0 && bindingOf(s, file, method) !== 'none';
}
