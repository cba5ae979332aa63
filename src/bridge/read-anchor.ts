/**
 * One text of the memory against the code: where it is, and how that stands to what was pinned. A pinned place is looked up by
 * its id, and followed when it is lost: not there, or there with another text while its own may stand elsewhere. A text that was
 * never pinned is found by what is written, or means nothing here.
 *
 * Reading has two rounds, since all that is lost is followed at once: `expect` each text, then `follow`, then `read` each.
 */
import { likeness, sameText, textSize } from '../code/fingerprint.js';
import type { GraphView, NodeRef } from '../code/graph.js';
import type { Removal } from '../code/query/drift.js';
import type { Anchor } from '../memory/anchor.js';
import type { Level } from '../memory/model.js';
import type { AnchorView, Hints } from './anchor-view.js';
import { innermostAround, TouchFinder } from './find-touch.js';
import { type Followed, Follower, nameOf, typeOf } from './follow.js';
import { Neighbours } from './near.js';
import type { Lines, Place } from './touch.js';

/** From here on a follow is made; below it is a question. */
export const SURE = 0.8;
/** Below it nothing speaks for a guess: what is lost is gone. */
const GUESS_MIN = 0.25;
// What differs at all is said to differ, even where the sketches agree.
const CHANGE_MIN = 0.01;
/**
 * Up to here a whole is as it was (ADR 59): one value of 24 of its sketch may be another. Edits add up, since what is compared is
 * the text that was pinned.
 */
const SLIGHT_MAX = 0.05;
/** A text that is less alike than this is another one under the same name, when its own stands elsewhere, so alike. */
const OTHER_MAX = 0.25;
const OWN_MIN = 0.7;
// Shorter texts change wholly by one word.
const WORDS_MIN = 12;

/** Whoever names a function or lines is about that text; whoever names what holds others is about what it is for. */
function isOfWhole({ id, lines }: Anchor): boolean {
  return lines === undefined && typeOf(id) !== 'function';
}

interface There {
  readonly node: NodeRef;
  readonly changed: number;
}

/** Whether the text under a name is another one. */
function isOther({ print }: Anchor, changed: number): boolean {
  return changed > 1 - OTHER_MAX && textSize(print) >= WORDS_MIN;
}

/** Reads texts against one view. */
export class AnchorReader {
  readonly #finder: TouchFinder;
  readonly #lost = new Set<Anchor>();
  /** What is at the pinned id: the node, and how its text has changed. */
  readonly #there = new Map<Anchor, There>();
  #followed: ReadonlyMap<Anchor, Followed> = new Map();

  constructor(
    private readonly view: GraphView,
    private readonly place: Place,
    private readonly hints: Hints,
  ) {
    this.#finder = new TouchFinder(view, place);
  }

  /** Sees whether a text is lost. `anchors`: what is stored with its owner. */
  expect(touch: string, level: Level, anchors: readonly Anchor[] | undefined): void {
    const anchor = this.#anchorOf(touch, level, anchors);
    if (anchor === undefined) return;
    const node = this.view.find(anchor.id);
    const changed = node === undefined ? 1 : this.#changeOf(anchor, node);
    if (node !== undefined) this.#there.set(anchor, { node, changed });
    if (node === undefined || isOther(anchor, changed)) this.#lost.add(anchor);
  }

  /** Follows what is lost, in steps. */
  *follow(): Generator<void, void> {
    if (this.#lost.size === 0) return;
    const follower = new Follower(this.view, new Neighbours(this.view), this.hints);
    this.#followed = yield* follower.follow([...this.#lost]);
  }

  read(touch: string, level: Level, anchors: readonly Anchor[] | undefined): AnchorView {
    const anchor = this.#anchorOf(touch, level, anchors);
    return anchor === undefined ? this.#unpinned(touch, level) : this.#pinned(anchor);
  }

  /** One of another text, or of another project, says nothing about it. */
  #anchorOf(touch: string, level: Level, anchors: readonly Anchor[] = []): Anchor | undefined {
    return anchors.find((each) => {
      return each.touch === touch && (level === 'project' || each.project === this.place.main);
    });
  }

