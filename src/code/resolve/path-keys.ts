/**
 * Keys of path symbols: the steps of `name.attribute`, `name['key']`, `name[1]` as integers, told by syntax. Attributes are thrice
 * their name's id; text keys and small integers lie beside them.
 */
import { Op } from '../code.js';
import { INTEGER_BIAS, Kind } from './value-kinds.js';
import type { ValueId } from './value-table.js';
import type { Values } from './values.js';

/** Instructions, and by string the id of its name. */
export interface NamedCode {
  readonly code: Int32Array;
  readonly names: Int32Array;
}

/** `name`: its id. */
export function attributeKey(name: number): number {
  return name * 3;
}

/** `name`: the id of the text. */
export function textKey(name: number): number {
  return name * 3 + 1;
}

/** Of no negative one. */
export function integerKey(value: number): number {
  return value * 3 + 2;
}

/** The key of a TEXT or INTEGER value. */
export function pathKey({ values }: { readonly values: Values }, key: ValueId): number {
  const a = values.a(key);
  return values.kind(key) === Kind.TEXT ? textKey(a) : integerKey(a - INTEGER_BIAS);
}

/** The key that a literal is; undefined for other expressions. */
export function literalKey({ code, names }: NamedCode, ref: number): number | undefined {
  const operand = code[ref + 1] ?? 0;
  if (code[ref] === Op.STRING) return textKey(names[operand] ?? 0);
  return code[ref] === Op.INTEGER && operand >= 0 ? integerKey(operand) : undefined;
}

/** The key of the last step of an expression; undefined when that is no attribute and no literal item. */
export function lastKey(named: NamedCode, ref: number): number | undefined {
  const { code, names } = named;
  const operand = code[ref + 2] ?? 0;
  if (code[ref] === Op.ATTRIBUTE) return attributeKey(names[operand] ?? 0);
  return code[ref] === Op.SUBSCRIPT ? literalKey(named, operand) : undefined;
}
