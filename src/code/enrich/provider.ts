/**
 * One language model behind an OpenAI-compatible endpoint: the only file that knows the client library and the network. A
 * request goes out with the most the endpoint has been seen to take (a JSON schema, else JSON mode, else plain text; under the
 * one spelling of the model or the other), is given up after a time, and is sent again when that may help. What comes back is
 * a text; what it means is for others to read.
 *
 * Retries are ours and not the library's, so that each request is counted, a wait can be cancelled, and what the endpoint asks
 * for (`Retry-After`) is done or told. The library is loaded with the first request: it costs a start nothing.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { OpenAI } from 'openai';
import { backoffMs } from '../../kernel/backoff.js';
import { type Clock, systemClock } from '../../kernel/clock.js';
import { systemErrorCode } from '../../kernel/errors.js';
import { Attempt, cancelled } from './attempt.js';
import { checked, type Reply, readWhole, retryAfterMs, statusOf, tokensOf } from './chat-reply.js';
import { Dialect, formatOf, type Tried } from './dialect.js';
import { type Endpoint, endpointOf, type ModelOptions } from './endpoint.js';
import { connectionFailure, failureOf, ModelFailure, type Refusal } from './model-failure.js';
import type { Prompt } from './prompts.js';
import { Turns } from './turns.js';
import { type Meter, roughTokens } from './usage.js';

export interface ChatRequest {
  readonly prompt: Prompt;
  /** What the reply has to look like; a free text when absent. */
  readonly shape?: { readonly name: string; readonly schema: object };
  readonly signal: AbortSignal;
  /** Takes the text piece by piece as it comes; without it it comes at one go. */
  readonly onText?: (piece: string) => void;
}

/** How patient the client is. */
export interface Patience {
  /** For a whole reply, or for the next piece of one that comes in pieces. */
  readonly timeoutMs: number;
  /** Before the second try of a request; doubled each time. */
  readonly backoffMs: number;
}

/** Two minutes are more than models take for a record, and what takes longer mostly never comes. */
const PATIENCE: Patience = { timeoutMs: 120_000, backoffMs: 500 };
/** Tries of one request, the first included. */
const ATTEMPTS_MAX = 4;
/** Who is asked to wait longer than this rather tries again by himself. */
const RETRY_AFTER_MAX_MS = 120_000;

export class ModelClient {
  readonly endpoint: Endpoint;
  readonly #meter: Meter;
  readonly #patience: Patience;
  readonly #clock: Clock;
  readonly #turns: Turns;
  readonly #dialect: Dialect;
  #client: Promise<OpenAI> | undefined;

  constructor(
    options: ModelOptions,
    meter: Meter,
    patience: Partial<Patience> = {},
    clock: Clock = systemClock,
  ) {
    this.endpoint = endpointOf(options);
    this.#dialect = new Dialect(this.endpoint.models);
    this.#meter = meter;
    const timeoutMs =
      options.timeoutSeconds === undefined ? PATIENCE.timeoutMs : options.timeoutSeconds * 1000;
    this.#patience = { ...PATIENCE, timeoutMs, ...patience };
    this.#clock = clock;
    this.#turns = new Turns(options.concurrency);
  }

  /** The text of a reply. Rejects with a `ModelFailure`, or KgError `cancelled`. Failures are counted by whoever asked. */
  async chat(request: ChatRequest): Promise<string> {
    const { apiKey, needsKey, shown } = this.endpoint;
    if (needsKey && apiKey === undefined) {
      throw new ModelFailure('no key', `there is no key for ${shown}`, {
        hint: 'Set KG_LLM_API_KEY, or the variable of the provider (OPENAI_API_KEY, ANTHROPIC_API_KEY, …), in the environment.',
      });
    }
    if (this.endpoint.hasPassword) {
      throw new ModelFailure(
        'bad request',
        `an address with a name and a password cannot be asked: ${shown}`,
        {
          hint: 'Take them out of KG_LLM_BASE_URL; a key is sent along when KG_LLM_API_KEY is set.',
        },
      );
    }
    return await this.#turns.take(() => this.#persist(request));
  }

  async #persist(request: ChatRequest): Promise<string> {
    for (let attempt = 1; ; ) {
      let sent = '';
      const onText =
        request.onText &&
        ((piece: string) => {
          sent += piece;
          request.onText?.(piece);
        });
      try {
        return await this.#send({ ...request, ...(onText && { onText }) });
      } catch (error) {
        if (request.signal.aborted) throw cancelled();
        if (error instanceof Refused) {
          const { refusal, tried } = error;
          const asked = { hasShape: request.shape !== undefined, isStream: request.onText !== undefined };
          if (this.#dialect.yieldTo(refusal, tried, asked)) continue;
        }
        const { failure, waitMs } = this.#judge(error, attempt);
        // What was passed on cannot be taken back.
        if (waitMs === undefined || attempt === ATTEMPTS_MAX || sent !== '') throw failure;
        attempt++;
        await wait(waitMs, undefined, { signal: request.signal }).catch(() => {
          throw cancelled();
        });
      }
    }
  }

