/**
 * The arguments that several tools share, so that a field means and says the same everywhere.
 */
import * as z from 'zod/v4';
import { EDGE_TYPES } from '../../code/model.js';
import { SEARCHED_TYPES } from '../remembered/beside.js';

// A question longer than this is no question about a name.
const TEXT_MAX = 1_000;

/** A required text that is not blank. */
export function textField(description: string, charsMax = TEXT_MAX) {
  return z.string().trim().min(1).max(charsMax).describe(description);
}

/** How a node may be named. */
export const NODE_HELP =
  'A full id (`func:src.app.scoring.Scorer.compute`) or a looser name: `Scorer.compute`, `scoring.py`, `src/app/scoring.py:120`, `app.scoring`, `ADR-8`.';

/** The bounds of a whole number, and its value when it is left out. */
interface IntegerBounds {
  readonly min: number;
  readonly max: number;
  readonly standard: number;
}

/** An optional whole number. Clients that send every argument as a text are understood: `"5"` is 5. */
export function integerField({ min, max, standard }: IntegerBounds, description: string) {
  return lenient(numberOf, z.number().int().min(min).max(max))
    .default(standard)
    .meta({ type: 'integer', minimum: min, maximum: max, description });
}

/** An optional yes or no; `"true"` and `"false"` are understood. */
export function booleanField(standard: boolean, description: string) {
  return lenient(booleanOf, z.boolean()).default(standard).meta({ type: 'boolean', description });
}

/** An optional list of names out of a few; one name, names with commas, and a list written as JSON are understood. */
function listField<const T extends readonly string[]>(names: T, description: string) {
  const items = { type: 'string', enum: [...names] };
  return lenient(listFrom, z.array(z.enum(names)).max(names.length))
    .optional()
    .meta({ type: 'array', items, maxItems: names.length, description });
}

/**
 * A schema behind a function that reads what is given. Clients are told the strict form alone, by `meta`: zod would tell of
 * `preprocess` no default, and to let it tell the strict form here takes longer than the rest of the start.
 */
function lenient<T extends z.ZodType>(read: (given: unknown) => unknown, schema: T) {
  return z.unknown().overwrite(read).pipe(schema);
}

function numberOf(given: unknown): unknown {
  return typeof given === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(given) ? Number(given) : given;
}

function booleanOf(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const word = given.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : given;
}

function listFrom(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const items = given
    .trim()
    .replace(/^\[|\]$/g, '')
    .split(',');
  return items.map((item) => item.trim().replace(/^(["'])(.*)\1$/, '$2')).filter((item) => item !== '');
}

export const maxTokens = integerField(
  { min: 200, max: 100_000, standard: 4_000 },
  'Upper limit of the answer in tokens. What does not fit is shortened, then counted.',
);

export const cursor = z
  .string()
  .max(40)
  .optional()
  .describe('Where to go on: the cursor that the previous answer to the same arguments ended with.');

export const searchedTypes = listField(SEARCHED_TYPES, 'Only nodes of these types. Default: all.');

export const edgeTypes = listField(EDGE_TYPES, 'Follow only edges of these types. Default: all.');

/** An absent or empty list filters nothing. */
export function filterOf<T>(types: readonly T[] | undefined): readonly T[] | undefined {
  return types === undefined || types.length === 0 ? undefined : types;
}