  #unpinned(touch: string, level: Level): AnchorView {
    const found = this.#finder.find(touch);
    // A memory of the user names this project's code only by what no other project can have meant.
    if (found === undefined || (level === 'user' && !found.isAbsolute)) {
      return textView(touch);
    }
    const { node: whole, lines } = found;
    // Lines belong to the innermost definition around them, as where they are pinned.
    const node = lines === undefined ? whole : innermostAround(this.view, whole, lines).node;
    return { touch, state: 'linked', node, ...(lines !== undefined && { lines }), changed: 0, confidence: 1 };
  }

  #pinned(anchor: Anchor): AnchorView {
    const there = this.#there.get(anchor);
    const followed = this.#followed.get(anchor);
    if (there !== undefined) {
      const isElsewhere =
        followed !== undefined &&
        followed.node !== there.node &&
        followed.confidence >= SURE &&
        followed.likeness >= OWN_MIN;
      return isElsewhere ? this.#at(anchor, followed) : this.#unmoved(anchor, there);
    }
    return followed !== undefined && followed.confidence >= GUESS_MIN
      ? this.#at(anchor, followed)
      : this.#gone(anchor);
  }

  #unmoved(anchor: Anchor, { node, changed }: There): AnchorView {
    const state = changed > 0 ? 'changed' : 'fresh';
    return { touch: anchor.touch, state, ...this.#placeOf(anchor, node), changed, confidence: 1, anchor };
  }

  #at(anchor: Anchor, { node, confidence }: Followed): AnchorView {
    const state = confidence >= SURE ? 'moved' : 'unsure';
    if (state === 'unsure' && this.#isUnmerged(anchor)) return textView(anchor.touch);
    const changed = this.#changeOf(anchor, node);
    return { touch: anchor.touch, state, ...this.#placeOf(anchor, node), changed, confidence, anchor };
  }

  /** Pinned on another branch, and no commit of this one took it away: it has not come here yet. */
  #isUnmerged(anchor: Anchor): boolean {
    const isOfAnother = anchor.branch !== undefined && anchor.branch !== this.hints.branch;
    return isOfAnother && this.#removalOf(anchor) === undefined;
  }

  #removalOf(anchor: Anchor): Removal | undefined {
    const name = ['function', 'class'].includes(typeOf(anchor.id) ?? '') ? nameOf(anchor.id) : '';
    return this.hints.removed?.(anchor.path, name);
  }

  #gone(anchor: Anchor): AnchorView {
    if (this.#isUnmerged(anchor)) return textView(anchor.touch);
    const goneIn = this.#removalOf(anchor);
    const gone = { touch: anchor.touch, state: 'gone', changed: 1, confidence: 1, anchor } as const;
    return goneIn === undefined ? gone : { ...gone, goneIn };
  }

  #changeOf(anchor: Anchor, node: NodeRef): number {
    const { print } = anchor;
    const current = this.view.fingerprint(node);
    if (print === '' || current === '' || sameText(print, current)) return 0;
    const changed = Math.max(CHANGE_MIN, 1 - likeness(print, current));
    return changed <= SLIGHT_MAX && isOfWhole(anchor) ? 0 : changed;
  }

  #placeOf({ lines }: Anchor, node: NodeRef): { readonly node: NodeRef; readonly lines?: Lines } {
    if (lines === undefined) return { node };
    const start = this.view.line(node);
    const { end_line: end, lines: length } = this.view.properties(node);
    const last = [end, length].find((each) => typeof each === 'number') ?? Number.POSITIVE_INFINITY;
    return { node, lines: [Math.min(start + lines[0], last), Math.min(start + lines[1], last)] };
  }
}

function textView(touch: string): AnchorView {
  return { touch, state: 'text', changed: 0, confidence: 1 };
}
