/**
 * The memory server as a program: what `dist/memory.cjs` offers to the command line. It opens the memory, puts the faces
 * before it, says where it is, and ends both in order when it is told to: first who asks, then what is kept.
 */
import { homedir } from 'node:os';
import type { MemoryConfig } from '../../config/memory-config.js';
import type { Clock } from '../../kernel/clock.js';
import { describeError } from '../../kernel/errors.js';
import type { Log } from '../../kernel/log.js';
import { ownIdentity } from '../../kernel/process-identity.js';
import { version } from '../../kernel/version.js';
import { DEFAULT_LIMITS, limitsFor } from '../../memory/limits.js';
import { memoryDomain } from '../../memory/memory-domain.js';
import { MemoryStore } from '../../memory/store/memory-store.js';
import { openBridge } from './code/open-bridge.js';
import { openAmbient } from './hooks/open-ambient.js';
import { loadOrMakeToken } from './http/bearer-token.js';
import { type MemoryServer, openMemoryServer } from './memory-server.js';
import { type ServerState, serverFiles, writeServerState } from './process/server-state.js';
import { callRoute } from './rest/call-route.js';

export interface ServeOptions {
  readonly config: MemoryConfig;
  readonly log: Log;
  /** Where the log goes, when it goes to a file. */
  readonly logFile?: string;
  readonly clock: Clock;
  /** Aborted when the server is to end. */
  readonly signal: AbortSignal;
}

/** Serves until the signal; resolves when everything is written. Rejects with a `KgError` when it cannot begin. */
export async function serveMemory(options: ServeOptions): Promise<void> {
  const { config, log, clock, signal } = options;
  const token = config.isTokenRequired ? await loadOrMakeToken(config.tokenFile) : undefined;
  const store = await openStore(options, config.saveIntervalSeconds * 1_000);
  try {
    const ambient = openAmbient(store, { config, clock, log });
    const everyMs = config.saveIntervalSeconds * 1_000;
    const bridge = openBridge(ambient.memory, { clock, log, everyMs });
    const server = await openMemoryServer({ memory: bridge.memory, config, token, log, clock });
    const stop = store.onEvents((events) => events.forEach(server.announce));
    try {
      const { file, state } = stateOf(options, server);
      await writeServerState(file, state);
      const { host } = config;
      log.info(
        `kg-memory ${version} serves ${store.root} at http://${host}:${server.port} (pid ${process.pid})`,
      );
      if (!signal.aborted)
        await new Promise((done) => signal.addEventListener('abort', done, { once: true }));
      log.info('stopping');
      // Whoever finds it silent meanwhile waits for its end. That it cannot be said is no reason not to end.
      await writeServerState(file, { ...state, isStopping: true }).catch((error: unknown) => {
        log.warn(`that this server stops is not written down: ${describeError(error)}`);
      });
    } finally {
      stop();
      await server.close();
      await bridge.close();
      await ambient.close();
    }
  } finally {
    await store.close().catch((error: unknown) => {
      // Whoever is told to end is not asked why he failed, so it is said here.
      log.error(`stopped, and not everything is written: ${describeError(error)}`);
      throw error;
    });
  }
  log.info('stopped; everything is written');
}

/** The memory itself, for a command that finds no server: endpoints are called in process. */
export interface OpenMemory {
  readonly call: (
    method: string,
    path: string,
    fields: Readonly<Record<string, unknown>>,
  ) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Opens it. Rejects with a `KgError` when another process writes it. */
export async function openMemory(
  options: Pick<ServeOptions, 'config' | 'log' | 'clock'>,
): Promise<OpenMemory> {
  const store = await openStore(options, 0);
  return {
    call: (method, path, fields) => callRoute(store, method, path, fields),
    close: () => store.close(),
  };
}

function openStore({ config, log, clock }: Pick<ServeOptions, 'config' | 'log' | 'clock'>, tickMs: number) {
  const { storageRoot, gracePeriodDays, orphanGraceDays } = config;
  return MemoryStore.open({
    root: storageRoot,
    domain: memoryDomain,
    log,
    clock,
    home: homedir(),
    limits: limitsFor(DEFAULT_LIMITS.levelChars, gracePeriodDays, orphanGraceDays),
    tickMs,
  });
}

function stateOf({ config, clock, logFile }: ServeOptions, server: MemoryServer) {
  const { stateFolder, host, storageRoot, isTokenRequired, tokenFile } = config;
  const state: ServerState = {
    process: ownIdentity(),
    version,
    host,
    port: server.port,
    storageRoot,
    ...(isTokenRequired && { tokenFile }),
    ...(logFile !== undefined && { logFile }),
    startedAt: clock.now(),
  };
  return { file: serverFiles(stateFolder, server.port).state, state };
}
