/**
 * Operators on instances of the project's classes: which methods carry them out, in the order in which Python asks for them,
 * and what they give. Operators on builtin types are known as far as these hold something: lists joined, dictionaries merged.
 */
import { OPERATORS, Op } from '../code.js';
import { builtinTypeOf } from './container-types.js';
import type { FileIndex } from './file-index.js';
import { elementsOfSet, methodResult } from './items.js';
import { joinedText } from './joined-texts.js';
import type { FileUnit, Session } from './session.js';
import { isInstance, Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, UNKNOWN_SET, type ValueId } from './value-table.js';

/** Method of the left operand, then that of the right one: `__add__`, `__radd__`. */
const METHODS: Readonly<Record<string, readonly [left: string, right: string]>> = {
  '+': ['__add__', '__radd__'],
  '-': ['__sub__', '__rsub__'],
  '*': ['__mul__', '__rmul__'],
  '/': ['__truediv__', '__rtruediv__'],
  '//': ['__floordiv__', '__rfloordiv__'],
  '%': ['__mod__', '__rmod__'],
  '**': ['__pow__', '__rpow__'],
  '@': ['__matmul__', '__rmatmul__'],
  '&': ['__and__', '__rand__'],
  '|': ['__or__', '__ror__'],
  '^': ['__xor__', '__rxor__'],
  '<<': ['__lshift__', '__rlshift__'],
  '>>': ['__rshift__', '__rrshift__'],
  '==': ['__eq__', '__eq__'],
  '!=': ['__ne__', '__ne__'],
  '<': ['__lt__', '__gt__'],
  '<=': ['__le__', '__ge__'],
  '>': ['__gt__', '__lt__'],
  '>=': ['__ge__', '__le__'],
  'u-': ['__neg__', ''],
  'u+': ['__pos__', ''],
  'u~': ['__invert__', ''],
};

/** The methods that an OPERATION may run: by operand, in order; the first that there is runs. */
export function operatorMethods(
  code: Int32Array,
  at: number,
): readonly { readonly ref: number; readonly names: readonly string[] }[] {
  const place = code[at + 1] ?? 0;
  const operator = OPERATORS[Math.abs(place)] ?? '';
  const left = code[at + 2] ?? 0;
  const right = code[at + 3] ?? 0;
  if (operator === 'in' || operator === 'not in')
    return [{ ref: right, names: ['__contains__', '__iter__'] }];
  const [own = '', other = ''] = METHODS[operator] ?? [];
  const inPlace = place < 0 ? [own.replace('__', '__i')] : [];
  const equal = operator === '!=' ? ['__eq__'] : [];
  return [
    { ref: left, names: [...inPlace, own, ...equal] },
    ...(right === 0 ? [] : [{ ref: right, names: [other, ...equal] }]),
  ].map(({ ref, names }) => ({ ref, names: names.filter((name) => name !== '') }));
}

/** What the OPERATION at a position gives. */
export function operationResult(s: Session, file: FileUnit, at: number): SetId {
  const { code } = file.index;
  const operator = OPERATORS[Math.abs(code[at + 1] ?? 0)] ?? '';
  const [own = '', other = ''] = METHODS[operator] ?? [];
  const left = s.expand(s.evaluate(file, code[at + 2] ?? 0));
  const right = s.evaluate(file, code[at + 3] ?? 0);
  return s.values.flatMap(left, (value) => {
    if (isInstance(s.values.kind(value)))
      return resultOf(s, value, own, right) ?? reflected(s, right, other, value);
    const text = operator === '+' ? joinedText(s, value, { right, hole: holeOf(file.index, at) }) : undefined;
    if (text !== undefined) return text;
    const joined = joinedContainer(s, file, at, { operator, value, right });
    return joined ?? reflected(s, right, other, value);
  });
}

/** Whether the right operand reads as the name of a class: `type(node).__name__`. */
function holeOf({ code, facts }: FileIndex, at: number): '*' | '#' {
  const right = code[at + 3] ?? 0;
  const isName = code[right] === Op.ATTRIBUTE && facts.code.strings[code[right + 2] ?? 0] === '__name__';
  return isName ? '#' : '*';
}

function resultOf(s: Session, value: ValueId, method: string, argument: SetId): SetId | undefined {
  const file = s.files[s.solver.file];
  if (file === undefined || method === '') return undefined;
  return methodResult(s, value, method, { file, call: -1, leading: [argument] });
}

/** What the right operand's method gives, where it is an instance that has one. */
function reflected(s: Session, right: SetId, method: string, left: ValueId): SetId {
  return s.values.flatMap(s.expand(right), (value) =>
    isInstance(s.values.kind(value)) ? (resultOf(s, value, method, setOf(left)) ?? UNKNOWN_SET) : UNKNOWN_SET,
  );
}

/** `a + b` of lists and tuples, `a | b` of sets and dictionaries, `a * 2`; undefined for what holds nothing. */
function joinedContainer(
  s: Session,
  file: FileUnit,
  at: number,
  { operator, value, right }: { readonly operator: string; readonly value: ValueId; readonly right: SetId },
): SetId | undefined {
  const type = builtinTypeOf(s, value);
  if (type === 'list' || type === 'tuple') {
    if (operator === '*') return setOf(value);
    return operator === '+' ? s.values.single(Kind.CONTAINER, file.number, at) : undefined;
  }
  if (type === 'set' && (operator === '|' || operator === '&' || operator === '-' || operator === '^')) {
    const others = operator === '|' || operator === '^' ? elementsOfSet(s, s.expand(right)) : EMPTY_SET;
    return s.values.typed(s.names.id('builtins.set'), s.values.union(s.element(value), others));
  }
  return type === 'dict' && operator === '|' ? s.values.single(Kind.CONTAINER, file.number, at) : undefined;
}
