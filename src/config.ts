/**
 * The settings of one run: flags over environment over the project's `kg-memory.toml` over the user's `config.toml` over
 * defaults, read once into one frozen value that knows where each part comes from.
 *
 * It is the only reader of the environment. It starts every program, so it loads nothing heavy, and the TOML parser only
 * when there is a file. Bad values stop the run and say where they stand; what cannot be meant is a warning. It does not
 * look whether the folders exist, and where a setting is absent it leaves the choice to whoever reads it.
 */
import path from 'node:path';
import { fromEnvironment, fromFlags } from './config/layers.js';
import { BASE_URL_VARIABLE, KEY_VARIABLES, type Provider, providerOf } from './config/llm-endpoint.js';
import { objectionTo, type Place, readIndexFile, readPaths } from './config/locations.js';
import { findRoot } from './config/project-root.js';
import { type Origin, type RawSetting, STANDARD } from './config/raw-setting.js';
import { isSettingKey, SETTING_KEYS, SETTINGS, type SettingKey, settingOf } from './config/settings.js';
import { readSettingsFile, readUserFile, type SettingsFile } from './config/settings-file.js';
import { warnOfVariables } from './config/unknown-variables.js';
import { type Environment, homeFolder, userFolder } from './config/user-folders.js';
import {
  isEmpty,
  readNames,
  readNumber,
  readPattern,
  readSecret,
  readSwitch,
  readText,
  readUrl,
} from './config/values.js';
import { KgError } from './kernel/errors.js';
import type { Secret } from './kernel/secret.js';
import { compareText, printable } from './kernel/text.js';

/** What is known about the language model before one is asked. */
export interface LlmConfig {
  readonly enabled: boolean;
  /** As LiteLLM spells it. */
  readonly model: string;
  /** Decides the endpoint when `baseUrl` is absent. Follows the user's own choice of model, never a project file's. */
  readonly provider: Provider;
  readonly baseUrl?: string;
  readonly apiKey?: Secret;
  /** Requests at once. */
  readonly concurrency: number;
  /** Until a request is given up. */
  readonly timeoutSeconds: number;
  readonly sources: readonly string[];
}

/** All settings of a run. Plain data but for the key, which no copy of it carries. */
export interface Config {
  /** The project's folder: absolute, without links, and one that may be indexed. */
  readonly root: string;
  /** Below the root, POSIX, `.` for the root itself. `undefined` when not set: `src`, or all when that holds no Python. */
  readonly sourceDirs: readonly string[] | undefined;
  /** Relative POSIX, or absolute outside the root; empty for `none`; `undefined` when not set. */
  readonly adrDirs: readonly string[] | undefined;
  /** A valid pattern for `compilePattern`; `undefined` when not set. */
  readonly adrPattern: string | undefined;
  /** The project instructions, as `adrDirs`. */
  readonly configPaths: readonly string[] | undefined;
  /** Absolute. */
  readonly indexFile: string;
  readonly watchEnabled: boolean;
  readonly llm: LlmConfig;
  /** Alias and name, as written, sorted by alias; the project's own win. */
  readonly aliases: readonly (readonly [alias: string, name: string])[];
  readonly origins: Readonly<Record<SettingKey, Origin>>;
  /** What was set and is not in force, or cannot be meant, one line each. */
  readonly warnings: readonly string[];
  /** The user's own folders for this program: absolute, perhaps not there yet; `undefined` without a home directory. */
  readonly userConfigFolder: string | undefined;
  readonly userCacheFolder: string | undefined;
}

/** Where settings are read from; everything has the process's own as its default. */
export interface ConfigSources {
  readonly flags?: Readonly<Partial<Record<SettingKey, string>>>;
  readonly env?: Environment;
  readonly cwd?: string;
  /** The folder that holds the user's `config.toml`. */
  readonly userConfigFolder?: string;
}

/** The variables of this process, for what is no setting of ours: whether to colour (`NO_COLOR`, `TERM`). */
export function environment(): Environment {
  return process.env;
}

/** The settings file of a project, at its root. */
const PROJECT_FILE = 'kg-memory.toml';

/**
 * Reads all settings. Throws a `KgError`: `bad-root` for a root that is missing or must not be indexed, `bad-setting` for
 * a value that is not allowed or a file that is no TOML.
 */
export async function loadConfig(sources: ConfigSources = {}): Promise<Config> {
  const { flags = {}, env = process.env, cwd = process.cwd() } = sources;
  const home = homeFolder(env);
  const found = findRoot({ flag: flags.project_root, env, cwd, home });
  const place = { root: found.root, home };
  const userConfigFolder = sources.userConfigFolder ?? userFolder('config', env);
  const project = await readProjectFile(place, userConfigFolder);
  const user = await readUserFile(userConfigFolder);
  const chosen = new Chosen([
    ...fromFlags(SETTING_KEYS, checkedFlags(flags)),
    ...fromEnvironment(SETTING_KEYS, env),
    ...[...project.settings, ...user.settings].filter(isOfCode),
  ]);
  const read = { chosen, env, place };
  const config = {
    root: found.root,
    ...readLocations(read),
    watchEnabled: readSwitch(chosen.orStandard('watch_enabled')),
    llm: readLlm(read),
    aliases: mergeAliases(user.aliases, project.aliases),
    origins: { ...chosen.origins(), project_root: found.origin },
    warnings: [...found.warnings, ...warnOfVariables(env), ...project.warnings, ...user.warnings],
    userConfigFolder,
    userCacheFolder: userFolder('cache', env),
  };
  return deepFreeze(config);
}

/** The value in force of each setting. */
class Chosen {
  readonly #values = new Map<SettingKey, RawSetting<SettingKey>>();
  readonly #others = new Map<SettingKey, RawSetting<SettingKey>>();
  readonly #fallbacks = new Map<SettingKey, Origin>();

