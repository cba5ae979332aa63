/**
 * What is asked of the result of one call that gives one of many kinds: a run of that call meets one of them, and values do not say
 * which. Such edges are candidates. A parameter or an item of a list is no such choice: each of its kinds may come in its turn.
 */
import { Op } from '../code.js';
import type { CallFindings } from './call-findings.js';
import { onlyEvent } from './name-search.js';
import { CANDIDATES_MAX } from './other-targets.js';
import { isInstance } from './value-kinds.js';
import type { SetId } from './value-table.js';

/**
 * More methods than this, all asked of what one call gives, are a choice: of such by themselves runs of networkx' suites met 0.3, of
 * such as are written two thirds of a sample were wrong.
 */
const KINDS_MAX = 3;
export const ONE_OF = 'one of several kinds that a call may give';

/**
 * Whether receivers, written as `ref`, are what one call gives that chooses: one of many kinds, or the very object that is called or
 * another, as its arguments say (`graph.edges()`). `of`: how many methods that makes.
 */
export function isChoice(c: CallFindings, receivers: SetId, ref: number, of: number): boolean {
  if (of < 2) return false;
  const call = callGiving(c, ref);
  if (call === 0 || receivers !== c.receivers(ref)) return false;
  return of > KINDS_MAX || givesItself(c, receivers, c.file.index.code[call + 1] ?? 0);
}

/** Whether `of` methods, called or read as the ATTRIBUTE `at` of one call's result, are one for each of the kinds that it may give. */
export function isOneOfKinds(c: CallFindings, at: number, of: number): boolean {
  const { code } = c.file.index;
  if (of <= KINDS_MAX || of > CANDIDATES_MAX || code[at] !== Op.ATTRIBUTE) return false;
  return callGiving(c, code[at + 1] ?? 0) !== 0;
}

/** The CALL that an expression is, or that its name is bound to and to nothing else; 0 where there is none. */
function callGiving({ file }: CallFindings, ref: number): number {
  const { code, names } = file.index;
  const event = code[ref] === Op.NAME ? onlyEvent(file.index, ref, names[code[ref + 1] ?? 0] ?? 0) : 0;
  const call = event > 0 && code[event] === Op.BIND ? (code[event + 2] ?? 0) : ref;
  return code[call] === Op.CALL ? call : 0;
}

function givesItself(c: CallFindings, receivers: SetId, callee: number): boolean {
  const { values } = c.s;
  const given = values.elements(receivers).map((value) => values.plain(value));
  return values
    .elements(c.receivers(callee))
    .some((value) => isInstance(values.kind(value)) && given.includes(values.plain(value)));
}
