/** The options of the commands about the agent memory: one for each of its settings, and how they become the settings. */
import type { MemoryConfig, MemoryFlags } from '../config/memory-config.js';
import { MEMORY_SETTING_KEYS, MEMORY_SETTINGS, type MemorySettingKey } from '../config/memory-settings.js';
import { standardText } from '../config/setting.js';
import type { Session } from './command.js';
import { type Option, text } from './options.js';

const PLACEHOLDERS = {
  number: 'N',
  switch: 'on|off',
  place: 'PATH',
  host: 'HOST',
  hosts: 'HOSTS',
  choice: 'WORD',
} as const;

/** A flag for every setting: `storageRoot` is `--storage-root`. */
export const MEMORY_OPTIONS: Readonly<Record<string, Option<string | undefined>>> = Object.fromEntries(
  MEMORY_SETTING_KEYS.map((key) => [camelCase(key), optionOf(key)]),
);

/** Those that say where the memory is, for commands that only use it. */
export const MEMORY_PLACE_OPTIONS = Object.fromEntries(
  (['storage_root', 'http_host', 'http_port', 'token_file'] as const).map((key) => [
    camelCase(key),
    optionOf(key),
  ]),
);

/** The settings in force; what is wrong with them and stops nothing is told. Rejects with a `KgError` of code `bad-setting`. */
export async function readMemorySettings(
  values: Readonly<Record<string, unknown>>,
  { log }: Pick<Session, 'log'>,
): Promise<MemoryConfig> {
  const { environment } = await import('../config.js');
  const { loadMemoryConfig } = await import('../config/memory-config.js');
  const config = await loadMemoryConfig({
    flags: memoryFlags(values),
    env: environment(),
    cwd: process.cwd(),
  });
  for (const warning of config.warnings) log.warn(warning);
  return config;
}

/** The settings that were given as flags, by their own names. */
export function memoryFlags(values: Readonly<Record<string, unknown>>): MemoryFlags {
  const flags: Partial<Record<MemorySettingKey, string>> = {};
  for (const key of MEMORY_SETTING_KEYS) {
    const value = values[camelCase(key)];
    if (typeof value === 'string') flags[key] = value;
  }
  return flags;
}

function optionOf(key: MemorySettingKey): Option<string | undefined> {
  const { kind, why } = MEMORY_SETTINGS[key];
  const standard = standardText(MEMORY_SETTINGS[key]);
  const plain = why.replaceAll('`', '');
  return { ...text(PLACEHOLDERS[kind.is], plain), ...(standard !== '' && { standard }) };
}

function camelCase(key: string): string {
  return key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
