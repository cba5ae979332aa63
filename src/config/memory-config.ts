/**
 * The settings of the agent memory's server as they are in force: flags over environment over defaults, read once into one
 * frozen value. It looks at no disk: whether the folders can be used is found out by whoever uses them.
 */
import path from 'node:path';
import { KgError } from '../kernel/errors.js';
import { printable } from '../kernel/text.js';
import { MEMORY_SETTINGS, type MemorySettingKey, memoryFlagOf } from './memory-settings.js';
import { type Environment, homeFolder, userFolder } from './user-folders.js';
import { SWITCH } from './values.js';

/** Everything a memory server needs to know before it starts. Paths are absolute. */
export interface MemoryConfig {
  readonly storageRoot: string;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly isTokenRequired: boolean;
  readonly tokenFile: string;
  /** In lower case, without ports. */
  readonly allowedHosts: readonly string[];
  readonly gracePeriodDays: number;
  readonly orphanGraceDays: number;
  readonly saveIntervalSeconds: number;
  readonly logLevel: 'quiet' | 'normal' | 'verbose';
  /** Where the state file, the lock and the log of servers lie. */
  readonly stateFolder: string;
}

/** Values by setting, as a command line gives them. */
export type MemoryFlags = Readonly<Partial<Record<MemorySettingKey, string>>>;

// What other programs call the levels.
const LEVELS: Readonly<Record<string, string>> = {
  debug: 'verbose',
  info: 'normal',
  warning: 'normal',
  warn: 'normal',
  error: 'quiet',
  critical: 'quiet',
};
// Letters of a host's name or address; brackets and ports are not part of it.
const HOST = /^[a-z0-9][a-z0-9.-]{0,252}$|^[0-9a-f:]{2,39}$/;
const LOCAL = new Set(['127.0.0.1', '::1', 'localhost']);

/** Reads the settings. Throws a `KgError` of code `bad-setting` that names the variable or flag. */
export function readMemoryConfig(env: Environment, flags: MemoryFlags, cwd: string): MemoryConfig {
  const home = homeFolder(env);
  const read = new Reader(env, flags, { cwd, home });
  const host = read.host('http_host');
  return Object.freeze({
    storageRoot: read.path('storage_root') ?? orFail(home, 'KG_STORAGE_ROOT'),
    host,
    port: read.number('http_port'),
    isTokenRequired: !LOCAL.has(host) || read.switch('token_required'),
    tokenFile: read.path('token_file') ?? path.join(folderFor('config', env), 'token'),
    allowedHosts: read.hosts('allowed_hosts'),
    gracePeriodDays: read.number('grace_period_days'),
    orphanGraceDays: read.number('orphan_grace_days'),
    saveIntervalSeconds: read.number('save_interval'),
    logLevel: read.level('log_level'),
    stateFolder: folderFor('state', env),
  });
}

interface Place {
  readonly cwd: string;
  readonly home: string;
}

interface Given {
  readonly text: string;
  /** As a person would write it, for messages. */
  readonly shown: string;
}

class Reader {
  readonly #env: Environment;
  readonly #flags: MemoryFlags;
  readonly #place: Place;

  constructor(env: Environment, flags: MemoryFlags, place: Place) {
    this.#env = env;
    this.#flags = flags;
    this.#place = place;
  }

  number(key: NumberKey): number {
    const { min, max } = MEMORY_SETTINGS[key].kind;
    const given = this.#given(key);
    const value = Number(given.text);
    if (/^\d{1,9}$/.test(given.text) && value >= min && value <= max) return value;
    throw badValue(given, `it must be a whole number from ${min} to ${max}`);
  }

  switch(key: 'token_required'): boolean {
    const given = this.#given(key);
    const value = SWITCH[given.text.toLowerCase()];
    if (value === undefined) throw badValue(given, 'it must be true or false');
    return value;
  }

  /** `~/` is the home directory, as no shell expands it in a settings file of a client. */
  path(key: 'storage_root' | 'token_file'): string | undefined {
    const given = this.#given(key);
    if (given.text === '') return undefined;
    if (given.text !== printable(given.text))
      throw badValue(given, 'it must be a path without control characters');
    if (given.text === '~' || /^~[/\\]/.test(given.text)) {
      return path.join(orFail(this.#place.home, MEMORY_SETTINGS[key].env), given.text.slice(1));
    }
    return path.resolve(this.#place.cwd, given.text);
  }

  host(key: 'http_host'): string {
    const given = this.#given(key);
    return hostOf(given, given.text);
  }

  hosts(key: 'allowed_hosts'): readonly string[] {
    const given = this.#given(key);
    const names = given.text.split(',').map((name) => name.trim());
    return names.filter((name) => name !== '').map((name) => hostOf(given, name));
  }

  level(key: 'log_level'): MemoryConfig['logLevel'] {
    const given = this.#given(key);
    const word = given.text.toLowerCase();
    const found = MEMORY_SETTINGS[key].kind.allowed.find((level) => level === (LEVELS[word] ?? word));
    if (found === undefined) throw badValue(given, 'it must be quiet, normal or verbose');
    return found;
  }

  #given(key: MemorySettingKey): Given {
    const flag = this.#flags[key]?.trim();
    if (flag !== undefined && flag !== '') return { text: flag, shown: `${memoryFlagOf(key)} ${flag}` };
    const { env, standard } = MEMORY_SETTINGS[key];
    const value = this.#env[env]?.trim();
    if (value !== undefined && value !== '') return { text: value, shown: `${env}=${value}` };
    return { text: standard, shown: env };
  }
}

type NumberKey = {
  [K in MemorySettingKey]: (typeof MEMORY_SETTINGS)[K]['kind'] extends { readonly is: 'number' } ? K : never;
}[MemorySettingKey];

function hostOf(given: Given, text: string): string {
  const name = text.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (!HOST.test(name)) throw badValue(given, 'it must be a host name or an address, without a port');
  return name;
}

function folderFor(purpose: 'config' | 'state', env: Environment): string {
  return userFolder(purpose, env) ?? orFail('', purpose === 'state' ? 'XDG_STATE_HOME' : 'KG_TOKEN_FILE');
}

/** The folder, or the error of an account that has no home directory. */
function orFail(folder: string, variable: string): string {
  if (folder !== '') return folder;
  throw new KgError('bad-setting', 'this account has no home directory', {
    hint: `Set ${variable} to an absolute path.`,
  });
}

function badValue({ shown }: Given, allowed: string): KgError {
  const text = printable(shown.length > 120 ? `${shown.slice(0, 120)}…` : shown);
  return new KgError('bad-setting', `${text}: ${allowed}`, { hint: 'Change or remove it.' });
}
