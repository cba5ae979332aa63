/**
 * What comes back from an endpoint, as its bytes and headers say it: the text of a reply, why it is none, and how long to wait.
 * Some gateways answer with a page in HTML, or with an error under a status of success. It asks nobody.
 */
import { ModelFailure } from './model-failure.js';

/** A text, and what it cost where the endpoint says so. */
export interface Reply {
  readonly text: string;
  readonly tokensIn?: number;
  readonly tokensOut?: number;
}

/** What a reply in one piece is, as far as an endpoint keeps to it. */
interface Completion {
  readonly choices?: readonly {
    readonly message?: { readonly content?: unknown; readonly refusal?: unknown };
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: Usage | null;
  readonly error?: unknown;
}

interface Usage {
  readonly prompt_tokens?: unknown;
  readonly completion_tokens?: unknown;
}

/** A reply in one piece. Some gateways answer with a page in HTML, or with an error under a status of success. */
export function readWhole(body: string, baseUrl: string): Reply {
  let completion: Completion | undefined;
  try {
    completion = Object(JSON.parse(body)) as Completion;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ModelFailure('unreadable', `${baseUrl} answered with something that is no JSON`, {
      hint: 'Check KG_LLM_BASE_URL: it must be the address of an OpenAI-compatible interface, mostly one that ends in /v1.',
      cause: error,
    });
  }
  const choice = completion.choices?.[0];
  if (choice === undefined && completion.error) throw new ErrorReply(completion.error);
  if (choice?.message === undefined) {
    throw new ModelFailure('unreadable', `${baseUrl} answered without a message`, {
      hint: 'Check that KG_LLM_BASE_URL is the address of an OpenAI-compatible interface.',
    });
  }
  const { content, refusal } = choice.message;
  if (typeof refusal === 'string' && refusal !== '')
    throw new ModelFailure('refused', `the model declined: ${refusal}`);
  return { text: checked(textOf(content), choice.finish_reason ?? 'stop'), ...tokensOf(completion.usage) };
}

/** An error that came under a status of success. */
class ErrorReply extends Error {
  /** The status that it should have had. */
  readonly status: number;

  constructor(error: unknown) {
    const { message } = Object(error) as { readonly message?: unknown };
    super(typeof message === 'string' ? message : JSON.stringify(error));
    this.status = statusOf(error);
  }
}

/** The HTTP status that an error object names; that of a fault when it names none. */
export function statusOf(error: unknown): number {
  const { code, status = code } = Object(error) as { readonly code?: unknown; readonly status?: unknown };
  const number = Number(status);
  return number >= 400 && number < 600 ? number : 500;
}

/** Gateways to other providers hand on lists of parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => Object(part).text)
    .filter((text) => typeof text === 'string')
    .join('');
}

/** The text of a reply that came to its end, without what some models think aloud before it. */
export function checked(text: string, end: string): string {
  if (end === 'content_filter')
    throw new ModelFailure('refused', 'a filter of the endpoint held the reply back');
  if (end === 'length')
    throw new ModelFailure('cut short', 'the reply was cut: it reached the length that the endpoint allows');
  const said = text.replace(/^\s*<think>[\s\S]*?<\/think>\s*/, '');
  if (said.trim() !== '') return said;
  throw new ModelFailure('unreadable', 'the model answered with nothing', {
    hint: 'Some models only think aloud or call tools: another one may do better (KG_LLM_MODEL).',
  });
}

export function tokensOf(usage: Usage | null | undefined): Pick<Reply, 'tokensIn' | 'tokensOut'> {
  const { prompt_tokens: tokensIn, completion_tokens: tokensOut } = usage ?? {};
  return {
    ...(typeof tokensIn === 'number' && { tokensIn }),
    ...(typeof tokensOut === 'number' && { tokensOut }),
  };
}

/** How long an endpoint asks to wait; `undefined` when it does not. RFC 9110: seconds, or a date. `now`: ms since the epoch. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(ms)) return Math.max(0, ms);
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
