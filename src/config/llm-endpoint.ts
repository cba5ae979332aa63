/**
 * Which provider a model belongs to, and which variables its users set.
 *
 * Only what the user said decides where texts and a key go: the model that a project's file names is used at that
 * endpoint, but never chooses it. Where `OPENAI_BASE_URL` decides the endpoint, its key is the one that belongs to it, so
 * that no provider's key is sent to another's address.
 */

/** The providers whose spelling of model names is known. */
const PROVIDERS = ['openai', 'anthropic', 'gemini', 'openrouter', 'ollama'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The variables that hold a provider's key, the usual first; none where no key is needed. */
export const KEY_VARIABLES: Readonly<Record<Provider, readonly string[]>> = {
  openai: ['OPENAI_API_KEY'],
  anthropic: ['ANTHROPIC_API_KEY'],
  gemini: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  openrouter: ['OPENROUTER_API_KEY'],
  ollama: [],
};

/** The variable that the clients of every compatible endpoint read. */
export const BASE_URL_VARIABLE = 'OPENAI_BASE_URL';

/** By LiteLLM's prefix, or by the name's own beginning; any other name is served by an OpenAI-compatible endpoint. */
export function providerOf(model: string): Provider {
  const prefix = model.includes('/') ? model.slice(0, model.indexOf('/')).toLowerCase() : '';
  const named = PROVIDERS.find((provider) => provider === prefix);
  if (named !== undefined) return named;
  if (/^claude-/i.test(model)) return 'anthropic';
  return /^gemini-/i.test(model) ? 'gemini' : 'openai';
}
