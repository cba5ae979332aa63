/**
 * Answers of the HTTP server outside MCP: one JSON document each, never kept by a cache, never read as anything else. An
 * error is `{error: {code, message, hint}}`, the same document that the command line prints.
 */
import type { ServerResponse } from 'node:http';
import { KgError, type KgErrorCode } from '../../../kernel/errors.js';
import { codeOf } from '../../../memory/errors.js';

/** A reply before it is written. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

const STATUS: Readonly<Partial<Record<KgErrorCode, number>>> = {
  'not-found': 404,
  ambiguous: 409,
  io: 503,
  'not-healthy': 503,
  timeout: 504,
};
// What the caller can mend.
const STATUS_BAD_REQUEST = 400;

export function ok(body: unknown, status = 200): Reply {
  return { status, body };
}

/** A refusal with what to try. */
export function refusal(
  status: number,
  code: string,
  message: string,
  more: { readonly hint?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Reply {
  const { hint = null, headers } = more;
  return { status, body: { error: { code, message, hint } }, ...(headers !== undefined && { headers }) };
}

/** The reply to what the caller can mend; `undefined` for a fault of ours. */
export function replyToError(error: unknown): Reply | undefined {
  if (!(error instanceof KgError)) return undefined;
  const { message, hint } = error;
  const status = STATUS[error.code] ?? STATUS_BAD_REQUEST;
  return refusal(status, codeOf(error), message, hint === undefined ? {} : { hint });
}

/** Writes a reply, once; a caller that has gone away is told nothing. */
export function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  if (response.headersSent || response.destroyed) return;
  const text = JSON.stringify(body);
  response.writeHead(status, { ...HEADERS, ...headers, 'content-length': Buffer.byteLength(text) });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}
