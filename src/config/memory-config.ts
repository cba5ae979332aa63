/**
 * The settings of the agent memory as they are in force: flags over environment over the user's `config.toml` over defaults,
 * read once into one frozen value. Whether the folders can be used is found out by whoever uses them.
 */
import path from 'node:path';
import { KgError } from '../kernel/errors.js';
import { fromEnvironment, fromFlags } from './layers.js';
import { readPlace } from './locations.js';
import {
  isMemorySettingKey,
  MEMORY_SETTING_KEYS,
  MEMORY_SETTINGS,
  type MemorySettingKey,
} from './memory-settings.js';
import { type Origin, type RawSetting, STANDARD } from './raw-setting.js';
import { readUserFile } from './settings-file.js';
import { warnOfVariables } from './unknown-variables.js';
import { type Environment, homeFolder, userFolder } from './user-folders.js';
import { isEmpty, readChoice, readHost, readList, readNumber, readSwitch } from './values.js';

/** Everything a memory server needs to know before it starts, and where it comes from. Paths are absolute. */
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
  /** What hooks say when the memory has nothing to say. */
  readonly reminders: 'staged' | 'quiet';
  readonly hasSubagentPreload: boolean;
  /** When a hook ends, counted from the start of its process. */
  readonly hookWaitMs: number;
  readonly logLevel: 'quiet' | 'normal' | 'verbose';
  /** Where the state file, the lock and the log of servers lie. */
  readonly stateFolder: string;
  readonly origins: Readonly<Record<MemorySettingKey, Origin>>;
  /** What was set and is not in force, or cannot be meant, one line each. */
  readonly warnings: readonly string[];
}

/** Values by setting, as a command line gives them. */
export type MemoryFlags = Readonly<Partial<Record<MemorySettingKey, string>>>;

// What other programs call the levels.
const LEVELS: Readonly<Record<string, MemoryConfig['logLevel']>> = {
  debug: 'verbose',
  info: 'normal',
  warning: 'normal',
  warn: 'normal',
  error: 'quiet',
  critical: 'quiet',
};
const COMMITS = 'KG_AUTOCOMMIT_INTERVAL';
const LOCAL = new Set(['127.0.0.1', '::1', 'localhost']);

/** Where settings are read from. */
export interface MemoryConfigSources {
  readonly flags: MemoryFlags;
  readonly env: Environment;
  readonly cwd: string;
}

/** Reads the settings. Rejects with a `KgError` of code `bad-setting` that names the variable, the flag, or file and line. */
export async function loadMemoryConfig({ flags, env, cwd }: MemoryConfigSources): Promise<MemoryConfig> {
  const home = homeFolder(env);
  const configFolder = userFolder('config', env);
  const file = await readUserFile(configFolder);
  const layers: readonly RawSetting<MemorySettingKey>[] = [
    ...fromFlags(MEMORY_SETTING_KEYS, flags),
    ...fromEnvironment(MEMORY_SETTING_KEYS, env),
    ...file.settings.filter(isOfMemory),
  ];
  const raw = <K extends MemorySettingKey>(key: K) =>
    layers.find((each) => each.key === key) ?? standardOf(key);
  const number = (key: NumberKey) => {
    const { min, max } = MEMORY_SETTINGS[key].kind;
    return readNumber(raw(key), min, max);
  };
  const place = (key: 'storage_root' | 'token_file', standard: () => string) => {
    const given = raw(key);
    if (isEmpty(given.value)) return standard();
    const isInFile = given.origin.kind === 'user';
    return readPlace(given, { base: isInFile ? (configFolder ?? cwd) : cwd, home });
  };
  const hosts = raw('allowed_hosts');
  const host = readHost(raw('http_host'));
  return Object.freeze({
    storageRoot: place('storage_root', () => missingHome('KG_STORAGE_ROOT')),
    host,
    port: number('http_port'),
    isTokenRequired: readSwitch(raw('token_required')) || !LOCAL.has(host),
    tokenFile: place('token_file', () => path.join(configFolder ?? missingHome('KG_TOKEN_FILE'), 'token')),
    allowedHosts:
      hosts.origin === STANDARD ? [] : readList(hosts).map((value) => readHost({ ...hosts, value })),
    gracePeriodDays: number('grace_period_days'),
    orphanGraceDays: number('orphan_grace_days'),
    saveIntervalSeconds: number('save_interval'),
    reminders: readChoice(raw('reminders'), MEMORY_SETTINGS.reminders.kind.allowed),
    hasSubagentPreload: readSwitch(raw('subagent_preload')),
    hookWaitMs: number('hook_wait_ms'),
    logLevel: readChoice(raw('log_level'), MEMORY_SETTINGS.log_level.kind.allowed, LEVELS),
    stateFolder: userFolder('state', env) ?? missingHome('XDG_STATE_HOME'),
    origins: originsOf(raw),
    warnings: [...file.warnings, ...warnOfVariables(env, [COMMITS]), ...warnOfCommits(env)],
  });
}

type NumberKey = {
  [K in MemorySettingKey]: (typeof MEMORY_SETTINGS)[K]['kind'] extends { readonly is: 'number' } ? K : never;
}[MemorySettingKey];

function isOfMemory(raw: RawSetting): raw is RawSetting<MemorySettingKey> {
  return isMemorySettingKey(raw.key);
}

function standardOf<K extends MemorySettingKey>(key: K): RawSetting<K> {
  return { key, value: JSON.parse(MEMORY_SETTINGS[key].standard), origin: STANDARD };
}

function originsOf(raw: (key: MemorySettingKey) => RawSetting): Record<MemorySettingKey, Origin> {
  const entries = MEMORY_SETTING_KEYS.map((key) => [key, raw(key).origin]);
  return Object.fromEntries(entries) as Record<MemorySettingKey, Origin>;
}

/** The earlier implementation put a storage root that is a git repository under version control by itself (ADR 0034). */
function warnOfCommits(env: Environment): string[] {
  const value = env[COMMITS] ?? '';
  if (isEmpty(value)) return [];
  return [
    `${COMMITS} is not heeded: nothing is committed by itself; kg-memory history and restore take changes back`,
  ];
}

function missingHome(variable: string): never {
  throw new KgError('bad-setting', 'this account has no home directory', {
    hint: `Set ${variable} to an absolute path.`,
  });
}
