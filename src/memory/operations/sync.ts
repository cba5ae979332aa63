/**
 * What other sessions changed: read from the change log, from where the session's last sync ended. A session's own writes
 * neither show nor hide anything. Where the log does not reach back far enough, the versions tell what was written since.
 */
import { LOG_ENTRIES_MAX, READ_CHARS_MAX, SYNC_GIST_CHARS } from '../limits.js';
import type { GraphName, LogEntry, MemoryGraph, Session } from '../model.js';
import { edgeVersionKey, tierOf } from '../model.js';
import { oneLine, shorten } from '../one-line.js';
import type { Sync } from '../operations.js';
import type { Results } from '../results.js';
import { unknownSession, type Work } from '../work.js';

const MORE_CHARS = 80;

/** Tells the changes and moves the session's cursors to now. */
export function sync(work: Work, operation: Sync): Results['sync'] {
  const who = work.openAsker(operation);
  const { session: id } = operation;
  const session = work.sessions.get(id);
  if (session === undefined) throw unknownSession(id);
  const lines: string[] = [];
  let changeCount = 0;
  let isTruncated = false;
  const cursors: { user?: number; project?: number } = {};
  for (const name of work.namesOf(who)) {
    const graph = work.graph(name);
    cursors[name.level] = graph.seq;
    const news = newsOf(graph, id, session, name);
    isTruncated ||= news.isTruncated;
    if (news.lines.length === 0) continue;
    changeCount += news.lines.length;
    lines.push(`${name.level}: ${news.lines.length} change(s)`, ...news.lines.map((line) => `  ${line}`));
  }
  work.setSession(id, { ...session, cursors, last_synced_ts: work.context.now }, true);
  return { changeCount, isTruncated, text: writeNews(lines, isTruncated) };
}

function writeNews(lines: readonly string[], isTruncated: boolean): string {
  if (lines.length === 0) return 'No updates from other sessions.';
  const shown = ['Updates from other sessions:'];
  let chars = MORE_CHARS + MORE_CHARS;
  for (const line of lines) {
    chars += line.length + 1;
    if (chars > READ_CHARS_MAX) break;
    shown.push(line);
  }
  const left = lines.length + 1 - shown.length;
  if (left > 0) shown.push(`(${left} more lines: kg_read shows the graph)`);
  if (isTruncated) shown.push('(The log does not reach back to your last sync: kg_read shows the graph.)');
  return shown.join('\n');
}

interface News {
  readonly lines: readonly string[];
  readonly isTruncated: boolean;
}

function newsOf(graph: MemoryGraph, id: string, session: Session, { level }: GraphName): News {
  const cursor = session.cursors?.[level];
  const oldest = graph.log[0]?.seq ?? graph.seq + 1;
  const isLogFull = graph.log.length >= LOG_ENTRIES_MAX;
  const isBehind = cursor === undefined || (isLogFull && cursor < oldest - 1);
  const since = session.last_synced_ts ?? session.start_ts;
  const byKey = new Map<string, LogEntry>();
  if (isBehind)
    for (const [key, { ts, session: writer }] of graph.versions)
      if (ts > since && writer !== id && isThere(graph, key))
        byKey.set(key, { seq: 0, ts, session: writer, action: 'put', key });
  for (const entry of graph.log) {
    const isNew = cursor === undefined ? entry.ts > since : entry.seq > cursor;
    if (!isNew || entry.session === id) continue;
    byKey.delete(entry.key);
    byKey.set(entry.key, entry);
  }
  const edges = new Map([...graph.edges.values()].map((edge) => [edgeVersionKey(edge), edge]));
  const lines = [...byKey.values()].flatMap((entry) => describe(graph, edges, entry) ?? []);
  return { lines, isTruncated: isBehind && isLogFull };
}

function isThere(graph: MemoryGraph, key: string): boolean {
  return key.startsWith('node:') ? graph.nodes.has(key.slice(5)) : graph.edges.has(key.slice(5));
}

/** One line for what a key is now; nothing for what is out of sight. */
function describe(
  graph: MemoryGraph,
  edges: ReadonlyMap<string, { from: string; to: string; rel: string }>,
  { key, action, into }: LogEntry,
): string | undefined {
  const name = oneLine(key.slice(5));
  if (key.startsWith('edge:')) {
    const edge = edges.get(key);
    if (edge === undefined) return `deleted edge ${name}`;
    return `edge ${oneLine(edge.from)} --${oneLine(edge.rel)}--> ${oneLine(edge.to)}`;
  }
  const node = graph.nodes.get(key.slice(5));
  if (node === undefined) {
    if (into === undefined) return `deleted node ${name}`;
    return `${action === 'merged' ? 'merged' : 'renamed'} node ${name} ${action === 'merged' ? 'into' : 'to'} ${oneLine(into)}`;
  }
  const tier = tierOf(node);
  if (tier === 'orphaned') return undefined;
  const mark = tier === 'archived' ? ' [archived]' : '';
  return `node ${name}${mark}: ${shorten(oneLine(node.gist), SYNC_GIST_CHARS)}`;
}
