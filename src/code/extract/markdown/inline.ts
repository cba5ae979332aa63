/**
 * Inline Markdown → pieces of text. The inline grammar does not know which reference links are defined, so their definitions
 * come along; brackets that are no link stay brackets. It also does not see what a line looks like to a reader: emphasis is
 * taken off, comments and pictures are dropped, `<del>` is struck like `~~`.
 */
import type { MarkdownParser, MarkdownTree } from '../../parse.js';
import { cutInline } from './guard.js';
import type { Link, Piece, TextLine } from './pieces.js';
import { type InlineToken, readSimply } from './simple-inline.js';

/** Inline text, and the line it begins on. Parts that belong to the blocks around it are blanked already. */
export interface InlineSource {
  readonly text: string;
  readonly line: number;
}

/** Targets of reference links by label, in lower case. */
export type LinkDefinitions = ReadonlyMap<string, string>;

/** How deep links and emphasis may nest before they are text. */
const DEPTH_MAX = 60;

/** The lines of a piece of inline text; a line without text has no pieces. `parses` leaves all of it to the grammar. */
export function readInline(
  parser: MarkdownParser,
  source: InlineSource,
  definitions: LinkDefinitions,
  parses = false,
): readonly TextLine[] {
  const reader = new InlineReader(source.line, definitions);
  for (const part of cutInline(source.text)) {
    const tokens = parses ? undefined : readSimply(part);
    if (tokens !== undefined) reader.addTokens(tokens);
    else parser.withInline(part, (tree) => reader.read(part, tree));
  }
  return reader.lines();
}

interface Style {
  readonly isStrong: boolean;
  readonly isStruck: boolean;
  readonly link: Link | undefined;
}

class InlineReader {
  readonly #definitions: LinkDefinitions;
  readonly #pieces: Piece[] = [];
  #line: number;
  #style: Style = { isStrong: false, isStruck: false, link: undefined };
  #text = '';

  constructor(line: number, definitions: LinkDefinitions) {
    this.#line = line;
    this.#definitions = definitions;
  }

  read(text: string, tree: MarkdownTree): void {
    this.#text = text;
    this.#readChildren(tree, 0);
  }

