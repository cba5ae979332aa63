/**
 * What the client is answered when the server has not: an error of JSON-RPC, or for a call of a tool a result that says it
 * failed, since of those the model reads the text and can act on it.
 */
import { describeError, KgError } from '../kernel/errors.js';
import { type ClientRequest, type Fields, revisionIn, type Unreadable } from './message.js';

const INTERNAL_ERROR = -32603;

/** The answer to a request that failed with this. */
export function answerTo(request: ClientRequest, error: unknown): Fields {
  const { id, method } = request;
  const text = describeError(error);
  if (method !== 'tools/call') {
    // Clients show it as one line.
    const message = text.replace(/([^.:!?])\n/g, '$1. ').replaceAll('\n', ' ');
    return { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message } };
  }
  const code = error instanceof KgError ? error.code : 'internal';
  const content = [{ type: 'text', text: `${code}: ${text}` }];
  const isModern = revisionIn(request) !== undefined;
  return {
    jsonrpc: '2.0',
    id,
    result: { content, isError: true, ...(isModern && { resultType: 'complete' }) },
  };
}

/** The error for a line that is no request. */
export function unreadable({ id, code, message }: Omit<Unreadable, 'kind'>): Fields {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
