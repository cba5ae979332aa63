/**
 * Nodes in full, as text: gist, notes, touches and every edge, without internal fields. Notes keep their lines, each set in
 * so far that none can pass for a line of ours; beyond the budget the longest notes are cut, which the text says.
 */
import type { CodePlace } from './code-places.js';
import { READ_CHARS_MAX } from './limits.js';
import type { MemoryEdge } from './model.js';
import { oneLine, shorten } from './one-line.js';
import type { NodeView } from './results.js';

const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
// The beginning of a note still says what it is about.
const NOTE_CHARS_MIN = 40;
const CUT = '\n(cut to stay inline: read fewer ids at once)';

/** The blocks of some nodes, a line for each id that is no node, and the session; at most 40,000 characters. */
export function writeNodes(
  views: readonly NodeView[],
  missing: readonly string[],
  session: string | null,
): string {
  const foot = session === null ? '' : `\n\nSession: ${session}`;
  const lost = missing
    .slice(0, 50)
    .map((id) => `No node '${shorten(oneLine(id), 150)}'. kg_search finds nodes by their words.`);
  const write = (noteCharsMax: number) =>
    [...views.map((view) => writeNode(view, noteCharsMax)), ...lost].join('\n\n');
  const charsMax = READ_CHARS_MAX - foot.length;
  const whole = write(Number.POSITIVE_INFINITY);
  if (whole.length <= charsMax) return whole + foot;
  const lengths = views.flatMap(({ node }) => (node.notes ?? []).map((note) => writeNote(note).length));
  const others = whole.length - lengths.reduce((sum, length) => sum + length, 0);
  const cut = write(levelFor(lengths, charsMax - CUT.length - others));
  // Edges, touches and gists alone may be too much.
  return shorten(cut, charsMax - CUT.length) + CUT + foot;
}

/** How long each may be at most so that all together have this length: the longest are cut first, and to the same. */
function levelFor(lengths: readonly number[], charsMax: number): number {
  let left = charsMax;
  for (const [at, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (lengths.length - at));
    if (length > share) return Math.max(share, NOTE_CHARS_MIN);
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

function writeNode(
  { level, node, tier, was, edges, isInBothLevels, places = [] }: NodeView,
  noteCharsMax: number,
): string {
  const state = was === tier ? tier : `promoted from ${was === 'orphaned' ? 'orphaned' : 'archive'}`;
  const twin = isInBothLevels ? `, also in the ${level === 'user' ? 'project' : 'user'} level` : '';
  const lines = [`▸ ${oneLine(node.id)} (${level}, ${state}${twin})`, `  gist: ${oneLine(node.gist)}`];
  const { notes = [], touches = [] } = node;
  if (notes.length > 0) lines.push('  notes:');
  for (const note of notes) lines.push(shorten(writeNote(note), noteCharsMax));
  const said = saidOf(places);
  const withWords = (touch: string) => `${oneLine(touch)}${said(touch)}`;
  if (touches.length > 0) lines.push(`  touches: ${touches.map(withWords).join(' · ')}`);
  if (edges.length > 0) {
    lines.push('  edges:', ...edges.map((edge) => `${edgeLine(edge)}${said(edge.from)}${said(edge.to)}`));
  }
  return lines.join('\n');
}

/** What stands behind a text that names code. */
function saidOf(places: readonly CodePlace[]): (text: string) => string {
  const words = new Map(places.map((place) => [place.touch, oneLine(place.words)]));
  return (text) => {
    const said = words.get(text) ?? '';
    return said === '' ? '' : ` [${said}]`;
  };
}

function writeNote(note: string): string {
  const lines = note.split(LINE_BREAK).map((line, at) => {
    const indent = /^ {0,20}/.exec(line)?.[0] ?? '';
    return at === 0 ? `    - ${oneLine(line)}` : `      ${indent}${oneLine(line)}`;
  });
  return lines.join('\n');
}

function edgeLine({ from, rel, to, notes = [] }: MemoryEdge): string {
  const line = `    ${oneLine(from)} --${oneLine(rel)}--> ${oneLine(to)}`;
  return notes.length === 0 ? line : `${line} (${notes.map(oneLine).join('; ')})`;
}
