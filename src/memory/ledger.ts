/**
 * What a level's render costs, as sums that a change updates in time proportional to what it touches.
 *
 * All but one thing is exact without laying out the level: an edge of two active nodes is cited under the one that is
 * rendered first and prints the other, so its cost is known only within the difference of the two ids. The ledger keeps
 * both bounds; `charge.ts` lays the level out in the rare case that a limit lies between them.
 */

import { runToEnd } from '../kernel/run-to-end.js';
import { citationChars, headerChars, nodeChars } from './lines.js';
import { areCitedEnds, endKind } from './live-edge.js';
import { type Ledger, type MemoryEdge, type MemoryGraph, type MemoryNode, tierOf } from './model.js';

export const EMPTY_LEDGER: Ledger = {
  active: 0,
  archived: 0,
  orphaned: 0,
  gistChars: 0,
  anchorChars: 0,
  citationCharsMin: 0,
  citationCharsMax: 0,
};

/** The bounds of what an edge's citation costs; nothing when it has none. */
export interface CitationBounds {
  readonly min: number;
  readonly max: number;
}

const NOTHING: CitationBounds = { min: 0, max: 0 };

/** What an edge costs in a graph with these nodes, and with one of them active whatever it is (`activated`). */
export function citationBounds(
  nodes: MemoryGraph['nodes'],
  edge: MemoryEdge,
  activated?: string,
): CitationBounds {
  const from = edge.from === activated ? 'active' : endKind(nodes, edge.from);
  const to = edge.to === activated ? 'active' : endKind(nodes, edge.to);
  if (!areCitedEnds(from, to)) return NOTHING;
  const printingTo = from === 'active' ? citationChars(edge, edge.to) : undefined;
  const isUnderTo = to === 'active' && edge.to !== edge.from;
  const printingFrom = isUnderTo ? citationChars(edge, edge.from) : undefined;
  const one = printingTo ?? printingFrom ?? 0;
  const other = printingFrom ?? one;
  return { min: Math.min(one, other), max: Math.max(one, other) };
}

/** The ledger with a node added (`sign` 1) or taken away (-1), without its edges. */
export function withNode(ledger: Ledger, node: MemoryNode, sign: 1 | -1): Ledger {
  const tier = tierOf(node);
  const chars = sign * nodeChars(node);
  switch (tier) {
    case 'active':
      return { ...ledger, active: ledger.active + sign, gistChars: ledger.gistChars + chars };
    case 'archived':
      return { ...ledger, archived: ledger.archived + sign, anchorChars: ledger.anchorChars + chars };
    case 'orphaned':
      return { ...ledger, orphaned: ledger.orphaned + sign };
  }
}

/** The ledger with the citations of some edges added (`sign` 1) or taken away (-1), as they stand with these nodes. */
export function withCitations(
  ledger: Ledger,
  nodes: MemoryGraph['nodes'],
  edges: Iterable<MemoryEdge>,
  sign: 1 | -1,
): Ledger {
  let { citationCharsMin, citationCharsMax } = ledger;
  for (const edge of edges) {
    const { min, max } = citationBounds(nodes, edge);
    citationCharsMin += sign * min;
    citationCharsMax += sign * max;
  }
  return { ...ledger, citationCharsMin, citationCharsMax };
}

// Some milliseconds of work.
const ITEMS_PER_STEP = 200;

/** The whole ledger of a graph, from nothing. */
export function countLedger(nodes: MemoryGraph['nodes'], edges: MemoryGraph['edges']): Ledger {
  return runToEnd(countLedgerInSteps(nodes, edges));
}

/** The same in steps. */
export function* countLedgerInSteps(
  nodes: MemoryGraph['nodes'],
  edges: MemoryGraph['edges'],
): Generator<void, Ledger> {
  let ledger = EMPTY_LEDGER;
  let done = 0;
  for (const node of nodes.values()) {
    ledger = withNode(ledger, node, 1);
    if (++done % ITEMS_PER_STEP === 0) yield;
  }
  for (const edge of edges.values()) {
    ledger = withCitations(ledger, nodes, [edge], 1);
    if (++done % ITEMS_PER_STEP === 0) yield;
  }
  return ledger;
}

/** The least and the most a level with this ledger can cost. */
export function sizeBounds(ledger: Ledger): CitationBounds {
  const base = headerChars(ledger.active, ledger.archived) + ledger.gistChars + ledger.anchorChars;
  return { min: base + ledger.citationCharsMin, max: base + ledger.citationCharsMax };
}
