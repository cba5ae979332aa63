/** What REST takes in several places, and how a request says about which session and project it is. */
import * as z from 'zod/v4';
import { MemoryError } from '../../../memory/errors.js';
import { LEVELS, type Session } from '../../../memory/model.js';
import type { Asker } from '../../../memory/operations.js';
import { askerFrom } from '../absolute-folder.js';
import type { MemoryPort } from '../memory-port.js';

const text = z.string().optional();

/** Who asks. `project_path` wins over the session's project. */
export const ASKED = { session_id: text, project_path: text };

export const level = z.enum(LEVELS);
export const texts = z.array(z.string()).optional();
export const word = z.string().min(1);
export const version = z.number().int().min(0).optional();

interface Asked {
  readonly session_id?: string | undefined;
  readonly project_path?: string | undefined;
}

/** Who asks, for what may change something. */
export function askerOf({ session_id: session, project_path: folder }: Asked): Asker {
  return askerFrom(session, folder);
}

/** The project alone, for what only looks: no session is touched by it. */
export function onlookerOf(asked: Asked, memory: MemoryPort): Asker {
  const { session, project } = askerOf(asked);
  const of = project ?? (session === undefined ? undefined : liveSession(session, memory).project_path);
  return of === undefined || of === null ? {} : { project: of };
}

/** The session; throws a `MemoryError` of reason `unknown-session` when there is none. */
export function liveSession(id: string, memory: MemoryPort): Session {
  const session = memory.state().sessions.get(id);
  if (session !== undefined) return session;
  throw new MemoryError(
    'unknown-session',
    `there is no session ${JSON.stringify(id.slice(0, 80))}`,
    'Register one with POST /api/sessions/register, or give project_path.',
  );
}

/** The fields that were given; those that are undefined are left out. */
export function given<T extends Readonly<Record<string, unknown>>>(fields: T) {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
