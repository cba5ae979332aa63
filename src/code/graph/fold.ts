/**
 * A JSON value in lower case, so that a search finds it whatever its letters' case, and what it takes to undo that: the
 * positions of capitals. Only capitals of ASCII are put back in this way; a value in which anything else changes (`É`, `İ`)
 * is kept whole beside.
 */
import { type Leaf, mapLeaves } from './leaves.js';

export interface Folded {
  readonly folded: string;
  /** Positions in the folded text's bytes (UTF-8) of capitals of ASCII, ascending. */
  readonly capitals: readonly number[];
  /** Whether the capitals put the text back as it was. */
  readonly isReversible: boolean;
}

const NONE: readonly number[] = [];

/** Folds a JSON text as `JSON.stringify` writes it. */
export function foldJson(json: string): Folded {
  if (Buffer.byteLength(json) !== json.length) return foldUnicode(json);
  // Escapes are in lower case already, so that in ASCII the text can be folded as a whole.
  const folded = json.toLowerCase();
  if (folded === json) return { folded, capitals: NONE, isReversible: true };
  return { folded, capitals: capitalsOf(json), isReversible: true };
}

/** Value by value, since the lower case of a letter may depend on its neighbours (Greek sigma), which an escape is not. */
function foldUnicode(json: string): Folded {
  const folded = JSON.stringify(mapLeaves(JSON.parse(json), lowerCase));
  if (!differsInAsciiOnly(json, folded)) return { folded, capitals: NONE, isReversible: false };
  const bytes = Buffer.from(folded);
  const before = Buffer.from(json);
  const capitals: number[] = [];
  for (let at = 0; at < bytes.length; at++) if (bytes[at] !== before[at]) capitals.push(at);
  return { folded, capitals, isReversible: true };
}

function lowerCase(leaf: Leaf): Leaf {
  return typeof leaf === 'string' ? leaf.toLowerCase() : leaf;
}

function capitalsOf(ascii: string): number[] {
  const capitals: number[] = [];
  for (let at = 0; at < ascii.length; at++) if (isCapital(ascii.charCodeAt(at))) capitals.push(at);
  return capitals;
}

function differsInAsciiOnly(json: string, folded: string): boolean {
  if (json.length !== folded.length) return false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code !== folded.charCodeAt(at) && !isCapital(code)) return false;
  }
  return true;
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}
