/**
 * Markdown → its blocks in order, flat: headings, paragraphs (with the list or quote they stand in) and tables. Code, comments
 * and rules are not there: they say nothing about the decision. The grammar nests sections by level, which people use as they
 * like; sections are made from the flat list instead (`sections.ts`).
 *
 * Two passes: the block tree first, then one parse for each piece of inline text, since link definitions may come last.
 */
import { countLines } from '../../decode.js';
import type { Problem } from '../../facts.js';
import { ERROR_SYMBOL, type MarkdownParser, type MarkdownTree } from '../../parse.js';
import { type InlineSource, labelKey, readInline } from './inline.js';
import type { TextLine } from './pieces.js';

/** Where in a list a paragraph stands. */
export interface ListPlace {
  /** Lists around it: 1 for the outermost. */
  readonly depth: number;
  /** The box before it, `[x]` or `[ ]`. */
  readonly box?: 'checked' | 'open';
}

export interface Heading {
  readonly kind: 'heading';
  readonly level: number;
  readonly line: number;
  readonly lines: readonly TextLine[];
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly line: number;
  readonly lines: readonly TextLine[];
  readonly list?: ListPlace;
  readonly isQuote: boolean;
}

export interface Table {
  readonly kind: 'table';
  readonly line: number;
  /** The first row is the header. A cell has one line. */
  readonly rows: readonly (readonly TextLine[])[];
}

export type Block = Heading | Paragraph | Table;

/** What a document consists of. */
export interface BlockList {
  readonly blocks: readonly Block[];
  readonly problems: readonly Problem[];
}

/** A block whose text is not read yet. */
type Draft =
  | { readonly kind: 'heading'; readonly level: number; readonly line: number; readonly source: InlineSource }
  | {
      readonly kind: 'paragraph';
      readonly line: number;
      readonly source: InlineSource;
      readonly list?: ListPlace;
      readonly isQuote: boolean;
    }
  | { readonly kind: 'table'; readonly line: number; readonly rows: InlineSource[][] };

/** How many places that the grammar cannot read are worked around; what follows the last one is left out. */
const ERRORS_MAX = 40;

/**
 * Reads the blocks of a text whose nesting is limited (`guard.ts`). The grammar gives up the rest of a document where it meets
 * what it does not know; that line is read as plain text then, and the parse begins again behind it.
 */
export function readBlocks(parser: MarkdownParser, text: string): BlockList {
  const drafts: Draft[] = [];
  const definitions = new Map<string, string>();
  const problems: Problem[] = [];
  let rest: string | undefined = text;
  for (let errors = 0; rest !== undefined; errors += 1) {
    const reader: BlockReader = new BlockReader(rest);
    parser.withBlocks(rest, (tree) => reader.read(tree));
    drafts.push(...reader.drafts);
    problems.push(...reader.problems);
    for (const [label, target] of reader.definitions)
      if (!definitions.has(label)) definitions.set(label, target);
    const at: number | undefined = reader.errorAt;
    if (at === undefined) break;
    const line: number = countLines(rest.slice(0, at)) + (rest[at - 1] === '\n' || at === 0 ? 1 : 0);
    const end: number = rest.indexOf('\n', at);
    const isLast = errors === ERRORS_MAX;
    const what = isLast ? 'the rest is left out' : 'it is read as plain text';
    problems.push({ kind: 'syntax', message: `a line that the Markdown grammar cannot read; ${what}`, line });
    const source = {
      text: rest.slice(rest.lastIndexOf('\n', at - 1) + 1, end < 0 ? rest.length : end),
      line,
    };
    if (source.text.trim() !== '') drafts.push({ kind: 'paragraph', line, source, isQuote: false });
    rest = end < 0 || isLast ? undefined : '\n'.repeat(line) + rest.slice(end + 1);
  }
  const lines = (source: InlineSource) => readInline(parser, source, definitions);
  const blocks = drafts.map((draft): Block => {
    if (draft.kind === 'table') {
      const rows = draft.rows.map((row) =>
        row.map((cell) => lines(cell)[0] ?? { line: cell.line, pieces: [] }),
      );
      return { kind: 'table', line: draft.line, rows };
    }
    const { source, ...rest } = draft;
    return { ...rest, lines: lines(source) };
  });
  return { blocks, problems };
}

