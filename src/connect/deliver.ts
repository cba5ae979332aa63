/**
 * A request brought to the memory server until it is answered, and what is answered when it cannot be. What never reached the
 * server is sent again, and so is what changes nothing; of what may have been done the caller is told just that, since doing
 * it twice is his decision.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Place } from '../hook/place.js';
import { backoffMs } from '../kernel/backoff.js';
import { KgError } from '../kernel/errors.js';
import { type ClientRequest, type Fields, headersOf, isReply } from './message.js';
import { type Connections, type Posted, post } from './post.js';
import type { ServerLink } from './server-link.js';

export interface Delivery {
  readonly link: ServerLink;
  readonly connections: Connections;
  /** The revision that was agreed upon by `initialize`. */
  readonly agreed: string | undefined;
  /** How long a server may be silent before it is asked whether it lives. */
  readonly quietMs: number;
  /** Aborted when the answer is no longer wanted. */
  readonly signal: AbortSignal;
  /** Takes what comes before the answer. */
  readonly onNotice: (message: Fields) => void;
}

// A server that ends with every request has a fault that asking does not mend.
const TRIES_MAX = 4;
const RETRY_AFTER_MS = 50;
const READING_TOOLS = new Set(['kg_read', 'kg_search']);
const UNAUTHORIZED = 401;

/** Brings it; the answer. Rejects with a `KgError` when there is none. */
export async function deliver(request: ClientRequest, delivery: Delivery): Promise<Fields> {
  const { link, signal } = delivery;
  for (let attempt = 1; ; attempt++) {
    const place = await link.place();
    signal.throwIfAborted();
    const { answer, posted } = await send(request, place, delivery);
    signal.throwIfAborted();
    if (answer !== undefined) return { ...answer, id: request.id };
    if (posted.kind !== 'refused' || posted.status === UNAUTHORIZED) link.lost(place);
    if (attempt === TRIES_MAX || !mayRepeat(request, posted)) throw unanswered(request, place, posted);
    await wait(backoffMs(attempt, RETRY_AFTER_MS));
  }
}

/** Whether asking a second time changes nothing that asking once does not. */
export function isRepeatable({ method, params }: ClientRequest): boolean {
  return method !== 'tools/call' || READING_TOOLS.has(String(params.name));
}

interface Sent {
  readonly answer?: Fields;
  readonly posted: Posted;
}

async function send(request: ClientRequest, place: Place, delivery: Delivery): Promise<Sent> {
  const { link, connections, agreed, quietMs, signal, onNotice } = delivery;
  const giving = new AbortController();
  const giveUp = () => giving.abort();
  signal.addEventListener('abort', giveUp, { once: true });
  let answer: Fields | undefined;
  const posting = post({
    place,
    text: request.text,
    headers: headersOf(request, agreed),
    connections,
    signal: giving.signal,
    onMessage: (message) => {
      if (!isReply(message)) onNotice(message);
      else if (message.id === request.id || message.id === null) answer = message;
    },
  });
  try {
    const posted = await watch(posting, quietMs, () => link.isAlive());
    return answer === undefined ? { posted } : { posted, answer };
  } finally {
    giveUp();
    signal.removeEventListener('abort', giveUp);
  }
}

/** A reply takes as long as it takes, from a server that lives. */
async function watch(
  posting: Promise<Posted>,
  quietMs: number,
  isAlive: () => Promise<boolean>,
): Promise<Posted> {
  for (;;) {
    const noMore = new AbortController();
    const quiet = wait(quietMs, undefined, { signal: noMore.signal }).catch(() => undefined);
    const posted = await Promise.race([posting, quiet]);
    noMore.abort();
    if (posted !== undefined) return posted;
    if (!(await isAlive())) return { kind: 'broken', why: 'it lives and does not answer' };
  }
}

function mayRepeat(request: ClientRequest, posted: Posted): boolean {
  switch (posted.kind) {
    case 'unsent':
      return true;
    case 'done':
    case 'broken':
      return isRepeatable(request);
    case 'refused':
      return posted.status === UNAUTHORIZED;
  }
}

function unanswered(request: ClientRequest, { host, port }: Place, posted: Posted): KgError {
  const at = `${host}:${port}`;
  switch (posted.kind) {
    case 'unsent':
      return new KgError('not-healthy', `the memory server at ${at} cannot be reached: ${posted.why}`, {
        hint: 'Nothing was done. kg-memory server status says how it is.',
      });
    case 'done':
    case 'broken': {
      const why = posted.kind === 'done' ? 'its answer is missing' : posted.why;
      const hint = isRepeatable(request)
        ? 'kg-memory server status says how it is; kg-memory server restart --force replaces it.'
        : 'This may have been done or not: look with kg_read or kg_search before you ask for it again.';
      return new KgError('io', `the memory server at ${at} broke off: ${why}`, { hint });
    }
    case 'refused': {
      const { error } = Object(posted.body) as { readonly error?: unknown };
      const { message, hint } = Object(error) as Fields;
      if (typeof message !== 'string') return noMemoryServer(at, posted.status);
      return new KgError('bad-argument', message, typeof hint === 'string' ? { hint } : {});
    }
  }
}

function noMemoryServer(at: string, status: number): KgError {
  return new KgError('not-healthy', `what answers at ${at} is no memory server (HTTP ${status})`, {
    hint: 'kg-memory server status says what is there; KG_HTTP_PORT chooses another port.',
  });
}
