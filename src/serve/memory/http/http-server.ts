/**
 * The one HTTP server of the agent memory: who asks is checked, then how much is asked, then the path decides which face
 * answers. It knows the faces as functions and nothing of what they do; it holds no state but its sockets.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { stackOf, systemErrorCode } from '../../../kernel/errors.js';
import type { Secret } from '../../../kernel/secret.js';
import { VIZ_API_PATH, VIZ_PATH } from '../../viz/viz-face.js';
import { isAuthorized } from './bearer-token.js';
import { objectionToCaller } from './guard.js';
import type { RateLimit } from './rate-limit.js';
import { type Reply, refusal, replyToError, send } from './reply.js';

// Programs of this machine send a request at once; whoever does not is gone or means no good.
const HEADERS_WAIT_MS = 10_000;
const REQUEST_WAIT_MS = 30_000;
// How late that is noticed; node looks every half minute, which would let the slow have three times as long.
const WAIT_CHECK_MS = 2_000;
// Agents, their hooks and some open pages; far below what the process may open.
const CONNECTIONS_MAX = 1_000;
// Longer than clients wait between two requests, so that they find their connection open.
const KEEP_ALIVE_MS = 65_000; // What is being answered when the server stops is mostly a write that waits for the disk.
const DRAIN_WAIT_MS = 10_000;
// What is done is told in a moment.
const STREAM_WAIT_MS = 500;

/** `kg.token.…`, beside `kg`, which is the protocol that is spoken. */
const TOKEN_PROTOCOL = 'kg.token.';

