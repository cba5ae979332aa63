/** Which client a command sets up, at which scope, and what is known of this installation. */
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MemoryConfig } from '../config/memory-config.js';
import type { EditContext, EditedFile } from '../install/apply-edits.js';
import { CLIENTS, type Client, type Installation, type Scope } from '../install/clients.js';
import { systemClock } from '../kernel/clock.js';
import { KgError } from '../kernel/errors.js';
import { printable } from '../kernel/text.js';
import type { Outcome, Session } from './command.js';
import { didYouMean } from './did-you-mean.js';
import { readMemorySettings } from './memory-options.js';
import { choice, toggle } from './options.js';

export const CLIENT_OPERANDS = [
  { name: 'client', isRequired: true, why: Object.keys(CLIENTS).join(', ') },
] as const;

export const CLIENT_OPTIONS = {
  scope: choice(
    'SCOPE',
    'For you everywhere, or for this project (-C names another)',
    ['user', 'project'],
    'user',
  ),
  dryRun: toggle('Show what would be changed and change nothing'),
} as const;

/** A client to set up. */
export interface Setup {
  readonly name: string;
  readonly client: Client;
  readonly scope: Scope;
  readonly installation: Installation;
  readonly context: EditContext;
  readonly config: MemoryConfig;
}

/** Finds it. Throws a `KgError` of code `usage` that names the nearest client, or the scopes it has. */
export async function readSetup(
  word: string,
  options: Readonly<Record<string, unknown>> & {
    readonly scope: Scope;
    readonly dryRun: boolean | undefined;
  },
  session: Session,
): Promise<Setup> {
  const client = Object.hasOwn(CLIENTS, word) ? CLIENTS[word] : undefined;
  if (client === undefined) {
    const near = didYouMean(word, Object.keys(CLIENTS));
    throw new KgError('usage', `there is no client "${printable(word)}"`, {
      hint: near === undefined ? `There are ${Object.keys(CLIENTS).join(', ')}.` : `Did you mean ${near}?`,
    });
  }
  const { scope } = options;
  if (!client.scopes.includes(scope)) {
    throw new KgError('usage', `${client.title} has no settings of a ${scope}`, {
      hint: `Use --scope ${client.scopes.join(' or ')}.`,
    });
  }
  const config = await readMemorySettings(options, session);
  const installation = await readInstallation(session);
  const context = contextOf(word, scope, config, options.dryRun === true);
  return { name: word, client, scope, installation, context, config };
}

/** What is known of this installation. */
export async function readInstallation({ folder }: Session): Promise<Installation> {
  const { environment } = await import('../config.js');
  const { homeFolder } = await import('../config/user-folders.js');
  const env = environment();
  return {
    packageFolder: path.resolve(fileURLToPath(new URL('..', import.meta.url))),
    node: process.execPath,
    home: homeFolder(env) || homedir(),
    project: folder,
    env,
    platform: process.platform,
  };
}

/** For edits of a client's files. */
export function contextOf(
  name: string,
  scope: Scope,
  { stateFolder }: MemoryConfig,
  isDryRun: boolean,
): EditContext {
  return { client: `${name}-${scope}`, stateFolder, clock: systemClock, isDryRun };
}

/** What was done to each file, and what else there is to know. */
export function told(edited: readonly EditedFile[], isDryRun: boolean, more: readonly string[]): Outcome {
  const parts = edited.flatMap(({ file, did, diff, backup }) => {
    if (did === 'unchanged') return [`${file}: nothing to change`];
    const verb = { changed: 'changed', removed: 'removed' }[did];
    const head = `${file}: ${isDryRun ? `would be ${verb}` : verb}${backup === undefined ? '' : `; as it was: ${backup}`}`;
    return [head, ...diff.split('\n').map((line) => `    ${printable(line)}`)];
  });
  return { text: [...parts, ...more].join('\n'), result: { dry_run: isDryRun, files: edited, notes: more } };
}
