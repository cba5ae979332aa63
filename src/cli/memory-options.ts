/** The options of the commands about the agent memory: one for each of its settings, and how they become the settings. */
import type { MemoryConfig, MemoryFlags } from '../config/memory-config.js';
import { MEMORY_SETTING_KEYS, MEMORY_SETTINGS, type MemorySettingKey } from '../config/memory-settings.js';
import { type Option, text } from './options.js';

const PLACEHOLDERS = {
  number: 'N',
  switch: 'on|off',
  path: 'PATH',
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

/** The settings in force. Throws a `KgError` of code `bad-setting`. */
export async function loadMemoryConfig(values: Readonly<Record<string, unknown>>): Promise<MemoryConfig> {
  const { environment } = await import('../config.js');
  const { readMemoryConfig } = await import('../config/memory-config.js');
  return readMemoryConfig(environment(), memoryFlags(values), process.cwd());
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
  const { kind, why, standard } = MEMORY_SETTINGS[key];
  const plain = why.replaceAll('`', '');
  return { ...text(PLACEHOLDERS[kind.is], plain), ...(standard !== '' && { standard }) };
}

function camelCase(key: string): string {
  return key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
