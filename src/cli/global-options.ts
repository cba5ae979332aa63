/**
 * The options of every command: where, how to print, and one flag for each setting, made from the settings' own table.
 */
import { SETTING_KEYS, SETTINGS, type SettingKey } from '../config/settings.js';
import { type Option, text, toggle, twoWay, type ValuesOf } from './options.js';

/** In the order of the help. */
export const GLOBAL_OPTIONS = {
  projectRoot: text('ROOT', 'The project; else this folder', 'C'),
  json: toggle('Print one JSON document; an error is one too, on stderr'),
  quiet: toggle('Nothing on stderr but errors', 'q'),
  verbose: toggle('Details on stderr', 'v'),
  color: twoWay('Colours; NO_COLOR and FORCE_COLOR are heeded too'),
  help: toggle('This help', 'h'),
  version: toggle('The version', 'V'),
} as const;

export type GlobalValues = ValuesOf<typeof GLOBAL_OPTIONS>;

// What stands for a value in the help, by what the value is.
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  paths: 'PATHS',
  path: 'FILE',
  pattern: 'REGEX',
  text: 'NAME',
  url: 'URL',
  secret: 'KEY',
  number: 'N',
  names: 'NAMES',
};

/** A flag for every setting but the root, which is `-C`: `sourceDirs` is `--source-dirs`. */
export const SETTING_OPTIONS: Readonly<Record<string, Option<string | undefined>>> = Object.fromEntries(
  SETTING_KEYS.filter((key) => key !== 'project_root').map((key) => [camelCase(key), settingOption(key)]),
);

/** The settings that were given as flags, by their own names. */
export function settingFlags(
  root: string | undefined,
  values: ValuesOf<typeof SETTING_OPTIONS>,
): Partial<Record<SettingKey, string>> {
  const flags: Partial<Record<SettingKey, string>> = {};
  for (const key of SETTING_KEYS) {
    const value = key === 'project_root' ? root : values[camelCase(key)];
    if (value !== undefined) flags[key] = value;
  }
  return flags;
}

function settingOption(key: SettingKey): Option<string | undefined> {
  const { kind, why, standard } = SETTINGS[key];
  const shown: unknown = JSON.parse(standard);
  const asText = Array.isArray(shown) ? shown.join(',') : String(shown);
  const common = { why: why.replaceAll('`', ''), ...(asText !== '' && { standard: asText }) };
  if (kind.is === 'switch') {
    return { ...common, isTwoWay: true, read: (given, flag) => toggle(why).read(given, flag)?.toString() };
  }
  return { ...common, ...text(PLACEHOLDERS[kind.is] ?? 'TEXT', common.why) };
}

function camelCase(key: SettingKey): string {
  return key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
