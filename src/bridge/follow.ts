/**
 * Where a pinned place is now.
 */
import { textKey } from '../code/fingerprint.js';
import type { GraphView, NodeRef } from '../code/graph.js';
import type { Anchor } from '../memory/anchor.js';
import type { Hints } from './anchor-view.js';

/** Where a pinned place is. */
export interface Followed {
  readonly node: NodeRef;
  readonly confidence: number;
  /** Whether it is another place than the pinned one. */
  readonly isElsewhere: boolean;
}

/** Follows anchors into one view. */
export class Follower {
  #byText: ReadonlyMap<string, readonly NodeRef[]> | undefined;

  constructor(
    private readonly view: GraphView,
    readonly hints: Hints,
  ) {}

  follow({ id, print }: Anchor): Followed | undefined {
    const same = this.view.find(id);
    if (same !== undefined) return { node: same, confidence: 1, isElsewhere: false };
    const [only, ...others] = print === '' ? [] : (this.#texts().get(textKey(print)) ?? []);
    if (only === undefined) return undefined;
    return { node: only, confidence: others.length === 0 ? 0.9 : 0.5, isElsewhere: true };
  }

  #texts(): ReadonlyMap<string, readonly NodeRef[]> {
    if (this.#byText !== undefined) return this.#byText;
    const { view } = this;
    const texts = new Map<string, NodeRef[]>();
    for (const node of view.nodes()) {
      const print = view.fingerprint(node);
      if (print === '') continue;
      const key = textKey(print);
      const list = texts.get(key);
      if (list === undefined) texts.set(key, [node]);
      else list.push(node);
    }
    this.#byText = texts;
    return texts;
  }
}
