/**
 * Which session of ours a hook speaks for: the one that is bound to the host's conversation; else the newest of the project
 * that no conversation has taken yet, such as one that a full read made while hooks found no server.
 */
import type { Session } from '../model.js';
import { isAlive } from '../sessions.js';

/** What a hook knows of its conversation. */
export interface HookAsker {
  readonly hostSession?: string;
  /** A project's root. */
  readonly project: string;
}

/** The id of the session, or nothing. */
export function hookSession(
  sessions: ReadonlyMap<string, Session>,
  { hostSession, project }: HookAsker,
  now: number,
): string | undefined {
  const live = [...sessions].filter(([, session]) => isAlive(session, now));
  const bound = newest(
    live.filter(([, { claude_sid }]) => claude_sid !== undefined && claude_sid === hostSession),
  );
  if (bound !== undefined) return bound;
  const isFree = ({ claude_sid }: Session) => claude_sid === undefined || hostSession === undefined;
  return newest(live.filter(([, session]) => session.project_path === project && isFree(session)));
}

/** The project of the session that is bound to the conversation, alive or not: its graph may be needed. */
export function boundProject(
  sessions: ReadonlyMap<string, Session>,
  hostSession: string | undefined,
): string | undefined {
  if (hostSession === undefined) return undefined;
  const bound = [...sessions.values()].filter(({ claude_sid }) => claude_sid === hostSession);
  return bound.flatMap(({ project_path }) => project_path ?? [])[0];
}

function newest(sessions: readonly (readonly [string, Session])[]): string | undefined {
  const byStart = [...sessions].sort(([, a], [, b]) => a.start_ts - b.start_ts);
  return byStart.at(-1)?.[0];
}
