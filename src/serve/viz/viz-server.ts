/**
 * The explorer alone: a small HTTP server for one project's code graph, without a memory. It listens on this machine only,
 * checks callers as the memory server does, and never writes.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KgError, stackOf, systemErrorCode } from '../../kernel/errors.js';
import type { Log } from '../../kernel/log.js';
import { namesOf, objectionToCaller } from '../memory/http/guard.js';
import { refusal, send } from '../memory/http/reply.js';
import type { CodeSource } from './code-source.js';
import { createVizFace, VIZ_PATH } from './viz-face.js';

/** Beside the memory server's port. */
export const VIZ_PORT = 8766;
// Several explorers side by side; beyond that any free port will do.
const PORTS_TRIED = 20;
const HOST = '127.0.0.1';

export interface VizServer {
  /** Where a browser finds the page. */
  readonly address: string;
  close(): Promise<void>;
}

/** Serves one project at a port: the one given (0: any free one), else the first free one from `VIZ_PORT` on. */
export async function openVizServer(source: CodeSource, log: Log, port?: number): Promise<VizServer> {
  const face = createVizFace({
    roots: async () => [source.root],
    source: async (root) => (root === source.root || root === '' ? source : undefined),
    hasMemory: false,
  });
  const names = namesOf(HOST, []);
  const server = createServer((request, response) => {
    const objection = objectionToCaller(request.headers, names);
    if (objection !== undefined) {
      return send(
        response,
        refusal(403, 'forbidden', objection, { hint: 'Call it as localhost or 127.0.0.1.' }),
      );
    }
    const address = `http://server${request.url ?? ''}`;
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url?.pathname === '/' || url?.pathname === '/viz') {
      response.writeHead(302, { location: `${VIZ_PATH}${url.search}` }).end();
    } else if (url?.pathname.startsWith(VIZ_PATH)) {
      face.handle(request, response, url).catch((error: unknown) => {
        log.error(stackOf(error));
        send(response, refusal(500, 'internal', 'the server failed by a fault of its own'));
      });
    } else
      send(
        response,
        refusal(404, 'not-found', 'there is nothing here', { hint: `The page is at ${VIZ_PATH}.` }),
      );
  });
  await listen(server, port);
  return {
    address: `http://${HOST}:${(server.address() as AddressInfo).port}${VIZ_PATH}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      face.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server: Server, port: number | undefined): Promise<void> {
  const wanted = port === undefined ? Array.from({ length: PORTS_TRIED }, (_, at) => VIZ_PORT + at) : [port];
  const ports = port === undefined ? [...wanted, 0] : wanted;
  for (const each of ports) {
    try {
      server.listen({ host: HOST, port: each });
      await once(server, 'listening');
      return;
    } catch (error) {
      const code = systemErrorCode(error);
      if (code === undefined) throw error;
      if (port !== undefined || code !== 'EADDRINUSE') {
        throw new KgError('io', `cannot listen on ${HOST} port ${each}: ${code}`, {
          hint: 'Choose another one with --port, or leave it out.',
          cause: error,
        });
      }
    }
  }
}
