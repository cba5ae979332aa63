/**
 * `kg-memory serve`: the memory's server in the foreground, until it is told to end. Its program is a bundle of its own,
 * so that no other command carries it.
 */
import type { MemoryConfig } from '../config/memory-config.js';
import { systemClock } from '../kernel/clock.js';
import { createLog, type Log } from '../kernel/log.js';
import { createFileSink, openLogFile } from '../kernel/log-file.js';
import { defineCommand } from './command.js';
import { loadMemoryBundle } from './memory-access.js';
import { MEMORY_OPTIONS, readMemorySettings } from './memory-options.js';
import { text } from './options.js';

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Serve the agent memory in the foreground',
  about: [
    'MCP at / and /mcp, REST below /api/, a WebSocket at /ws, and /health. The first SIGINT or SIGTERM ends it when everything is written. kg-memory server runs it in the background.',
  ],
  operands: [],
  options: { ...MEMORY_OPTIONS, logFile: text('FILE', 'Write the log there, in files of bounded size') },
  examples: [
    ['kg-memory serve', 'At http://127.0.0.1:8765, until Ctrl-C.'],
    ['kg-memory serve --http-port 0 --storage-root ./memory', 'A memory of its own at a free port.'],
  ],
  run: async ({ options }, session) => {
    const config = await readMemorySettings(options, session);
    const { logFile } = options;
    await loadMemoryBundle().serveMemory({
      config,
      log: typeof logFile === 'string' ? fileLog(logFile, config) : session.log,
      ...(typeof logFile === 'string' && { logFile }),
      clock: systemClock,
      signal: session.signal,
    });
    return {};
  },
});

function fileLog(file: string, { logLevel }: MemoryConfig): Log {
  return createLog(
    logLevel,
    createFileSink(file, openLogFile(file), () => systemClock.now()),
  );
}
