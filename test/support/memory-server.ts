/**
 * The real memory server as a child process, with a home and a memory of its own, at a free port. It waits for the line that
 * says where it listens, never for time.
 */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createWorkFolder, startBin } from './run-bin.js';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

export class TestMemoryServer {
  readonly url: string;
  readonly folder: string;
  readonly storageRoot: string;
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<number | null>;

  private constructor(parts: {
    url: string;
    folder: string;
    child: ChildProcessWithoutNullStreams;
    ended: Promise<number | null>;
  }) {
    this.url = parts.url;
    this.folder = parts.folder;
    this.storageRoot = join(parts.folder, 'memory');
    this.child = parts.child;
    this.ended = parts.ended;
  }

  /** Starts one in a folder, which the caller owns. */
  static async start(folder: string, env: Readonly<Record<string, string>> = {}): Promise<TestMemoryServer> {
    mkdirSync(join(folder, 'home'), { recursive: true });
    const settings = { KG_HTTP_PORT: '0', KG_STORAGE_ROOT: join(folder, 'memory'), ...env };
    const child = startBin('kg-memory', ['serve'], {
      home: join(folder, 'home'),
      cwd: folder,
      env: settings,
    });
    const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
    let said = '';
    const url = await new Promise<string>((done, failed) => {
      createInterface({ input: child.stderr }).on('line', (line) => {
        said += `${line}\n`;
        const [address] = line.match(/http:\/\/127\.0\.0\.1:\d+/) ?? [];
        if (address !== undefined) done(address);
      });
      void ended.then(() => failed(new Error(`the server ended: ${said}`)));
    });
    return new TestMemoryServer({ url, folder, child, ended });
  }

  async fetch(
    method: string,
    path: string,
    fields?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { ...(fields !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(fields !== undefined && { body: JSON.stringify(fields) }),
    });
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
  }

  /** Ends it as a user does; resolves with the exit code. */
  stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.ended;
  }
}

/** Runs `use` with a server of its own, which ends with it. */
export async function withMemoryServer(
  use: (server: TestMemoryServer) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const work = createWorkFolder('memory-server');
  try {
    const server = await TestMemoryServer.start(work.path, env);
    try {
      await use(server);
    } finally {
      await server.stop();
    }
  } finally {
    work.remove();
  }
}