  addTokens(tokens: readonly InlineToken[]): void {
    for (const token of tokens) {
      if (token.kind === 'text') this.addText(token.text);
      else if (token.kind === 'strong') this.#within({ isStrong: true }, () => this.addText(token.text));
      else if (token.kind === 'code') this.#addCode(`\`${token.text}\``);
      else
        this.#within({ link: { target: token.target, line: this.#line } }, () =>
          this.addTokens(token.inside),
        );
    }
  }

  /** Text that is to be read as it stands. */
  addText(text: string): void {
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) this.#line += 1;
      if (line !== '') this.#push('text', line, this.#line);
    }
  }

  lines(): readonly TextLine[] {
    const lines: { line: number; pieces: Piece[] }[] = [];
    for (const piece of this.#pieces) {
      const last = lines.at(-1);
      if (last?.line === piece.line) last.pieces.push(piece);
      else lines.push({ line: piece.line, pieces: [piece] });
    }
    return lines;
  }

  #push(kind: Piece['kind'], text: string, line: number): void {
    const { isStrong, isStruck, link } = this.#style;
    this.#pieces.push({ kind, text, line, isStrong, isStruck, ...(link && { link }) });
  }

  /** The node at the cursor: its children, and the text between them. */
  #readChildren(tree: MarkdownTree, depth: number): void {
    const { cursor } = tree;
    const end = cursor.end();
    let at = cursor.start();
    if (depth < DEPTH_MAX && cursor.firstChild()) {
      do {
        this.addText(this.#text.slice(at, cursor.start()));
        at = cursor.end();
        this.#readNode(tree, depth + 1);
      } while (cursor.nextSibling());
      cursor.parent();
    }
    this.addText(this.#text.slice(at, end));
  }

  #readNode(tree: MarkdownTree, depth: number): void {
    const { cursor, symbols } = tree;
    const text = this.#text.slice(cursor.start(), cursor.end());
    switch (symbols[cursor.symbol()]) {
      case 'code_span':
        this.#addCode(text);
        break;
      case 'strong_emphasis':
        this.#within({ isStrong: true }, () => this.#readChildren(tree, depth));
        break;
      case 'strikethrough':
        this.#within(text.startsWith('~~') ? { isStruck: true } : {}, () => this.#readChildren(tree, depth));
        break;
      case 'emphasis_delimiter':
        break;
      case 'inline_link':
      case 'full_reference_link':
      case 'collapsed_reference_link':
      case 'shortcut_link':
        this.#readLink(tree, text, depth);
        break;
      case 'uri_autolink':
        this.#within({ link: { target: text.slice(1, -1), line: this.#line } }, () =>
          this.addText(text.slice(1, -1)),
        );
        break;
      case 'image':
        this.#skip(text);
        break;
      case 'html_tag':
        this.#readTag(text);
        break;
      case 'backslash_escape':
        this.addText(text.slice(1));
        break;
      case 'hard_line_break':
        this.addText(text.replace(/\\(?=\n)/, ''));
        break;
      case 'entity_reference':
      case 'numeric_character_reference':
        this.addText(readEntity(text));
        break;
      default:
        this.#readChildren(tree, depth);
    }
  }

  #addCode(text: string): void {
    const ticks = /^`+/.exec(text)?.[0].length ?? 0;
    this.#push(
      'code',
      text
        .slice(ticks, -ticks || undefined)
        .replace(/\s+/g, ' ')
        .trim(),
      this.#line,
    );
    this.#skip(text);
  }

  /** Text that says nothing but takes lines. */
  #skip(text: string): void {
    this.#line += text.split('\n').length - 1;
  }

  #readTag(text: string): void {
    this.#skip(text);
    if (/^<br\b/i.test(text)) this.addText(' ');
    else if (/^<(?:s|del|strike)>/i.test(text)) this.#style = { ...this.#style, isStruck: true };
    else if (/^<\/(?:s|del|strike)>/i.test(text)) this.#style = { ...this.#style, isStruck: false };
    else if (/^<(?:b|strong)>/i.test(text)) this.#style = { ...this.#style, isStrong: true };
    else if (/^<\/(?:b|strong)>/i.test(text)) this.#style = { ...this.#style, isStrong: false };
    else {
      const href = /^<a\s[^>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(text);
      const target = href?.[1] ?? href?.[2];
      if (target !== undefined) this.#style = { ...this.#style, link: { target, line: this.#line } };
      else if (/^<\/a>/i.test(text)) this.#style = { ...this.#style, link: undefined };
    }
  }

  #readLink(tree: MarkdownTree, text: string, depth: number): void {
    const { cursor, symbols } = tree;
    let target: string | undefined;
    let label = '';
    let inside: { readonly start: number; readonly end: number } | undefined;
    if (cursor.firstChild()) {
      do {
        const part = this.#text.slice(cursor.start(), cursor.end());
        const name = symbols[cursor.symbol()];
        if (name === 'link_destination') target = part;
        else if (name === 'link_label') label = part.slice(1, -1);
        else if (name === 'link_text') inside = { start: cursor.start(), end: cursor.end() };
      } while (cursor.nextSibling());
      cursor.parent();
    }
    const isInline = text.endsWith(')');
    if (!isInline) {
      const named = label !== '' ? label : this.#text.slice(inside?.start ?? 0, inside?.end ?? 0);
      target = this.#definitions.get(labelKey(named));
    }
    // Brackets that are no link stand as they are.
    if (target === undefined) {
      this.#readChildren(tree, depth);
      return;
    }
    const link = { target: target.replace(/^<(.*)>$/s, '$1'), line: this.#line };
    const endLine = this.#line + text.split('\n').length - 1;
    this.#within({ link }, () => this.#readLinkText(tree, depth));
    this.#line = endLine;
  }

  #readLinkText(tree: MarkdownTree, depth: number): void {
    const { cursor, symbols } = tree;
    const before = this.#pieces.length;
    if (cursor.firstChild()) {
      do {
        if (symbols[cursor.symbol()] === 'link_text') this.#readChildren(tree, depth + 1);
      } while (cursor.nextSibling());
      cursor.parent();
    }
    if (this.#pieces.length === before) this.#push('text', '', this.#line);
  }

  #within(style: Partial<Style>, read: () => void): void {
    const outer = this.#style;
    this.#style = { ...outer, ...style };
    read();
    this.#style = outer;
  }
}

/** Labels match whatever their case and white space. */
export function labelKey(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase();
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  rarr: '→',
};

function readEntity(text: string): string {
  const code = /^&#(?:x([0-9a-f]{1,6})|(\d{1,7}));$/i.exec(text);
  if (code === null) return ENTITIES[text.slice(1, -1)] ?? text;
  const point = code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16);
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : text;
}
