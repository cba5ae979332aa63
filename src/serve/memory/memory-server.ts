/**
 * The memory's faces on one HTTP server: put together here, started, and ended in the order that loses nothing. No more
 * requests are taken, those that are there are answered, streams and sockets are closed; the memory itself is the caller's.
 */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MemoryConfig } from '../../config/memory-config.js';
import type { Clock } from '../../kernel/clock.js';
import { KgError, systemErrorCode } from '../../kernel/errors.js';
import type { Log } from '../../kernel/log.js';
import type { Secret } from '../../kernel/secret.js';
import { version } from '../../kernel/version.js';
import type { MemoryEvent } from '../../memory/outcome.js';
import { memoryProjects } from '../viz/memory-projects.js';
import { createVizFace } from '../viz/viz-face.js';
import { namesOf } from './http/guard.js';
import { createMemoryHttpServer } from './http/http-server.js';
import { RateLimit } from './http/rate-limit.js';
import { createMcpFace, type McpMemory } from './mcp/mcp-face.js';
import type { MemoryPort } from './memory-port.js';
import { createRestFace } from './rest/rest-face.js';
import { createWebSocketFace } from './ws/websocket-face.js';

export interface MemoryServerOptions {
  readonly memory: MemoryPort;
  readonly config: Pick<MemoryConfig, 'host' | 'port' | 'allowedHosts' | 'storageRoot'>;
  /** Asked of every request; `undefined` when none is. */
  readonly token: Secret | undefined;
  readonly log: Log;
  readonly clock: Clock;
}

/** A server that listens. */
export interface MemoryServer {
  /** The one that was taken, when any would do. */
  readonly port: number;
  /** Tells listeners of a change. */
  announce(event: MemoryEvent): void;
  close(): Promise<void>;
}

/** Starts it. Throws a `KgError` of code `io` when it cannot listen. */
export async function openMemoryServer(options: MemoryServerOptions): Promise<MemoryServer> {
  const { memory, config, token, log, clock } = options;
  const startedAt = clock.now();
  const running = new Set<Promise<unknown>>();
  const mcp = createMcpFace(watched(memory, running), log);
  const sockets = createWebSocketFace(memory);
  const explorer = createVizFace(memoryProjects(memory, log));
  const { server, drain, close } = createMemoryHttpServer(
    {
      health: (isTrusted) => ({
        status: 'ok',
        name: 'kg-memory',
        version,
        transport: 'streamable-http',
        pid: process.pid,
        ...(isTrusted && {
          storage_root: config.storageRoot,
          started_at: startedAt / 1_000,
          active_sessions: memory.state().sessions.size,
        }),
      }),
      mcp: mcp.handle,
      rest: createRestFace(memory),
      explorer: explorer.handle,
      upgrade: sockets.upgrade,
    },
    {
      names: namesOf(config.host, config.allowedHosts),
      token,
      limit: new RateLimit(clock),
      onFault: (line) => log.error(line),
    },
  );
  await listen(server, config);
  return {
    port: (server.address() as AddressInfo).port,
    announce: sockets.announce,
    close: async () => {
      await drain(() => Promise.allSettled(running));
      explorer.close();
      sockets.close();
      await mcp.close();
      close();
    },
  };
}

/** The memory, with what is being done in `running`. */
function watched(memory: McpMemory, running: Set<Promise<unknown>>): McpMemory {
  return {
    state: () => memory.state(),
    apply: (operation) => {
      const done = memory.apply(operation);
      const forget = () => running.delete(done);
      running.add(done);
      done.then(forget, forget);
      return done;
    },
  };
}

async function listen(server: Server, { host, port }: Pick<MemoryConfig, 'host' | 'port'>): Promise<void> {
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    const why = code === 'EADDRINUSE' ? 'it is taken' : code;
    throw new KgError('io', `cannot listen on ${host} port ${port}: ${why}`, {
      hint: 'kg-memory server status says who has it; KG_HTTP_PORT chooses another.',
      cause: error,
    });
  }
}