/** The faces behind the paths. */
export interface Faces {
  /** What the server says of itself; `isTrusted` callers are told more. */
  readonly health: (isTrusted: boolean) => unknown;
  readonly mcp: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly rest: (request: IncomingMessage, url: URL) => Promise<Reply>;
  /** Answers below /viz/. */
  readonly explorer: (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/** What stands between a caller and the faces. */
export interface Gate {
  /** Names the server answers to. */
  readonly names: ReadonlySet<string>;
  /** The token every request must carry; `undefined` when none is asked for. */
  readonly token: Secret | undefined;
  readonly limit: RateLimit;
  /** Takes what is our own fault: a line with its stack. */
  readonly onFault: (line: string) => void;
}

/** The server and how it ends. */
export interface MemoryHttpServer {
  readonly server: Server;
  /** Takes no more requests and waits, but not for ever, until those that are there are answered. `settled`: what they do is done. */
  drain(settled: () => Promise<unknown>): Promise<void>;
  /** Ends what is still open. */
  close(): void;
}

/** A server that is not listening yet. */
export function createMemoryHttpServer(faces: Faces, gate: Gate): MemoryHttpServer {
  const open = new Set<ServerResponse>();
  let isStopping = false;
  const server = createServer({
    headersTimeout: HEADERS_WAIT_MS,
    requestTimeout: REQUEST_WAIT_MS,
    connectionsCheckingInterval: WAIT_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.on('request', (request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    answer(request, response).catch((error: unknown) => {
      send(response, replyToError(error) ?? ownFault(`${request.method} ${request.url}`, error));
    });
  });
  server.on('upgrade', (request, socket, head) => {
    const refused = refuse(request) ?? (pathOf(request) === '/ws' ? undefined : notFound(pathOf(request)));
    if (refused === undefined) faces.upgrade(request, socket, head);
    else refuseUpgrade(socket, refused);
  });
  server.on('clientError', (error, socket) => refuseBroken(error, socket as Socket));
  return { server, drain, close: () => server.closeAllConnections() };

  async function drain(settled: () => Promise<unknown>): Promise<void> {
    isStopping = true;
    server.close();
    server.closeIdleConnections();
    const plain = [...open].filter((response) => !isStream(response));
    await untilClosed(plain, DRAIN_WAIT_MS);
    await settled();
    // Some replies are streams of one message, which ends them; others are read for as long as their readers want.
    await untilClosed([...open], STREAM_WAIT_MS);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(request);
    const isHealth = path === '/health' || path === '/api/health';
    const refused = isStopping ? STOPPING : refuse(request, isHealth || isPage(path));
    if (refused !== undefined) return send(response, refused);
    if (isHealth) return send(response, health(request));
    if (path === '/' || path === '/mcp') return faces.mcp(request, response);
    if (path === '/viz') {
      response.writeHead(302, { location: VIZ_PATH }).end();
      return;
    }
    const url = urlOf(request);
    // A path that means another one than it spells has not been checked as that one.
    if (url?.pathname === path && path.startsWith(VIZ_PATH)) return faces.explorer(request, response, url);
    if (url === undefined || !path.startsWith('/api/')) return send(response, notFound(path));
    send(response, await faces.rest(request, url));
  }

  function refuse(request: IncomingMessage, isOpen = false): Reply | undefined {
    const objection = objectionToCaller(request.headers, gate.names);
    if (objection !== undefined) {
      const hint = 'Call it as localhost or 127.0.0.1; KG_ALLOWED_HOSTS names others that may.';
      return refusal(403, 'forbidden', objection, { hint });
    }
    if (!gate.limit.take()) {
      return refusal(429, 'too-many', 'too many requests', { headers: { 'retry-after': '1' } });
    }
    return isOpen || isTrusted(request) ? undefined : UNAUTHORIZED;
  }

  function isTrusted(request: IncomingMessage): boolean {
    return gate.token === undefined || isAuthorized(credentialsOf(request), gate.token);
  }

  function health(request: IncomingMessage): Reply {
    if (request.method !== 'GET' && request.method !== 'HEAD') return onlyGet();
    return { status: 200, body: faces.health(isTrusted(request)) };
  }

  function ownFault(what: string, error: unknown): Reply {
    gate.onFault(`${what}: ${stackOf(error)}`);
    return refusal(500, 'internal', 'the server failed by a fault of its own', {
      hint: 'kg-memory server logs has details.',
    });
  }
}

/** The explorer's own files are the same for everybody and say nothing: a browser cannot show a token before it has them. */
function isPage(path: string): boolean {
  return path.startsWith(VIZ_PATH) && !path.startsWith(VIZ_API_PATH);
}

/** Pages cannot give a WebSocket a header; they offer the token as one of its protocols. */
function credentialsOf({ headers }: IncomingMessage): string | undefined {
  if (headers.authorization !== undefined || headers.upgrade === undefined) return headers.authorization;
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
  const token = offered.find((each) => each.startsWith(TOKEN_PROTOCOL))?.slice(TOKEN_PROTOCOL.length);
  return token === undefined ? undefined : `Bearer ${token}`;
}

const STOPPING = refusal(503, 'stopping', 'the server stops', {
  hint: 'Nothing was done; ask again in a moment.',
  headers: { connection: 'close', 'retry-after': '1' },
});

const UNAUTHORIZED = refusal(401, 'unauthorized', 'this server asks for its token', {
  hint: 'Send Authorization: Bearer …; kg-memory server status names the file that holds it.',
  headers: { 'www-authenticate': 'Bearer realm="kg-memory"' },
});

/** Streams of messages stay open as long as their readers want. */
function isStream(response: ServerResponse): boolean {
  return String(response.getHeader('content-type')).startsWith('text/event-stream');
}

async function untilClosed(responses: readonly ServerResponse[], waitMs: number): Promise<void> {
  const signal = AbortSignal.timeout(waitMs);
  const closings = responses.map(
    (response) =>
      new Promise<void>((done) => {
        response.once('close', () => done());
        signal.addEventListener('abort', () => done(), { once: true });
      }),
  );
  await Promise.all(closings);
}

function onlyGet(): Reply {
  return refusal(405, 'bad-method', 'only GET is allowed here', { headers: { allow: 'GET, HEAD' } });
}

function notFound(path: string): Reply {
  return refusal(404, 'not-found', `there is nothing at ${path.slice(0, 200)}`, {
    hint: 'MCP is at /mcp, REST below /api/, the WebSocket at /ws, the explorer at /viz/.',
  });
}

/** The path as it was sent: what is written in another way is another path. */
function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').replace(/[?#].*$/s, '');
}

function urlOf(request: IncomingMessage): URL | undefined {
  const text = `http://server${request.url ?? ''}`;
  return URL.canParse(text) ? new URL(text) : undefined;
}

function refuseUpgrade(socket: Duplex, { status, body }: Reply): void {
  const text = JSON.stringify(body);
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}

function refuseBroken(error: Error, socket: Socket): void {
  if (systemErrorCode(error) === 'ECONNRESET' || !socket.writable) socket.destroy();
  else socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
}
