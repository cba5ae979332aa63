/**
 * Numbers and texts: as themselves where they may be a key, a name or a place; else as the kind of constant that they are.
 */
import { ConstantKind, constantRef, Op } from '../code.js';
import type { Ref } from './emitter.js';
import type { Extraction } from './extraction.js';
import { Kind } from './kinds.js';
import { filledPattern } from './name-patterns.js';
import { stringParts } from './string-literal.js';

/** Some text, whichever. */
export const STRING_CONSTANT = constantRef(ConstantKind.STR);

/** A whole number of up to six digits is itself; longer ones and complex ones are their kind. */
export function integer(x: Extraction, sign: 1 | -1): Ref {
  const text = x.source();
  if (/^\d{1,6}$/.test(text)) return x.out.integer(sign * Number(text));
  return constantRef(/[jJ]$/.test(text) ? ConstantKind.COMPLEX : ConstantKind.INT);
}

/** Words, names, and what might be the key of a small table: `+`, `>=`, `1`. */
const WORD = /^(?:\.{0,3}[A-Za-z_][\w.-]{0,63}|[^\\\s]{1,2})$/;

/** Keys may be any short text on one line without escapes. */
const KEY = /^[^\\\n]{1,48}$/;

/** The text under the cursor as a value. */
export function stringLiteral(x: Extraction): Ref {
  return stringOf(x, WORD);
}

/** The text under the cursor as the key of a mapping or a subscript. */
export function keyString(x: Extraction): Ref {
  return stringOf(x, KEY);
}

/** `'flour salt'`, the text under the cursor, as a tuple of the names in it; undefined where it is not several names. */
export function fieldNamesInText(x: Extraction): Ref | undefined {
  const { content, isBytes, isFormatted } = stringParts(x.source());
  const names = content.split(/[\s,]+/).filter((name) => name !== '');
  if (isBytes || isFormatted || names.length < 2 || !names.every((name) => /^[A-Za-z]\w*$/.test(name)))
    return undefined;
  const refs = names.map((name) => x.out.emit1(Op.STRING, x.out.string(name)));
  return x.out.emit(Op.TUPLE, [refs.length, ...refs]);
}

/** A STRING when the content matches; else only what kind of constant it is, and what formatted parts do. */
function stringOf(x: Extraction, kept: RegExp): Ref {
  const parts = stringParts(x.source());
  if (parts.isFormatted) {
    const fillings: Ref[] = [];
    x.eachPart(() => {
      const isFilling = x.kind() === Kind.interpolation;
      const ref = x.expression();
      if (isFilling) fillings.push(ref);
    });
    return filledPattern(x, parts.content, fillings) ?? STRING_CONSTANT;
  }
  if (parts.isOpen) x.hasOpenText = true;
  if (parts.isBytes) return constantRef(ConstantKind.BYTES);
  return kept.test(parts.content) ? x.out.emit1(Op.STRING, x.out.string(parts.content)) : STRING_CONSTANT;
}
