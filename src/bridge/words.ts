/**
 * How the state of an anchor is said, the same words everywhere: one line without control characters, since ids, subjects of
 * commits and paths come from a repository. Whoever shows it adds the marks of its own format.
 */
import type { GraphView } from '../code/graph.js';
import { dayOf } from '../kernel/day.js';
import { printable } from '../kernel/text.js';
import type { AnchorView } from './anchor-view.js';

/**
 * '' (fresh, linked, text) · `changed since 2026-11-03 (about 20 %)` · `moved: was func:… in 2026-11-03, about 20 % changed` ·
 * `perhaps func:… (0.6)?` · `gone since 1a2b3c4 "subject"`.
 */
export function stateWords(
  view: GraphView,
  { state, node, anchor, changed, confidence, goneIn }: AnchorView,
): string {
  switch (state) {
    case 'fresh':
    case 'linked':
    case 'text':
      return '';
    case 'changed':
      return `changed since ${dayOf(anchor?.ts) ?? UNKNOWN_DAY} (about ${percent(changed)})`;
    case 'moved': {
      const also = changed > 0 ? `, and changed (about ${percent(changed)})` : '';
      return `moved: was ${printable(anchor?.id ?? '')}${also}`;
    }
    case 'unsure':
      return `lost; perhaps ${node === undefined ? '' : printable(view.id(node))} (${confidence.toFixed(1)})?`;
    case 'gone':
      if (goneIn === undefined) return `gone; was there on ${dayOf(anchor?.ts) ?? UNKNOWN_DAY}`;
      return `gone since ${printable(goneIn.commit.slice(0, COMMIT_DIGITS))} "${printable(goneIn.subject)}"`;
  }
}

const UNKNOWN_DAY = 'an unknown day';
// As git shortens them in a project of ordinary size.
const COMMIT_DIGITS = 7;

function percent(share: number): string {
  const rounded = share < 0.1 ? Math.ceil(share * 100) : Math.round(share * 20) * 5;
  return `${Math.min(100, Math.max(1, rounded))} %`;
}
