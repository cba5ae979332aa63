/**
 * The body of a request within bounds: of bytes, and of values, since what each of them costs to check adds up to more than
 * its bytes say. What is no JSON, or too much of it, is the caller's to mend.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { systemErrorCode } from '../../../kernel/errors.js';
import { type Reply, refusal } from './reply.js';

/** The longest body. A node of memory has some thousand characters; a whole import goes through the command line. */
export const BODY_BYTES_MAX = 1_048_576;

// A batch of an import has some thousand, and nothing else comes near.
const VALUES_MAX = 20_000;

/** A body, or the reply that refuses it. */
export type Body = { readonly value: unknown } | { readonly refused: Reply };

/** Reads a body to its end; an empty one is an empty object. */
export async function readJsonBody(request: IncomingMessage): Promise<Body> {
  const read = await readBody(request);
  if ('refused' in read) return read;
  const { bytes } = read;
  if (bytes.length === 0) return { value: {} };
  if (!isJson(request.headers['content-type'])) {
    return {
      refused: refusal(415, 'bad-argument', 'the body must be JSON', {
        hint: 'Send it with Content-Type: application/json.',
      }),
    };
  }
  return parse(bytes);
}

/** Reads the bytes of a body that is meant to be JSON to their end. */
export async function readBody(
  request: IncomingMessage,
): Promise<{ readonly bytes: Buffer } | { readonly refused: Reply }> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > BODY_BYTES_MAX) return { refused: tooLong() };
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request) {
      length += chunk.length;
      if (length > BODY_BYTES_MAX) return { refused: tooLong() };
      chunks.push(chunk);
    }
  } catch (error) {
    // The caller has gone away in the middle; nobody will see the reply.
    if (systemErrorCode(error) !== 'ECONNRESET') throw error;
    return { refused: refusal(400, 'bad-argument', 'the body was broken off') };
  }
  const bytes = Buffer.concat(chunks, length);
  return hasTooManyValues(bytes) ? { refused: tooMany() } : { bytes };
}

const [QUOTE, BACKSLASH, COMMA, BRACE, BRACKET] = Buffer.from('"\\,{[');

/** Counts commas and what opens outside of texts, which needs no valid JSON and keeps nothing. */
function hasTooManyValues(bytes: Buffer): boolean {
  let values = 0;
  let isInText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isInText && byte === BACKSLASH) at++;
    else if (byte === QUOTE) isInText = !isInText;
    else if (!isInText && (byte === COMMA || byte === BRACE || byte === BRACKET)) values++;
  }
  return values > VALUES_MAX;
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

function tooMany(): Reply {
  return refusal(413, 'bad-argument', `the body holds more than ${VALUES_MAX} values`, {
    hint: 'Write less at once; kg-memory memory import takes files of any size.',
  });
}
