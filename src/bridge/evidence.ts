/**
 * What speaks for a node being what was pinned, as numbers that `confidence.ts` weighs: how alike the texts are and how much that
 * says for texts of that size, whether name, file and surroundings are the same, and whether it could have been taken for the
 * pinned one even then.
 */
import { distance } from 'fastest-levenshtein';
import { textSize } from '../code/fingerprint.js';
import type { GraphView, NodeRef } from '../code/graph.js';
import { fileId } from '../code/model.js';
import { bodyOf } from '../code/query/same-name.js';
import { hashOf, type Near } from './near.js';

/** What was pinned, as it is compared. */
export interface Lost {
  /** `rotate`; and `Token.rotate` when it stands in a class or function, else ''. */
  readonly name: string;
  readonly qualified: string;
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

/** One number for each kind of evidence, 0 when there is none. */
export interface Evidence {
  /** The logarithm of how much likelier the likeness is of the same text than of any other. */
  readonly text: number;
  readonly exact: number;
  /** A long text, most of which is the same. */
  readonly proof: number;
  /** The same name, by how rare it is; the same class or function around it, by how rare that name is. */
  readonly name: number;
  readonly qualified: number;
  /** Nothing else has, or had, that name; nothing else that of what it stands in. */
  readonly onlyNamed: number;
  readonly onlyOwned: number;
  /** How alike another name is. */
  readonly nameLike: number;
  /** How much of the way to its file is the same. */
  readonly folder: number;
  /** It stands in what its file is called, as git or others of that file say. */
  readonly renamed: number;
  /** A file that is imported under the name of the lost one. */
  readonly module: number;
  /** The name of what it stands in; the nearest siblings; what it calls, what calls it, what it holds. */
  readonly around: number;
  readonly between: number;
  /** All of that in the very file: what stands where it stood. */
  readonly place: number;
  readonly calls: number;
  readonly callers: number;
  readonly inside: number;
  /** It stood beside it already, or could have been taken for it already. */
  readonly wasBeside: number;
  readonly rival: number;
  readonly one: number;
}

/** Compares what was pinned with a node. */
export function evidenceOf(view: GraphView, lost: Lost, { node, likeness, near }: Candidate): Evidence {
  const name = view.name(node);
  const [isNamed, isThere] = [name === lost.name, view.path(node) === lost.path];
  const isAround = near.around === lost.near.around;
  const siblings = [...lost.near.before, ...lost.near.behind];
  const isOwned = isNamed && isQualified(view, node, lost.qualified);
  const between = nearestKept(lost.near, near, isAround);
  const wasBeside = !isNamed && isAround && siblings.includes(hashOf(name));
  return {
    text: textEvidence(textSize(lost.print), likeness),
    exact: Number(likeness === 1),
    proof: Number(likeness >= PROOF_LIKENESS && textSize(lost.print) >= PROOF_WORDS),
    name: isNamed ? rarity(view, name) : 0,
    qualified: isOwned ? rarity(view, ownerOf(lost.qualified)) : 0,
    onlyNamed: Number(isNamed && lost.near.isAlone && near.isAlone),
    onlyOwned: Number(isOwned && lost.near.isOwnerAlone && near.isOwnerAlone),
    nameLike: isNamed ? 0 : nameLikeness(lost.name, name),
    folder: isThere ? 0 : sharedFolders(lost.path, view.path(node)),
    renamed: Number(!isThere && view.path(node) === lost.renamed),
    module: Number(!isThere && moduleFiles(view, lost.path).includes(node)),
    around: Number(isAround),
    between,
    place: Number(isThere && isAround && between === 1),
    calls: shareOf(lost.near.callees, near.callees),
    callers: shareOf(lost.near.callers, near.callers),
    inside: shareOf(lost.near.inside, near.inside),
    wasBeside: Number(wasBeside),
    rival: Number(lost.near.rivals.includes(hashOf(view.id(node)))),
    one: 1,
  };
}

/** Whether a node is called so, with what it stands in. */
export function isQualified(view: GraphView, node: NodeRef, qualified: string): boolean {
  return qualified !== '' && bodyOf(view, node).endsWith(`.${qualified}`);
}

/** `oven/__init__.py` when `oven.py` has become a package, and the other way round. */
export function moduleFiles(view: GraphView, path: string): readonly NodeRef[] {
  const name = path.replace(/(?:\/__init__)?\.py$/, '');
  return [`${name}.py`, `${name}/__init__.py`].flatMap((each) => view.find(fileId(each)) ?? []);
}

/** The class in `Token.rotate`. */
function ownerOf(qualified: string): string {
  return qualified.slice(0, qualified.indexOf('.'));
}

/** How much of the way to a file is that to another: all of it, too, when `oven.py` has become `oven/core.py`. */
function sharedFolders(before: string, after: string): number {
  const [left, right] = [before, after].map((path) => path.replace(/\.[^./]+$/, '').split('/'));
  if (left === undefined || right === undefined) return 0;
  const differs = left.findIndex((part, at) => part !== right[at]);
  return (differs < 0 ? left.length : differs) / left.length;
}

/** 0..1: how much of two names is the same, but for underscores and letter case; little likeness is none. */
function nameLikeness(a: string, b: string): number {
  const [left, right] = [a, b].map((name) => name.replaceAll('_', '').toLowerCase());
  if (left === undefined || right === undefined) return 0;
  const longest = Math.max(left.length, right.length, 1);
  const share = 1 - distance(left, right) / longest;
  return share < 0.5 ? 0 : share;
}

/** 1 for a name that nothing else has, 0 for one that everything has. */
function rarity(view: GraphView, name: string): number {
  const sharers = view.named(name.toLowerCase()).length;
  return 1 - Math.log2(Math.max(1, sharers)) / Math.log2(Math.max(2, view.nodeCount));
}

// So much of so many words is never the same by chance.
const PROOF_WORDS = 48;
const PROOF_LIKENESS = 0.75;

/** Of the two nearest siblings, how many are the nearest still: 0, 1/2 or 1. To be the first or last there stays, too. */
function nearestKept(before: Near, after: Near, isAround: boolean): number {
  const isKept = (a: string | undefined, b: string | undefined) => {
    return Number(a === b && (isAround || a !== undefined));
  };
  return (isKept(before.before[0], after.before[0]) + isKept(before.behind[0], after.behind[0])) / 2;
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
  if (words === 0) return 0;
  const at = likeness === 1 ? BY_CHANGE.length - 1 : Math.floor(likeness * 10);
  const [, falls] = BY_CHANCE.find(([most]) => words < most) ?? [0, []];
  return Math.log((BY_CHANGE[at] ?? 1) / (falls[at] ?? 1));
}
