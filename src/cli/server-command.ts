/** `kg-memory server`: the memory's server in the background: start, stop, restart, status, logs. */
import type { MemoryConfig } from '../config/memory-config.js';
import { systemClock } from '../kernel/clock.js';
import { readTextIfThere } from '../kernel/disk.js';
import { KgError } from '../kernel/errors.js';
import { printable } from '../kernel/text.js';
import type { Found } from '../serve/memory/process/find-server.js';
import type { Started } from '../serve/memory/process/manage-server.js';
import { defineCommand, type Outcome, type Session } from './command.js';
import { MEMORY_OPTIONS, memoryFlags, readMemorySettings } from './memory-options.js';
import { integer, toggle } from './options.js';

const ACTIONS = ['start', 'stop', 'restart', 'status', 'logs'] as const;
type Action = (typeof ACTIONS)[number];

// The log's own files are bounded; this is above them.
const LOG_BYTES_MAX = 16_000_000;

interface Asked {
  readonly config: MemoryConfig;
  /** Words for the server that is started. */
  readonly words: readonly string[];
  readonly isForced: boolean;
  readonly lines: number;
  readonly signal: AbortSignal;
}

export const serverCommand = defineCommand({
  name: 'server',
  summary: 'Start, stop and look at the memory server in the background',
  about: [
    'start does nothing when a server of this version runs, and replaces an older one. stop waits until everything is written. restart is both. status says what runs; its exit code is 3 when nothing does, or something is wrong. logs prints the end of the log.',
  ],
  operands: [{ name: 'action', isRequired: true, why: ACTIONS.join(', ') }],
  options: {
    ...MEMORY_OPTIONS,
    force: toggle('stop, restart: end also a server that does not answer'),
    lines: integer('logs: how many lines', { min: 1, max: 10_000, standard: 50 }),
  },
  examples: [
    ['kg-memory server start', 'At the port of the settings.'],
    ['kg-memory server status --json', 'Pid, version, storage root, for programs.'],
  ],
  run: async ({ operands: [word = ''], options }, session: Session) => {
    const action = ACTIONS.find((each) => each === word);
    if (action === undefined) {
      throw new KgError('usage', `"${printable(word)}" is nothing a server can be told`, {
        hint: `There are ${ACTIONS.join(', ')}.`,
      });
    }
    const config = await readMemorySettings(options, session);
    return RUN[action]({
      config,
      words: wordsOf(options),
      isForced: options.force === true,
      lines: typeof options.lines === 'number' ? options.lines : 0,
      signal: session.signal,
    });
  },
});

const RUN: Readonly<Record<Action, (asked: Asked) => Promise<Outcome>>> = {
  start: async (asked) => {
    const { startServer } = await import('../serve/memory/process/manage-server.js');
    return told(await startServer({ ...asked, clock: systemClock }, asked.words), asked.config);
  },
  stop: async (asked) => {
    const { stopServer } = await import('../serve/memory/process/manage-server.js');
    const wasRunning = await stopServer({ ...asked, clock: systemClock }, asked.isForced);
    const text = wasRunning ? 'The server has stopped.' : 'No server is running.';
    return { text, result: { stopped: wasRunning } };
  },
  restart: async (asked) => {
    const { startServer, stopServer } = await import('../serve/memory/process/manage-server.js');
    const options = { ...asked, clock: systemClock };
    await stopServer(options, asked.isForced);
    return told(await startServer(options, asked.words), asked.config);
  },
  status: async ({ config }) => {
    const { differences, findServer } = await import('../serve/memory/process/find-server.js');
    const found = await findServer(config);
    const differs = found.kind === 'running' ? differences(found.health, found.state, config) : [];
    const isWell = found.kind === 'running' && differs.length === 0;
    const result = { found: found.kind, port: config.port, ...detailsOf(found), differs };
    return { exitCode: isWell ? 0 : 3, text: statusText(found, config, differs), result };
  },
  logs: async ({ config, lines }) => {
    const { serverFiles } = await import('../serve/memory/process/server-state.js');
    const { log } = serverFiles(config.stateFolder, config.port);
    const text = readTextIfThere(log, LOG_BYTES_MAX);
    if (text === undefined) {
      throw new KgError('not-found', `there is no log at ${log}`, {
        hint: 'A server that kg-memory server start has started writes one.',
      });
    }
    const last = text.trimEnd().split('\n').slice(-lines);
    return { text: last.map(printable).join('\n'), result: { file: log, lines: last } };
  },
};

/** The settings that were given as flags, for the process that is started; paths made absolute by the reading. */
function wordsOf(options: Readonly<Record<string, unknown>>): string[] {
  const flags = Object.entries(memoryFlags(options));
  return flags.flatMap(([key, value]) => [`--${key.replaceAll('_', '-')}`, value]);
}

function told(started: Started, config: MemoryConfig): Outcome {
  const { health } = started.server;
  const at = `http://${config.host}:${config.port}`;
  const what = {
    started: 'The server has started',
    found: 'The server is running already',
    replaced: `A server of version ${started.did === 'replaced' ? started.oldVersion : ''} was replaced`,
  }[started.did];
  return { text: `${what}: ${at} (pid ${health.pid})`, result: { did: started.did, url: at, ...health } };
}

function detailsOf(found: Found): Readonly<Record<string, unknown>> {
  switch (found.kind) {
    case 'running': {
      const { state, health } = found;
      return { ...health, storageRoot: health.storageRoot ?? state?.storageRoot, ...filesOf(state) };
    }
    case 'stopping':
    case 'hung':
      return { pid: found.state.process.pid, version: found.state.version, ...filesOf(found.state) };
    case 'stranger':
      return { why: found.why };
    case 'none':
      return {};
  }
}

function filesOf(state: { readonly tokenFile?: string; readonly logFile?: string } | undefined) {
  return {
    ...(state?.tokenFile !== undefined && { tokenFile: state.tokenFile }),
    ...(state?.logFile !== undefined && { logFile: state.logFile }),
  };
}

function statusText(found: Found, config: MemoryConfig, differs: readonly string[]): string {
  const at = `${config.host}:${config.port}`;
  switch (found.kind) {
    case 'none':
      return `No server is running at ${at}. kg-memory server start starts one.`;
    case 'stranger':
      return `Port ${config.port} is held by another program (${found.why}). KG_HTTP_PORT chooses another port.`;
    case 'stopping':
      return `The server (pid ${found.state.process.pid}) is ending: it writes what is left to write.`;
    case 'hung':
      return `The server (pid ${found.state.process.pid}) lives and does not answer. kg-memory server restart --force replaces it.`;
    case 'running': {
      const { version, pid, storageRoot, tokenFile, logFile } = detailsOf(found);
      return [
        `The server is running at http://${at}.`,
        `- version: ${version}${differs.includes('version') ? ' (not this program’s; kg-memory server restart replaces it)' : ''}`,
        `- pid: ${pid}${found.state === undefined ? ' (not started by this account)' : ''}`,
        `- storage root: ${storageRoot ?? 'not told without the token'}${differs.includes('storage-root') ? ` (the settings say ${config.storageRoot})` : ''}`,
        `- token: ${tokenFile === undefined ? 'not asked for' : `asked for; it is in ${tokenFile}`}`,
        `- log: ${logFile ?? 'where it was started'}`,
      ].join('\n');
    }
  }
}
