/**
 * A level on its way to a text: what is shown of each node, citation and anchor, and what it costs. The ladder of
 * `ladder.ts` takes things off the sheet until all fits; `writeSheet` prints what is left.
 */
import { type Layout, layOut } from './layout.js';
import { SHORT_GIST_CHARS } from './limits.js';
import { ACTIVE_HEADER, ARCHIVED_HEADER, anchorLine, citationLine, gistLine, headerChars } from './lines.js';
import type { Level, MemoryGraph } from './model.js';
import { oneLine, shorten } from './one-line.js';

/** How an active node is shown; `preloaded` is a gist the reader has already. */
export type Shown = 'full' | 'preloaded' | 'short' | 'id' | 'hidden';

/** A citation; it is shown while its node is. */
export interface SheetCitation {
  readonly line: string;
  readonly value: number;
  isShown: boolean;
}

/** An active node with its citations, dearest first. */
export interface SheetNode {
  readonly id: string;
  readonly gist: string;
  readonly score: number;
  readonly citations: readonly SheetCitation[];
  shown: Shown;
}

/** An anchor. */
export interface SheetAnchor {
  readonly line: string;
  readonly score: number;
  isShown: boolean;
}

/** One level. */
export interface Sheet {
  readonly level: Level;
  readonly layout: Layout;
  readonly nodes: readonly SheetNode[];
  readonly anchors: readonly SheetAnchor[];
}

// An active node in grace has no score; it stands in the middle, as does an end that is no node. Anchors come last.
const SCORE_IN_GRACE = 0.5;

/** Lays a level out with everything shown; `preloaded` are ids whose gist need not be repeated. */
export function openSheet(
  level: Level,
  graph: MemoryGraph,
  scores: ReadonlyMap<string, number>,
  preloaded: ReadonlySet<string> = new Set(),
): Sheet {
  const layout = layOut(graph);
  const scoreOf = (id: string) => scores.get(id) ?? SCORE_IN_GRACE;
  const nodes = layout.active.map(({ id, gist, citations }): SheetNode => {
    const shown = preloaded.has(id) ? 'preloaded' : 'full';
    const cited = citations.map(({ edge, isOutgoing }) => ({
      line: citationLine(edge, isOutgoing),
      value: scoreOf(edge.from) + scoreOf(edge.to),
      isShown: true,
    }));
    return { id, gist, score: scoreOf(id), citations: cited.sort((a, b) => b.value - a.value), shown };
  });
  const anchors = layout.archived.map((id) => ({
    line: anchorLine(id),
    score: scores.get(id) ?? 0,
    isShown: true,
  }));
  return { level, layout, nodes, anchors };
}

/** The line of a node as it is shown, or nothing. */
export function nodeLine({ id, gist }: SheetNode, shown: Shown): string | undefined {
  switch (shown) {
    case 'full':
      return gistLine(id, gist);
    case 'preloaded':
      return `  ${oneLine(id)} (preloaded)`;
    case 'short':
      return `  ${oneLine(id)}: ${shorten(oneLine(gist), SHORT_GIST_CHARS)}`;
    case 'id':
      return `  ${oneLine(id)}: …`;
    case 'hidden':
      return undefined;
  }
}

/** What a node costs as it is shown, without its citations: its line and its line end. */
export function shownChars(node: SheetNode, shown: Shown): number {
  const line = nodeLine(node, shown);
  return line === undefined ? 0 : line.length + 1;
}

/** What the level costs as it is shown, without the lines that count what is missing. */
export function sheetChars(sheet: Sheet): number {
  let chars = headerChars(sheet.nodes.length, sheet.anchors.length);
  for (const node of sheet.nodes) {
    chars += shownChars(node, node.shown);
    for (const { line, isShown } of node.citations)
      if (isShown && node.shown !== 'hidden') chars += line.length + 1;
  }
  for (const { line, isShown } of sheet.anchors) if (isShown) chars += line.length + 1;
  return chars;
}

/** The lines that count what is missing in a level, as they would be for these numbers. */
export function missingLines({ edges, gists, anchors }: Missing): {
  readonly active: readonly string[];
  readonly archived: readonly string[];
} {
  const active: string[] = [];
  if (edges > 0) active.push(`  (${edges} more edges: kg_read with an id shows them)`);
  if (gists > 0) active.push(`  (${gists} more active gists: kg_read shows them)`);
  const archived = anchors > 0 ? [`  (${anchors} more archived: kg_search finds them)`] : [];
  return { active, archived };
}

/** How much of a level is not shown. */
export interface Missing {
  readonly edges: number;
  readonly gists: number;
  readonly anchors: number;
}

/** Counts what the ladder took off. */
export function countMissing(sheet: Sheet): Missing {
  let [edges, gists] = [0, 0];
  for (const { shown, citations } of sheet.nodes) {
    if (shown === 'hidden') gists++;
    edges += citations.filter(({ isShown }) => shown === 'hidden' || !isShown).length;
  }
  return { edges, gists, anchors: sheet.anchors.filter(({ isShown }) => !isShown).length };
}

/** The lines of the level's body. */
export function writeSheet(sheet: Sheet): string[] {
  const missing = missingLines(countMissing(sheet));
  const lines: string[] = [];
  if (sheet.nodes.length > 0) lines.push(ACTIVE_HEADER);
  for (const node of sheet.nodes) {
    const line = nodeLine(node, node.shown);
    if (line === undefined) continue;
    lines.push(line);
    for (const citation of node.citations) if (citation.isShown) lines.push(citation.line);
  }
  lines.push(...missing.active);
  if (sheet.anchors.length > 0) lines.push(ARCHIVED_HEADER);
  for (const { line, isShown } of sheet.anchors) if (isShown) lines.push(line);
  lines.push(...missing.archived);
  return lines;
}
