/**
 * Where a user keeps settings and caches: the XDG folders (basedir-spec), on Windows the two application data folders.
 */
import { homedir } from 'node:os';
import path from 'node:path';

/** Variables by name, as `process.env` gives them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The home directory, or '' when this account has none. */
export function homeFolder(env: Environment, platform: NodeJS.Platform = process.platform): string {
  const named = platform === 'win32' ? env.USERPROFILE : env.HOME;
  if (named !== undefined && path.isAbsolute(named)) return named;
  try {
    return homedir();
  } catch {
    return '';
  }
}

/** The variable of each XDG folder, and where it lies when that is not set. */
const XDG = {
  config: ['XDG_CONFIG_HOME', '.config'],
  cache: ['XDG_CACHE_HOME', '.cache'],
  state: ['XDG_STATE_HOME', path.posix.join('.local', 'state')],
} as const;

/** The folder for this program's settings, caches or state (locks, logs); `undefined` without a home directory. */
export function userFolder(
  purpose: keyof typeof XDG,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const [xdg, standard] = XDG[purpose];
  const onWindows = purpose === 'config' ? 'APPDATA' : 'LOCALAPPDATA';
  const variable = platform === 'win32' ? onWindows : xdg;
  const flavour = platform === 'win32' ? path.win32 : path.posix;
  const named = env[variable];
  // The specification says that a relative value is to be ignored.
  if (named !== undefined && flavour.isAbsolute(named)) return flavour.join(named, 'kg-memory');
  const home = homeFolder(env, platform);
  return home === '' ? undefined : flavour.join(home, standard, 'kg-memory');
}
