/**
 * The links of a memory and the code as the memory's answers take them: words and places instead of nodes of a graph.
 */
import type { AnchorState, AnchorView, MemoryLinks } from '../../../bridge/anchor-view.js';
import { staleMemories, worstAnchor } from '../../../bridge/stale.js';
import { stateWords } from '../../../bridge/words.js';
import type { GraphView } from '../../../code/graph.js';
import { printable } from '../../../kernel/text.js';
import type { CodePlace, CodePlaces, StaleNode } from '../../../memory/code-places.js';
import type { Level } from '../../../memory/model.js';

/** What answers take of the links; each part is made when it is asked for. */
export function codePlaces(view: GraphView, links: MemoryLinks): CodePlaces {
  let stale: readonly (StaleNode & { readonly level: Level })[] | undefined;
  return {
    of: (level, id) => {
      const anchors = links.of(level, id)?.anchors ?? [];
      return anchors.filter(({ state }) => state !== 'text').map((anchor) => placeOf(view, anchor));
    },
    stale: (level) => {
      stale ??= staleMemories(links).map(({ level: of, id, anchors }) => {
        return { level: of, id, words: worstWord(anchors) };
      });
      return stale.flatMap(({ level: of, ...each }) => (of === level ? [each] : []));
    },
  };
}

/** One text: how its place stands to what it was, and where it is when that is not what is written. */
export function placeOf(view: GraphView, anchor: AnchorView): CodePlace {
  const { touch, rel, direction, state, node, lines } = anchor;
  const at = node === undefined ? undefined : view.id(node);
  const where = at !== undefined && isElsewhere(anchor, at) ? `now ${printable(at)}` : '';
  const words = [where, stateWords(view, anchor), newLines(anchor)];
  return {
    touch,
    ...(rel !== undefined && { rel }),
    ...(direction !== undefined && { direction }),
    state,
    words: words.filter((each) => each !== '').join('; '),
    ...(node !== undefined && at !== undefined && { at, path: view.path(node) }),
    ...(lines !== undefined && { lines }),
  };
}

/** Whether what is written leads elsewhere: it was followed, in this look or in an earlier one that was stored. */
function isElsewhere({ state, anchor }: AnchorView, at: string): boolean {
  if (state === 'unsure') return false;
  return state === 'moved' || (anchor?.was !== undefined && anchor.was !== at);
}

/** Where the lines of a touch are, when they are others than those that are written; only about there in a text that changed. */
function newLines({ touch, lines, changed }: AnchorView): string {
  const [, written] = /[:#]L?(\d{1,7})/.exec(touch) ?? [];
  if (lines === undefined || written === undefined || Number(written) === lines[0]) return '';
  const [first, last] = lines;
  return `${changed > 0 ? 'about ' : ''}${first === last ? `line ${first}` : `lines ${first}-${last}`} now`;
}

const WORDS: Readonly<Record<AnchorState, string>> = {
  gone: 'gone',
  unsure: 'lost',
  changed: 'changed',
  moved: 'moved and changed',
  fresh: '',
  linked: '',
  text: '',
};

/** In a word or two, how the code stands that is the least what it was. */
function worstWord(anchors: readonly AnchorView[]): string {
  const worst = worstAnchor(anchors);
  return worst === undefined ? '' : WORDS[worst.state];
}
