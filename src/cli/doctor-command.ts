/**
 * `kg-memory doctor`: looks at what a user can get wrong (the settings, where the index lies, the language model's endpoint, to
 * which one small request is sent, the memory server, the settings of clients) and says of each whether it is right and what to
 * do when it is not.
 */
import { codeSpan, prose } from '../code/render/text.js';
import type { Config } from '../config.js';
import { systemClock } from '../kernel/clock.js';
import { KgError } from '../kernel/errors.js';
import type { Check } from './check.js';
import { defineCommand, type Session } from './command.js';
import { memoryChecks } from './memory-checks.js';
import { adviceToIndex, isIndexed } from './open-index.js';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Check the settings, the index, the model and the memory',
  about: [
    'When the language model is on, one request of a few words is sent to it. Exit code 3 says that something does not work; every line that is not right says what to do.',
    'Of the memory it looks at who is at the port, and at what kg-memory install has written for clients. It starts and changes nothing.',
  ],
  operands: [{ name: 'path', isRequired: false, why: 'The project, as -C' }],
  options: {},
  examples: [
    ['kg-memory doctor', 'Check this folder and its settings.'],
    ['kg-memory doctor --llm-enabled --llm-model openai/gpt-4o-mini', 'Try a model before turning it on.'],
  ],
  run: async ({ operands: [path] }, session) => {
    const config = await session.loadConfig(path);
    const checks = [
      { name: 'node', state: 'ok', says: process.version } as const,
      ...settingChecks(config),
      await indexCheck(session, config),
      await modelCheck(session, config),
      ...(await memoryChecks(session, config.warnings)),
    ];
    const isFailing = checks.some(({ state }) => state === 'failure');
    return {
      exitCode: isFailing ? 3 : 0,
      text: [`# Doctor: ${codeSpan(config.root)}`, ...checks.map(lineOf)].join('\n'),
      result: { root: config.root, checks },
    };
  },
});

function lineOf({ name, state, says, fix }: Check): string {
  const mark = { ok: 'ok', warning: 'warning', failure: 'FAILED' }[state];
  const advice = fix === undefined ? '' : `\n  → ${prose(fix, 600)}`;
  return `- ${name}: ${mark}: ${prose(says, 600)}${advice}`;
}

function settingChecks({ warnings }: Config): Check[] {
  if (warnings.length === 0) return [{ name: 'settings', state: 'ok', says: 'kg-memory config lists them' }];
  return warnings.map((says) => ({ name: 'settings', state: 'warning', says }));
}

async function indexCheck(session: Session, config: Config): Promise<Check> {
  if (await isIndexed(session, config)) return { name: 'index', state: 'ok', says: config.indexFile };
  return {
    name: 'index',
    state: 'warning',
    says: 'the project is not indexed yet',
    fix: adviceToIndex(config.root),
  };
}

async function modelCheck(session: Session, { llm, origins }: Config): Promise<Check> {
  const name = 'language model';
  if (!llm.enabled) {
    const fix = 'To turn it on set KG_LLM_ENABLED=true, KG_LLM_MODEL and its key; it costs money.';
    return { name, state: 'ok', says: 'off; structure, search and decision records work without it', fix };
  }
  const { ModelClient } = await import('../code/enrich/provider.js');
  const { PROBE } = await import('../code/enrich/prompts.js');
  const { Meter } = await import('../code/enrich/usage.js');
  const client = new ModelClient(llm, new Meter());
  const { baseUrl, shown, apiKey } = client.endpoint;
  const key = apiKey === undefined ? 'no key' : `the key of ${origins.llm_api_key.where}`;
  const start = systemClock.elapsed();
  session.progress({ phase: 'asking', done: 0, total: 0 });
  try {
    await client.chat({ prompt: PROBE, signal: session.signal });
  } catch (error) {
    if (!(error instanceof KgError && error.code === 'llm-failed')) throw error;
    const { message, hint } = error;
    return {
      name,
      state: 'failure',
      says: `${llm.model} with ${key}: ${message}`,
      ...(hint !== undefined && { fix: hint }),
    };
  }
  const seconds = ((systemClock.elapsed() - start) / 1000).toFixed(1);
  const says = `${llm.model} at ${shown} with ${key} answered in ${seconds} s`;
  if (apiKey === undefined || !isOpen(baseUrl)) return { name, state: 'ok', says };
  return {
    name,
    state: 'warning',
    says,
    fix: 'The key is sent there without encryption: use an address that begins with https://.',
  };
}

/** Whether what is sent to an address can be read on the way. */
function isOpen(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !/^(?:localhost|127\.|\[::1\])/.test(hostname);
}
