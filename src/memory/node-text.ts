/**
 * Nodes in full, as text: gist, notes, touches and every edge, without internal fields. Notes keep their lines, each set in
 * so far that none can pass for a line of ours; beyond the budget the longest notes are cut, which the text says.
 */
import { READ_CHARS_MAX } from './limits.js';
import type { MemoryEdge } from './model.js';
import { oneLine, shorten } from './one-line.js';
import type { NodeView } from './operations.js';

const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
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
  const text = [...views.map(writeNode), ...lost].join('\n\n');
  const charsMax = READ_CHARS_MAX - foot.length;
  return (text.length <= charsMax ? text : shorten(text, charsMax - CUT.length) + CUT) + foot;
}

function writeNode({ level, node, tier, was, edges, isInBothLevels }: NodeView): string {
  const state = was === tier ? tier : `promoted from ${was === 'orphaned' ? 'orphaned' : 'archive'}`;
  const twin = isInBothLevels ? `, also in the ${level === 'user' ? 'project' : 'user'} level` : '';
  const lines = [`▸ ${oneLine(node.id)} (${level}, ${state}${twin})`, `  gist: ${oneLine(node.gist)}`];
  const { notes = [], touches = [] } = node;
  if (notes.length > 0) lines.push('  notes:', ...notes.flatMap(noteLines));
  if (touches.length > 0) lines.push(`  touches: ${touches.map(oneLine).join(' · ')}`);
  if (edges.length > 0) lines.push('  edges:', ...edges.map(edgeLine));
  return lines.join('\n');
}

function noteLines(note: string): string[] {
  return note.split(LINE_BREAK).map((line, at) => {
    const indent = /^ {0,20}/.exec(line)?.[0] ?? '';
    return at === 0 ? `    - ${oneLine(line)}` : `      ${indent}${oneLine(line)}`;
  });
}

function edgeLine({ from, rel, to, notes = [] }: MemoryEdge): string {
  const line = `    ${oneLine(from)} --${oneLine(rel)}--> ${oneLine(to)}`;
  return notes.length === 0 ? line : `${line} (${notes.map(oneLine).join('; ')})`;
}
