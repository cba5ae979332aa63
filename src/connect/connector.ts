/**
 * MCP over two streams on one side, the memory server on the other: every message of the client goes to the server, every
 * answer comes back as a line, many at once and in the order of their coming. It keeps nothing of what is asked and knows no
 * tool; what it answers itself are lines that are no messages and requests that reach no server.
 */
import { describeError, KgError, stackOf } from '../kernel/errors.js';
import type { Log } from '../kernel/log.js';
import { deliver } from './deliver.js';
import { answerTo, unreadable } from './failure-answer.js';
import {
  type ClientNotice,
  type ClientRequest,
  type Fields,
  headersOf,
  INVALID_REQUEST,
  isId,
  type MessageId,
  readMessage,
} from './message.js';
import { boundConnections, post } from './post.js';
import type { ServerLink } from './server-link.js';
import { Subscriptions } from './subscriptions.js';

export interface ConnectorOptions {
  readonly link: ServerLink;
  /** Writes a line for the client; resolves when it is written. */
  readonly write: (line: string) => Promise<void>;
  readonly log: Log;
  /** See `Delivery`. */
  readonly quietMs: number;
}

// What one server has room for, with a connection for each, among others that ask it.
const CONNECTIONS_MAX = 64;
const CANCELLED = 'notifications/cancelled';
const LISTEN = 'subscriptions/listen';

export class Connector {
  readonly #options: ConnectorOptions;
  readonly #connections = boundConnections(CONNECTIONS_MAX);
  /** Requests that have no answer yet. */
  readonly #pending = new Map<MessageId, AbortController>();
  readonly #subscriptions: Subscriptions;
  #agreed: string | undefined;
  #onIdle: (() => void) | undefined;

  constructor(options: ConnectorOptions) {
    this.#options = options;
    this.#subscriptions = new Subscriptions({ link: options.link, say: (message) => this.#say(message) });
  }

  /** Takes a line of the client. */
  take(line: string): void {
    const message = readMessage(line);
    switch (message?.kind) {
      case undefined:
        return;
      case 'unreadable':
        void this.#say(unreadable(message));
        return;
      case 'notice':
        this.#takeNotice(message);
        return;
      case 'request':
        this.#takeRequest(message);
    }
  }

  /** Resolves when everything that was asked is answered, and the answers are written. */
  whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle = resolve;
      this.#tellIfIdle();
    });
  }

  #takeNotice(notice: ClientNotice): void {
    if (notice.method !== CANCELLED) {
      void this.#tell(notice);
      return;
    }
    // The server has nothing but the connection to know a request by: closing it takes the request back.
    const { requestId } = notice.params;
    if (!isId(requestId)) return;
    this.#pending.get(requestId)?.abort();
    this.#subscriptions.end(requestId);
  }

  #takeRequest(request: ClientRequest): void {
    if (this.#pending.has(request.id) || this.#subscriptions.has(request.id)) {
      const message = `Invalid request: ${JSON.stringify(request.id)} is the id of a request that is not answered yet`;
      void this.#say(unreadable({ id: request.id, code: INVALID_REQUEST, message }));
    } else if (request.method === LISTEN) this.#subscriptions.open(request);
    else void this.#answer(request);
  }

  async #answer(request: ClientRequest): Promise<void> {
    const asking = new AbortController();
    this.#pending.set(request.id, asking);
    const answer = await this.#ask(request, asking.signal);
    if (answer !== undefined && !asking.signal.aborted) await this.#say(answer);
    this.#pending.delete(request.id);
    this.#tellIfIdle();
  }

  /** The answer, whatever happens; `undefined` when it is no longer wanted. */
  async #ask(request: ClientRequest, signal: AbortSignal): Promise<Fields | undefined> {
    const { link, quietMs, log } = this.#options;
    try {
      const answer = await deliver(request, {
        link,
        connections: this.#connections,
        agreed: this.#agreed,
        quietMs,
        signal,
        onNotice: (message) => {
          if (!signal.aborted) void this.#say(message);
        },
      });
      if (request.method === 'initialize') this.#agree(answer);
      this.#subscriptions.renew();
      return answer;
    } catch (error) {
      if (signal.aborted) return undefined;
      log.error(`${request.method}: ${faultText(error)}`);
      return answerTo(request, error);
    }
  }

  #agree({ result }: Fields): void {
    const { protocolVersion } = Object(result) as Fields;
    if (typeof protocolVersion === 'string') this.#agreed = protocolVersion;
  }

  /** Nobody waits for an answer to it, and nothing is started for its sake. */
  async #tell(notice: ClientNotice): Promise<void> {
    const { link, log } = this.#options;
    try {
      const place = await link.place();
      const posted = await post({
        place,
        text: notice.text,
        headers: headersOf(notice, this.#agreed),
        connections: this.#connections,
        signal: new AbortController().signal,
        onMessage: () => undefined,
      });
      if (posted.kind !== 'done') log.detail(`${notice.method ?? 'a reply'} was not taken: ${posted.kind}`);
    } catch (error) {
      log.detail(`${notice.method ?? 'a reply'} was not sent: ${describeError(error)}`);
    }
  }

  #say(message: Fields): Promise<void> {
    return this.#options.write(`${JSON.stringify(message)}\n`);
  }

  #tellIfIdle(): void {
    if (this.#pending.size === 0) this.#onIdle?.();
  }
}

/** A fault of our own with its stack. */
function faultText(error: unknown): string {
  return error instanceof KgError ? describeError(error) : stackOf(error);
}
