/**
 * REST: from a request to one route and back. Everything a request brings (segments of its path, its query, its body) is one
 * object that the route's closed schema checks; a field that is named twice is refused. Faults are told as everywhere.
 */
import type { IncomingMessage } from 'node:http';
import { ok, type Reply, refusal, replyToError } from '../http/reply.js';
import { readJsonBody } from '../http/request-body.js';
import type { MemoryPort } from '../memory-port.js';
import { readInput } from '../read-input.js';
import type { Route } from './route.js';
import { ROUTES } from './routes.js';

/** The face over a memory. It rejects for faults of our own alone. */
export function createRestFace(memory: MemoryPort) {
  return async (request: IncomingMessage, url: URL): Promise<Reply> => {
    const path = url.pathname.split('/');
    const fitting = ROUTES.filter((route) => segmentsOf(route, path) !== undefined);
    const route = fitting.find(({ method }) => method === request.method);
    if (route === undefined) return fitting.length === 0 ? noSuchPath() : wrongMethod(request, fitting);
    const body = await readJsonBody(request);
    if ('refused' in body) return body.refused;
    try {
      const input = joined(segmentsOf(route, path) ?? {}, url.searchParams, body.value);
      if (typeof input === 'string') return refusal(400, 'bad-argument', input);
      const name = `${route.method} ${route.path}`;
      return ok(await route.run(readInput({ name, input: route.input }, input), memory));
    } catch (error) {
      const reply = replyToError(error);
      if (reply === undefined) throw error;
      return reply;
    }
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** The named segments of a path, decoded; `undefined` when it is not the route's. */
function segmentsOf(route: Route, path: readonly string[]): Fields | undefined {
  const pattern = route.path.split('/');
  if (pattern.length !== path.length) return undefined;
  const fields: Record<string, string> = {};
  for (const [at, part] of pattern.entries()) {
    const given = path[at] ?? '';
    if (!part.startsWith(':')) {
      if (part !== given) return undefined;
      continue;
    }
    const text = decoded(given);
    if (text === undefined || text === '') return undefined;
    fields[part.slice(1)] = text;
  }
  return fields;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** All fields of a request, or what is wrong with them. */
function joined(segments: Fields, query: URLSearchParams, body: unknown): Fields | string {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return 'the body must be a JSON object';
  const sources = [Object.entries(segments), [...query], Object.entries(body)];
  const fields = new Map<string, unknown>();
  for (const [name, value] of sources.flat()) {
    if (fields.has(name)) return `the field ${JSON.stringify(name.slice(0, 80))} is given twice`;
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

function noSuchPath(): Reply {
  return refusal(404, 'not-found', 'there is no such endpoint', {
    hint: 'The README lists them; the ids of nodes stand in the path as one segment.',
  });
}

function wrongMethod({ method = '' }: IncomingMessage, fitting: readonly Route[]): Reply {
  const allowed = fitting.map((route) => route.method).join(', ');
  const hint = method === 'GET' ? `It changes something, so use ${allowed}.` : `Use ${allowed}.`;
  const message = `${method.slice(0, 20)} is not allowed here`;
  return refusal(405, 'bad-method', message, { hint, headers: { allow: allowed } });
}
