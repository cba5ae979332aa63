/**
 * Where a record names other records: links to their files, "ADR-0003", "ADRs 3, 4 and 5", file names in running text, and
 * behind "superseded by" also bare numbers and titles. A link is one reference, whatever its text says; a link to somewhere
 * else is none. A record does not refer to itself. Whether there is such a record, the linker knows.
 */
import type { RecordReference, ReferenceKind } from '../../document-facts.js';
import type { Block } from './blocks.js';
import type { FrontMatterEntry } from './front-matter.js';
import { readPassage } from './passage.js';
import { type Link, type Piece, readAloud } from './pieces.js';
import type { Referrer } from './reference-hits.js';
import { relationOfLabel } from './relations.js';

/** The references in a document's blocks, in order. `statusLines` are the lines on which the status stands. */
export function findReferences(
  blocks: readonly Block[],
  referrer: Referrer,
  isStatusLine: (line: number) => boolean,
): readonly RecordReference[] {
  const found: RecordReference[] = [];
  // What the heading above, or the item around, says of everything below it.
  let heading: ReferenceKind | undefined;
  let lead: { readonly kind: ReferenceKind; readonly depth: number } | undefined;
  for (const block of blocks) {
    if (block.kind === 'heading') {
      const pieces = block.lines.flatMap((line) => line.pieces);
      if (block.line !== referrer.titleLine)
        found.push(...readPassage({ pieces, isLabelled: false }, referrer));
      heading = relationOfLabel(readAloud(pieces));
      lead = undefined;
    } else if (block.kind === 'table') {
      found.push(
        ...scanTable(
          block.rows.map((row) => row.map((cell) => cell.pieces)),
          heading,
          referrer,
        ),
      );
      lead = undefined;
    } else {
      const depth = block.list?.depth ?? 0;
      if (lead !== undefined && depth <= lead.depth) lead = undefined;
      const isStatus = isStatusLine(block.line);
      const lines = block.lines.map((line) => line.pieces);
      // Lines of labels are read one by one, prose as it runs.
      if (TAGS.test(plain(join(lines)))) continue;
      const passages =
        isStatus || lines.every((pieces) => LABELLED.test(plain(pieces)))
          ? joinWrapped(lines)
          : [join(lines)];
      for (const pieces of passages) {
        const isLabelled = isStatus || LABELLED.test(plain(pieces));
        found.push(...readPassage({ pieces, context: lead?.kind, heading, isLabelled }, referrer));
      }
      const label = relationOfLabel(/^(.*?):?$/s.exec(plain(join(lines)).trim())?.[1] ?? '');
      if (label !== undefined) lead = { kind: label, depth };
    }
  }
  return distinct(found);
}

const LABELLED =
  /^[^\p{L}\p{N}]*\p{L}[\p{L} /-]{1,30}[^\p{L}\p{N}:：]{0,4}[:：]|^[^\p{L}\p{N}]*(?:superseded|superceded|replaced|amended|obsoleted|supersedes|replaces|amends)\b/iu;

/** A tag such as `adr-0033` files the record, it does not refer. */
const TAGS = /^[^\p{L}]*(?:tags|keywords|labels)\b[^\p{L}]*:/iu;

function plain(pieces: readonly Piece[]): string {
  return pieces.map(({ text, isStruck }) => (isStruck ? '' : text)).join('');
}

function join(lines: readonly (readonly Piece[])[]): readonly Piece[] {
  const [first = [], ...others] = lines;
  const blank: Piece = { kind: 'text', text: ' ', line: 0, isStrong: false, isStruck: false };
  return [...first, ...others.flatMap((pieces) => [blank, ...pieces])];
}

/** Lines that each say something of their own; one that goes on with what the line before began belongs to it. */
function joinWrapped(lines: readonly (readonly Piece[])[]): readonly (readonly Piece[])[] {
  const groups: (readonly Piece[])[][] = [];
  for (const pieces of lines) {
    const text = plain(pieces);
    const isOwn =
      LABELLED.test(text) || (/^[^\p{L}\p{N}]*\p{Lu}\p{Ll}/u.test(text) && pieces[0]?.link === undefined);
    const last = groups.at(-1);
    if (last === undefined || isOwn) groups.push([pieces]);
    else last.push(pieces);
  }
  return groups.map(join);
}

function scanTable(
  rows: readonly (readonly (readonly Piece[])[])[],
  heading: ReferenceKind | undefined,
  referrer: Referrer,
): readonly RecordReference[] {
  const columns = (rows[0] ?? []).map((pieces) => relationOfLabel(readAloud(pieces)));
  return rows.flatMap((row) => {
    const ofRow = relationOfLabel(readAloud(row[0] ?? []));
    return row.flatMap((pieces, column) => {
      const context = (column > 0 ? ofRow : undefined) ?? columns[column] ?? heading;
      return readPassage(
        { pieces, context, isLabelled: context !== undefined && context !== 'relates' },
        referrer,
      );
    });
  });
}

/** References that front matter makes in keys such as `supersedes`; and in a status. */
export function findFrontMatterReferences(
  entries: readonly FrontMatterEntry[],
  referrer: Referrer,
): readonly RecordReference[] {
  const found = entries.flatMap(({ key, values, line }) => {
    const context = relationOfLabel(key);
    if (context === undefined && key !== 'status') return [];
    return values.flatMap((value) =>
      readPassage({ pieces: linkPieces(value, line), context, isLabelled: true }, referrer),
    );
  });
  return distinct(found);
}

/** Markdown links in a value of front matter, which nothing else parses. */
function linkPieces(value: string, line: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const add = (text: string, link?: Link): void => {
    if (text !== '' || link)
      pieces.push({ kind: 'text', text, line, isStrong: false, isStruck: false, ...(link && { link }) });
  };
  for (const match of value.matchAll(/\[([^[\]]*)\]\(([^[)\s]*)\)/g)) {
    add(value.slice(from, match.index));
    add(match[1] ?? '', { target: match[2] ?? '', line });
    from = match.index + match[0].length;
  }
  add(value.slice(from));
  return pieces;
}

function distinct(references: readonly RecordReference[]): readonly RecordReference[] {
  const seen = new Map(references.map((reference) => [JSON.stringify(reference), reference]));
  return [...seen.values()];
}
