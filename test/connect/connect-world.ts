/**
 * A user with a memory of his own, a port of his own and no server, who starts connectors; and servers of another kind at that
 * port, which say of themselves that they are a memory server and then do what a test wants.
 */
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { version } from '../../src/kernel/version.js';
import { McpSession } from '../support/mcp-session.js';
import { createWorkFolder, isolatedEnvironment, runKgMemory } from '../support/run-bin.js';

/** The program that clients start. */
export const CONNECT = ['kg-memory', 'connect'] as const;

export class ConnectWorld {
  readonly folder: string;
  readonly home: string;
  readonly port: number;
  readonly env: Record<string, string>;
  readonly #work: ReturnType<typeof createWorkFolder>;
  readonly #open: McpSession[] = [];

  private constructor(work: ReturnType<typeof createWorkFolder>, port: number) {
    this.#work = work;
    this.folder = work.path;
    this.port = port;
    this.home = join(work.path, 'home');
    mkdirSync(this.home);
    this.env = { KG_HTTP_PORT: String(port), KG_STORAGE_ROOT: join(work.path, 'memory') };
  }

  /** A world at a port that was free a moment ago. */
  static async make(name: string): Promise<ConnectWorld> {
    const server = createServer();
    const port = await listen(server, 0);
    await close(server);
    return new ConnectWorld(createWorkFolder(name), port);
  }

  /** Starts a connector. */
  connect(modern = false, env: Readonly<Record<string, string>> = {}): McpSession {
    const { folder: cwd, home } = this;
    const session = new McpSession({
      cwd,
      home,
      env: { ...this.env, ...env },
      program: [...CONNECT],
      modern,
    });
    this.#open.push(session);
    return session;
  }

  /** `kg-memory server …` as JSON: what it says, or its error. */
  async server(...words: string[]): Promise<Readonly<Record<string, unknown>>> {
    const env = { ...isolatedEnvironment(this.home), ...this.env };
    const { stdout, stderr } = await runKgMemory(['server', ...words, '--json'], { env, cwd: this.folder });
    return stdout === '' ? JSON.parse(stderr).error : JSON.parse(stdout).result;
  }

  /** The pid of the server that answers. */
  async pid(): Promise<number> {
    const response = await fetch(`http://127.0.0.1:${this.port}/health`);
    const { pid } = (await response.json()) as { pid: number };
    return pid;
  }

  /**
   * Puts another server at the port: `answer` gets what is sent to /mcp, `health` says how it is, or breaks off with
   * `undefined`.
   */
  async occupy(answer: Answer, health: () => object | undefined = () => HEALTH): Promise<Server> {
    const server = createServer((request, response) => {
      const path = request.url ?? '';
      const says = path === '/health' ? health() : undefined;
      if (says !== undefined) response.end(JSON.stringify(says));
      else if (path === '/health') response.destroy();
      else void textOf(request).then((text) => answer(JSON.parse(text), response, request));
    });
    await listen(server, this.port);
    return server;
  }

  /** Ends connectors and the server, and removes everything. */
  async end(): Promise<void> {
    for (const session of this.#open) session.child.kill('SIGKILL');
    await Promise.all(this.#open.map(({ ended }) => ended));
    const state = join(this.home, 'state', 'kg-memory', `memory-${this.port}.json`);
    if (existsSync(state)) await this.server('stop', '--force');
    this.#work.remove();
  }
}

/** What a server of a test does with a message. */
export type Answer = (
  message: { readonly id?: number; readonly method: string },
  response: ServerResponse,
  request: IncomingMessage,
) => void;

export const HEALTH = { name: 'kg-memory', version, pid: 1 };

/** Ends a server, and every connection to it. */
export async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  if (server.listening) await once(server, 'close');
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += part;
  return text;
}
