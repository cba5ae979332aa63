/**
 * Requests to the server that the page came from. What it refuses becomes an `ApiError` that says why and what to do; a token,
 * where one is asked for, is kept for the tab alone.
 */
import type {
  ErrorDocument,
  GraphDocument,
  NodeDetails,
  ProjectsDocument,
  SearchDocument,
} from '../../../src/serve/viz/wire.js';
import { keepText, readKept } from './kept-text.js';

/** What an `ApiError` says, as it goes from thread to thread. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
}

/** A refusal, or a server that does not answer (`status` 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly hint: string | undefined,
  ) {
    super(message);
  }

  static of({ status, code, message, hint }: Refusal): ApiError {
    return new ApiError(status, code, message, hint);
  }

  get refusal(): Refusal {
    const { status, code, message, hint } = this;
    return { status, code, message, hint };
  }
}

const TOKEN_KEY = 'kg-memory-token';

/** The token of the memory server, for as long as the tab is open. */
export function currentToken(): string | undefined {
  return readKept('session', TOKEN_KEY);
}

/** Whether the browser keeps it. */
export function keepToken(token: string): boolean {
  return keepText('session', TOKEN_KEY, token.trim());
}

type Query = Readonly<Record<string, string>>;

export interface AskOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly query?: Query;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Of a thread, which cannot look where it is kept. */
  readonly token?: string | undefined;
  /** Hears how much of a large reply has come, when its length is known. */
  readonly onBytes?: ((read: number, all: number) => void) | undefined;
}

/** Asks the server at an absolute path; rejects with an `ApiError`, or with the signal's reason. */
export async function ask<T>(
  path: string,
  { method = 'GET', query = {}, body, signal, token = currentToken(), onBytes }: AskOptions = {},
): Promise<T> {
  const search = new URLSearchParams(query).toString();
  const response = await fetch(`${path}${search === '' ? '' : `?${search}`}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new ApiError(0, 'unreachable', 'the server does not answer', 'Is kg-memory still running?');
  });
  const heard = onBytes === undefined ? response : counted(response, onBytes);
  const reply: unknown = await heard.json().catch(() => undefined);
  if (response.ok) return reply as T;
  const { error } = Object(reply) as Partial<ErrorDocument>;
  const message = error?.message ?? `the server answered ${response.status}`;
  throw new ApiError(response.status, error?.code ?? 'unknown', message, error?.hint ?? undefined);
}

/** The same reply, each piece of which is counted as it comes. */
function counted(response: Response, onBytes: (read: number, all: number) => void): Response {
  const all = Number(response.headers.get('content-length'));
  if (response.body === null || !(all > 0)) return response;
  let read = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, next) => {
      read += piece.length;
      onBytes(read, all);
      next.enqueue(piece);
    },
  });
  const { status, headers } = response;
  return new Response(response.body.pipeThrough(count), { status, headers });
}

export function fetchProjects(signal?: AbortSignal): Promise<ProjectsDocument> {
  return ask('/viz/api/projects', { signal });
}

export function fetchGraph(
  project: string,
  options: Pick<AskOptions, 'token' | 'onBytes'> = {},
): Promise<GraphDocument> {
  return ask('/viz/api/graph', { query: { project }, ...options });
}

export function fetchNode(project: string, id: string, signal?: AbortSignal): Promise<NodeDetails> {
  return ask('/viz/api/node', { query: { project, id }, signal });
}

export function fetchSearch(project: string, q: string, signal?: AbortSignal): Promise<SearchDocument> {
  return ask('/viz/api/search', { query: { project, q }, signal });
}
