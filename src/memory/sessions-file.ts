/**
 * `sessions.json` as sessions and back. A session that is malformed or has been silent for too long is not taken over; fields
 * that we do not know stay. It holds no rule of what a session may do.
 */

import { isRecord } from './is-record.js';
import { SESSION_TTL_S } from './limits.js';
import type { Session } from './model.js';

/** The sessions of a file that still live at `now` (float seconds). */
export function decodeSessions(
  json: Readonly<Record<string, unknown>>,
  now: number,
  ttlS: number = SESSION_TTL_S,
): Map<string, Session> {
  const sessions = new Map<string, Session>();
  for (const [id, value] of Object.entries(json)) {
    const session = isRecord(value) ? readSession(value) : undefined;
    if (session !== undefined && now - session.last_activity <= ttlS) sessions.set(id, session);
  }
  return sessions;
}

/** The object of a file. */
export function encodeSessions(sessions: ReadonlyMap<string, Session>): Record<string, Session> {
  return Object.fromEntries(sessions);
}

function readSession(raw: Record<string, unknown>): Session | undefined {
  const { start_ts, last_activity = start_ts, project_path, op_count, cursors, ...rest } = raw;
  if (!isTime(start_ts) || !isTime(last_activity)) return undefined;
  const known: Record<string, unknown> = { ...rest };
  for (const name of ['seen_ids', 'preloaded_ids', 'liked_ids']) keepTexts(known, name);
  for (const name of ['full_read_ts', 'last_synced_ts']) if (!isTime(known[name])) delete known[name];
  if (typeof known.claude_sid !== 'string') delete known.claude_sid;
  return {
    ...known,
    start_ts,
    last_activity,
    project_path: typeof project_path === 'string' && project_path !== '' ? project_path : null,
    op_count: isTime(op_count) ? op_count : 0,
    ...(isRecord(cursors) && { cursors: readCursors(cursors) }),
  };
}

function readCursors(raw: Record<string, unknown>): { user?: number; project?: number } {
  return {
    ...(isTime(raw.user) && { user: raw.user }),
    ...(isTime(raw.project) && { project: raw.project }),
  };
}

function keepTexts(fields: Record<string, unknown>, name: string): void {
  const value = fields[name];
  if (Array.isArray(value)) fields[name] = value.filter((each) => typeof each === 'string');
  else delete fields[name];
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
