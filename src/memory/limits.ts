/**
 * Every number of the agent memory, each with its reason. Characters are UTF-16 code units (`string.length`), which is
 * how hosts measure. The budgets are fixed by design; only what `Limits` names can be set, and tests set more.
 */

const DAY_S = 86_400;

/** What the passes of compaction measure against. One value, `DEFAULT_LIMITS`; tests make smaller worlds. */
export interface Limits {
  /** Above this a level is archived. Two levels and their wrapping stay below `READ_CHARS_MAX`. */
  readonly levelChars: number;
  /** Archiving ends at or under it and refill fills up to it: 0.8 of the level, so that the two never chase each other. */
  readonly targetChars: number;
  /** Anchors of archived nodes beyond it are orphaned: 0.3 of the level. */
  readonly anchorChars: number;
  /** A node younger than this is never archived; counted from its creation alone. */
  readonly graceS: number;
  /** An orphaned node that nothing recalled for this long is deleted. */
  readonly orphanGraceS: number;
}

/** The limits of one level, from its characters: target 0.8 and anchors 0.3 of them. */
export function limitsFor(levelChars: number, graceDays = 5, orphanGraceDays = 365): Limits {
  return {
    levelChars,
    targetChars: Math.trunc(levelChars * 0.8),
    anchorChars: Math.trunc(levelChars * 0.3),
    graceS: graceDays * DAY_S,
    orphanGraceS: orphanGraceDays * DAY_S,
  };
}

/** 17,500 characters a level; 14,000 and 5,250 follow. */
export const DEFAULT_LIMITS: Limits = limitsFor(17_500);

/** A whole read stays inline in every host: below its limit of about 50,000. */
export const READ_CHARS_MAX = 40_000;
/** An answer to a search. */
export const SEARCH_CHARS_MAX = 10_000;
/** Hosts take 10,000 from a hook; the rest is room for the courier's own words. */
export const PRELOAD_CHARS_MAX = 9_800;
/** Each level keeps this part of the preload when it can fill it. */
export const PRELOAD_SHARE_MIN = 0.4;
/** A gist that had to be shortened keeps so many characters. */
export const SHORT_GIST_CHARS = 80;
/** A longer gist is said to be long, and counts as debt: two sentences fit. */
export const GIST_CHARS_ADVISED = 300;

/** How much each signal weighs in a node's score. */
export const WEIGHTS = { recency: 0.25, connectedness: 0.4, usefulness: 0.35 } as const;
/** An edge into a node says more about it than one out of it. */
export const IN_WEIGHT = 0.66;
export const OUT_WEIGHT = 0.33;
/** An edge to an archived neighbour still counts a little, or a cluster archived together could never return. */
export const ARCHIVED_NEIGHBOUR_WEIGHT = 0.2;
/** An endorsement loses half its weight in 90 days. */
export const USEFUL_HALF_LIFE_S = 90 * DAY_S;
/** Endorsements a session may give, so that they stay a choice. */
export const USEFUL_PER_SESSION_MAX = 5;
/** An archived node must beat a newly archived one by this much to take its place. */
export const RESURRECTION_MARGIN = 0.05;

/** A question: a page of text, and words that each cost a look at every node. */
export const QUERY_CHARS_MAX = 10_000;
export const QUERY_WORDS_MAX = 200;
/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009). */
export const RRF_K = 60;
/** Hits in full, hits in one line, and the longest connection shown between hits. */
export const SEARCH_TOP = 5;
export const SEARCH_MORE = 10;
export const CONNECTION_HOPS_MAX = 4;
/** A gist in a list of changes. */
export const SYNC_GIST_CHARS = 100;

/** Changes a graph remembers for sync; sessions that are further behind are told to read everything. */
export const LOG_ENTRIES_MAX = 1_000;
/** A session that was silent for so long is forgotten: a conversation resumed after a holiday keeps its project. */
export const SESSION_TTL_S = 14 * DAY_S;
/** Versions of what was deleted are kept so long, for an undo that goes on counting. */
export const TOMBSTONE_S = 90 * DAY_S;

/** Bounds of what is stored, far above honest use; they keep one request from filling the memory. */
export const ID_CHARS_MAX = 128;
export const REL_CHARS_MAX = 64;
export const END_CHARS_MAX = 512;
export const GIST_CHARS_MAX = 100_000;
export const NOTE_CHARS_MAX = 100_000;
export const NOTES_MAX = 500;
export const TOUCHES_MAX = 500;
export const PROGRESS_CHARS_MAX = 200_000;

/** Debt: full staleness after 14 days, full activity at 4 days of 7; at 0.5 it is high, at 0.3 medium. */
export const DEBT = { stalenessDays: 14, activityDays: 4, windowDays: 7, high: 0.5, medium: 0.3 } as const;
export const SECONDS_PER_DAY = DAY_S;
