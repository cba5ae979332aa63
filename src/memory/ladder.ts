/**
 * The overflow ladder: what is taken off two levels so that a text stays within its budget, the least missed first.
 *
 * Anchors, lowest score first; citations, lowest value first; then gists: a full read shortens them, then leaves ids, and
 * only then hides nodes; the preload hides whole nodes at once and leaves each level its share. Both levels are one pool.
 * Each step knows what it saves, so the whole takes one sort a step. The lines that count what is missing are paid for in
 * advance, at their longest.
 */
import { compareText } from '../kernel/text.js';
import {
  countMissing,
  missingLines,
  type Sheet,
  type SheetCitation,
  type SheetNode,
  type Shown,
  sheetChars,
  shownChars,
} from './sheet.js';

/** How the last steps go. `levelCharsMin`: a level at or below it loses no node while another can. */
export type Ladder = { readonly kind: 'read' } | { readonly kind: 'preload'; readonly levelCharsMin: number };

/** Takes things off the sheets until they fit; whether anything was taken. */
export function reduceToFit(sheets: readonly Sheet[], charsMax: number, ladder: Ladder): boolean {
  const chars = sheets.reduce((sum, sheet) => sum + sheetChars(sheet), 0);
  if (chars <= charsMax) return false;
  let excess = chars + countLineChars(sheets) - charsMax;
  excess = dropAnchors(sheets, excess);
  excess = dropCitations(sheets, excess);
  if (ladder.kind === 'preload') excess = hideNodes(sheets, excess, ladder.levelCharsMin);
  excess = showLess(sheets, excess, 'short');
  if (ladder.kind === 'read') excess = showLess(sheets, excess, 'id');
  hideNodes(sheets, excess, 0);
  return true;
}

function countLineChars(sheets: readonly Sheet[]): number {
  let chars = 0;
  for (const { nodes, anchors, layout } of sheets) {
    const all = { edges: layout.citedCount, gists: nodes.length, anchors: anchors.length };
    const { active, archived } = missingLines(all);
    for (const line of [...active, ...archived]) chars += line.length + 1;
  }
  return chars;
}

function dropAnchors(sheets: readonly Sheet[], excess: number): number {
  let left = excess;
  const pool = sheets.flatMap(({ anchors }) => anchors);
  for (const anchor of pool.sort((a, b) => a.score - b.score || compareText(b.line, a.line))) {
    if (left <= 0) break;
    anchor.isShown = false;
    left -= anchor.line.length + 1;
  }
  return left;
}

function dropCitations(sheets: readonly Sheet[], excess: number): number {
  let left = excess;
  const pool = sheets.flatMap(({ nodes }) => nodes.flatMap(({ citations }) => citations));
  for (const citation of pool.sort(byValue)) {
    if (left <= 0) break;
    citation.isShown = false;
    left -= citation.line.length + 1;
  }
  return left;
}

function byValue(a: SheetCitation, b: SheetCitation): number {
  return a.value - b.value || compareText(b.line, a.line);
}

function byScore(a: SheetNode, b: SheetNode): number {
  return a.score - b.score || compareText(b.id, a.id);
}

function showLess(sheets: readonly Sheet[], excess: number, less: Shown): number {
  let left = excess;
  for (const node of sheets.flatMap(({ nodes }) => [...nodes]).sort(byScore)) {
    if (left <= 0) break;
    if (node.shown === 'hidden') continue;
    const saved = shownChars(node, node.shown) - shownChars(node, less);
    if (saved <= 0) continue;
    node.shown = less;
    left -= saved;
  }
  return left;
}

function hideNodes(sheets: readonly Sheet[], excess: number, levelCharsMin: number): number {
  let left = excess;
  const pool = sheets.flatMap((sheet) => {
    const level = { chars: sheetChars(sheet) };
    return sheet.nodes.map((node) => ({ node, level }));
  });
  for (const { node, level } of pool.sort((a, b) => byScore(a.node, b.node))) {
    if (left <= 0) break;
    if (node.shown === 'hidden') continue;
    const saved = shownChars(node, node.shown) + shownCitationChars(node);
    if (level.chars - saved < levelCharsMin) continue;
    node.shown = 'hidden';
    level.chars -= saved;
    left -= saved;
  }
  return left;
}

function shownCitationChars({ citations }: SheetNode): number {
  return citations.reduce((sum, { line, isShown }) => sum + (isShown ? line.length + 1 : 0), 0);
}

/** Whether anything of a level is missing or shortened. */
export function isReduced(sheet: Sheet): boolean {
  const { edges, gists, anchors } = countMissing(sheet);
  return edges + gists + anchors > 0 || sheet.nodes.some(({ shown }) => shown === 'short' || shown === 'id');
}
