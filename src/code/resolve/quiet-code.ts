/**
 * Statements right behind a display that is bound to a name, as long as they run no other code: nobody else can have read what was
 * displayed until they are done. Who walks them says what they do to it.
 */
import { Op } from '../code.js';
import { blockAt, type FileIndex, scopeAt } from './file-index.js';
import { onlyEvent } from './name-search.js';
import { nextInScope, nextInstruction } from './stream.js';

/** Instructions behind a display that are looked at: longer runs of such statements are data. */
const STEPS_MAX = 400;

/** Instructions that run no other code and change nothing. */
const QUIET: ReadonlySet<number> = new Set([
  Op.NAME,
  Op.ATTRIBUTE,
  Op.CONSTANT,
  Op.STRING,
  Op.INTEGER,
  Op.LIST,
  Op.DICT,
  Op.LAMBDA,
  Op.KEYWORD,
]);
const HARMLESS: ReadonlySet<string> = new Set(['print', 'len', 'str', 'repr', 'isinstance', 'sorted', 'id']);

/** The string of the name that the display at a position is bound to right behind it; 0 when it is not. */
export function boundName({ code }: FileIndex, at: number): number {
  const bind = nextInstruction(code, at);
  return code[bind] === Op.BIND && code[bind + 2] === at ? (code[bind + 1] ?? 0) : 0;
}

/** Calls `take` for each instruction that changes something or calls, behind the binding of a display, until it gives false or code runs. */
export function walkBehind(index: FileIndex, at: number, take: (position: number) => boolean): void {
  const { code } = index;
  const bind = nextInstruction(code, at);
  const block = blockAt(index, bind);
  const scope = scopeAt(index, bind);
  let steps = 0;
  for (let next = nextInScope(index, bind); steps++ < STEPS_MAX; next = nextInScope(index, next)) {
    if (scopeAt(index, next) !== scope || blockAt(index, next) !== block) return;
    if (!QUIET.has(code[next] ?? 0) && !isHarmless(index, next) && !take(next)) return;
  }
}

/** A call of a builtin that keeps nothing and changes nothing. */
function isHarmless(index: FileIndex, call: number): boolean {
  const { code, facts, names } = index;
  if (code[call] !== Op.CALL) return false;
  const callee = code[call + 1] ?? 0;
  const string = code[callee + 1] ?? 0;
  return (
    code[callee] === Op.NAME &&
    HARMLESS.has(facts.code.strings[string] ?? '') &&
    onlyEvent(index, callee, names[string] ?? 0) === 0
  );
}
