/**
 * The arguments that several tools share, so that a field means and says the same everywhere.
 */
import * as z from 'zod/v4';
import { EDGE_TYPES, NODE_TYPES } from '../../code/model.js';

// A question longer than this is no question about a name.
const TEXT_MAX = 1_000;

/** A required text that is not blank. */
export function textField(description: string, charsMax = TEXT_MAX) {
  return z.string().trim().min(1).max(charsMax).describe(description);
}

/** How a node may be named. */
export const NODE_HELP =
  'A full id (`func:src.app.scoring.Scorer.compute`) or a looser name: `Scorer.compute`, `scoring.py`, `src/app/scoring.py:120`, `app.scoring`, `ADR-8`.';

export const maxTokens = z
  .number()
  .int()
  .min(200)
  .max(100_000)
  .default(4_000)
  .describe('Upper limit of the answer in tokens. What does not fit is shortened, then counted.');

export const cursor = z
  .string()
  .max(40)
  .optional()
  .describe('Where to go on: the cursor that the previous answer to the same arguments ended with.');

export const nodeTypes = z
  .array(z.enum(NODE_TYPES))
  .max(NODE_TYPES.length)
  .optional()
  .describe('Only nodes of these types. Default: all.');

export const edgeTypes = z
  .array(z.enum(EDGE_TYPES))
  .max(EDGE_TYPES.length)
  .optional()
  .describe('Follow only edges of these types. Default: all.');

/** An absent or empty list filters nothing. */
export function filterOf<T>(types: readonly T[] | undefined): readonly T[] | undefined {
  return types === undefined || types.length === 0 ? undefined : types;
}
