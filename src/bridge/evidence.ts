/**
 * What speaks for a node being what was pinned, as numbers that `confidence.ts` weighs: how alike the texts are and how much that
 * says for texts of that size, whether name, file and surroundings are the same, and whether it could have been taken for the
 * pinned one even then.
 */
import { textSize } from '../code/fingerprint.js';
import type { GraphView, NodeRef } from '../code/graph.js';
import { hashOf, type Near } from './near.js';

/** What was pinned, as it is compared. */
export interface Lost {
  readonly name: string;
  readonly path: string;
  /** What git or its neighbours say its file is called; '' when nobody does. */
  readonly renamed: string;
  readonly print: string;
  readonly near: Near;
}

/** A node that may be it. */
export interface Candidate {
  readonly node: NodeRef;
  readonly likeness: number;
  readonly near: Near;
}

/** One number for each kind of evidence. */
export interface Evidence {
  readonly text: number;
  readonly exact: number;
  readonly name: number;
  readonly path: number;
  readonly renamed: number;
  readonly around: number;
  readonly siblings: number;
  readonly calls: number;
  readonly callers: number;
  readonly inside: number;
  readonly wasBeside: number;
  readonly hadTwin: number;
  readonly hadRival: number;
  readonly one: number;
}

/** Compares what was pinned with a node. */
export function evidenceOf(view: GraphView, lost: Lost, { node, likeness, near }: Candidate): Evidence {
  const name = view.name(node);
  const [isNamed, isThere] = [name === lost.name, view.path(node) === lost.path];
  const isAround = near.around === lost.near.around;
  const siblings = [...lost.near.before, ...lost.near.behind];
  const wasBeside = !isNamed && isAround && siblings.includes(hashOf(name));
  return {
    text: textEvidence(textSize(lost.print), likeness),
    exact: Number(likeness === 1),
    name: isNamed ? rarity(view, name) : 0,
    path: Number(isThere),
    renamed: Number(!isThere && view.path(node) === lost.renamed),
    around: Number(isAround),
    siblings: shareOf(siblings, [...near.before, ...near.behind]),
    calls: shareOf(lost.near.callees, near.callees),
    callers: shareOf(lost.near.callers, near.callers),
    inside: shareOf(lost.near.inside, near.inside),
    wasBeside: Number(wasBeside),
    hadTwin: Number(isNamed && !isThere && likeness <= lost.near.named + ROUNDING),
    hadRival: Number(!isNamed && isThere && likeness <= lost.near.beside + ROUNDING),
    one: 1,
  };
}

// Rivals are kept in tenths.
const ROUNDING = 0.05;

/** 1 for a name that nothing else has, 0 for one that everything has. */
function rarity(view: GraphView, name: string): number {
  const sharers = view.named(name.toLowerCase()).length;
  return 1 - Math.log2(Math.max(1, sharers)) / Math.log2(Math.max(2, view.nodeCount));
}

/** Of the first list, how much is in the second: a little less than the share when there are few to compare. */
function shareOf(before: readonly string[], after: readonly string[]): number {
  const kept = before.filter((hash) => after.includes(hash)).length;
  return kept / (before.length + 1);
}

/** For texts of so many words at most: how many of ten thousand others are as alike as that, by tenths of likeness. */
const BY_CHANCE: readonly (readonly [words: number, falls: readonly number[]])[] = [
  [8, [1000, 400, 280, 180, 140, 70, 48, 27, 7, 3, 0.6, 7]],
  [16, [1000, 150, 80, 40, 20, 9, 5, 2.5, 0.6, 0.15, 0.05, 0.22]],
  [32, [1000, 60, 14, 3, 1.2, 0.4, 0.2, 0.1, 0.04, 0.01, 0.005, 0.05]],
  [64, [1000, 20, 2, 0.8, 0.4, 0.2, 0.1, 0.06, 0.03, 0.01, 0.004, 0.012]],
  [128, [1000, 11, 0.7, 0.3, 0.2, 0.1, 0.05, 0.03, 0.015, 0.005, 0.002, 0.005]],
  [Number.POSITIVE_INFINITY, [1000, 8, 0.3, 0.1, 0.06, 0.04, 0.03, 0.02, 0.015, 0.008, 0.002, 0.002]],
];
/** How often what is the same is as alike as that, after a year. */
const BY_CHANGE: readonly number[] = [0.03, 0.02, 0.02, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.08, 0.5];

/** The logarithm of how much likelier a likeness is of the same than of any other text. */
function textEvidence(words: number, likeness: number): number {
  const at = likeness === 1 ? BY_CHANGE.length - 1 : Math.floor(likeness * 10);
  const [, falls] = BY_CHANCE.find(([most]) => words < most) ?? [0, []];
  return Math.log((BY_CHANGE[at] ?? 1) / (falls[at] ?? 1));
}
