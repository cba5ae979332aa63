/**
 * Who answers at a port: a memory server, somebody else, or nobody. It asks `/health` once and waits a moment; a server of
 * ours that is too busy to answer is told from a stranger by its state file, not here.
 */
import { request } from 'node:http';
import { systemErrorCode } from '../../../kernel/errors.js';
import type { Secret } from '../../../kernel/secret.js';

// A healthy server answers in a few milliseconds; a busy machine may take a hundred times as long.
const ANSWER_WAIT_MS = 2_000;
const ANSWER_BYTES_MAX = 65_536;

/** What a memory server says of itself. `storageRoot` is told to those alone who have the token, when one is asked for. */
export interface Health {
  readonly version: string;
  readonly pid: number;
  readonly storageRoot?: string;
}

export type Probe =
  | { readonly kind: 'memory'; readonly health: Health }
  | { readonly kind: 'stranger'; readonly why: string }
  | { readonly kind: 'nobody' };

/** Asks. Never rejects. */
export function probe(host: string, port: number, token?: Secret): Promise<Probe> {
  return new Promise((done) => {
    const stranger = (why: string) => done({ kind: 'stranger', why });
    const asked = request(
      {
        host: reachable(host),
        port,
        path: '/health',
        agent: false,
        headers: { ...(token !== undefined && { authorization: `Bearer ${token.reveal()}` }) },
        signal: AbortSignal.timeout(ANSWER_WAIT_MS),
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
          if (text.length > ANSWER_BYTES_MAX) asked.destroy(new Error('it says too much'));
        });
        response.on('end', () => {
          const health = readHealth(text);
          if (health === undefined) stranger('it answers /health in another way');
          else done({ kind: 'memory', health });
        });
        response.on('error', () => stranger('it broke off its answer'));
      },
    );
    asked.on('error', (error) => {
      if (systemErrorCode(error) === 'ECONNREFUSED') done({ kind: 'nobody' });
      else
        stranger(
          error.name === 'AbortError' || error.name === 'TimeoutError' ? 'it does not answer' : error.message,
        );
    });
    asked.end();
  });
}

/** Where a server can be reached that listens on every address. */
export function reachable(host: string): string {
  return host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
}

function readHealth(text: string): Health | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const { name, version, pid, storage_root: storageRoot } = Object(value) as Partial<Record<string, unknown>>;
  if (name !== 'kg-memory' || typeof version !== 'string' || typeof pid !== 'number') return undefined;
  return { version, pid, ...(typeof storageRoot === 'string' && { storageRoot }) };
}
