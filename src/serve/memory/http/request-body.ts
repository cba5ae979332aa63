/** The body of a request as JSON, within bounds. What is no JSON, or too long, is the caller's to mend. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { type Reply, refusal } from './reply.js';

/** The longest body. A node of memory has some thousand characters; a whole import goes through the command line. */
export const BODY_BYTES_MAX = 1_048_576;

/** A body, or the reply that refuses it. */
export type Body = { readonly value: unknown } | { readonly refused: Reply };

/** Reads a body to its end; an empty one is an empty object. */
export async function readJsonBody(request: IncomingMessage): Promise<Body> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > BODY_BYTES_MAX) return { refused: tooLong() };
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return { refused: tooLong() };
    chunks.push(chunk);
  }
  if (bytes === 0) return { value: {} };
  if (!isJson(request.headers['content-type'])) {
    return {
      refused: refusal(415, 'bad-argument', 'the body must be JSON', {
        hint: 'Send it with Content-Type: application/json.',
      }),
    };
  }
  return parse(Buffer.concat(chunks, bytes));
}

function parse(bytes: Buffer): Body {
  if (!isUtf8(bytes)) return { refused: refusal(400, 'bad-argument', 'the body is no UTF-8') };
  try {
    return { value: JSON.parse(bytes.toString('utf8')) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { refused: refusal(400, 'bad-argument', `the body is no JSON: ${error.message}`) };
  }
}

function isJson(type: string | undefined): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type ?? '');
}

function tooLong(): Reply {
  return refusal(413, 'bad-argument', `the body is longer than ${BODY_BYTES_MAX} bytes`, {
    hint: 'Write less at once; kg-memory memory import takes files of any size.',
    headers: { connection: 'close' },
  });
}
