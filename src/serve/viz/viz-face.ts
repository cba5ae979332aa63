/**
 * The explorer behind one path: the page's files and, below `/viz/api/`, the code graphs of the projects that a server shows.
 * It only reads. Who may ask is checked before it, by the server that it is mounted on.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolveNode } from '../../code/query/resolve-node.js';
import { search } from '../../code/query/search.js';
import { SnapshotDamage } from '../../code/snapshot/damage.js';
import { KgError } from '../../kernel/errors.js';
import { version } from '../../kernel/version.js';
import { ok, type Reply, refusal, replyToError, send } from '../memory/http/reply.js';
import type { CodeSource } from './code-source.js';
import { sendEvents } from './events.js';
import { nodeDetails } from './node-details.js';
import { PageFiles } from './page-files.js';
import type { NodeDetails, ProjectsDocument, SearchDocument } from './wire.js';

/** Where the explorer lives on every server. */
export const VIZ_PATH = '/viz/';
/** Below it: what has to do with a project, and needs whatever the server asks of its callers. */
export const VIZ_API_PATH = '/viz/api/';

/** The projects that a server shows. */
export interface ShownProjects {
  /** Absolute roots, in order. */
  roots(): Promise<readonly string[]>;
  /** The code graph of one of them; `undefined` for a root that is not shown. */
  source(root: string): Promise<CodeSource | undefined>;
  readonly hasMemory: boolean;
}

export interface VizFace {
  /** Answers a request whose path begins with `VIZ_PATH`; rejects for faults of our own alone. */
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>;
  /** Ends the streams that are still open. */
  close(): void;
}

// Nothing from anywhere else, nothing inline, no frames; sockets to the same server count as 'self'.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

// A search shows one screen of hits.
const HITS = 50;
const QUERY_CHARS_MAX = 500;

export function createVizFace(projects: ShownProjects): VizFace {
  const files = new PageFiles();
  const streams = new Set<ServerResponse>();

  return {
    handle: async (request, response, url) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, onlyGet());
      if (!url.pathname.startsWith(VIZ_API_PATH)) return sendFile(request, response, url.pathname);
      try {
        await answer(request, response, url);
      } catch (error) {
        const reply = replyToError(error);
        if (reply === undefined) throw error;
        send(response, reply);
      }
    },
    close: () => {
      for (const stream of streams) stream.end();
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const endpoint = url.pathname.slice(VIZ_API_PATH.length);
    if (endpoint === 'projects') return send(response, ok(await listProjects()));
    if (!Object.hasOwn(ENDPOINTS, endpoint) && endpoint !== 'graph' && endpoint !== 'events') {
      return send(response, refusal(404, 'not-found', 'there is no such endpoint below /viz/api/'));
    }
    const source = await sourceOf(url);
    if (endpoint === 'events') return sendEvents(source, response, streams);
    if (endpoint === 'graph')
      return sendPieces(request, response, await soundly(source, () => source.document()));
    const ask = ENDPOINTS[endpoint] as Endpoint;
    send(response, ok(await soundly(source, () => ask(source, url.searchParams))));
  }

  async function listProjects(): Promise<ProjectsDocument> {
    const roots = await projects.roots();
    const named = roots.map((root) => ({ root, name: root.split(/[\\/]/).at(-1) ?? root }));
    return { version, projects: named, hasMemory: projects.hasMemory };
  }

  async function sourceOf(url: URL): Promise<CodeSource> {
    const root = url.searchParams.get('project') ?? '';
    const source = await projects.source(root);
    if (source !== undefined) return source;
    throw new KgError('not-found', `this server shows no project ${JSON.stringify(root.slice(0, 200))}`, {
      hint: 'It shows the projects that agents have used with it.',
    });
  }

  function sendFile(request: IncomingMessage, response: ServerResponse, path: string): void {
    const file = files.get(path === VIZ_PATH ? 'index.html' : path.slice(VIZ_PATH.length));
    if (file === undefined) {
      send(response, noSuchFile(!files.isBuilt));
      return;
    }
    const headers = {
      'content-type': file.type,
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      etag: file.tag,
      'cache-control': file.isLasting ? 'max-age=31536000, immutable' : 'no-cache',
    };
    const isKnown = request.headers['if-none-match'] === file.tag;
    response.writeHead(isKnown ? 304 : 200, {
      ...headers,
      ...(!isKnown && { 'content-length': file.bytes.length }),
    });
    response.end(isKnown || request.method === 'HEAD' ? undefined : file.bytes);
  }
}

type Endpoint = (source: CodeSource, asked: URLSearchParams) => Promise<NodeDetails | SearchDocument>;

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  node: async (source, asked) => {
    const { view } = await source.graph();
    const id = asked.get('id') ?? '';
    const meant = resolveNode(view, id, { nearestMax: 0 });
    if (meant.kind === 'one') return nodeDetails(view, meant.node);
    throw new KgError('not-found', `there is no node ${JSON.stringify(id.slice(0, QUERY_CHARS_MAX))}`);
  },
  search: async (source, asked) => {
    const { view } = await source.graph();
    const query = (asked.get('q') ?? '').slice(0, QUERY_CHARS_MAX);
    const { total, hits, nearest } = search(view, { query, limit: HITS });
    return {
      query,
      total,
      hits: hits.map(({ node, score }) => ({ id: node.id, score, summary: node.summary ?? '' })),
      nearest: nearest.map(({ id }) => id),
    };
  },
};

/** Asks a graph that may turn out to be damaged while it is read. */
async function soundly<T>(source: CodeSource, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof SnapshotDamage)) throw error;
    source.forget();
    throw new KgError('not-healthy', `the index of ${source.root} is damaged: ${error.message}`, {
      hint: `Run: kg-memory index ${JSON.stringify(source.root)}`,
    });
  }
}

async function sendPieces(
  request: IncomingMessage,
  response: ServerResponse,
  pieces: readonly Buffer[],
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': pieces.reduce((sum, piece) => sum + piece.length, 0),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  if (request.method === 'HEAD') return void response.end();
  for (const piece of pieces) {
    if (response.destroyed) return;
    if (!response.write(piece)) await drained(response);
  }
  response.end();
}

/** Until a reader has taken what was written, or has gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      response.off('drain', end).off('close', end);
      done();
    };
    response.on('drain', end).on('close', end);
  });
}

function onlyGet(): Reply {
  return refusal(405, 'bad-method', 'the explorer only reads', { headers: { allow: 'GET, HEAD' } });
}

function noSuchFile(isUnbuilt: boolean): Reply {
  return isUnbuilt
    ? refusal(503, 'not-built', "the explorer's page was not built", {
        hint: 'In a clone, run: npm run build',
      })
    : refusal(404, 'not-found', 'the explorer has no such file', { hint: 'Its page is at /viz/.' });
}
