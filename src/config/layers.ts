/** Settings as flags and variables give them: the two strongest layers, above the files. */
import type { RawSetting } from './raw-setting.js';
import { type AnySettingKey, flagOf, settingOf } from './settings.js';
import type { Environment } from './user-folders.js';
import { isEmpty } from './values.js';

/** What the command line gave of these settings. */
export function fromFlags<K extends AnySettingKey>(
  keys: readonly K[],
  flags: Readonly<Partial<Record<K, string>>>,
): RawSetting<K>[] {
  return keys.flatMap((key) => {
    const value = flags[key] ?? '';
    return isEmpty(value) ? [] : [{ key, value, origin: { kind: 'flag', where: flagOf(key) } } as const];
  });
}

/** What the environment gave of these settings. */
export function fromEnvironment<K extends AnySettingKey>(
  keys: readonly K[],
  env: Environment,
): RawSetting<K>[] {
  return keys.flatMap((key) => {
    const where = settingOf(key).env;
    const value = env[where] ?? '';
    return isEmpty(value) ? [] : [{ key, value, origin: { kind: 'env', where } } as const];
  });
}