  /** What an error means, and how long to wait before the same is tried again; not at all when that would not help. */
  #judge(error: unknown, attempt: number): { readonly failure: ModelFailure; readonly waitMs?: number } {
    const { shown: baseUrl } = this.endpoint;
    const model = this.#dialect.tried.model;
    if (error instanceof ModelFailure) return { failure: error };
    const backoff = backoffMs(attempt, this.#patience.backoffMs);
    if (!(error instanceof Refused)) {
      return { failure: connectionFailure(codeWithin(error), { baseUrl, model }, error), waitMs: backoff };
    }
    const failure = failureOf(error.refusal, { baseUrl, model }, error);
    const isWorthwhile =
      failure.reason === 'rate limit' || failure.reason === 'server error' || error.refusal.status === 408;
    if (!isWorthwhile) return { failure };
    const asked = error.retryAfterMs;
    if (asked !== undefined && asked > RETRY_AFTER_MAX_MS) {
      const seconds = Math.round(asked / 1000);
      return {
        failure: new ModelFailure(failure.reason, `${failure.message}; it asks to wait ${seconds} seconds`, {
          cause: error,
        }),
      };
    }
    return { failure, waitMs: asked ?? backoff };
  }

  async #send({ prompt, shape, signal, onText }: ChatRequest): Promise<string> {
    this.#client ??= this.#connect();
    const client = await this.#client;
    if (signal.aborted) throw cancelled();
    const { tried } = this.#dialect;
    const attempt = new Attempt(signal, this.#patience.timeoutMs, this.endpoint.shown);
    this.#meter.countCall();
    try {
      const body = {
        model: tried.model,
        messages: [
          { role: 'system' as const, content: prompt.system },
          { role: 'user' as const, content: prompt.user },
        ],
        ...(shape !== undefined && formatOf(tried.format, shape)),
      };
      const streaming = {
        stream: true as const,
        ...(tried.hasStreamOptions && { stream_options: { include_usage: true } }),
      };
      const options = { signal: attempt.signal };
      const pending =
        onText === undefined
          ? client.chat.completions.create(body, options)
          : client.chat.completions.create({ ...body, ...streaming }, options);
      const response = await pending.asResponse();
      const isStream = /event-stream/i.test(response.headers.get('content-type') ?? '');
      const reply = isStream
        ? await this.#readStream(response, attempt, onText)
        : readWhole(await response.text(), this.endpoint.shown);
      if (!isStream) onText?.(reply.text);
      const { tokensIn = roughTokens(prompt.system + prompt.user), tokensOut = roughTokens(reply.text) } =
        reply;
      this.#meter.countTokens(tokensIn, tokensOut);
      return reply.text;
    } catch (error) {
      throw attempt.isOver ? attempt.failure() : this.#translate(error, tried);
    } finally {
      attempt.end();
    }
  }

  async #connect(): Promise<OpenAI> {
    const { OpenAI } = await import('openai');
    const { baseUrl, apiKey } = this.endpoint;
    return new OpenAI({
      baseURL: baseUrl,
      apiKey: apiKey?.reveal() ?? 'none',
      // Nothing of the library's own variables: what goes where is the settings' business.
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      maxRetries: 0,
      // A text of the user's goes to the address that he set and to no other.
      fetchOptions: { redirect: 'manual' },
      logLevel: 'off',
      ...(apiKey === undefined && { defaultHeaders: { Authorization: null } }),
    });
  }

  async #readStream(response: Response, attempt: Attempt, onText: ChatRequest['onText']): Promise<Reply> {
    const { Stream } = await import('openai/core/streaming');
    const chunks = Stream.fromSSEResponse<OpenAI.ChatCompletionChunk>(response, attempt.controller);
    let text = '';
    let end: string | undefined;
    let tokens: Pick<Reply, 'tokensIn' | 'tokensOut'> = {};
    for await (const chunk of chunks) {
      attempt.goOn();
      const [choice] = chunk.choices ?? [];
      const piece = choice?.delta?.content ?? '';
      if (piece !== '') onText?.(piece);
      text += piece;
      end = choice?.finish_reason ?? end;
      tokens = { ...tokens, ...tokensOf(chunk.usage) };
    }
    if (attempt.signal.aborted) throw attempt.failure();
    if (end === undefined)
      throw new ModelFailure('cut short', `${this.endpoint.shown} ended its reply in the middle`);
    return { text: checked(text, end), ...tokens };
  }

  #translate(error: unknown, tried: Tried): unknown {
    const {
      status: given,
      error: body,
      code,
      headers,
      message,
    } = Object(error) as Readonly<Record<string, unknown>>;
    // The library gives an error within a stream no status.
    const status = given ?? (typeof body === 'object' && body !== null ? statusOf(body) : undefined);
    if (typeof status !== 'number') return error;
    const said = this.#hideKey(
      String(message)
        .replace(/^\d{3} /, '')
        .replace(/^status code \(no body\)$/, ''),
    );
    const elsewhere = headers instanceof Headers ? headers.get('location') : null;
    const refusal: Refusal = {
      status,
      code: typeof code === 'string' ? code : '',
      message: elsewhere === null ? said : `see ${this.#hideKey(elsewhere)}`,
    };
    const waitMs = headers instanceof Headers ? retryAfterMs(headers, this.#clock.now()) : undefined;
    return new Refused(refusal, tried, waitMs);
  }

  /** Endpoints repeat keys that they refuse. */
  #hideKey(text: string): string {
    const key = this.endpoint.apiKey?.reveal() ?? '';
    return key === '' ? text : text.replaceAll(key, '(the key)');
  }
}

/** An HTTP status that is no success. It stays within this file. */
class Refused extends Error {
  constructor(
    readonly refusal: Refusal,
    readonly tried: Tried,
    readonly retryAfterMs: number | undefined,
  ) {
    super(refusal.message);
  }
}

/** The system's code of an error, or of one of those that it came from. */
function codeWithin(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code = systemErrorCode(at);
    if (code !== undefined) return code;
  }
  return '';
}
