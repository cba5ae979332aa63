/**
 * What is shown within a text: `'%s' % coin` asks `coin` for its text, `'{!r}'.format(coin)` for how it is written. Which argument
 * goes into which place is told by the literal; fields that look into their argument, `{0.name}`, ask nothing.
 */
import { AskKind, Op } from '../code.js';
import { ask } from './asks.js';
import type { Ref } from './emitter.js';
import type { Extraction } from './extraction.js';
import { stringParts } from './string-literal.js';

const CONVERSION = /%(\(\w+\))?[-+ #0]*\d*(?:\.\d+)?([a-zA-Z%])/g;

/** Of `literal % filling`. */
export function askFillings(x: Extraction, literal: string, filling: Ref): void {
  const conversions = [...stringParts(literal).content.matchAll(CONVERSION)].filter(
    ([, , letter]) => letter !== '%',
  );
  if (conversions.some(([, key]) => key !== undefined)) return;
  const isTuple = x.out.at(filling) === Op.TUPLE;
  if (!isTuple && conversions.length !== 1) return;
  for (const [place, [, , letter]] of conversions.entries()) {
    const kind = letter === 's' ? AskKind.STR : letter === 'r' || letter === 'a' ? AskKind.REPR : undefined;
    if (isTuple && place >= x.out.at(filling, 1)) return;
    if (kind !== undefined) ask(x, kind, isTuple ? x.out.at(filling, 2 + place) : filling, x.line());
  }
}

const FIELD = /\{\{|\}\}|\{(\w*)(?:!([rsa]))?(?::(?:[^{}]|\{[^{}]*\})*)?\}/g;
const SHOWN: Readonly<Record<string, number>> = { r: AskKind.REPR, a: AskKind.REPR, s: AskKind.STR };

/** Of `literal.format(…)`, given what stands between the quotes and the call's arguments. */
export function askFields(x: Extraction, content: string, passed: readonly Ref[], line: number): void {
  let next = 0;
  for (const [, name, letter = ''] of content.matchAll(FIELD)) {
    if (name === undefined) continue;
    const place = name === '' ? next++ : Number(name);
    const ref = Number.isNaN(place) ? namedArgument(x, name, passed) : passed[place];
    if (ref !== undefined) ask(x, SHOWN[letter] ?? AskKind.FORMAT, ref, line);
  }
}

function namedArgument(x: Extraction, name: string, passed: readonly Ref[]): Ref | undefined {
  const found = passed.find((ref) => x.out.at(ref) === Op.KEYWORD && x.out.has(name, x.out.at(ref, 1)));
  return found === undefined ? undefined : x.out.at(found, 2);
}
