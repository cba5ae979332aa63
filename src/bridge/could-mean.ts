/**
 * The code that a memory without anchors speaks about, as far as its words tell: names and paths that stand in it as code is
 * written, then words beside each other that together are the name of a definition (`token rotation` and `TokenRotation`). It is
 * a proposal to whoever wrote the memory, so it is short, and nothing is linked by it.
 */
import type { GraphView, NodeRef } from '../code/graph.js';
import { TouchFinder } from './find-touch.js';
import type { Place } from './touch.js';

/** What is looked at of a memory. */
export interface Spoken {
  readonly id: string;
  readonly gist: string;
  readonly notes?: readonly string[];
  /** Texts that name no code; one that is a word alone may be a name. */
  readonly touches?: readonly string[];
}

// More is no proposal, it is a search.
const PROPOSALS_MAX = 5;
// A name that more definitions have tells nothing.
const SHARED_MAX = 3;
// Notes may be a book; what a memory is about stands at its beginning.
const CHARS_MAX = 4000;
const WORDS_MAX = 3;

/** At most five nodes, the plainest first. */
export function couldMean(
  view: GraphView,
  { id, gist, notes = [], touches = [] }: Spoken,
  place: Place,
): readonly NodeRef[] {
  const text = [id, gist, ...notes].join('\n').slice(0, CHARS_MAX);
  const finder = new TouchFinder(view, place);
  const found = new Set<NodeRef>();
  for (const touch of touches) {
    if (found.size >= PROPOSALS_MAX) break;
    for (const node of sharers(view, touch)) found.add(node);
  }
  for (const token of text.match(TOKEN) ?? []) {
    const one = finder.find(token.replace(/[.:]+$/, ''));
    if (one !== undefined) found.add(one.node);
    else if (/[a-z]_[a-z]|[a-z][A-Z]/.test(token))
      for (const node of sharers(view, token.replace(/\(.*/, ''))) found.add(node);
  }
  for (const name of namesSpoken([id, gist])) {
    if (found.size >= PROPOSALS_MAX) break;
    for (const node of sharers(view, name)) found.add(node);
  }
  return [...found].slice(0, PROPOSALS_MAX);
}

const TOKEN = /[\p{L}_][\p{L}\p{N}_./:#-]*(?:\(\))?/gu;

/** Definitions of a name, letter case ignored; none when there are too many to mean one. */
function sharers(view: GraphView, name: string): readonly NodeRef[] {
  const nodes = view.named(name.toLowerCase()).filter((node) => {
    return view.type(node) === 'class' || view.type(node) === 'function';
  });
  return nodes.length <= SHARED_MAX ? nodes : [];
}

/** Words beside each other as one name, long ones first: `rotate_token`, `rotatetoken`. */
function namesSpoken(texts: readonly string[]): readonly string[] {
  const names: string[] = [];
  for (let count = WORDS_MAX; count > 1; count--) {
    for (const text of texts) {
      const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
      for (let at = 0; at + count <= words.length; at++) {
        const some = words.slice(at, at + count);
        names.push(some.join('_'), some.join(''));
      }
    }
  }
  return names;
}
