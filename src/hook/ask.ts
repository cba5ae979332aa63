/**
 * One request to the server, and what came of it: a reply, nobody there, or no use. It never rejects and never waits longer
 * than its signal.
 */
import { request } from 'node:http';
import { systemErrorCode } from '../kernel/errors.js';
import type { Question } from './events.js';
import type { Place } from './place.js';

/** `absent`: nobody listens. `unknown`: the server does not know the question. `useless`: all else that is no reply. */
export type Asked =
  | { readonly kind: 'reply'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: 'absent' | 'unknown' | 'useless' };

const REPLY_BYTES_MAX = 200_000;
const NOT_THERE = new Set([404, 405, 501]);

/** Asks. */
export function ask(place: Place, question: Question, signal: AbortSignal): Promise<Asked> {
  const { method, path, fields } = question;
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return new Promise((done) => {
    const asked = request(
      {
        host: place.host,
        port: place.port,
        method,
        path: method === 'GET' ? `${path}?${query}` : path,
        agent: false,
        signal,
        headers: {
          'content-type': 'application/json',
          ...(place.token !== undefined && { authorization: `Bearer ${place.token}` }),
        },
      },
      (response) => {
        const { statusCode = 0 } = response;
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
          if (text.length > REPLY_BYTES_MAX) response.destroy(new Error('too long'));
        });
        response.on('error', () => done({ kind: 'useless' }));
        response.on('end', () => {
          const body = statusCode === 200 ? objectIn(text) : undefined;
          if (body !== undefined) done({ kind: 'reply', body });
          else done({ kind: NOT_THERE.has(statusCode) ? 'unknown' : 'useless' });
        });
      },
    );
    asked.on('error', (error) => {
      const isRefused = systemErrorCode(error) === 'ECONNREFUSED' || error instanceof AggregateError;
      done({ kind: isRefused ? 'absent' : 'useless' });
    });
    asked.end(method === 'POST' ? JSON.stringify(fields) : undefined);
  });
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
