/**
 * Settings as text: the example file, the README's table, and what is in force with its origin. All of it comes from the
 * one table; none of it ever shows a key, or an address with a password in it.
 */
import type { Config } from '../config.js';
import { ROOT } from '../kernel/paths.js';
import type { MemoryConfig } from './memory-config.js';
import { MEMORY_SETTING_KEYS, type MemorySettingKey } from './memory-settings.js';
import type { Origin } from './raw-setting.js';
import { type Setting, standardText } from './setting.js';
import {
  ALIASES,
  type AnySettingKey,
  SETTING_KEYS,
  SETTINGS,
  type SettingKey,
  settingOf,
} from './settings.js';

/** One setting as it is in force. */
export interface SettingLine {
  readonly key: AnySettingKey;
  readonly env: string;
  readonly value: string;
  readonly origin: Origin;
}

/** Every setting with its value and where that comes from, in the order of the table. */
export function describeSettings(config: Config): SettingLine[] {
  return SETTING_KEYS.map((key) => ({
    key,
    env: SETTINGS[key].env,
    value: shownValue(config, key),
    origin: config.origins[key],
  }));
}

/** The same for those of the agent memory. */
export function describeMemorySettings(config: MemoryConfig): SettingLine[] {
  return MEMORY_SETTING_KEYS.map((key) => ({
    key,
    env: settingOf(key).env,
    value: shownOfMemory(config, key),
    origin: config.origins[key],
  }));
}

function shownOfMemory(config: MemoryConfig, key: MemorySettingKey): string {
  switch (key) {
    case 'storage_root':
      return config.storageRoot;
    case 'http_host':
      return config.host;
    case 'http_port':
      return String(config.port);
    case 'token_required':
      return String(config.isTokenRequired);
    case 'token_file':
      return config.tokenFile;
    case 'allowed_hosts':
      return config.allowedHosts.length === 0 ? 'none' : config.allowedHosts.join(', ');
    case 'grace_period_days':
      return String(config.gracePeriodDays);
    case 'orphan_grace_days':
      return String(config.orphanGraceDays);
    case 'save_interval':
      return String(config.saveIntervalSeconds);
    case 'reminders':
      return config.reminders;
    case 'subagent_preload':
      return String(config.hasSubagentPreload);
    case 'hook_wait_ms':
      return String(config.hookWaitMs);
    case 'log_level':
      return config.logLevel;
  }
}

function shownValue(config: Config, key: SettingKey): string {
  const { llm } = config;
  switch (key) {
    case 'project_root':
      return config.root;
    case 'source_dirs':
      return listOrStandard(config.sourceDirs, key);
    case 'adr_dir':
      return listOrStandard(config.adrDirs, key);
    case 'adr_pattern':
      return config.adrPattern ?? standardText(SETTINGS[key]);
    case 'config_path':
      return listOrStandard(config.configPaths, key);
    case 'index_file':
      return config.indexFile;
    case 'watch_enabled':
      return String(config.watchEnabled);
    case 'llm_enabled':
      return String(llm.enabled);
    case 'llm_model':
      return llm.model;
    case 'llm_base_url':
      return llm.baseUrl === undefined ? `the one of ${llm.provider}` : withoutSecrets(llm.baseUrl);
    case 'llm_api_key':
      return llm.apiKey === undefined ? 'not set' : 'set';
    case 'llm_concurrency':
      return String(llm.concurrency);
    case 'llm_timeout':
      return String(llm.timeoutSeconds);
    case 'llm_sources':
      return llm.sources.join(', ');
  }
}

/** `kg-memory.toml.example`: every setting that a file may hold, commented out, with its default. */
export function renderTomlExample(): string {
  const open = SETTING_KEYS.filter((key) => SETTINGS[key].file === 'project');
  const own = SETTING_KEYS.filter((key) => SETTINGS[key].file === 'user');
  const outside = SETTING_KEYS.filter((key) => SETTINGS[key].file === 'none');
  return [
    '# Settings of kg-memory for one project: copy this file to kg-memory.toml at its root, and take away the # before',
    '# what you change. The values are the defaults. A flag or a variable (KG_ and the name in capitals) is stronger.',
    ...open.map(exampleOf),
    '',
    '# --- Only in your own config.toml (~/.config/kg-memory/), or as variables: a project must not choose where your',
    '# --- texts and keys are sent. "" is the same as not set.',
    ...own.map(exampleOf),
    ...outside.map(
      (key) =>
        `\n# Only as a variable, or -C on the command line: ${SETTINGS[key].env}.\n# ${SETTINGS[key].why}`,
    ),
    '',
    '# --- The agent memory: only in your own config.toml, or as variables.',
    ...MEMORY_SETTING_KEYS.map(exampleOf),
    '',
    '# Names that mean the same, for joining what the documents and the code call by different names.',
    `[${ALIASES}]`,
    '# "k8s" = "kubernetes"',
    '',
  ].join('\n');
}

function exampleOf(key: AnySettingKey): string {
  const { why, standard } = settingOf(key);
  return `\n# ${why}\n# ${key} = ${standard}`;
}

const WHO_MAY: Readonly<Record<Setting['file'], string>> = {
  project: 'project, user',
  user: 'user only',
  none: 'no',
};

/** The README's table: variable, default, in which file, what for. */
export function renderSettingsTable(): string {
  const rows = SETTING_KEYS.map((key) => {
    const { env, file, why } = SETTINGS[key];
    const standard = standardText(SETTINGS[key]);
    const cells = [`\`${env}\``, standard === '' ? '–' : `\`${standard}\``, WHO_MAY[file], why];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| Variable | Default | In a file | What for |', '|---|---|---|---|', ...rows, ''].join('\n');
}

function listOrStandard(paths: readonly string[] | undefined, key: SettingKey): string {
  if (paths === undefined) return standardText(SETTINGS[key]);
  return paths.length === 0
    ? 'none'
    : paths.map((each) => (each === ROOT ? '. (the root)' : each)).join(', ');
}

/** An address without user, password and query. */
function withoutSecrets(address: string): string {
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname}`;
}
