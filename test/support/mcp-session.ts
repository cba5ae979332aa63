/**
 * A conversation with the real stdio server, line by line, as no client library would have it: every line of stdout must be
 * a JSON-RPC message, and all of them are kept. It waits for messages, never for time.
 */
import assert from 'node:assert/strict';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import { startBin } from './run-bin.js';

/** A JSON-RPC message as it came. */
export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** How it ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface SessionOptions {
  readonly cwd: string;
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
  /** The program that speaks MCP and its words; absent: the server of the code graph. */
  readonly program?: readonly [bin: string, ...words: string[]];
  /** The revision to speak; absent: `initialize` and 2025-11-25. */
  readonly modern?: boolean;
}

export const MODERN_REVISION = '2026-07-28';
const CLIENT_INFO = { name: 'a-test', version: '1' };
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': MODERN_REVISION,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
};

export class McpSession {
  readonly child: ChildProcessWithoutNullStreams;
  /** Everything that came on stdout, in order. */
  readonly received: Message[] = [];
  readonly ended: Promise<Ending>;
  #stderr = '';
  #nextId = 1;
  readonly #isModern: boolean;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #watchers = new Set<(message: Message) => void>();

  constructor(options: SessionOptions) {
    const { cwd, home, env = {}, nodeOptions = [], program = ['kg-memory-mcp'], modern = false } = options;
    this.#isModern = modern;
    const [bin, ...words] = program;
    this.child = startBin(bin, words, { cwd, home, env, nodeOptions });
    this.child.stdin.on('error', () => undefined);
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
    });
    const lines = createInterface({ input: this.child.stdout });
    lines.on('line', (line) => this.#take(line));
    this.ended = new Promise((done) => {
      this.child.once('close', (code, signal) => {
        for (const answer of this.#waiting.values()) {
          answer({ jsonrpc: '2.0', error: { code: 0, message: `the server ended: ${this.#stderr}` } });
        }
        done({ code, signal });
      });
    });
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** The handshake of the era; gives what the server says of itself. */
  async open(): Promise<Readonly<Record<string, unknown>>> {
    if (this.#isModern) return this.ask('server/discover');
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: CLIENT_INFO };
    const result = await this.ask('initialize', params);
    this.tell('notifications/initialized');
    return result;
  }

  /** Sends a request; resolves with its result, rejects with its error. */
  async ask(
    method: string,
    params: Record<string, unknown> = {},
  ): Promise<Readonly<Record<string, unknown>>> {
    const { result, error } = await this.exchange(method, params);
    if (error !== undefined) throw new Error(`${method}: ${error.code} ${error.message}`);
    assert.ok(result);
    return result;
  }

  /** Sends a request; resolves with the whole reply. */
  exchange(method: string, params: Record<string, unknown> = {}): Promise<Message> {
    return this.start(method, params).reply;
  }

  /** Sends a request and gives its id at once. */
  start(method: string, params: Record<string, unknown> = {}): { id: number; reply: Promise<Message> } {
    const id = this.#nextId++;
    const reply = new Promise<Message>((answer) => this.#waiting.set(id, answer));
    this.write({ jsonrpc: '2.0', id, method, params: this.#withEnvelope(params) });
    return { id, reply };
  }

  tell(method: string, params: Record<string, unknown> = {}): void {
    this.write({ jsonrpc: '2.0', method, params: this.#withEnvelope(params) });
  }

  write(message: unknown): void {
    this.child.stdin.write(typeof message === 'string' ? `${message}\n` : `${JSON.stringify(message)}\n`);
  }

  /** Calls a tool; gives its text and whether it is an error. */
  async call(name: string, args: Record<string, unknown> = {}): Promise<{ text: string; isError: boolean }> {
    const result = await this.ask('tools/call', { name, arguments: args });
    const [first] = result.content as readonly { type: string; text: string }[];
    assert.equal(first?.type, 'text');
    assert.equal(result.structuredContent, undefined);
    return { text: first.text, isError: result.isError === true };
  }

  /** Resolves with the first message from now on that is wanted. */
  next(isWanted: (message: Message) => boolean): Promise<Message> {
    return new Promise((done) => {
      const watch = (message: Message) => {
        if (!isWanted(message)) return;
        this.#watchers.delete(watch);
        done(message);
      };
      this.#watchers.add(watch);
    });
  }

  /** Ends stdin, as a client does that is done; resolves when the process is gone. */
  close(): Promise<Ending> {
    this.child.stdin.end();
    return this.ended;
  }

  #withEnvelope(params: Record<string, unknown>): Record<string, unknown> {
    if (!this.#isModern) return params;
    const own = typeof params._meta === 'object' ? params._meta : {};
    return { ...params, _meta: { ...ENVELOPE, ...own } };
  }

  #take(line: string): void {
    const message = JSON.parse(line) as Message;
    assert.equal(message.jsonrpc, '2.0', line);
    this.received.push(message);
    if (typeof message.id === 'number' && message.method === undefined) {
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    }
    for (const watch of this.#watchers) watch(message);
  }
}
