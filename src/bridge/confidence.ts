/**
 * How sure each candidate is, from the evidence for each: a conditional logit, in which all candidates and "it is gone" share
 * one belief. The weights were fitted to histories of foreign projects; what they were fitted to, and how well they do, is in
 * the decision record on following.
 */
import type { Evidence } from './evidence.js';

const WEIGHTS: Evidence = {
  text: 1,
  exact: 0,
  name: 3,
  path: 1,
  renamed: 3,
  around: 1,
  siblings: 3,
  calls: 2,
  callers: 2,
  inside: 3,
  wasBeside: -4,
  hadTwin: -3,
  hadRival: -3,
  one: -4,
};

/** For each its share of one belief; what is missing to one is that it is gone. */
export function confidences(evidence: readonly Evidence[]): readonly number[] {
  const odds = evidence.map((each) => Math.exp(weigh(each)));
  const sum = odds.reduce((total, each) => total + each, 1);
  return odds.map((each) => each / sum);
}

function weigh(evidence: Evidence): number {
  let sum = 0;
  for (const kind of KINDS) sum += WEIGHTS[kind] * evidence[kind];
  return sum;
}

const KINDS = Object.keys(WEIGHTS) as (keyof Evidence)[];
