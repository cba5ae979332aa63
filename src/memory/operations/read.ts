/**
 * Reading: the start of a conversation, the whole graph, single nodes, search. Reads change what sessions have seen, and a
 * full read of a node brings it back into sight; nothing else.
 */
import type { CodePlaces } from '../code-places.js';
import { findConnections } from '../connections.js';
import { measureDebt } from '../debt.js';
import { MemoryError } from '../errors.js';
import { SEARCH_MORE, SEARCH_TOP } from '../limits.js';
import { findNode, viewNode } from '../locate.js';
import { tierOf } from '../model.js';
import { writeNodes } from '../node-text.js';
import type { Bootstrap, ReadGraph, ReadNodes, Search } from '../operations.js';
import { promote } from '../promote.js';
import { resumedNote, type ShownLevel, writePreload, writeRead } from '../read-text.js';
import type { NodeView, Results, SearchHit } from '../results.js';
import { checkQuery } from '../rules.js';
import { scoreNodes } from '../score.js';
import { type Found, findNodes, type SearchedGraph } from '../search.js';
import { writeSearch } from '../search-text.js';
import {
  bindSession,
  holdsRef,
  isAlive,
  markSeen,
  newestSession,
  refText,
  registerSession,
  seenBy,
} from '../sessions.js';
import { unknownSession, type Who, type Work } from '../work.js';

/** The start of a conversation. */
export function bootstrap(work: Work, operation: Bootstrap): Results['bootstrap'] {
  const { project, hostSession, source = 'startup' } = operation;
  const reused = source === 'clear' ? undefined : reusableSession(work, operation);
  const id = reused ?? registerSession(work, project, hostSession);
  if (reused !== undefined && hostSession !== undefined) bindSession(work, id, hostSession);
  const who: Who = { session: id, project };
  const levels = shownLevels(work, who, operation.code);
  const stats = { userActive: 0, projectActive: 0, shownGists: 0 };
  const session = work.sessions.get(id);
  if (session === undefined) throw unknownSession(id);
  if (source === 'resume' && reused !== undefined) {
    work.setSession(id, { ...session, last_activity: work.context.now }, true);
    return { session: id, isReused: true, context: resumedNote(id), text: '', stats };
  }
  const { context, text, shown } = writePreload(levels, id);
  const shownRefs = shown.map(refText);
  // After a compaction of the conversation its reader has what is shown now and nothing else.
  const { full_read_ts, seen_ids = [], ...rest } = session;
  const isForgetful = source === 'compact';
  work.setSession(
    id,
    {
      ...rest,
      last_activity: work.context.now,
      preloaded_ids: shownRefs,
      seen_ids: isForgetful ? shownRefs : [...new Set([...seen_ids, ...shownRefs])],
      ...(isForgetful || full_read_ts === undefined ? {} : { full_read_ts }),
    },
    true,
  );
  const activeOf = (at: number) => levels[at]?.graph.ledger.active ?? 0;
  return {
    session: id,
    isReused: reused !== undefined,
    context,
    text,
    stats: { userActive: activeOf(0), projectActive: activeOf(1), shownGists: shown.length },
  };
}

/** The whole graph. */
export function readGraph(work: Work, operation: ReadGraph): Results['read-graph'] {
  const id = readingSession(work, operation);
  const who = work.openAsker({ ...operation, session: id });
  const session = work.sessions.get(id);
  if (session === undefined) throw unknownSession(id);
  const isFirst = session.full_read_ts === undefined;
  const levels = shownLevels(work, who, operation.code);
  const text = writeRead(levels, { session: id, isFirst });
  const seen = levels.flatMap(({ level, graph }) =>
    [...graph.nodes.values()]
      .filter((node) => tierOf(node) === 'active')
      .map((node) => refText({ level, id: node.id })),
  );
  const seen_ids = [...new Set([...(session.seen_ids ?? []), ...seen])];
  work.setSession(id, { ...session, seen_ids, full_read_ts: work.context.now }, isFirst);
  return { session: id, text, isFirstFullRead: isFirst };
}

/** Nodes in full. */
export function readNodes(work: Work, operation: ReadNodes): Results['read-nodes'] {
  const { ids, level, promote: isPromoting = true } = operation;
  if (ids.length === 0)
    throw new MemoryError('bad-id', 'no id was given', 'Name one or more nodes, or read the whole graph.');
  const who = work.openAsker(operation);
  const found: NodeView[] = [];
  const missing: string[] = [];
  const rescued: string[] = [];
  for (const id of new Set(ids)) {
    const located = findNode(work, who, { id, level, isReading: true });
    if (located === undefined) {
      missing.push(id);
      continue;
    }
    const { name, node } = located;
    if (isPromoting) {
      if (tierOf(node) === 'active') work.draft(name).setNode({ ...node, _last_read_ts: work.context.now });
      else rescued.push(...promote(work, who, name, node));
    }
    const places = operation.code?.of(name.level, node.id) ?? [];
    found.push({ ...viewNode(work, located), ...(places.length > 0 && { places }) });
  }
  if (isPromoting)
    markSeen(
      work,
      who,
      found.map(({ level: at, node }) => ({ level: at, id: node.id })),
    );
  work.settle();
  return { found, missing, rescued, text: writeNodes(found, missing, who.session) };
}

