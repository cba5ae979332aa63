/**
 * A minimal MCP client of the real memory server, for measuring: one request at a time over HTTP. It knows just enough of the
 * protocol to call tools, so that what is measured is the server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { cleanEnvironment } from './processes.js';

interface Reply {
  readonly result?: { readonly content?: readonly { readonly text?: string }[]; readonly isError?: boolean };
  readonly error?: { readonly message: string };
}

export class MemoryClient {
  readonly #child: ChildProcess;
  readonly #url: string;
  #nextId = 0;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.#url = url;
  }

  /** Starts a server of a storage root at a free port. */
  static async start(storageRoot: string): Promise<MemoryClient> {
    const child = spawn(process.execPath, ['bin/kg-memory.cjs', 'serve'], {
      env: {
        ...cleanEnvironment(),
        KG_HTTP_PORT: '0',
        KG_STORAGE_ROOT: storageRoot,
        XDG_STATE_HOME: `${storageRoot}/state`,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (child.stderr === null) throw new Error('the child has no pipe');
    let said = '';
    for await (const line of createInterface({ input: child.stderr })) {
      const [url] = line.match(/http:\/\/127\.0\.0\.1:\d+/) ?? [];
      if (url !== undefined) return new MemoryClient(child, url);
      said += `${line}\n`;
    }
    throw new Error(`the memory server ends before it listens: ${said}`);
  }

  /** A session of a folder. */
  async session(folder: string): Promise<string> {
    const [, id] = (await this.call('kg_read', { cwd: folder })).match(/^Session: (\S+)$/m) ?? [];
    if (id === undefined) throw new Error('kg_read names no session');
    return id;
  }

  /** The text of a tool's answer. Rejects when the tool reports an error. */
  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
    this.#nextId += 1;
    const response = await fetch(`${this.#url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: this.#nextId,
        method: 'tools/call',
        params: { name, arguments: args },
      }),
    });
    const { result, error } = readReply(await response.text());
    const text = (result?.content ?? []).map((part) => part.text ?? '').join('\n');
    if (result === undefined || result.isError) throw new Error(`${name}: ${error?.message ?? text}`);
    return text;
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'close');
    this.#child.kill('SIGTERM');
    await ended;
  }
}

/** A reply as JSON, or as the one event of a stream. */
function readReply(body: string): Reply {
  const [, data = body] = body.match(/^data: (.*)$/m) ?? [];
  return JSON.parse(data) as Reply;
}
