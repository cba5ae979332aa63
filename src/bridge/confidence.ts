/**
 * How sure each candidate is, from the evidence for each: a conditional logit, in which all candidates and "it is gone" share
 * one belief. The weights were fitted to histories of foreign projects; what they were fitted to, and how well they do, is in
 * the decision record on following.
 */
import type { Evidence } from './evidence.js';

const WEIGHTS: Evidence = {
  text: 0.53,
  exact: 1.1,
  // Set by hand, for files: of definitions it says nothing that the others do not.
  proof: 1,
  name: 1.65,
  qualified: 1.1,
  // Set by hand, lower than fitted: the histories have no name that came back for something else.
  onlyNamed: 3,
  onlyOwned: 3.4,
  nameLike: 1.65,
  folder: 1.3,
  // Set by hand: the histories are without git.
  renamed: 2,
  // Whoever imports it notices nothing.
  module: 7,
  around: 1.2,
  between: 2.85,
  // Set by hand: in the histories nothing new stands where something was taken away.
  place: 1.5,
  calls: 1,
  callers: 2.25,
  inside: 1.15,
  wasBeside: -1.7,
  rival: -7,
  one: -3.2,
};

// What could have been taken for it when it was pinned is not it: at most a question.
const RIVAL_MAX = 0.5;

/** For each its share of one belief; what is missing to one is that it is gone. */
export function confidences(evidence: readonly Evidence[]): readonly number[] {
  const odds = evidence.map((each) => Math.exp(weigh(each)));
  const sum = odds.reduce((total, each) => total + each, 1);
  return odds.map((each, at) => Math.min(each / sum, evidence[at]?.rival === 1 ? RIVAL_MAX : 1));
}

function weigh(evidence: Evidence): number {
  let sum = 0;
  for (const kind of KINDS) sum += WEIGHTS[kind] * evidence[kind];
  return sum;
}

const KINDS = Object.keys(WEIGHTS) as (keyof Evidence)[];
