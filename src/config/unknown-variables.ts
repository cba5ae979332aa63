/**
 * Variables of the environment that look like ours and are none: a setting that was misspelt would else be a setting that was
 * not made. Each is a warning that names the nearest one we know.
 */
import { nearestNames, printable } from '../kernel/text.js';
import { ANY_SETTING_KEYS, isAnySettingKey, settingOf } from './settings.js';
import type { Environment } from './user-folders.js';

const PREFIX = 'KG_';

/** One line for each, sorted by name. `told`: names of which more is said elsewhere. */
export function warnOfVariables(env: Environment, told: readonly string[] = []): string[] {
  const known = [...ANY_SETTING_KEYS.map((key) => settingOf(key).env), ...told];
  const unknown = Object.keys(env).filter((name) => name.startsWith(PREFIX) && !known.includes(name));
  return unknown.sort().map((name) => {
    const [nearest = ''] = nearestNames(name.slice(PREFIX.length), ANY_SETTING_KEYS);
    const meant = isAnySettingKey(nearest) ? `; did you mean ${settingOf(nearest).env}?` : '';
    return `${printable(name)}: unknown variable${meant}`;
  });
}
