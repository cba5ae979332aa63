/** One request to the REST interface of a running memory server, for the command line. */
import { request } from 'node:http';
import type { MemoryConfig } from '../../../config/memory-config.js';
import { KgError } from '../../../kernel/errors.js';
import { readToken } from '../http/bearer-token.js';
import { reachable } from './probe.js';

export interface ServerCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** In the query of a GET, in the body of a POST. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** The body of the reply. Rejects with a `KgError` that says what the server said. */
export async function callServer(
  { host, port, tokenFile }: Pick<MemoryConfig, 'host' | 'port' | 'tokenFile'>,
  { method, path, fields, signal }: ServerCall,
): Promise<unknown> {
  const token = readToken(tokenFile);
  const query = method === 'GET' ? `?${queryOf(fields)}` : '';
  const { status, text } = await new Promise<{ status: number; text: string }>((done, failed) => {
    const asked = request(
      {
        host: reachable(host),
        port,
        path: `${path}${query}`,
        method,
        agent: false,
        signal,
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token.reveal()}` }),
        },
      },
      (response) => {
        const parts: string[] = [];
        response.setEncoding('utf8').on('data', (part: string) => parts.push(part));
        response.on('end', () => done({ status: response.statusCode ?? 0, text: parts.join('') }));
        response.on('error', failed);
      },
    );
    asked.on('error', (error) => {
      failed(new KgError('io', `the memory server does not answer: ${error.message}`, { cause: error }));
    });
    asked.end(method === 'POST' ? JSON.stringify(fields) : undefined);
  });
  const body: unknown = JSON.parse(text);
  if (status === 200) return body;
  const { error } = Object(body) as { error?: { message?: string; hint?: string | null } };
  const { message = `the server answered ${status}`, hint } = error ?? {};
  const code =
    status === 404 ? 'not-found' : status === 409 ? 'ambiguous' : status >= 500 ? 'io' : 'bad-argument';
  throw new KgError(code, message, typeof hint === 'string' ? { hint } : {});
}

function queryOf(fields: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}
