/**
 * The WebSocket of the memory server: it tells listeners what changes and takes nothing from them but `ping`. Listening
 * changes nothing: no session is made for it. Several sockets may listen for one session.
 *
 * A listener that does not read is cut off rather than waited for; it connects again and reads the graph anew.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { KgError } from '../../../kernel/errors.js';
import type { MemoryEvent } from '../../../memory/outcome.js';
import { absoluteFolder } from '../absolute-folder.js';
import type { MemoryPort } from '../memory-port.js';
import { isFor, type Listener, messageOf } from './messages.js';

// Nothing longer than a ping is expected.
const MESSAGE_BYTES_MAX = 1_024;
// Changes that wait for one listener; some hundred nodes.
const WAITING_BYTES_MAX = 4_194_304;
// Open pages and a few tools; each costs a socket and some kilobytes.
const LISTENERS_MAX = 200;
// A connection that is gone without a word is noticed after two of them.
const HEARTBEAT_MS = 30_000;
// Codes of RFC 6455, section 7.4.1.
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;

export interface WebSocketFace {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Tells every listener whom it concerns. */
  announce(event: MemoryEvent): void;
  close(): void;
}

/** The face. Who listens for a session that is not alive, or to no project, hears of the user's graph alone. */
export function createWebSocketFace(memory: Pick<MemoryPort, 'openProject' | 'state'>): WebSocketFace {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('kg') ? 'kg' : false),
  });
  const listeners = new Map<WebSocket, Listener & { isAlive: boolean }>();
  const heartbeat = setInterval(() => {
    for (const [socket, listener] of listeners) {
      if (!listener.isAlive) socket.terminate();
      listener.isAlive = false;
      socket.ping();
    }
  }, HEARTBEAT_MS).unref();

  async function welcome(socket: WebSocket, request: IncomingMessage): Promise<void> {
    // What is wrong with a connection ends it; the close that follows is all there is to do.
    socket.on('error', () => socket.terminate());
    const listener = await listenerOf(request);
    if (listeners.size >= LISTENERS_MAX) socket.close(TRY_AGAIN_LATER, 'too many listeners');
    else if (listener === undefined) socket.close(POLICY_VIOLATION, 'project_path is no absolute path');
    else listen(socket, listener);
  }

  function listen(socket: WebSocket, { session, project }: Listener): void {
    const listener = { session, project, isAlive: true };
    listeners.set(socket, listener);
    socket.on('close', () => listeners.delete(socket));
    socket.on('pong', () => {
      listener.isAlive = true;
    });
    socket.on('message', (data) => {
      if (String(data) === 'ping') socket.send(JSON.stringify({ type: 'pong' }));
    });
    const hello = { type: 'connected', session_id: session ?? null, project_path: project ?? null };
    socket.send(JSON.stringify(hello));
  }

  async function listenerOf(request: IncomingMessage): Promise<Listener | undefined> {
    const asked = new URL(request.url ?? '/ws', 'http://server').searchParams;
    const named = asked.get('session_id') ?? '';
    const session = memory.state().sessions.get(named);
    const folder = asked.get('project_path') ?? '';
    try {
      const ofSession = session?.project_path ?? undefined;
      const project = folder === '' ? ofSession : await memory.openProject(absoluteFolder(folder));
      return { session: session === undefined ? undefined : named, project };
    } catch (error) {
      if (!(error instanceof KgError)) throw error;
      return undefined;
    }
  }

  return {
    upgrade: (request, socket, head) => {
      server.handleUpgrade(request, socket, head, (connected) => {
        welcome(connected, request).catch(() => connected.terminate());
      });
    },
    announce: (event) => {
      let text: string | undefined;
      for (const [socket, listener] of listeners) {
        if (!isFor(event, listener)) continue;
        text ??= JSON.stringify(messageOf(event));
        if (socket.bufferedAmount > WAITING_BYTES_MAX) socket.terminate();
        else socket.send(text);
      }
    },
    close: () => {
      clearInterval(heartbeat);
      for (const socket of listeners.keys()) socket.close(GOING_AWAY, 'the server stops');
      server.close();
    },
  };
}
