/**
 * One text of the memory against the code: where it is now, and how that stands to what was pinned. A pinned place is looked
 * up by its id and followed when it is lost; a text that was never pinned is found by what is written, or means nothing here.
 */
import { likeness, sameText } from '../code/fingerprint.js';
import type { GraphView, NodeRef } from '../code/graph.js';
import type { Anchor } from '../memory/anchor.js';
import type { Level } from '../memory/model.js';
import type { AnchorView, Hints } from './anchor-view.js';
import { TouchFinder } from './find-touch.js';
import { Follower } from './follow.js';
import type { Lines, Place } from './touch.js';

/** Reads texts against one view. */
export class AnchorReader {
  readonly #finder: TouchFinder;
  readonly #follower: Follower;

  constructor(
    private readonly view: GraphView,
    private readonly place: Place,
    private readonly hints: Hints,
  ) {
    this.#finder = new TouchFinder(view, place);
    this.#follower = new Follower(view, hints);
  }

  /** `anchors`: what is stored with the text's owner; one of another text or project says nothing about it. */
  read(touch: string, level: Level, anchors: readonly Anchor[] = []): AnchorView {
    const anchor = anchors.find((each) => {
      return each.touch === touch && (level === 'project' || each.project === this.place.main);
    });
    return anchor === undefined ? this.#unpinned(touch, level) : this.#pinned(anchor);
  }

  #unpinned(touch: string, level: Level): AnchorView {
    const found = this.#finder.find(touch);
    // A memory of the user names this project's code only by what no other project can have meant.
    if (found === undefined || (level === 'user' && !found.isAbsolute)) {
      return { touch, state: 'text', changed: 0, confidence: 1 };
    }
    const { node, lines } = found;
    return { touch, state: 'linked', node, ...(lines !== undefined && { lines }), changed: 0, confidence: 1 };
  }

  #pinned(anchor: Anchor): AnchorView {
    const { touch } = anchor;
    const where = this.#follower.follow(anchor);
    if (where === undefined) {
      const goneIn = this.hints.removed?.(anchor.path, nameOf(anchor));
      return {
        touch,
        state: 'gone',
        changed: 1,
        confidence: 1,
        anchor,
        ...(goneIn !== undefined && { goneIn }),
      };
    }
    const { node, confidence, isElsewhere } = where;
    const changed = this.#changeOf(anchor, node);
    const lines = this.#linesOf(anchor, node);
    return {
      touch,
      state: isElsewhere ? (confidence >= SURE ? 'moved' : 'unsure') : changed > 0 ? 'changed' : 'fresh',
      node,
      ...(lines !== undefined && { lines }),
      changed,
      confidence,
      anchor,
    };
  }

  #changeOf({ print }: Anchor, node: NodeRef): number {
    const current = this.view.fingerprint(node);
    if (print === '' || current === '' || sameText(print, current)) return 0;
    return Math.max(CHANGE_MIN, 1 - likeness(print, current));
  }

  #linesOf({ lines }: Anchor, node: NodeRef): Lines | undefined {
    if (lines === undefined) return undefined;
    const start = this.view.line(node);
    const end = this.view.properties(node).end_line;
    const last = typeof end === 'number' ? end : Number.POSITIVE_INFINITY;
    return [Math.min(start + lines[0], last), Math.min(start + lines[1], last)];
  }
}

/** From here on a follow is made; below it is a question. */
const SURE = 0.8;
// What differs at all is said to differ, even where the sketches agree.
const CHANGE_MIN = 0.01;

/** The simple name of a definition; '' of a file, a package or a document. */
export function nameOf({ id }: Pick<Anchor, 'id'>): string {
  if (!/^(?:func|class):/.test(id)) return '';
  return id
    .slice(id.lastIndexOf('.') + 1)
    .replace(/[#@].*$/, '')
    .replace(/^(?:func|class):/, '');
}
