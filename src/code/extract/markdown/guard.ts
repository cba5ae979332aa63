/**
 * What must not reach the Markdown grammars. Their scanner keeps the open blocks in a buffer of 1 KB and their runtime the
 * open brackets on a stack of fixed size; a document that overflows one breaks the WASM module of its thread for good. Nobody
 * writes such documents by hand: lines nested deeper than anyone reads are left out, with a problem, and inline text is
 * parsed in parts. Line numbers stay as they are.
 */
import type { Problem } from '../../facts.js';

/** Blocks open at once: 40 markers of one line plus 60 levels by indentation are less than half of what overflows. */
const MARKERS_MAX = 40;
const INDENT_COLUMNS_MAX = 120;
const TAB_COLUMNS = 4;

/** A line whose containers open on it: quotes, bullets and numbers, one behind the other. */
const MARKERS = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*/;
const MARKER = />|[-+*]|\d{1,9}[.)]/g;

/** Long rows of one sign, of which the grammars try each with each: 10,000 take seconds. A shorter row means the same. */
const LONG_ROW = /([*~`])\1{49,}|_(?:[ \t]*_){49,}/g;
const ROW_SIGNS = 40;

/** Brackets and delimiters pile up within one paragraph only; a fifth of what the runtime was seen to bear. */
const INLINE_CHARS_MAX = 4_000;

/** The text without lines that are nested too deep; the first of them is told. */
export function limitNesting(text: string): { readonly text: string; readonly problems: readonly Problem[] } {
  const lines = text.split('\n');
  let firstCut = 0;
  const kept = lines.map((line, index) => {
    const flat = fillEmptyRow(limitIndent(line)).replace(LONG_ROW, ([sign = '']) => sign.repeat(ROW_SIGNS));
    const markers = MARKERS.exec(flat)?.[0].match(MARKER)?.length ?? 0;
    if (markers <= MARKERS_MAX) return flat;
    firstCut ||= index + 1;
    return '';
  });
  if (firstCut === 0) return { text: kept.join('\n'), problems: [] };
  const message = `quotes or lists are nested more than ${MARKERS_MAX} deep; such lines are left out`;
  return { text: kept.join('\n'), problems: [{ kind: 'syntax', message, line: firstCut }] };
}

/** The grammar has no row without any text, `|||`, which people write above tables of keys and values. */
function fillEmptyRow(line: string): string {
  if (!/^\s*\|[\s|]*\|\s*$/.test(line)) return line;
  const last = line.lastIndexOf('|');
  return line.slice(0, last).replace(/\|\s*/g, '|\u00a0') + line.slice(last);
}

function limitIndent(line: string): string {
  let columns = 0;
  let end = 0;
  while (line[end] === ' ' || line[end] === '\t') {
    columns += line[end] === '\t' ? TAB_COLUMNS : 1;
    end += 1;
  }
  return columns <= INDENT_COLUMNS_MAX ? line : ' '.repeat(INDENT_COLUMNS_MAX) + line.slice(end);
}

/** Cuts inline text into parts that are safe to parse, at a line's end or else at a blank. Together they are the text. */
export function cutInline(text: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  while (text.length - from > INLINE_CHARS_MAX) {
    const window = text.slice(from, from + INLINE_CHARS_MAX);
    const cut = Math.max(window.lastIndexOf('\n'), window.lastIndexOf(' ')) + 1;
    const length = cut > INLINE_CHARS_MAX / 2 ? cut : INLINE_CHARS_MAX;
    parts.push(text.slice(from, from + length));
    from += length;
  }
  parts.push(text.slice(from));
  return parts;
}