  /** From the strongest layer to the weakest: the first one wins. */
  constructor(layers: readonly RawSetting<SettingKey>[]) {
    for (const raw of layers) {
      if (!this.#values.has(raw.key)) this.#values.set(raw.key, raw);
      if (raw.origin.kind !== 'project' && !this.#others.has(raw.key)) this.#others.set(raw.key, raw);
    }
  }

  get(key: SettingKey): RawSetting | undefined {
    return this.#values.get(key);
  }

  orStandard(key: SettingKey): RawSetting {
    return this.#values.get(key) ?? standardOf(key);
  }

  /** What would be in force without the project's file. */
  ofUser(key: SettingKey): RawSetting {
    return this.#others.get(key) ?? standardOf(key);
  }

  /** Notes a value that another program's variable gives. */
  noteFallback(key: SettingKey, variable: string): void {
    this.#fallbacks.set(key, { kind: 'env', where: variable });
  }

  origins(): Record<SettingKey, Origin> {
    const origin = (key: SettingKey) => this.#values.get(key)?.origin ?? this.#fallbacks.get(key) ?? STANDARD;
    return Object.fromEntries(SETTING_KEYS.map((key) => [key, origin(key)])) as Record<SettingKey, Origin>;
  }
}

interface Reading {
  readonly chosen: Chosen;
  readonly env: Environment;
  readonly place: Place;
}

function standardOf(key: SettingKey): RawSetting {
  return { key, value: JSON.parse(SETTINGS[key].standard), origin: STANDARD };
}

function readLocations({ chosen, place }: Reading) {
  const paths = (key: 'source_dirs' | 'adr_dir' | 'config_path') => {
    const raw = chosen.get(key);
    const { orNone, stayInside } = SETTINGS[key].kind;
    return raw === undefined ? undefined : readPaths(raw, place, orNone, stayInside);
  };
  const pattern = chosen.get('adr_pattern');
  return {
    sourceDirs: paths('source_dirs'),
    adrDirs: paths('adr_dir'),
    adrPattern: pattern === undefined ? undefined : readPattern(pattern),
    configPaths: paths('config_path'),
    indexFile: readIndexFile(chosen.orStandard('index_file'), place),
  };
}

function readLlm({ chosen, env }: Reading): LlmConfig {
  const { min, max } = SETTINGS.llm_concurrency.kind;
  const timeout = SETTINGS.llm_timeout.kind;
  const endpoint = readEndpoint(chosen, env);
  return {
    enabled: readSwitch(chosen.orStandard('llm_enabled')),
    model: readText(chosen.orStandard('llm_model')),
    provider: endpoint.provider,
    ...(endpoint.baseUrl === undefined ? {} : { baseUrl: readUrl(endpoint.baseUrl) }),
    ...(endpoint.apiKey === undefined ? {} : { apiKey: readSecret(endpoint.apiKey) }),
    concurrency: readNumber(chosen.orStandard('llm_concurrency'), min, max),
    timeoutSeconds: readNumber(chosen.orStandard('llm_timeout'), timeout.min, timeout.max),
    sources: readNames(chosen.orStandard('llm_sources'), SETTINGS.llm_sources.kind.allowed),
  };
}

function readEndpoint(chosen: Chosen, env: Environment) {
  const provider = providerOf(readText(chosen.ofUser('llm_model')));
  const fallback = (key: 'llm_base_url' | 'llm_api_key', variables: readonly string[]) => {
    const variable = variables.find((name) => !isEmpty(env[name] ?? ''));
    if (variable === undefined) return undefined;
    chosen.noteFallback(key, variable);
    return { key, value: env[variable], origin: { kind: 'env', where: variable } } as const;
  };
  const ownUrl = chosen.get('llm_base_url');
  const sharedUrl = ownUrl === undefined ? fallback('llm_base_url', [BASE_URL_VARIABLE]) : undefined;
  const keyVariables = KEY_VARIABLES[sharedUrl === undefined ? provider : 'openai'];
  return {
    provider,
    baseUrl: ownUrl ?? sharedUrl,
    apiKey: chosen.get('llm_api_key') ?? fallback('llm_api_key', keyVariables),
  };
}

async function readProjectFile(place: Place, userConfigFolder: string | undefined): Promise<SettingsFile> {
  const file = await readSettingsFile({
    kind: 'project',
    path: path.join(place.root, PROJECT_FILE),
    label: PROJECT_FILE,
    remedy: path.join(userConfigFolder ?? '~/.config/kg-memory', 'config.toml'),
  });
  const warnings: string[] = [...file.warnings];
  const settings = file.settings.filter((raw) => {
    const objection = objectionTo(raw, place);
    if (objection === undefined) return true;
    const { env } = settingOf(raw.key);
    warnings.push(
      `${raw.origin.where}: ${raw.key} is ignored: ${printable(objection)}; set ${env} if it is meant`,
    );
    return false;
  });
  return { ...file, settings, warnings };
}

/** The flags, when all of them are settings: a library's caller may have written them by hand. */
function checkedFlags<T extends object>(flags: T): T {
  const unknown = Object.keys(flags).find((key) => !isSettingKey(key));
  if (unknown === undefined) return flags;
  throw new KgError('bad-argument', `there is no setting called ${printable(unknown)}`);
}

/** A file of the user's may hold settings of the agent memory, too; they are read by whoever serves it. */
function isOfCode(raw: RawSetting): raw is RawSetting<SettingKey> {
  return isSettingKey(raw.key);
}

function mergeAliases(...layers: readonly SettingsFile['aliases'][]): [string, string][] {
  return [...new Map(layers.flat())].sort(([a], [b]) => compareText(a, b));
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
