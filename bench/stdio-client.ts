/**
 * A minimal MCP client over a child's stdio, for measuring: newline-delimited JSON-RPC, one request at a time. It knows just
 * enough of the protocol to shake hands and call tools, so that what is measured is the server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { createInterface, type Interface } from 'node:readline';
import { cleanEnvironment } from './processes.js';

interface Reply {
  readonly id?: number;
  readonly result?: { readonly content?: readonly { readonly text?: string }[]; readonly isError?: boolean };
  readonly error?: { readonly message: string };
}

const PROTOCOL_VERSION = '2025-06-18';

export class StdioClient {
  readonly #child: ChildProcess;
  readonly #lines: Interface;
  readonly #waiting = new Map<number, { done: (reply: Reply) => void; failed: (error: Error) => void }>();
  #stderr = '';
  #nextId = 0;

  /** Starts the server of a project. */
  constructor(root: string) {
    this.#child = spawn(process.execPath, ['bin/kg-memory-mcp.cjs'], {
      env: { ...cleanEnvironment(), KG_PROJECT_ROOT: root },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const { stdout, stderr } = this.#child;
    if (stdout === null || stderr === null) throw new Error('the child has no pipes');
    this.#lines = createInterface({ input: stdout });
    this.#lines.on('line', (line) => this.#receive(line));
    stderr.on('data', (chunk: Buffer) => {
      this.#stderr += chunk.toString();
    });
    this.#child.on('exit', (code) => this.#fail(`the server exits ${code}: ${this.#stderr.slice(-2000)}`));
  }

  /** The handshake; resolves at the server's reply. */
  async initialize(): Promise<void> {
    const clientInfo = { name: 'bench', version: '1' };
    await this.#request('initialize', { protocolVersion: PROTOCOL_VERSION, capabilities: {}, clientInfo });
    this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  /** How many milliseconds a ping took: how long the server did not listen. */
  async ping(): Promise<number> {
    const sent = performance.now();
    await this.#request('ping', {});
    return performance.now() - sent;
  }

  /** The text of a tool's answer. Rejects when the tool reports an error. */
  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
    const { result } = await this.#request('tools/call', { name, arguments: args });
    const text = (result?.content ?? []).map((part) => part.text ?? '').join('\n');
    if (result?.isError) throw new Error(`${name}: ${text}`);
    return text;
  }

  /** Ends the server by closing its input, and waits until it is gone. */
  async close(): Promise<void> {
    const gone = new Promise((done) => this.#child.once('close', done));
    this.#child.removeAllListeners('exit');
    this.#child.stdin?.end();
    await gone;
    this.#lines.close();
  }

  #request(method: string, params: unknown): Promise<Reply> {
    const id = this.#nextId++;
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed });
      this.#send({ jsonrpc: '2.0', id, method, params });
    });
  }

  #send(message: unknown): void {
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  #receive(line: string): void {
    const reply = JSON.parse(line) as Reply;
    const waiting = reply.id === undefined ? undefined : this.#waiting.get(reply.id);
    if (reply.id === undefined || waiting === undefined) return; // a notification
    this.#waiting.delete(reply.id);
    if (reply.error) waiting.failed(new Error(reply.error.message));
    else waiting.done(reply);
  }

  #fail(message: string): void {
    for (const { failed } of this.#waiting.values()) failed(new Error(message));
    this.#waiting.clear();
  }
}
