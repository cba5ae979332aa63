/**
 * MCP over two streams, a message a line. It does what the SDK's own transport does, and answers what that leaves out: a
 * line that is no JSON or no message, and one that is too long, get the error JSON-RPC has for them instead of silence. The
 * end of the input closes nothing: what was asked until then is still answered, as long as its owner waits for it.
 */
import type { Readable, Writable } from 'node:stream';
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { counted } from '../kernel/text.js';
import { faultOf, idIn } from './line-faults.js';
import { LineSplitter } from './line-splitter.js';

// Some hundred times what a client has reason to send.
const MESSAGE_BYTES_MAX = 10_000_000;
// Stays open as long as the connection does.
const ENDLESS_METHOD = 'subscriptions/listen';

export interface LineTransportOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Takes what the other side did wrong and cannot be told well: a line for stderr. */
  readonly onRefused: (line: string) => void;
}

export class LineTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  readonly #options: LineTransportOptions;
  readonly #lines: LineSplitter;
  /** Requests that have no answer yet. */
  readonly #pending = new Set<RequestId>();
  #onAnswered: (() => void) | undefined;
  #isClosed = false;

  constructor(options: LineTransportOptions) {
    this.#options = options;
    this.#lines = new LineSplitter(MESSAGE_BYTES_MAX, {
      onLine: (line) => this.#take(line),
      onTooLong: (head, tail) => this.#refuseLong(head, tail),
    });
  }

  async start(): Promise<void> {
    const { stdin } = this.#options;
    stdin.on('data', this.#onData).on('end', this.#onEnd).on('error', this.#onError);
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('the connection is closed'));
    return this.#write(message).finally(() => {
      const isReply = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
      if (isReply && message.id !== undefined) this.#settle(message.id);
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { stdin } = this.#options;
    stdin.off('data', this.#onData).off('end', this.#onEnd).off('error', this.#onError);
    this.#pending.clear();
    this.#onAnswered?.();
    this.onclose?.();
  }

  /** Resolves when everything that was asked is answered, or when no answer has gone out for so long. */
  async whenAnswered(idleMs: number): Promise<void> {
    while (this.#pending.size > 0 && (await this.#nextAnswer(idleMs)));
  }

  /** Whether there was one in time. */
  #nextAnswer(idleMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), idleMs);
      this.#onAnswered = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  readonly #onData = (chunk: Buffer): void => this.#lines.add(chunk);
  readonly #onEnd = (): void => this.#lines.end();
  readonly #onError = (error: Error): void => this.onerror?.(error);

  #take(line: string): void {
    if (line.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.#refuse(null, ProtocolErrorCode.ParseError, 'Parse error: the line is no JSON');
      return;
    }
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch {
      const fault = faultOf(value);
      if (fault !== undefined) this.#refuse(fault.id, ProtocolErrorCode.InvalidRequest, fault.message);
      else this.onerror?.(new Error('a reply or notification is not as JSON-RPC spells it'));
      return;
    }
    this.#deliver(message);
  }

  #deliver(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) {
      if (message.method !== ENDLESS_METHOD) this.#pending.add(message.id);
    } else if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      // Nobody waits for that answer any more.
      const { requestId } = message.params ?? {};
      if (typeof requestId === 'string' || typeof requestId === 'number') this.#settle(requestId);
    }
    this.onmessage?.(message);
  }

  #refuseLong(head: string, tail: string): void {
    const fault = `a message of more than ${counted(MESSAGE_BYTES_MAX / 1_000_000, 'MB', 'MB')} was not read`;
    this.#options.onRefused(`${fault}; it begins with ${head.slice(0, 80)}`);
    this.#refuse(idIn(head, tail), ProtocolErrorCode.InvalidRequest, `Invalid request: ${fault}`);
  }

  #refuse(id: RequestId | null, code: number, message: string): void {
    this.#write({ jsonrpc: '2.0', id, error: { code, message } }).catch((error: Error) =>
      this.onerror?.(error),
    );
  }

  #write(message: object): Promise<void> {
    return new Promise((resolve, reject) => {
      const text = `${JSON.stringify(message)}\n`;
      this.#options.stdout.write(text, (error) => (error ? reject(error) : resolve()));
    });
  }

  #settle(id: RequestId): void {
    if (this.#pending.delete(id)) this.#onAnswered?.();
  }
}
