/**
 * Running text without its markup: what a paragraph, heading or table cell says, as pieces that still know what they were.
 * Comments and pictures are not there at all; struck-out text is, since a title may be struck, but nothing else reads it.
 */

/** A link whose target is one; shared by the pieces of its text. */
export interface Link {
  /** As written, angle brackets taken off. */
  readonly target: string;
  readonly line: number;
}

/** Text of one kind on one line. */
export interface Piece {
  readonly kind: 'text' | 'code';
  readonly text: string;
  readonly line: number;
  readonly isStrong: boolean;
  readonly isStruck: boolean;
  readonly link?: Link;
}

/** The pieces of one line of the source. */
export interface TextLine {
  readonly line: number;
  readonly pieces: readonly Piece[];
}

/** The text of pieces as one would read it aloud: struck text left out, white space collapsed. */
export function readAloud(pieces: readonly Piece[]): string {
  return collapse(pieces.map((piece) => (piece.isStruck ? '' : piece.text)).join(''));
}

/** The text of lines, joined with blanks; what ends a sentence stays where a code span over two lines has left it. */
export function readLines(lines: readonly TextLine[]): string {
  const texts = lines.map(({ pieces }) => readAloud(pieces));
  return collapse(texts.reduce((text, line) => text + (/^[,.;:!?)]/.test(line) ? '' : ' ') + line, ''));
}

/** White space as single blanks, none at the ends. */
export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
