/**
 * What `argparse` hands back of what a file gives its parsers: `set_defaults(func=build)` is `args.func` then, and `type=size` is
 * called when arguments are parsed. Which parser is which is not told apart.
 */
import { Op } from '../code.js';
import { keywordArgument } from './arguments.js';
import { Occurrence, occurrencesOf } from './file-index.js';
import type { FileUnit, Session } from './session.js';
import { EMPTY_SET, type SetId } from './value-table.js';

export const NAMESPACE = 'argparse.Namespace';

/** What the attribute of a parsed namespace may be by default; EMPTY_SET where the file says nothing of it. */
export function defaultParsed(s: Session, file: FileUnit, name: number): SetId {
  return passedTo(s, file, 'set_defaults', name);
}

/** The functions that parsing calls on texts. */
export function typesParsed(s: Session, file: FileUnit): SetId {
  return passedTo(s, file, 'add_argument', s.names.id('type'));
}

/** What the calls of a method of that name in a file pass by a name. */
function passedTo(s: Session, file: FileUnit, method: string, name: number): SetId {
  let set: SetId = EMPTY_SET;
  for (const call of occurrencesOf(file.index, Occurrence.CALL, s.names.id(method))) {
    if (file.index.code[call] !== Op.CALL) continue;
    set = s.values.union(set, keywordArgument(s, { file, call, leading: [] }, name));
  }
  return set;
}
