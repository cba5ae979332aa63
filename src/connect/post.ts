/**
 * One message carried to the memory server, and how far it came. The difference that matters: a message that never reached
 * the server may be sent again, one that did may have been done. So each has a connection of its own: on one that was kept
 * open nobody could tell.
 */
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Place } from '../hook/place.js';
import { systemErrorCode } from '../kernel/errors.js';
import { EventStream } from './event-stream.js';
import { type Fields, isFields, parseJson } from './message.js';

/** How many messages are under way at once; those above it wait. */
export type Connections = Agent | 'unbounded';

/** How a message fared. */
export type Posted =
  /** Everything the server had to say was handed on. */
  | { readonly kind: 'done' }
  /** It did not reach the server, or the server says that it did nothing. */
  | { readonly kind: 'unsent'; readonly why: string }
  /** It may have been done. */
  | { readonly kind: 'broken'; readonly why: string }
  /** What answered is no MCP. */
  | { readonly kind: 'refused'; readonly status: number; readonly body: unknown };

export interface Parcel {
  readonly place: Place;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: Connections;
  readonly signal: AbortSignal;
  /** Takes each JSON-RPC message of the reply. */
  readonly onMessage: (message: Fields) => void;
}

export function boundConnections(max: number): Connections {
  return new Agent({ keepAlive: false, maxSockets: max });
}

// The server's longest answer has some 100,000 characters; resources may be nodes in full.
const REPLY_CHARS_MAX = 20_000_000;
// What the server answers to requests that it has not taken up.
const NOTHING_DONE = new Set(['stopping', 'too-many']);

/** Carries it. Never rejects. */
export function post({ place, text, headers, connections, signal, onMessage }: Parcel): Promise<Posted> {
  return new Promise((done) => {
    let isConnected = false;
    const asked = request(
      {
        host: place.host,
        port: place.port,
        method: 'POST',
        path: '/mcp',
        agent: connections === 'unbounded' ? false : connections,
        signal,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          accept: 'application/json, text/event-stream',
          ...(place.token !== undefined && { authorization: `Bearer ${place.token}` }),
          ...headers,
        },
      },
      (response) => void read(response, onMessage).then(done),
    );
    asked.on('socket', (socket) => {
      socket.once('connect', () => {
        isConnected = true;
      });
    });
    asked.on('error', (error) => {
      done({ kind: isConnected ? 'broken' : 'unsent', why: error.message || String(systemErrorCode(error)) });
    });
    asked.end(text);
  });
}

function read(response: IncomingMessage, onMessage: (message: Fields) => void): Promise<Posted> {
  const isStream = /^text\/event-stream\b/i.test(response.headers['content-type'] ?? '');
  return new Promise((done) => {
    const broken = (why: string) => done({ kind: 'broken', why });
    const tooLong = () => response.destroy(new Error('its answer is too long'));
    const events = new EventStream();
    let text = '';
    response.setEncoding('utf8').on('data', (part: string) => {
      if (!isStream) {
        text += part;
        if (text.length > REPLY_CHARS_MAX) tooLong();
        return;
      }
      for (const data of events.add(part)) {
        const message = messageIn(data);
        if (message !== undefined) onMessage(message);
      }
      if (events.held > REPLY_CHARS_MAX) tooLong();
    });
    response.on('end', () => done(isStream ? { kind: 'done' } : readWhole(response, text, onMessage)));
    response.on('error', ({ message }) => broken(message));
    response.on('close', () => broken('the connection was closed'));
  });
}

function readWhole(
  { statusCode: status = 0 }: IncomingMessage,
  text: string,
  onMessage: (message: Fields) => void,
): Posted {
  if (status === 202 || status === 204) return { kind: 'done' };
  const message = messageIn(text);
  if (message !== undefined) {
    onMessage(message);
    return { kind: 'done' };
  }
  const body = parseJson(text);
  const { code } = Object(Object(body).error) as { readonly code?: unknown };
  if (typeof code === 'string' && NOTHING_DONE.has(code)) return { kind: 'unsent', why: `it says: ${code}` };
  return { kind: 'refused', status, body };
}

function messageIn(text: string): Fields | undefined {
  const value = parseJson(text);
  return isFields(value) && value.jsonrpc === '2.0' ? value : undefined;
}
