/**
 * The source of a symbol, from the whole body over ever shorter beginnings down to the signature. Only text that is proven to be the indexed one is
 * shown; when the file has changed the answer says so and shows none.
 */
import type { SourceText } from '../project-face.js';
import type { SymbolContext } from '../query/context-symbol.js';
import { codeBlock, codeSpan, countOf, prose } from './text.js';

// Shares of a body that are tried before the signature alone: close to each other, so that little is cut in vain.
const SHARES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02];
// No answer is so long: of what is longer, beginnings of at most so many lines are tried.
const LINES_MAX = 4_000;
// A shorter head says no more than the signature.
const HEAD_MIN = 4;
// Of the signature when even it is too long.
const LINE_MAX = 120;

/** Forms of the source: whole, its first lines, signature with the docstring's first line. */
export function sourceForms(context: SymbolContext, source: SourceText): readonly string[] {
  const signature = signatureForm(context);
  if (source.kind !== 'text') {
    const why = source.kind === 'missing' ? 'is no longer there' : 'has changed since it was indexed';
    return [`${signature}\n(source not shown: ${codeSpan(context.symbol.path)} ${why})`];
  }
  const { lines, startLine } = source;
  const counts = SHARES.map((share) => Math.ceil(Math.min(lines.length, LINES_MAX) * share));
  const heads = [...new Set(counts)].filter((count) => count === lines.length || count >= HEAD_MIN);
  const hidden = `(${countOf(lines.length, 'line')} of source not shown)`;
  const bodies = heads.map((count) => headForm(context, lines, startLine, count));
  return [...bodies, `${signature}\n${hidden}`, `${codeSpan(clip(signatureLine(context)))} ${hidden}`];
}

function headForm(
  { symbol }: SymbolContext,
  lines: readonly string[],
  startLine: number,
  count: number,
): string {
  const block = codeBlock(lines.slice(0, count), languageOf(symbol.path));
  if (count === lines.length) return block;
  const next = startLine + count;
  return `${block}\n(${countOf(lines.length - count, 'more line')} from ${codeSpan(`${symbol.path}:${next}`)})`;
}

function signatureForm({ symbol, decorators, docstring }: SymbolContext): string {
  const head = [...decorators.map((text) => `@${text}`), signatureLine({ symbol })];
  const about = docstring === '' ? '' : `\n${prose(docstring, 400)}`;
  return `${head.map((line) => codeSpan(line)).join(' ')}${about}`;
}

function signatureLine({ symbol }: Pick<SymbolContext, 'symbol'>): string {
  return `${symbol.signature ?? symbol.name}:`;
}

/** A head that is no longer than a name with a few parameters. */
function clip(line: string): string {
  return line.length > LINE_MAX ? `${line.slice(0, LINE_MAX - 1)}…` : line;
}

function languageOf(path: string): string {
  return /\.(?:pyi?|ipynb)$/.test(path) ? 'python' : '';
}
