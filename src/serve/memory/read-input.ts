/**
 * What a caller sent, as a face's schema wants it. Before the schema looks, its nesting is bounded: JSON of some thousand
 * levels can be read but not written again, and what cannot be written must not get into a graph.
 */
import type * as z from 'zod/v4';
import { KgError } from '../../kernel/errors.js';
import { readArguments } from '../arguments.js';

// The state of a task has a handful of levels, a field of another program's node no more.
const LEVELS_MAX = 100;

/** The input; throws a `KgError` of code `bad-argument` that says what is wrong with it. */
export function readInput(
  what: { readonly name: string; readonly input: z.ZodObject },
  given: unknown,
): unknown {
  if (isDeeperThan(LEVELS_MAX, given)) {
    throw new KgError('bad-argument', `${what.name}: a value is nested deeper than ${LEVELS_MAX} levels`, {
      hint: 'Store less of it, or store it as text.',
    });
  }
  return readArguments(what, given);
}

/** Level by level, so that it needs no stack of its own. */
function isDeeperThan(levelsMax: number, value: unknown): boolean {
  let level: readonly object[] = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= levelsMax) return true;
    level = level.flatMap((each) => Object.values(each).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
