/**
 * The streams that a client asks for with `subscriptions/listen`: each stays open until the client ends it. A server that ends
 * does not end them: they are taken up again with the next request that a server answers, and not before, since nobody but a
 * request starts a server. What a stream would have told meanwhile is what the client sees when it asks.
 */
import { answerTo } from './failure-answer.js';
import { type ClientRequest, type Fields, headersOf, isReply, type MessageId } from './message.js';
import { post } from './post.js';
import type { ServerLink } from './server-link.js';

export interface SubscriptionsOptions {
  readonly link: ServerLink;
  readonly say: (message: Fields) => Promise<void>;
}

interface Subscription {
  readonly request: ClientRequest;
  readonly ending: AbortController;
  isAcknowledged: boolean;
  isOpen: boolean;
}

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #all = new Map<MessageId, Subscription>();

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  has(id: MessageId): boolean {
    return this.#all.has(id);
  }

  open(request: ClientRequest): void {
    const ending = new AbortController();
    const subscription = { request, ending, isAcknowledged: false, isOpen: false };
    this.#all.set(request.id, subscription);
    void this.#listen(subscription);
  }

  /** The client wants no more of it. */
  end(id: MessageId): void {
    this.#all.get(id)?.ending.abort();
    this.#all.delete(id);
  }

  /** Takes up again what has broken. */
  renew(): void {
    for (const subscription of this.#all.values()) {
      if (!subscription.isOpen) void this.#listen(subscription);
    }
  }

  async #listen(subscription: Subscription): Promise<void> {
    const { request, ending } = subscription;
    subscription.isOpen = true;
    try {
      const place = await this.#options.link.place();
      await post({
        place,
        text: request.text,
        headers: headersOf(request, undefined),
        connections: 'unbounded',
        signal: ending.signal,
        onMessage: (message) => this.#pass(message, subscription),
      });
    } catch (error) {
      this.end(request.id);
      void this.#options.say(answerTo(request, error));
    }
    subscription.isOpen = false;
  }

  #pass(message: Fields, subscription: Subscription): void {
    const { request, ending } = subscription;
    if (ending.signal.aborted) return;
    if (isReply(message)) {
      // A result says that the server ends, an error that it will not.
      if (!('error' in message)) return;
      this.end(request.id);
    } else if (message.method === ACKNOWLEDGED) {
      if (subscription.isAcknowledged) return;
      subscription.isAcknowledged = true;
    }
    void this.#options.say(isReply(message) ? { ...message, id: request.id } : message);
  }
}
