/**
 * A line of the client as the connector sees it: what kind of message it is, and what of it must stand in the headers of the
 * request that carries it. What the message asks for is the server's business: its text goes on as it came.
 */
import { faultOf } from '../serve/line-faults.js';

/** What a reply names the request by that it answers. */
export type MessageId = string | number;

/** A message that wants an answer. */
export interface ClientRequest {
  readonly kind: 'request';
  readonly id: MessageId;
  readonly method: string;
  readonly params: Fields;
  /** The line. */
  readonly text: string;
}

/** A message that wants none: a notification, or a reply to the server. */
export interface ClientNotice {
  readonly kind: 'notice';
  /** Absent: a reply. */
  readonly method?: string;
  readonly params: Fields;
  readonly text: string;
}

/** What is no message, and the error that says so. */
export interface Unreadable {
  readonly kind: 'unreadable';
  readonly id: MessageId | null;
  readonly code: number;
  readonly message: string;
}

/** An object of JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** The codes of JSON-RPC 2.0. */
const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;

const META_VERSION = 'io.modelcontextprotocol/protocolVersion';
// What the header `Mcp-Name` repeats, by method (SEP-2243).
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/** Reads a line; `undefined` for a blank one, and for one that nobody may answer and that says nothing. */
export function readMessage(text: string): ClientRequest | ClientNotice | Unreadable | undefined {
  if (text.trim() === '') return undefined;
  const value = parseJson(text);
  if (value === undefined) {
    return {
      kind: 'unreadable',
      id: null,
      code: PARSE_ERROR,
      message: 'Parse error: the line is no JSON',
    };
  }
  const { jsonrpc, id, method, params = {} } = Object(value) as Fields;
  const isSound = jsonrpc === '2.0' && isFields(value) && isFields(params);
  if (isSound && typeof method === 'string') {
    if (id === undefined) return { kind: 'notice', method, params, text };
    if (isId(id)) return { kind: 'request', id, method, params, text };
  }
  if (isSound && method === undefined && isReply(value)) return { kind: 'notice', params: {}, text };
  const fault = faultOf(value);
  return fault && { kind: 'unreadable', code: INVALID_REQUEST, ...fault };
}

/** The revision that a message names in itself, as those from 2026-07-28 on do. */
export function revisionIn({ params }: ClientRequest): string | undefined {
  const version = isFields(params._meta) ? params._meta[META_VERSION] : undefined;
  return typeof version === 'string' ? version : undefined;
}

/** The headers of a message. `agreed`: the revision of an earlier `initialize`. */
export function headersOf(
  message: ClientRequest | ClientNotice,
  agreed: string | undefined,
): Readonly<Record<string, string>> {
  const revision = message.kind === 'request' ? revisionIn(message) : undefined;
  if (message.kind !== 'request' || revision === undefined) {
    return agreed === undefined ? {} : { 'mcp-protocol-version': headerText(agreed) };
  }
  const field = Object.hasOwn(NAMED_BY, message.method) ? NAMED_BY[message.method] : undefined;
  const name = field === undefined ? undefined : message.params[field];
  return {
    'mcp-protocol-version': headerText(revision),
    'mcp-method': headerText(message.method),
    ...(typeof name === 'string' && { 'mcp-name': headerText(name) }),
  };
}

/** JSON, or `undefined`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether a value is an object of JSON. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value can be the id of a request. */
export function isId(value: unknown): value is MessageId {
  return typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value));
}

/** Whether a message answers one. */
export function isReply(message: Fields): boolean {
  return message.method === undefined && ('result' in message || 'error' in message);
}

/** As SEP-2243 writes what a header cannot hold. */
function headerText(text: string): string {
  const isPlain =
    /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
