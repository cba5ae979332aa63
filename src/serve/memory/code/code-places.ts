/**
 * The links of a memory and the code as the memory's answers take them: words and places instead of nodes of a graph.
 */
import { type AnchorPlace, placeOf } from '../../../bridge/anchor-place.js';
import type { AnchorState, AnchorView, MemoryLinks } from '../../../bridge/anchor-view.js';
import { staleMemories, worstAnchor } from '../../../bridge/stale.js';
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
      return anchors.filter(({ state }) => state !== 'text').map((anchor) => codePlaceOf(view, anchor));
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
export function codePlaceOf(view: GraphView, anchor: AnchorView): CodePlace {
  const { isAbout, ...place } = placeOf(view, anchor);
  const { at } = place;
  const where = at !== undefined && isElsewhere(anchor, at) ? `now ${printable(at)}` : '';
  const words = [where, place.words, newLines(place, isAbout)].filter((each) => each !== '').join('; ');
  return { ...place, words, ...(anchor.node !== undefined && { path: view.path(anchor.node) }) };
}

/** Whether what is written leads elsewhere: it was followed, in this look or in an earlier one that was stored. */
function isElsewhere({ state, anchor }: AnchorView, at: string): boolean {
  if (state === 'unsure') return false;
  return state === 'moved' || (anchor?.was !== undefined && anchor.was !== at);
}

/** Where the lines of a touch are, when they are others than those that are written; only about there in a text that changed. */
function newLines({ touch, lines }: AnchorPlace, isAbout = false): string {
  const [, written] = /[:#]L?(\d{1,7})/.exec(touch) ?? [];
  if (lines === undefined || written === undefined || Number(written) === lines[0]) return '';
  const [first, last] = lines;
  return `${isAbout ? 'about ' : ''}${first === last ? `line ${first}` : `lines ${first}-${last}`} now`;
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
