/** `kg-memory stats`: how often hooks came and what the memory told them. */
import { systemClock } from '../kernel/clock.js';
import { COUNTED, type CountsDocument, readCounts } from '../serve/memory/hooks/hook-counts.js';
import { defineCommand } from './command.js';
import { withMemory } from './memory-access.js';
import { MEMORY_PLACE_OPTIONS, readMemorySettings } from './memory-options.js';

export const statsCommand = defineCommand({
  name: 'stats',
  summary: 'Show how often the memory came to the agent by itself',
  about: [
    'Counts of preloads, nudges, recalls, reminders and captures since they are counted; numbers alone, kept in the storage root.',
  ],
  operands: [],
  options: MEMORY_PLACE_OPTIONS,
  examples: [
    ['kg-memory stats', 'All counts.'],
    ['kg-memory stats --json', 'The same for programs.'],
  ],
  run: async ({ options }, session) => {
    const config = await readMemorySettings(options, session);
    const asked = await withMemory(config, session, (call) => call('GET', '/api/hook_stats'));
    // Without a server the file says it.
    const isCounted = typeof Object(asked).since === 'number';
    const counts = isCounted
      ? (asked as CountsDocument)
      : readCounts(config.storageRoot, systemClock.now() / 1_000);
    const since = new Date(counts.since * 1_000).toISOString().slice(0, 16).replace('T', ' ');
    const names = Object.keys(COUNTED) as (keyof typeof COUNTED)[];
    const width = Math.max(...names.map((name) => String(counts[name]).length));
    const lines = names.map((name) => `${String(counts[name]).padStart(width)}  ${COUNTED[name]}`);
    return { text: [`Since ${since} UTC`, ...lines].join('\n'), result: counts };
  },
});
