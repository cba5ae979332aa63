/**
 * Why a language model did not answer, in words with which a user can do something. The key never stands in them, whatever the
 * endpoint echoes.
 */
import { KgError } from '../../kernel/errors.js';
import { printable } from '../../kernel/text.js';

/** Kinds of failures, as they are counted. */
export type FailureReason =
  | 'no key' // one is needed and none is set
  | 'key refused'
  | 'not found' // the model, or the address
  | 'bad request'
  | 'rate limit'
  | 'quota'
  | 'server error'
  | 'time-out'
  | 'no connection'
  | 'refused' // the model declined, or a filter did
  | 'cut short'
  | 'not asked' // after failures that any other request would have met
  | 'unreadable'; // a reply that is not of the form asked for

export class ModelFailure extends KgError {
  readonly reason: FailureReason;

  constructor(
    reason: FailureReason,
    message: string,
    options: { readonly hint?: string; readonly cause?: unknown } = {},
  ) {
    super('llm-failed', message, options);
    this.reason = reason;
  }
}

/** Where requests go, for messages. */
export interface Address {
  readonly baseUrl: string;
  readonly model: string;
}

/** What an endpoint said with its refusal. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** From an HTTP status to a failure. */
export function failureOf(refusal: Refusal, { baseUrl, model }: Address, cause?: unknown): ModelFailure {
  const { status, code, message } = refusal;
  const said = `${baseUrl} answered ${status}${message === '' ? '' : `: ${printable(message)}`}`;
  const fail = (reason: FailureReason, hint: string): ModelFailure =>
    new ModelFailure(reason, said, { hint, cause });
  if (status >= 300 && status < 400) {
    return fail(
      'not found',
      'The address leads elsewhere, where nothing is sent: set KG_LLM_BASE_URL to that one.',
    );
  }
  if (status === 401 || status === 403) {
    return fail(
      'key refused',
      'Check that the key (KG_LLM_API_KEY, or the variable of the provider) is valid there and may use the model.',
    );
  }
  if (isNoSuchModel(refusal))
    return fail('not found', `Check KG_LLM_MODEL: this endpoint knows no model "${model}".`);
  if (status === 404) {
    return fail('not found', 'Check KG_LLM_BASE_URL: most addresses end in /v1.');
  }
  if (status === 402 || code === 'insufficient_quota') {
    return fail('quota', 'The account has no credit left: see the billing page of the provider.');
  }
  if (status === 429) return fail('rate limit', 'Try again later, or set KG_LLM_CONCURRENCY lower.');
  if (status >= 500) return fail('server error', 'The endpoint has a fault: try again later.');
  return fail('bad request', 'The endpoint does not take the request: see its own words above.');
}

/** Whether an endpoint says that it does not know the model, and not that something else is wrong. */
export function isNoSuchModel({ status, code, message }: Refusal): boolean {
  if (code === 'model_not_found') return true;
  return (
    (status === 404 || status === 400) &&
    /\bmodel\b/i.test(message) &&
    /not (?:be )?found|not exist|unknown|invalid|no such/i.test(message)
  );
}

/** Without an answer at all: from the system's code to a failure. */
export function connectionFailure(code: string, { baseUrl }: Address, cause: unknown): ModelFailure {
  const fail = (message: string, hint: string): ModelFailure =>
    new ModelFailure('no connection', `${baseUrl} ${message}${code === '' ? '' : ` (${code})`}`, {
      hint,
      cause,
    });
  if (code === 'ECONNREFUSED')
    return fail('does not listen', 'Start the server, or check the port in KG_LLM_BASE_URL.');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return fail('has no such host', 'Check the name in KG_LLM_BASE_URL, and the network.');
  }
  if (/CERT|SELF_SIGNED|TLS|SSL/.test(code)) {
    return fail('cannot be trusted', 'Check its certificate; NODE_EXTRA_CA_CERTS names one of your own.');
  }
  return fail('cannot be reached, or ended the connection', 'Check KG_LLM_BASE_URL and the network.');
}