/** Search. */
export function search(work: Work, operation: Search): Results['search'] {
  const { query, mark = true } = operation;
  checkQuery(query);
  const who = work.openAsker(operation);
  const isEverywhere = who.session === null && who.project === undefined;
  const searched: SearchedGraph[] = isEverywhere
    ? everyGraph(work)
    : work.namesOf(who).map((name) => ({ level: name.level, graph: work.graph(name) }));
  const found = findNodes(searched, query);
  const seen = seenBy(work, who);
  const toHit = (each: Found) => hitOf(each, seen, operation.code);
  const top = found.slice(0, SEARCH_TOP).map(toHit);
  const more = found.slice(SEARCH_TOP, SEARCH_TOP + SEARCH_MORE).map(toHit);
  const connections = findConnections(
    searched.map(({ graph }) => graph),
    [...new Set(top.map(({ id }) => id))],
  );
  const shown = new Set([...top, ...more].map(({ id }) => id));
  const connectors = [...new Set(connections.flatMap(({ from, to }) => [from, to]))]
    .filter((id) => !shown.has(id))
    .flatMap((id) => {
      const of = searched.find(({ graph }) => graph.nodes.has(id));
      const node = of?.graph.nodes.get(id);
      return of === undefined || node === undefined ? [] : [toHit({ in: of, node, score: 0 })];
    });
  if (mark) markSeen(work, who, [...top, ...more, ...connectors]);
  const note = isEverywhere
    ? 'Without a session or a cwd every project was searched, as far as memory holds them.'
    : undefined;
  const answer = { total: found.length, top, more, connectors, connections };
  return { ...answer, text: writeSearch({ ...answer, query, ...(note === undefined ? {} : { note }) }) };
}

function hitOf(
  { in: of, node, score }: Found,
  seen: ReadonlySet<string>,
  code: CodePlaces | undefined,
): SearchHit {
  const { level, project } = of;
  const { id, gist } = node;
  const isSeen = holdsRef(seen, { level, id });
  const stale = code?.stale(level).find((each) => each.id === id);
  return {
    level,
    id,
    gist,
    // A reader who has seen the node can ask for it; others get its depth at once.
    notes: isSeen ? [] : (node.notes ?? []),
    tier: tierOf(node),
    isSeen,
    score,
    ...(stale === undefined ? {} : { code: stale.words }),
    ...(project === undefined ? {} : { project }),
  };
}

function everyGraph(work: Work): SearchedGraph[] {
  const projects = work.loadedProjects.map((project) => {
    return { level: 'project' as const, project, graph: work.graph({ level: 'project', project }) };
  });
  return [{ level: 'user', graph: work.graph({ level: 'user' }) }, ...projects];
}

function shownLevels(work: Work, who: Who, code: CodePlaces | undefined): ShownLevel[] {
  const { now, limits, eventTimes, warnings } = work.context;
  const preloaded = new Set(who.session === null ? [] : work.sessions.get(who.session)?.preloaded_ids);
  return work.namesOf(who).map((name) => {
    const graph = work.graph(name);
    const { level } = name;
    const times = name.level === 'project' ? (eventTimes?.(name.project) ?? []) : [];
    return {
      level,
      graph,
      scores: scoreNodes(graph, { now, limits, tiers: ['active', 'archived'] }),
      debt: measureDebt(graph, now, times),
      preloaded: new Set([...graph.nodes.keys()].filter((id) => holdsRef(preloaded, { level, id }))),
      warnings: warnings?.(name) ?? [],
      stale: code?.stale(level) ?? [],
    };
  });
}

/** The session of a full read: the one named, else the one that was preloaded for this project and did not read yet. */
function readingSession(work: Work, { session: id, project }: ReadGraph): string {
  const named = id === undefined ? undefined : work.sessions.get(id);
  if (id !== undefined && named !== undefined) {
    // A session that was made without a project takes the one it is read with.
    if (named.project_path === null && project !== undefined)
      work.setSession(id, { ...named, project_path: project }, true);
    return id;
  }
  if (project === undefined)
    throw id === undefined
      ? new MemoryError('no-project', 'neither session_id nor cwd was given', 'Pass cwd, the project folder.')
      : unknownSession(id);
  const waiting = newestSession(work, (session) => {
    const isUnread = session.preloaded_ids !== undefined && session.full_read_ts === undefined;
    return isUnread && session.project_path === project;
  });
  return waiting ?? registerSession(work, project);
}

function reusableSession(work: Work, operation: Bootstrap): string | undefined {
  const { project, hostSession, resumedSession, source } = operation;
  const bound =
    hostSession === undefined
      ? undefined
      : newestSession(work, (each) => each.claude_sid === hostSession && each.project_path === project);
  if (bound !== undefined || (source !== 'resume' && source !== 'compact')) return bound;
  const resumed = resumedSession === undefined ? undefined : work.sessions.get(resumedSession);
  const isFit = resumed?.project_path === project && isAlive(resumed, work.context.now);
  return isFit ? resumedSession : undefined;
}
