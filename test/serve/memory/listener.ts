/** Somebody who listens to the memory server's WebSocket and keeps what is heard. It waits for messages, never for time. */
import { WebSocket } from 'ws';

export type Message = Readonly<Record<string, unknown>> & { readonly type: string };

export class Listener {
  readonly heard: Message[] = [];
  readonly #socket: WebSocket;
  #wake: () => void = () => undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => {
      this.heard.push(JSON.parse(String(data)));
      this.#wake();
    });
  }

  /** One that is connected. `url` is the server's; `query` names the session or the project. */
  static async open(url: string, query: Readonly<Record<string, string>> = {}): Promise<Listener> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?${new URLSearchParams(query)}`);
    const listener = new Listener(socket);
    await listener.until(({ type }) => type === 'connected');
    return listener;
  }

  /** The first message, past or to come, of which `is` holds. */
  async until(is: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.heard.find(is);
      if (found !== undefined) return found;
      await new Promise<void>((done) => {
        this.#wake = done;
      });
    }
  }

  /** What was heard so far, all of it: messages keep their order, so the answer to a ping comes after them. */
  async all(): Promise<readonly Message[]> {
    const before = this.heard.filter(({ type }) => type === 'pong').length;
    this.#socket.send('ping');
    await this.until(() => this.heard.filter(({ type }) => type === 'pong').length > before);
    return this.heard.filter(({ type }) => type !== 'pong' && type !== 'connected');
  }

  close(): void {
    this.#socket.close();
  }
}

/** How a server refuses a connection: its status, as the client tells it. */
export async function refusalOf(
  url: string,
  options: {
    readonly origin?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly protocols?: readonly string[];
    readonly query?: string;
  } = {},
): Promise<string> {
  const { protocols = [], query = '', ...rest } = options;
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws${query}`, [...protocols], rest);
  try {
    return await new Promise<string>((done) => {
      socket.once('error', (error) => done(error.message));
      socket.once('close', (code) => done(`closed ${code}`));
      socket.once('message', () => done('connected'));
    });
  } finally {
    socket.close();
  }
}
