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
}

const TOKEN_KEY = 'kg-memory-token';

/** The token of the memory server, for as long as the tab is open. */
export function currentToken(): string | undefined {
  return sessionStorage.getItem(TOKEN_KEY) ?? undefined;
}

export function keepToken(token: string): void {
  sessionStorage.setItem(TOKEN_KEY, token.trim());
}

type Query = Readonly<Record<string, string>>;

export interface AskOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly query?: Query;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Asks the server at an absolute path; rejects with an `ApiError`, or with the signal's reason. */
export async function ask<T>(
  path: string,
  { method = 'GET', query = {}, body, signal }: AskOptions = {},
): Promise<T> {
  const token = currentToken();
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
  const reply: unknown = await response.json().catch(() => undefined);
  if (response.ok) return reply as T;
  const { error } = Object(reply) as Partial<ErrorDocument>;
  const message = error?.message ?? `the server answered ${response.status}`;
  throw new ApiError(response.status, error?.code ?? 'unknown', message, error?.hint ?? undefined);
}

export function fetchProjects(signal?: AbortSignal): Promise<ProjectsDocument> {
  return ask('/viz/api/projects', { signal });
}

export function fetchGraph(project: string, signal?: AbortSignal): Promise<GraphDocument> {
  return ask('/viz/api/graph', { query: { project }, signal });
}

export function fetchNode(project: string, id: string, signal?: AbortSignal): Promise<NodeDetails> {
  return ask('/viz/api/node', { query: { project, id }, signal });
}

export function fetchSearch(project: string, q: string, signal?: AbortSignal): Promise<SearchDocument> {
  return ask('/viz/api/search', { query: { project, q }, signal });
}
