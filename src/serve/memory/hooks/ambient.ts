/**
 * What the hooks' endpoints share beside the memory: the settings that are theirs, and the counts of what they said. A memory
 * without it, as commands open one, says what the settings' defaults say and counts nothing.
 */
import type { HookCounts } from './hook-counts.js';

/** The ambient part of a running server. */
export interface Ambient {
  readonly reminders: 'staged' | 'quiet';
  readonly hasSubagentPreload: boolean;
  readonly counts: HookCounts;
  /** Seconds since 1970. */
  now(): number;
  /** How often a session was reminded before. */
  countReminder(session: string): number;
}
