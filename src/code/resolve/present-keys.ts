/**
 * Whether a key is sure to be in a dictionary: its display has it, and nothing in the file takes anything out of what bears its
 * name. Then `table.get(key, default)` does not give the default. Syntax alone decides.
 */
import { Op } from '../code.js';
import { type FileIndex, Occurrence, occurrencesOf } from './file-index.js';
import { pathKey } from './path-keys.js';
import type { FileUnit, Session } from './session.js';
import { settledTable } from './settled-tables.js';
import { nextInstruction } from './stream.js';
import { EMPTY_SET, NONE_SET, type SetId, setOf, type ValueId } from './value-table.js';

const TAKING: readonly string[] = ['pop', 'popitem', 'clear'];

/** PRESENT: NONE when the container at a position is sure to hold the literal key, else nothing. */
export function presentIn(s: Session, file: FileUnit, at: number, key: ValueId): SetId {
  const { index } = file;
  const { code } = index;
  if (code[at] !== Op.DICT) return EMPTY_SET;
  const table = settledTable(file, at);
  const isThere = table === undefined ? isDisplayed(s, file, at, key) : table.entries.has(pathKey(s, key));
  if (!isThere) return EMPTY_SET;
  const next = nextInstruction(code, at);
  const isBound = code[next] === Op.BIND && code[next + 2] === at;
  return isBound && !isTakenFrom(s, index, code[next + 1] ?? 0, table?.sites) ? NONE_SET : EMPTY_SET;
}

function isDisplayed(s: Session, file: FileUnit, at: number, key: ValueId): boolean {
  const { code } = file.index;
  for (let i = 0; i < (code[at + 1] ?? 0); i += 2) {
    const ref = code[at + 2 + i] ?? 0;
    const isLiteral = code[ref] === Op.STRING || code[ref] === Op.INTEGER;
    if (isLiteral && s.evaluate(file, ref) === setOf(key)) return true;
  }
  return false;
}

/** Whether the file takes something out of anything of a name. */
function isTakenFrom(
  s: Session,
  index: FileIndex,
  string: number,
  told: ReadonlySet<number> = new Set(),
): boolean {
  const { code, names } = index;
  const isNamed = (ref: number): boolean => {
    const own = code[ref] === Op.NAME ? code[ref + 1] : code[ref] === Op.ATTRIBUTE ? code[ref + 2] : -1;
    return own === string;
  };
  const name = names[string] ?? 0;
  if (name === 0) return true;
  const isCalled = TAKING.some((method) =>
    occurrencesOf(index, Occurrence.CALL, s.names.id(method)).some(
      (call) => !told.has(call) && isNamed(code[(code[call + 1] ?? 0) + 1] ?? 0),
    ),
  );
  return isCalled || occurrencesOf(index, Occurrence.TAKEN, name).some((at) => !told.has(at));
}
