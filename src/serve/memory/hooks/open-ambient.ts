/**
 * Puts the ambient part on a memory: the same memory with its settings and counts, and an ear for what nudges led to. A node
 * that is written about a target which was nudged lately is a capture.
 */
import type { MemoryConfig } from '../../../config/memory-config.js';
import type { Clock } from '../../../kernel/clock.js';
import { describeError } from '../../../kernel/errors.js';
import type { Log } from '../../../kernel/log.js';
import { TARGET_PAUSE_S } from '../../../memory/ambient/capture.js';
import { isAbout } from '../../../memory/ambient/coverage.js';
import { parseTargetKey } from '../../../memory/ambient/target.js';
import type { MemoryEvent } from '../../../memory/outcome.js';
import type { MemoryStore } from '../../../memory/store/memory-store.js';
import { type MemoryPort, portOf } from '../memory-port.js';
import { HookCounts } from './hook-counts.js';

/** A memory with its ambient part; `close` writes the counts. */
export interface AmbientMemory {
  readonly memory: MemoryPort;
  close(): Promise<void>;
}

interface Options {
  readonly config: Pick<MemoryConfig, 'reminders' | 'hasSubagentPreload'>;
  readonly clock: Clock;
  readonly log: Log;
}

// Sessions whose place in the pool of reminders is remembered.
const REMINDED_MAX = 1_000;

export function openAmbient(store: MemoryStore, { config, clock, log }: Options): AmbientMemory {
  const counts = new HookCounts(store.root, clock, log);
  const reminded = new Map<string, number>();
  const now = () => clock.now() / 1_000;
  const stop = store.onEvents((events) => {
    countCaptures(store, counts, events, now()).catch((error: unknown) => log.warn(describeError(error)));
  });
  const memory: MemoryPort = {
    ...portOf(store),
    ambient: {
      reminders: config.reminders,
      hasSubagentPreload: config.hasSubagentPreload,
      counts,
      now,
      countReminder: (session) => {
        const nth = reminded.get(session) ?? 0;
        if (reminded.size >= REMINDED_MAX) reminded.clear();
        reminded.set(session, nth + 1);
        return nth;
      },
    },
  };
  return {
    memory,
    close: () => {
      stop();
      return counts.save();
    },
  };
}

async function countCaptures(
  store: MemoryStore,
  counts: HookCounts,
  events: readonly MemoryEvent[],
  now: number,
): Promise<void> {
  for (const event of events) {
    if (event.type !== 'node_updated' || event.project === undefined) continue;
    const looked = await store.toolEvents(event.project);
    const isCapture = [...looked.events].some(([key, { nudged_ts }]) => {
      if (nudged_ts === undefined || now - nudged_ts > TARGET_PAUSE_S) return false;
      const target = parseTargetKey(key);
      return target !== undefined && isAbout(target, event.node, event.project);
    });
    if (isCapture) counts.add({ captures: 1 });
  }
}
