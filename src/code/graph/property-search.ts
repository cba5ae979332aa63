/**
 * The search in the values of properties, in their JSON text as it lies there. A hit is nearly always a match; where it
 * might be none (the needle looks like JSON's own signs or like `null`, or the values hold objects, whose keys do not
 * count) the row is parsed and its values are looked at one by one.
 */
import type { Shape } from './columns.js';
import type { Ints } from './ints.js';
import { type Leaf, someLeafContains } from './leaves.js';
import type { FoldedRows } from './text-rows.js';
import { escapeForJson, type Hit, rowsContaining, startsWithCharacter } from './text-search.js';

// Only such a text can also stand outside of strings and hold one of JSON's signs: `1,2`, `],[`.
const LIKE_SIGNS = /^[-+.0-9a-z]*[,:[\]{}][-+.0-9a-z,:[\]{}]*$/;
const NULL = 'null';

/** Where a part's properties lie. */
export interface PropertyRows {
  readonly properties: FoldedRows;
  readonly shapes: readonly Shape[];
  nodeShapes(): Ints;
}

/** Rows with `text` (lower case) in a value, ascending. */
export function propertiesContaining(part: PropertyRows, text: string): number[] {
  const { rows } = part.properties;
  if (text === '') return rowsWithValues(part);
  const isInValues = (row: number) => someLeafContains(JSON.parse(rows.json(row)) as Leaf, text);
  const isUnsure = LIKE_SIGNS.test(text);
  const isLikeNull = NULL.includes(text);
  const hasNested = part.shapes.some(([isNested]) => isNested === 1);
  const isNested = (row: number) => hasNested && part.shapes[part.nodeShapes().get(row)]?.[0] === 1;
  return rowsContaining(rows, escapeForJson(text), (hit) => {
    if (!startsWithCharacter(hit)) return false;
    const isSure = !isUnsure && !isNested(hit.row) && !(isLikeNull && isPartOfNull(hit, text));
    return isSure || isInValues(hit.row);
  });
}

function rowsWithValues({ properties }: PropertyRows): number[] {
  const found: number[] = [];
  for (let row = 0; row < properties.rows.count; row++) {
    if (someLeafContains(JSON.parse(properties.rows.json(row)) as Leaf, '')) found.push(row);
  }
  return found;
}

/** Whether the hit may lie in a `null`. */
function isPartOfNull({ bytes, at }: Hit, text: string): boolean {
  for (let skipped = NULL.indexOf(text); skipped >= 0; skipped = NULL.indexOf(text, skipped + 1)) {
    const from = at - skipped;
    if (bytes.toString('latin1', Math.max(0, from), from + NULL.length) === NULL) return true;
  }
  return false;
}
