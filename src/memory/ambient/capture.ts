/**
 * Capture on re-derivation: when what was looked at is looked at again, somebody had to find out a second time what nobody
 * wrote down. A count decides, never a guess: a file in its second conversation, a page or a search for the second time, and
 * nothing in the memory that refers to it. Throttles keep it rare.
 *
 * The counts live in `tool_events.json` (`store/tool-events.ts`); these are functions from one value of it to the next.
 */

import { oneLine } from '../one-line.js';
import { EVENT_SESSIONS_MAX, type ToolEvent, type ToolEvents } from '../store/tool-events.js';
import { type Target, targetKey } from './target.js';

/** A file in its second conversation. */
const FILE_SESSIONS_MIN = 2;
/** A page or a search for the second time, by whomever. */
const REPEATS_MIN = 2;
/** Between two nudges of a session. */
export const NUDGE_PAUSE_S = 600;
/** Nudges of a session: who was told three times knows how it goes. */
const NUDGES_PER_SESSION_MAX = 3;
/** Between two nudges about one target. */
export const TARGET_PAUSE_S = 86_400;

/** Counts a look. `host` is the host's id of the conversation. */
export function countLook(
  { events, throttle }: ToolEvents,
  target: Target,
  { host, now }: { readonly host: string | undefined; readonly now: number },
): ToolEvents {
  const key = targetKey(target);
  const known = events.get(key);
  const sessions = (known?.sessions ?? []).filter((each) => each !== host);
  const looked: ToolEvent = {
    ...known,
    count: (known?.count ?? 0) + 1,
    sessions: [...sessions, ...(host === undefined ? [] : [host])].slice(-EVENT_SESSIONS_MAX),
    last_ts: now,
  };
  // Behind all others: the order of the file is that of the last looks.
  const others = [...events].filter(([each]) => each !== key);
  return { events: new Map([...others, [key, looked]]), throttle };
}

/** Whether what was counted proves a gap, and nobody was told of it lately. Coverage is the caller's to look at. */
export function isNudgeDue(
  { events, throttle }: ToolEvents,
  target: Target,
  { session, now }: { readonly session: string; readonly now: number },
): boolean {
  const event = events.get(targetKey(target));
  if (event === undefined) return false;
  const isRepeated =
    target.kind === 'read' ? event.sessions.length >= FILE_SESSIONS_MIN : event.count >= REPEATS_MIN;
  if (!isRepeated) return false;
  if (event.nudged_ts !== undefined && now - event.nudged_ts < TARGET_PAUSE_S) return false;
  const told = throttle.get(session);
  return told === undefined || (told.count < NUDGES_PER_SESSION_MAX && now - told.last_ts >= NUDGE_PAUSE_S);
}

/** Notes a nudge, for the throttles. */
export function noteNudge(
  { events, throttle }: ToolEvents,
  target: Target,
  { session, now }: { readonly session: string; readonly now: number },
): ToolEvents {
  const key = targetKey(target);
  const event = events.get(key);
  const count = (throttle.get(session)?.count ?? 0) + 1;
  return {
    events: event === undefined ? events : new Map(events).set(key, { ...event, nudged_ts: now }),
    throttle: new Map(throttle).set(session, { count, last_ts: now }),
  };
}

/** What the agent is told, with a call that is ready but for what only it knows. */
export function captureText({ events }: ToolEvents, target: Target, session: string): string {
  const { count = 0, sessions = [] } = events.get(targetKey(target)) ?? {};
  const name = JSON.stringify(oneLine(target.name));
  const evidence = {
    read: `${name} was read in ${sessions.length} conversations`,
    web: `${name} was fetched ${count} times`,
    search: `${name} was searched for ${count} times`,
  }[target.kind];
  const touches = target.kind === 'search' ? '' : `, touches=[${name}]`;
  return [
    `Agent memory: ${evidence}, and no node refers to it. Save the bottom line while you have it:`,
    `kg_put_node(session_id="${session}", level="project", id="<short-name>", gist="<what to know, at most 120 characters>"${touches})`,
    'Skip it when it was a one-off.',
  ].join('\n');
}
