/**
 * Where a model is asked and under which name. LiteLLM's spelling (`anthropic/claude-…`) names a provider and its model; the
 * provider's own endpoint wants the model alone. An address that the user gives may belong to a proxy whose names have such
 * prefixes themselves, or to a server that knows none: there both are tried, as written first.
 */
import type { Secret } from '../../kernel/secret.js';

/** What the settings say of the model; a `Config` has it. */
export interface ModelOptions {
  readonly enabled: boolean;
  /** As LiteLLM spells it. */
  readonly model: string;
  /** Decides the endpoint when `baseUrl` is absent. */
  readonly provider: string;
  readonly baseUrl?: string;
  readonly apiKey?: Secret;
  /** Requests at once. */
  readonly concurrency: number;
  /** Until a request is given up; two minutes when absent. */
  readonly timeoutSeconds?: number;
  readonly sources: readonly string[];
}

/** The endpoints of providers that speak OpenAI's protocol, as they document them. */
const BASE_URLS: Readonly<Record<string, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  gemini: 'https://generativelanguage.googleapis.com/v1beta/openai',
  openrouter: 'https://openrouter.ai/api/v1',
  ollama: 'http://127.0.0.1:11434/v1',
};

export interface Endpoint {
  readonly baseUrl: string;
  /** The same for messages: without what a user may have put into it that others must not see. */
  readonly shown: string;
  /** At least one; the first that the endpoint knows is taken. */
  readonly models: readonly string[];
  readonly apiKey: Secret | undefined;
  /** Whether requests without a key are of no use. */
  readonly needsKey: boolean;
  /** Whether the address holds a name or a password, which no request may carry. */
  readonly hasPassword: boolean;
}

/** The endpoint that settings mean. */
export function endpointOf({ model, provider, baseUrl, apiKey }: ModelOptions): Endpoint {
  const bare = model.replace(/^(?:openai|anthropic|gemini|openrouter|ollama)\//i, '');
  const own = BASE_URLS[provider] ?? BASE_URLS.openai ?? '';
  const { username, password } = new URL(baseUrl ?? own);
  return {
    baseUrl: baseUrl ?? own,
    shown: withoutSecrets(baseUrl ?? own),
    models: baseUrl === undefined ? [bare] : [...new Set([model, bare])],
    apiKey,
    needsKey: baseUrl === undefined && provider !== 'ollama',
    hasPassword: username !== '' || password !== '',
  };
}

/** An address may hold a name, a password, or a key among its parameters. */
function withoutSecrets(address: string): string {
  const url = new URL(address);
  if (url.username === '' && url.password === '' && url.search === '') return address;
  return `${url.protocol}//${url.host}${url.pathname}`;
}
