/** Docstrings: the string literal that a body begins with, evaluated and cleaned as `inspect.getdoc` does. */

import type { Extraction } from './extraction.js';
import { Kind } from './kinds.js';
import { stringParts } from './string-literal.js';

/** The docstring of the block or module under the cursor; '' when it has none. */
export function docstringOf(x: Extraction): string {
  if (!x.cursor.firstChild()) return '';
  while (x.kind() === Kind.comment && x.cursor.nextSibling());
  const docstring = x.kind() === Kind.expression_statement ? ofStatement(x) : '';
  x.cursor.parent();
  return docstring;
}

function ofStatement(x: Extraction): string {
  let docstring = '';
  if (!x.cursor.firstChild()) return '';
  const kind = x.kind();
  if (kind === Kind.string) {
    docstring = literalText(x.source()) ?? '';
  } else if (kind === Kind.concatenated_string) {
    docstring = concatenation(x);
  }
  if (x.cursor.nextSibling() && x.kind() !== Kind.comment) docstring = '';
  x.cursor.parent();
  return cleandoc(docstring);
}

function concatenation(x: Extraction): string {
  let text: string | undefined = '';
  x.cursor.firstChild();
  do {
    if (x.kind() !== Kind.string || text === undefined) continue;
    const part = literalText(x.source());
    text = part === undefined ? undefined : text + part;
  } while (x.cursor.nextSibling());
  x.cursor.parent();
  return text ?? '';
}

/** What a literal evaluates to; undefined for bytes and formatted strings, which are no docstrings. */
function literalText(literal: string): string | undefined {
  const { content, isBytes, isFormatted, isRaw } = stringParts(literal);
  if (isBytes || isFormatted) return undefined;
  return isRaw || !content.includes('\\') ? content : evaluateEscapes(content);
}

const ESCAPE = /\\(\n|[\\'"abfnrtv]|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})/g;
const SIMPLE: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

function evaluateEscapes(content: string): string {
  return content.replace(ESCAPE, (whole, sequence: string) => {
    const simple = SIMPLE[sequence];
    if (simple !== undefined) return simple;
    const code = /^[0-7]/.test(sequence)
      ? Number.parseInt(sequence, 8)
      : Number.parseInt(sequence.slice(1), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** `inspect.cleandoc`: tabs expanded, common indentation of the later lines removed, blank lines at both ends dropped. */
export function cleandoc(text: string): string {
  const lines = text.split('\n').map(expandTabs);
  const [first = '', ...rest] = lines;
  let margin = Number.POSITIVE_INFINITY;
  for (const line of rest) {
    const indent = line.search(/\S/);
    if (indent !== -1) margin = Math.min(margin, indent);
  }
  const cleaned = [
    first.trimStart(),
    ...rest.map((line) => (margin < Number.POSITIVE_INFINITY ? line.slice(margin) : line)),
  ];
  while (cleaned.length > 0 && cleaned.at(-1) === '') cleaned.pop();
  while (cleaned.length > 0 && cleaned[0] === '') cleaned.shift();
  return cleaned.join('\n').trimEnd();
}

const TAB_WIDTH = 8;

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let expanded = '';
  for (const char of line) {
    expanded += char === '\t' ? ' '.repeat(TAB_WIDTH - (expanded.length % TAB_WIDTH)) : char;
  }
  return expanded;
}
