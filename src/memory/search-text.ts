/**
 * The answer to a search as text, within its budget whatever was stored: what is left out goes from the end, one-liners
 * first, then edges, connectors, and the notes of the last hits. The best hits always stay, their gists at full length as
 * far as honest gists go.
 */
import { SEARCH_CHARS_MAX } from './limits.js';
import type { MemoryEdge } from './model.js';
import { oneLine, shorten } from './one-line.js';
import type { SearchAnswer, SearchHit } from './results.js';

// Five gists of this length leave room for all else.
const TOP_GIST_CHARS = 1_400;
const LINE_GIST_CHARS = 300;
const NOTE_CHARS = 600;
const QUERY_CHARS = 200;
const NOTES_MAX = 20;

/** What the text says. */
export interface SearchText extends Omit<SearchAnswer, 'text'> {
  readonly query: string;
  /** Said below the header, such as which projects were searched. */
  readonly note?: string;
}

/** At most 10,000 characters. */
export function writeSearch(answer: SearchText): string {
  const { total, top, query, note } = answer;
  const name = shorten(oneLine(query), QUERY_CHARS);
  if (total === 0) return [`No match for '${name}'.`, ...(note === undefined ? [] : [note])].join('\n');
  const head = [`Found ${total} match(es) for '${name}' — top ${top.length}:`];
  if (note !== undefined) head.push(note);
  const parts = {
    notes: top.map(({ notes }) =>
      notes.slice(0, NOTES_MAX).map((each) => `    - ${shorten(oneLine(each), NOTE_CHARS)}`),
    ),
    connectors: answer.connectors.map(hitLine),
    edges: answer.connections.map(connectionLine),
    more: answer.more.map(hitLine),
  };
  for (;;) {
    const text = join(head, top, parts);
    if (text.length <= SEARCH_CHARS_MAX || !dropLast(parts)) return text;
  }
}

interface Parts {
  readonly notes: string[][];
  readonly connectors: string[];
  readonly edges: string[];
  readonly more: string[];
}

function join(head: readonly string[], top: readonly SearchHit[], parts: Parts): string {
  const lines = [...head];
  for (const [at, hit] of top.entries()) {
    lines.push('', `▸ ${oneLine(hit.id)} (${describe(hit)})`);
    lines.push(`  gist: ${shorten(oneLine(hit.gist), TOP_GIST_CHARS)}`, ...(parts.notes[at] ?? []));
  }
  if (parts.edges.length > 0)
    lines.push('', 'CONNECTIONS between hits:', ...parts.connectors, ...parts.edges);
  if (parts.more.length > 0) lines.push('', 'MORE MATCHES:', ...parts.more);
  return lines.join('\n');
}

function dropLast({ more, edges, connectors, notes }: Parts): boolean {
  if ((more.pop() ?? edges.pop() ?? connectors.pop()) !== undefined) return true;
  return notes.findLast((each) => each.length > 0)?.pop() !== undefined;
}

function describe({ level, tier, isSeen, project, code }: SearchHit): string {
  const marks: string[] = [project === undefined ? level : `${level} ${oneLine(project)}`];
  if (tier !== 'active') marks.push(tier);
  if (isSeen) marks.push('seen');
  if (code !== undefined) marks.push(`its code: ${oneLine(code)}`);
  return marks.join(', ');
}

function hitLine(hit: SearchHit): string {
  const marks = [
    ...(hit.tier === 'orphaned' ? ['orphaned'] : []),
    ...(hit.code === undefined ? [] : [`its code: ${oneLine(hit.code)}`]),
  ];
  const mark = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
  return `  ${oneLine(hit.id)}${mark}: ${shorten(oneLine(hit.gist), LINE_GIST_CHARS)}`;
}

function connectionLine({ from, rel, to }: MemoryEdge): string {
  return `  ${oneLine(from)} --${oneLine(rel)}--> ${oneLine(to)}`;
}
