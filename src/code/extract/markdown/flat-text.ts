/**
 * The text of a passage as one string, to look for names of records in: with the places of its links, the line of every place,
 * and a copy in which nothing is left where no name may be found (links, code, addresses, hints in braces).
 */
import type { Link, Piece } from './pieces.js';

/** Running text as one string. */
export interface FlatText {
  readonly text: string;
  /** As long as `text`, with blanks where nothing may be found: links, code, addresses, hints in braces. */
  readonly masked: string;
  readonly links: readonly { readonly link: Link; readonly start: number; readonly end: number }[];
  readonly lineAt: (offset: number) => number;
}

/** Joins pieces; struck-out ones are left out. */
export function flatten(pieces: readonly Piece[]): FlatText {
  let text = '';
  let masked = '';
  const links: { link: Link; start: number; end: number }[] = [];
  const lines: { start: number; line: number }[] = [];
  for (const piece of pieces) {
    if (piece.isStruck) continue;
    const start = text.length;
    if (piece.line > 0) lines.push({ start, line: piece.line });
    text += piece.text;
    const isName = piece.kind === 'code' && WHOLE_NAME.test(piece.text);
    masked +=
      piece.link === undefined && (piece.kind === 'text' || isName)
        ? piece.text
        : '\uE002'.repeat(piece.text.length);
    const last = links.at(-1);
    if (piece.link !== undefined && last?.link === piece.link) last.end = text.length;
    else if (piece.link !== undefined) links.push({ link: piece.link, start, end: text.length });
  }
  const hide = (match: string): string => '\uE002'.repeat(match.length);
  masked = masked.replace(/\b(?:https?:\/\/|www\.)\S+/g, hide).replace(/\{[^{}]*\}/g, hide);
  return { text, masked, links, lineAt: (offset) => lineOf(lines, offset) };
}

/** The line of the last piece that begins at or before an offset. */
function lineOf(lines: readonly { readonly start: number; readonly line: number }[], offset: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return lines[low]?.line ?? 1;
}

/** A code span that is nothing but a record's name. */
const WHOLE_NAME =
  /^(?:ADR[-_ #]*\d{1,5}|(?:[\w.-]+\/)*(?:adrs?|decisions)\/\d{1,5}|(?:[\w./-]*\/)?(?:adr-?)?\d{3,8}-[\w-]+(?:\.md)?)$/i;
