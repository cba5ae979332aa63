/**
 * What is remembered of a conversation: what it has seen, endorsed, and been told. Entries are `level/id`; files of an
 * earlier implementation have bare ids, which count for both levels.
 */
import { SESSION_TTL_S } from './limits.js';
import type { GraphName, Level, Session } from './model.js';
import type { Who, Work } from './work.js';

/** A node as sessions note it. */
export interface NodeRef {
  readonly level: Level;
  readonly id: string;
}

/** A node of a level as sessions note it. */
export function refText({ level, id }: NodeRef): string {
  return `${level}/${id}`;
}

/** Whether a list of a session holds a node. */
export function holdsRef(list: ReadonlySet<string>, { level, id }: NodeRef): boolean {
  return list.has(`${level}/${id}`) || list.has(id);
}

/** Notes nodes as seen by the asker's session. */
export function markSeen(work: Work, { session: id }: Who, refs: readonly NodeRef[]): void {
  const session = id === null ? undefined : work.sessions.get(id);
  if (id === null || session === undefined || refs.length === 0) return;
  const seen = new Set(session.seen_ids);
  const before = seen.size;
  for (const ref of refs) seen.add(refText(ref));
  if (seen.size > before) work.setSession(id, { ...session, seen_ids: [...seen] });
}

/** What the asker's session has seen. */
export function seenBy(work: Work, { session }: Who): ReadonlySet<string> {
  return new Set(session === null ? [] : work.sessions.get(session)?.seen_ids);
}

/** Makes a session and its id; its cursors stand at the present of its graphs. */
export function registerSession(work: Work, project: string | undefined, hostSession?: string): string {
  const { now, freshSessionId: id } = work.context;
  if (hostSession !== undefined) unbind(work, hostSession, id);
  const graphs: GraphName[] = [{ level: 'user' }];
  if (project !== undefined) graphs.push({ level: 'project', project });
  const cursors: { user?: number; project?: number } = {};
  for (const name of graphs) if (work.isLoaded(name)) cursors[name.level] = work.graph(name).seq;
  const session: Session = {
    start_ts: now,
    project_path: project ?? null,
    last_activity: now,
    op_count: 0,
    ...(hostSession === undefined ? {} : { claude_sid: hostSession }),
    cursors,
  };
  work.setSession(id, session, true);
  return id;
}

/** Binds a session to the host's conversation, which is bound to no other one then. */
export function bindSession(work: Work, id: string, hostSession: string): void {
  const session = work.sessions.get(id);
  if (session === undefined || session.claude_sid === hostSession) return;
  unbind(work, hostSession, id);
  work.setSession(id, { ...session, claude_sid: hostSession }, true);
}

/** The newest live session that fits, or nothing. */
export function newestSession(work: Work, fits: (session: Session) => boolean): string | undefined {
  let newest: { id: string; ts: number } | undefined;
  for (const [id, session] of work.sessions) {
    if (!isAlive(session, work.context.now) || !fits(session)) continue;
    if (newest === undefined || session.start_ts >= newest.ts) newest = { id, ts: session.start_ts };
  }
  return newest?.id;
}

/** Whether a session was active lately enough to be remembered. */
export function isAlive(session: Session, now: number): boolean {
  return now - session.last_activity <= SESSION_TTL_S;
}

function unbind(work: Work, hostSession: string, except: string): void {
  for (const [id, session] of work.sessions) {
    if (session.claude_sid !== hostSession || id === except) continue;
    const { claude_sid: _, ...rest } = session;
    work.setSession(id, rest, true);
  }
}
