/**
 * `tool_events.json` of a project: how often what was read or fetched, by whom, and how often sessions were nudged about it.
 * The shape and its bounds; when a count deserves a nudge is decided elsewhere.
 */
import { isRecord } from '../is-record.js';

/** One target, under `<kind>:<target>`; kinds are `read`, `web` and `search`. */
export interface ToolEvent {
  readonly count: number;
  /** The host's ids of the last ten conversations that had it, each once, the newest last. */
  readonly sessions: readonly string[];
  readonly last_ts: number;
  readonly nudged_ts?: number;
}

/** How often a session was nudged. */
export interface Throttle {
  readonly count: number;
  readonly last_ts: number;
}

/** A whole file; times are float seconds. */
export interface ToolEvents {
  readonly events: ReadonlyMap<string, ToolEvent>;
  readonly throttle: ReadonlyMap<string, Throttle>;
}

/** Targets a file keeps, the newest. */
export const TOOL_EVENTS_MAX = 500;
/** Conversations an event keeps, the newest. */
export const EVENT_SESSIONS_MAX = 10;
/** A session that was not nudged for so long is over. */
export const THROTTLE_TTL_S = 7 * 24 * 60 * 60;

/** Nothing read, nobody nudged. */
export const NO_TOOL_EVENTS: ToolEvents = { events: new Map(), throttle: new Map() };

/** Reads a file's object; what has not the shape is not there. */
export function decodeToolEvents(json: Readonly<Record<string, unknown>>): ToolEvents {
  const events = new Map<string, ToolEvent>();
  for (const [key, raw] of entriesOf(json.events)) {
    const { count, sessions, last_ts, nudged_ts, ...rest } = raw;
    if (!isNumber(count) || !isNumber(last_ts)) continue;
    const texts = Array.isArray(sessions) ? sessions.filter((each) => typeof each === 'string') : [];
    events.set(key, { ...rest, count, sessions: texts, last_ts, ...(isNumber(nudged_ts) && { nudged_ts }) });
  }
  const throttle = new Map<string, Throttle>();
  for (const [session, raw] of entriesOf(json.throttle)) {
    const { count, last_ts, ...rest } = raw;
    if (isNumber(count) && isNumber(last_ts)) throttle.set(session, { ...rest, count, last_ts });
  }
  return { events, throttle };
}

/** The object of a file, within its bounds at `now`. */
export function encodeToolEvents({ events, throttle }: ToolEvents, now: number): object {
  const newest = [...events]
    .map(([key, event]) => [key, { ...event, sessions: newestSessions(event.sessions) }] as const)
    .sort(([, a], [, b]) => b.last_ts - a.last_ts)
    .slice(0, TOOL_EVENTS_MAX);
  const live = [...throttle].filter(([, { last_ts }]) => now - last_ts <= THROTTLE_TTL_S);
  return { events: Object.fromEntries(newest.reverse()), throttle: Object.fromEntries(live) };
}

function newestSessions(sessions: readonly string[]): string[] {
  const distinct = sessions.filter((session, index) => sessions.lastIndexOf(session) === index);
  return distinct.slice(-EVENT_SESSIONS_MAX);
}

function entriesOf(value: unknown): [string, Record<string, unknown>][] {
  if (!isRecord(value)) return [];
  return Object.entries(value).filter((entry): entry is [string, Record<string, unknown>] =>
    isRecord(entry[1]),
  );
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
