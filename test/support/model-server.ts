/**
 * An OpenAI-compatible endpoint on this machine whose replies a test scripts: real HTTP, no model. It writes down what it was
 * asked. Replies may be of every kind that real endpoints have been seen to give, the broken ones included.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came. */
export interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly model: string;
  readonly system: string;
  readonly user: string;
  /** `json_schema`, `json_object` or `text`. */
  readonly format: string;
  /** The schema that a reply has to have, when one was given. */
  readonly schema: unknown;
  readonly isStream: boolean;
}

/** What the server does with a request. */
export type Scripted =
  /** A message; in pieces when it was asked for in pieces. */
  | { readonly text: string; readonly finish?: string }
  | {
      readonly status: number;
      readonly message?: string;
      readonly code?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Any body, under a status of success. */
  | { readonly body: string; readonly type?: string }
  /** No answer, until the client gives up. */
  | { readonly hang: true }
  /** The beginning of a reply in pieces, then the end of the connection: with an end of the body, or without. */
  | { readonly cut: string; readonly isAbrupt?: boolean }
  /** The connection is closed before anything is said. */
  | { readonly drop: true };

export type Script = (asked: Asked, count: number) => Scripted | Promise<Scripted>;

export class ModelServer {
  readonly asked: Asked[] = [];
  /** The most requests that were open at once. */
  atOnceMax = 0;
  /** Connections that the client closed before it had its answer. */
  givenUp = 0;
  script: Script;
  readonly #server: Server;
  #open = 0;

  private constructor(script: Script) {
    this.script = script;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  /** Starts a server on a free port of this machine. */
  static async start(script: Script): Promise<ModelServer> {
    const server = new ModelServer(script);
    await new Promise<void>((done) => server.#server.listen(0, '127.0.0.1', done));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#open++;
    this.atOnceMax = Math.max(this.atOnceMax, this.#open);
    response.on('close', () => {
      this.#open--;
      if (!response.writableFinished) this.givenUp++;
    });
    const asked = readAsked(request, await bodyOf(request));
    this.asked.push(asked);
    const scripted = await this.script(asked, this.asked.length);
    if ('hang' in scripted) return;
    if ('drop' in scripted) request.socket.destroy();
    else if ('status' in scripted) refuse(response, scripted);
    else if ('body' in scripted) {
      response.writeHead(200, { 'content-type': scripted.type ?? 'application/json' }).end(scripted.body);
    } else if ('cut' in scripted) await cutOff(response, scripted);
    else if (asked.isStream) stream(response, scripted);
    else answer(response, asked, scripted);
  }
}

/** A script that refuses everything but a way to ask: for endpoints that know less than others. */
export function acceptingOnly(formats: readonly string[], next: Script): Script {
  return (asked, count) => {
    if (formats.includes(asked.format)) return next(asked, count);
    return { status: 400, message: `response_format type ${asked.format} is not supported` };
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

interface Body {
  readonly model?: string;
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: { readonly type?: string; readonly json_schema?: { readonly schema?: unknown } };
  readonly stream?: boolean;
}

function readAsked({ url = '', headers }: IncomingMessage, text: string): Asked {
  const body = JSON.parse(text) as Body;
  const said = (role: string) => body.messages?.find((message) => message.role === role)?.content ?? '';
  return {
    path: url,
    authorization: headers.authorization,
    model: body.model ?? '',
    system: said('system'),
    user: said('user'),
    format: body.response_format?.type ?? 'text',
    schema: body.response_format?.json_schema?.schema,
    isStream: body.stream === true,
  };
}

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

function answer(
  response: ServerResponse,
  { model }: Asked,
  { text, finish = 'stop' }: { text: string; finish?: string },
): void {
  const choice = { index: 0, message: { role: 'assistant', content: text }, finish_reason: finish };
  const body = {
    id: 'chat-1',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [choice],
    usage: USAGE,
  };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function refuse(
  response: ServerResponse,
  scripted: { status: number; message?: string; code?: string; headers?: Readonly<Record<string, string>> },
): void {
  const { status, message = 'refused', code = null, headers } = scripted;
  const body = JSON.stringify({ error: { message, type: 'error', code } });
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

function chunk(delta: object, finish: string | null, usage?: object): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: 'chat-1', object: 'chat.completion.chunk', created: 0, model: 'm', choices, usage })}\n\n`;
}

function piecesOf(text: string): string[] {
  return text.match(/[\s\S]{1,7}/g) ?? [];
}

function stream(
  response: ServerResponse,
  { text, finish = 'stop' }: { text: string; finish?: string },
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const piece of piecesOf(text)) response.write(chunk({ content: piece }, null));
  response.end(`${chunk({}, finish, USAGE)}data: [DONE]\n\n`);
}

async function cutOff(
  response: ServerResponse,
  { cut, isAbrupt = false }: { cut: string; isAbrupt?: boolean },
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const piece of piecesOf(cut)) response.write(chunk({ content: piece }, null));
  if (!isAbrupt) response.end();
  else response.write('data: {"id"', () => response.destroy());
}
