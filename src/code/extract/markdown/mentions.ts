/**
 * Text that may name code: code spans outside fences, and the targets of links that stay in the project. What a template left
 * behind is not: `{title}`, `<path>`, `…`. What it names, if anything, is the linker's business.
 */
import type { CodeMention } from '../../document-facts.js';
import { isAddress } from '../../link-target.js';
import type { Block } from './blocks.js';
import type { Link, Piece } from './pieces.js';

const PLACEHOLDER = /^(?:\{.*\}|<.*>|\[.*\]|[.…\s]*|x{2,}|(?:your|my)[-_ ].*|todo|tbd)$/i;
const NO_CODE =
  /\.(?:md|mdx|markdown|rst|adoc|html?|png|jpe?g|gif|svg|webp|pdf|puml|drawio|excalidraw|docx?|xlsx?|pptx?)$/i;

/** Mentions in order; of one text on one line the first. */
export function findMentions(blocks: readonly Block[]): readonly CodeMention[] {
  const seen = new Map<string, CodeMention>();
  const links = new Set<Link>();
  const add = (mention: CodeMention): void => {
    const key = `${mention.kind} ${mention.line} ${mention.text}`;
    if (!seen.has(key)) seen.set(key, mention);
  };
  for (const piece of piecesOf(blocks)) {
    if (piece.isStruck) continue;
    if (piece.kind === 'code' && piece.text !== '' && !PLACEHOLDER.test(piece.text))
      add({ kind: 'code', text: piece.text, line: piece.line });
    if (piece.link === undefined || links.has(piece.link)) continue;
    links.add(piece.link);
    const target = piece.link.target.replace(/[#?].*$/s, '');
    if (isInProject(target) || isFileOnForge(target))
      add({ kind: 'link', text: target, line: piece.link.line });
  }
  return [...seen.values()];
}

/** A file of some repository, at a branch or commit. */
function isFileOnForge(target: string): boolean {
  return /^https?:\/\/[^/]+\/.+\/(?:blob|src|raw)\/[^/]+\/.+/i.test(target) && !NO_CODE.test(target);
}

function isInProject(target: string): boolean {
  return target !== '' && !isAddress(target) && !NO_CODE.test(target) && !PLACEHOLDER.test(target);
}

function piecesOf(blocks: readonly Block[]): readonly Piece[] {
  return blocks.flatMap((block) => {
    const lines = block.kind === 'table' ? block.rows.flat() : block.lines;
    return lines.flatMap(({ pieces }) => pieces);
  });
}
