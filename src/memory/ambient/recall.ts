/**
 * What a prompt calls to mind: the nodes it points at, found by the same ranking as `kg_search`, and how they hang together.
 *
 * Two gates keep it quiet. A node must have enough evidence (more when the prompt says much, since a long text meets any
 * node in some word); and at least one node must be new to the reader, who else has everything already. A node's gist is
 * given once; what was seen stands as a bare name, which is enough to turn attention to it.
 */

import { runToEnd } from '../../kernel/run-to-end.js';
import { findConnections } from '../connections.js';
import { type MemoryEdge, type Tier, tierOf } from '../model.js';
import type { Recall } from '../operations.js';
import type { SearchedGraph } from '../search.js';
import { holdsRef, refText } from '../sessions.js';
import { humanText } from './human-text.js';
import { gateOf, type WeighedPrompt, weighPrompt } from './weigh-prompt.js';

/** A node that came to mind. */
export interface Recalled {
  readonly level: 'user' | 'project';
  readonly id: string;
  readonly gist: string;
  readonly tier: Tier;
  /** What has become of the code it is about, in a word or two. */
  readonly code?: string;
}

/** What is shown. `fresh` has at least one. */
export interface Recollection {
  /** With gists; the reader has not seen them. */
  readonly fresh: readonly Recalled[];
  /** Bare names: seen before, or between two hits. */
  readonly anchors: readonly (Recalled & { readonly isSeen: boolean })[];
  /** Both ends are among the nodes above. */
  readonly connections: readonly MemoryEdge[];
}

/** Gists in one injection (the mission's number). */
const FRESH_MAX = 3;
// Of those that a prompt's names lead to: beyond, a file with many memories would leave no room for what the words say.
const NAMED_MAX = 5;
// Seen nodes named beside them: more would be a list, not a reminder.
const SEEN_MAX = 5;
// A chain of two edges has one node between; longer ones are associations of ours, not of the prompt.
const HOPS_MAX = 2;
const CONNECTORS_MAX = 2;

/** A prompt, and what is known of the code that it names. */
export interface Prompted extends Pick<Recall, 'prompt' | 'named' | 'code' | 'weighed'> {
  /** Entries of a session, `level/id`. */
  readonly seen: ReadonlySet<string>;
}

/** What comes to mind; `undefined` when that is nothing new. */
export function recall(searched: readonly SearchedGraph[], prompted: Prompted): Recollection | undefined {
  const { prompt, named = [], code, seen, weighed } = prompted;
  if (humanText(prompt) === '') return undefined;
  const isRight =
    weighed?.graphs.length === searched.length &&
    searched.every(({ graph }, at) => graph === weighed.graphs[at]);
  const words = isRight ? weighed : runToEnd(weighPrompt(searched, prompt));
  const found = [...namedNodes(searched, named, seen), ...hitsOf(words, seen)];
  const hits = [...new Map(found.map((hit) => [refText(hit), hit])).values()].map((hit) => {
    const stale = code?.stale(hit.level).find(({ id }) => id === hit.id);
    return stale === undefined ? hit : { ...hit, code: stale.words };
  });
  const fresh = hits.filter(({ isSeen }) => !isSeen).slice(0, FRESH_MAX);
  if (fresh.length === 0) return undefined;
  const known = hits.filter(({ isSeen }) => isSeen).slice(0, SEEN_MAX);
  const shown = new Map([...fresh, ...known].map((hit) => [refText(hit), hit]));
  const graphs = searched.map(({ graph }) => graph);
  const chains = findConnections(graphs, [...new Set([...shown.values()].map(({ id }) => id))], HOPS_MAX);
  const connectors = connectorsOf(searched, chains, shown, seen);
  const anchors = [...known, ...connectors];
  const ids = new Set([...fresh, ...anchors].map(({ id }) => id));
  const connections = chains.filter(({ from, to }) => ids.has(from) && ids.has(to));
  return { fresh, anchors, connections };
}

/** Nodes about code that the prompt names: no term need point at them. */
function namedNodes(
  searched: readonly SearchedGraph[],
  named: NonNullable<Recall['named']>,
  seen: ReadonlySet<string>,
) {
  return named.slice(0, NAMED_MAX).flatMap(({ level, id }) => {
    const node = searched.find((each) => each.level === level)?.graph.nodes.get(id);
    if (node === undefined || node.gist.trim() === '') return [];
    return [{ level, id, gist: node.gist, tier: tierOf(node), isSeen: holdsRef(seen, { level, id }) }];
  });
}

function hitsOf({ terms, evidence, found }: WeighedPrompt, seen: ReadonlySet<string>) {
  const isMeant = gateOf(terms, evidence);
  return found.flatMap(({ in: { level }, node }) => {
    const { id, gist } = node;
    const own = evidence.get(node);
    const isSeen = holdsRef(seen, { level, id });
    if (own === undefined || gist.trim() === '' || !isMeant(own, isSeen)) return [];
    return [{ level, id, gist, tier: tierOf(node), isSeen }];
  });
}

/** Nodes on the chains that are no hits themselves. */
function connectorsOf(
  searched: readonly SearchedGraph[],
  chains: readonly MemoryEdge[],
  shown: ReadonlyMap<string, { readonly id: string }>,
  seen: ReadonlySet<string>,
) {
  const hits = new Set([...shown.values()].map(({ id }) => id));
  const between = new Set(chains.flatMap(({ from, to }) => [from, to]).filter((id) => !hits.has(id)));
  return [...between].slice(0, CONNECTORS_MAX).flatMap((id) => {
    const of = searched.find(({ graph }) => graph.nodes.has(id));
    const node = of?.graph.nodes.get(id);
    if (of === undefined || node === undefined) return [];
    const { level } = of;
    return [{ level, id, gist: node.gist, tier: tierOf(node), isSeen: holdsRef(seen, { level, id }) }];
  });
}
