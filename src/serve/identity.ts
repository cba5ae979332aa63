/**
 * What the code server says of itself, in either era. Nothing but text stands here, since it is what the first reply is made
 * of, before anything is loaded.
 */
import { version } from '../kernel/version.js';

/** Name and version, the same in both eras. */
export const SERVER_INFO = {
  name: 'kg-memory',
  title: 'kg-memory: code graph',
  version,
} as const;

/** Lists never change while the server runs. */
export const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} } as const;

// Clients cut at 2,000 or 4,096 characters, and some show only the first 512: those stand alone.
export const INSTRUCTIONS = `kg-memory knows this project's Python code as a graph: packages, files, classes, functions, who calls, imports and inherits whom, and which ADRs govern what. Ask it before grepping or opening files. kg_search finds nodes by name or words; kg_context gives everything about one file or symbol (source, callers, callees, tests, ADRs); kg_relate walks the neighbourhood (callers: direction "in", edge_types ["calls"]); kg_path connects two nodes. Name nodes loosely: Scorer.compute, scoring.py:120, ADR-8.

Before you change a function: kg_context of it, then kg_relate with depth 2 for wider effects. To understand a file: kg_context of its path; it ends with what earlier sessions noted there, when there is an agent memory. To find where something is done: kg_search, then kg_context of a hit. kg_ask answers questions in words when a language model is turned on. kg_status says what is indexed; kg_reindex is seldom needed, since changed files are indexed again by themselves.

Every answer keeps to max_tokens (default 4,000), gives exact totals and a cursor for the rest, and ends with a line that says how fresh it is. Calls are marked exact, inferred or candidate; calls that could not be resolved are counted, so "none found" is not "none".`;

/** How long clients may keep what never changes while the server runs. */
export const LIST_CACHE = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
