/**
 * Texts that are put together and may be the name of an attribute: `f'visit_{kind}'`, `'visit_%s' % kind`,
 * `'visit_{}'.format(kind)`. A pattern is what is known of one: `*` stands for what is put in, `#` where that is the name of a
 * class, `type(node).__name__`. What `+` joins is an operation, which the linker follows.
 */
import { Op } from '../code.js';
import { OPAQUE, type Ref } from './emitter.js';
import type { Extraction } from './extraction.js';
import { stringParts } from './string-literal.js';

/** Emits a pattern; undefined when it is none of a name. */
export function namePattern(x: Extraction, pattern: string | undefined): Ref | undefined {
  return pattern !== undefined && isOfName(pattern)
    ? x.out.emit1(Op.NAME_PATTERN, x.out.string(pattern))
    : undefined;
}

const PLAIN_FILLING = /^[^{}]*\{[\w.()[\]]+\}[^{}]*$/;

/** Emits the pattern of a formatted text, with what is put into its only place as it is; undefined when it is none of a name. */
export function filledPattern(x: Extraction, content: string, fillings: readonly Ref[]): Ref | undefined {
  const text = formattedPattern(content);
  const pattern = namePattern(x, text);
  const [filling = OPAQUE] = fillings;
  const isPlain = filling !== OPAQUE && text.includes('*') && PLAIN_FILLING.test(content);
  return pattern === undefined || !isPlain ? pattern : x.out.emit2(Op.FILLED, pattern, filling);
}

/** At least two known characters of a name, a letter among them. */
function isOfName(pattern: string): boolean {
  return (
    /^[\w*#]{3,64}$/.test(pattern) &&
    /^\D/.test(pattern) &&
    /[A-Za-z]/.test(pattern) &&
    /\w.*\w/.test(pattern)
  );
}

const REPLACEMENT = /\{([^{}]*)\}/;
const CLASS_NAME = /^(?:type\(.*\)|.*\.__class__)\.__name__$/;

/** Of a formatted text, or of one for `format`. */
export function formattedPattern(content: string): string {
  // Every second piece is what stands between braces.
  return content
    .split(REPLACEMENT)
    .map((piece, i) => (i % 2 === 0 ? piece : holeFor(piece)))
    .join('');
}

function holeFor(expression: string): string {
  return CLASS_NAME.test(expression.trim()) ? '#' : '*';
}

const CONVERSION = /%(?:\(\w+\))?[sdr]/g;

/** Of `literal % filling`. */
export function percentPattern(literal: string, filling: string): string {
  return stringParts(literal).content.replace(CONVERSION, holeFor(filling));
}

const FORMAT_CALL = /^(['"])(.*)\1\s*\.\s*format$/s;

/** The text in `'…'.format`; undefined for other callees. */
export function formattedText(callee: string): string | undefined {
  return FORMAT_CALL.exec(callee)?.[2];
}