interface Place {
  readonly list?: ListPlace;
  readonly isQuote: boolean;
}

class BlockReader {
  /** Where the grammar gave up; nothing behind it is read. */
  errorAt: number | undefined;
  readonly drafts: Draft[] = [];
  readonly definitions = new Map<string, string>();
  readonly problems: Problem[] = [];
  readonly #text: string;
  readonly #lineStarts: readonly number[];

  constructor(text: string) {
    this.#text = text;
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#lineStarts = starts;
  }

  read(tree: MarkdownTree): void {
    this.#readNode(tree, { isQuote: false });
  }

  #lineOf(offset: number): number {
    const starts = this.#lineStarts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  // As deep as blocks nest, which the guard limits.
  #readNode(tree: MarkdownTree, place: Place): void {
    const { cursor, symbols } = tree;
    if (this.errorAt !== undefined) return;
    if (cursor.symbol() === ERROR_SYMBOL) {
      this.errorAt = cursor.start();
      return;
    }
    const name = symbols[cursor.symbol()];
    switch (name) {
      case 'atx_heading':
      case 'setext_heading':
        this.#readHeading(tree);
        break;
      case 'paragraph':
        this.#readParagraph(tree, place);
        break;
      case 'pipe_table':
        this.#readTable(tree);
        break;
      case 'html_block':
        this.#readHtml(cursor.start(), cursor.end(), place);
        break;
      case 'link_reference_definition':
        this.#readDefinition(tree);
        break;
      case 'list':
        this.#readChildren(tree, { ...place, list: { depth: (place.list?.depth ?? 0) + 1 } });
        break;
      case 'list_item':
        this.#readItem(tree, place);
        break;
      case 'block_quote':
        this.#readChildren(tree, { ...place, isQuote: true });
        break;
      case 'fenced_code_block':
      case 'indented_code_block':
      case 'thematic_break':
      case 'minus_metadata':
      case 'plus_metadata':
        break;
      default:
        this.#readChildren(tree, place);
    }
  }

  #readChildren(tree: MarkdownTree, place: Place): void {
    this.#forChildren(tree, () => this.#readNode(tree, place));
  }

  #forChildren({ cursor, symbols }: MarkdownTree, visit: (name: string) => void): void {
    if (!cursor.firstChild()) return;
    do visit(symbols[cursor.symbol()] ?? '');
    while (cursor.nextSibling());
    cursor.parent();
  }

  #readItem(tree: MarkdownTree, place: Place): void {
    const depth = place.list?.depth ?? 1;
    let list: ListPlace = { depth };
    this.#forChildren(tree, (name) => {
      if (name === 'task_list_marker_checked') list = { depth, box: 'checked' };
      else if (name === 'task_list_marker_unchecked') list = { depth, box: 'open' };
      else this.#readNode(tree, { ...place, list });
    });
  }

  #readHeading(tree: MarkdownTree): void {
    const line = this.#lineOf(tree.cursor.start());
    let level = 1;
    let source: InlineSource = { text: '', line };
    const visit = (name: string): void => {
      const marker = /^(?:atx_h([1-6])_marker|setext_h([12])_underline)$/.exec(name);
      if (marker !== null) level = Number(marker[1] ?? marker[2]);
      else if (name === 'inline') source = this.#inlineAt(tree);
      else if (name === 'paragraph') this.#forChildren(tree, visit);
    };
    this.#forChildren(tree, visit);
    if (isMetadataOverRule(source.text, level)) {
      // A rule right below lines such as "Status: accepted" makes a heading of them, which nobody meant.
      this.drafts.push({ kind: 'paragraph', line, source, isQuote: false });
    } else {
      this.drafts.push({ kind: 'heading', level, line, source: withoutClosingMarks(source) });
    }
  }

  #readParagraph(tree: MarkdownTree, place: Place): void {
    const line = this.#lineOf(tree.cursor.start());
    this.#forChildren(tree, (name) => {
      if (name === 'inline')
        this.drafts.push({ kind: 'paragraph', line, source: this.#inlineAt(tree), ...place });
    });
  }

  #readTable(tree: MarkdownTree): void {
    const line = this.#lineOf(tree.cursor.start());
    const rows: InlineSource[][] = [];
    this.#forChildren(tree, (name) => {
      if (name !== 'pipe_table_header' && name !== 'pipe_table_row') return;
      rows.push(this.#readRow(tree));
    });
    if (rows.length > 0) this.drafts.push({ kind: 'table', line, rows });
  }

  /** Cells by the pipes between them: the grammar has no node for an empty cell. */
  #readRow(tree: MarkdownTree): InlineSource[] {
    const { cursor } = tree;
    const row = { start: cursor.start(), end: cursor.end() };
    const line = this.#lineOf(row.start);
    const pipes: number[] = [];
    this.#forChildren(tree, (name) => {
      if (name === '"|"') pipes.push(cursor.start());
    });
    const isOpen = this.#text.slice(row.start, pipes[0] ?? row.end).trim() !== '';
    const bounds = isOpen ? [row.start - 1, ...pipes] : pipes;
    const last = bounds.at(-1) ?? row.end;
    if (this.#text.slice(last + 1, row.end).trim() !== '') bounds.push(row.end);
    return bounds.slice(1).map((end, index) => {
      const cell = this.#text.slice((bounds[index] ?? 0) + 1, end);
      return { text: cell.replaceAll('\\|', '|').trim(), line };
    });
  }

  /** Text between tags counts; a comment does not, nor a script. `<h1>` is a heading. */
  #readHtml(start: number, end: number, place: Place): void {
    const html = this.#text.slice(start, end);
    const line = this.#lineOf(start);
    if (/^\s*<(?:script|style|pre)\b/i.test(html)) return;
    const opened = html.lastIndexOf('<!--');
    if (opened >= 0 && !html.includes('-->', opened))
      this.problems.push({
        kind: 'syntax',
        message: 'a comment begins and never ends; what follows is no text',
        line: this.#lineOf(start + opened),
      });
    const text = html.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]/g, ' '));
    const source = { text: text.trimEnd(), line };
    if (source.text.trim() === '') return;
    const heading = /^\s*<h([1-6])\b[^>]*>/i.exec(text);
    if (heading !== null) this.drafts.push({ kind: 'heading', level: Number(heading[1]), line, source });
    else this.drafts.push({ kind: 'paragraph', line, source, ...place });
  }

  #readDefinition(tree: MarkdownTree): void {
    const { cursor } = tree;
    let label = '';
    this.#forChildren(tree, (name) => {
      const text = this.#text.slice(cursor.start(), cursor.end());
      if (name === 'link_label') label = labelKey(text.slice(1, -1));
      else if (name === 'link_destination' && !this.definitions.has(label)) this.definitions.set(label, text);
    });
  }

  /** The text of the `inline` node at the cursor; what belongs to the quote or list around it is blank. */
  #inlineAt(tree: MarkdownTree): InlineSource {
    const { cursor } = tree;
    const start = cursor.start();
    let text = this.#text.slice(start, cursor.end());
    this.#forChildren(tree, (name) => {
      if (name !== 'block_continuation') return;
      const [from, to] = [cursor.start() - start, cursor.end() - start];
      text = text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);
    });
    return { text, line: this.#lineOf(start) };
  }
}

function isMetadataOverRule(text: string, level: number): boolean {
  return level === 2 && (text.includes('\n') || /^[*_]*[A-Za-z][\w -]{1,30}[*_]*:[*_]*\s+\S/.test(text))
    ? /^[*_]*[A-Za-z][\w -]{1,30}[*_]*:/.test(text)
    : false;
}

/** `## Context ##` is closed as it was opened. */
function withoutClosingMarks(source: InlineSource): InlineSource {
  return { ...source, text: source.text.replace(/(?:^|\s)#+\s*$/, '') };
}
