/**
 * Paths in settings: what they mean, and which a project's own file may not choose.
 *
 * A path below the root becomes relative to it, as the whole project writes paths; any other stays absolute. A cloned
 * repository must not make us read or write elsewhere, by `..`, by an absolute path or by a link, nor overwrite what is
 * no index of ours.
 */
import path from 'node:path';
import { realPathOf } from '../kernel/disk.js';
import { isWithin, joinRoot, relativeInside, resolveBelow } from '../kernel/paths.js';
import { badSetting, type RawSetting } from './raw-setting.js';
import { settingOf } from './settings.js';
import { readList, readText } from './values.js';

/** What paths are counted from; both without links, `home` empty when unknown. */
export interface Place {
  readonly root: string;
  readonly home: string;
}

/** The paths of a setting: relative POSIX below the root, else absolute; none at all for `none` where that is allowed. */
export function readPaths(raw: RawSetting, place: Place, orNone: boolean, stayInside: boolean): string[] {
  const items = readList(raw);
  if (orNone && items.length === 1 && items[0]?.toLowerCase() === 'none') return [];
  const locations = items.map((item) => {
    const location = locate(item, place);
    if (stayInside && path.isAbsolute(location)) {
      throw badSetting(raw, `${item} lies outside the project root ${place.root}`);
    }
    return location;
  });
  return [...new Set(locations)];
}

/** An absolute path; a relative one counts from the root. */
function readPath(raw: RawSetting, place: Place): string {
  const location = locate(readText(raw), place);
  return path.isAbsolute(location) ? location : joinRoot(place.root, location);
}

/** An absolute path anywhere on the machine; a relative one counts from `base`. */
export function readPlace(
  raw: RawSetting,
  { base, home }: { readonly base: string; readonly home: string },
): string {
  const written = readText(raw);
  const expanded = expandHome(written, home);
  if (expanded === written && /^~(?=[/\\]|$)/.test(written))
    throw badSetting(raw, 'this account has no home directory, so it must be an absolute path');
  return path.resolve(base, expanded);
}

/** Where the index lies. What has that name and is no index is never replaced; another name would be a slip. */
export function readIndexFile(raw: RawSetting, place: Place): string {
  const file = readPath(raw, place);
  if (!file.endsWith('.json')) throw badSetting(raw, 'the name of an index must end in .json');
  return file;
}

/** Why a project's own file may not say this, or `undefined` when it may. */
export function objectionTo(raw: RawSetting, place: Place): string | undefined {
  const kind = settingOf(raw.key).kind.is;
  if (kind !== 'paths' && kind !== 'path') return undefined;
  for (const item of readList(raw)) {
    const location = locate(item, place);
    if (path.isAbsolute(location) || leadsOutside(location, place))
      return `${item} lies outside the project root`;
    if (kind === 'path' && (isWithin('.git', location) || !location.endsWith('.json'))) {
      return `${item} is not a name for an index (it must end in .json)`;
    }
  }
  return undefined;
}

/** `~/…` is the home directory: settings of clients never see a shell. */
export function expandHome(written: string, home: string): string {
  return home !== '' && /^~(?=[/\\]|$)/.test(written) ? path.join(home, written.slice(1)) : written;
}

function locate(written: string, { root, home }: Place): string {
  const expanded = expandHome(written, home);
  const below = resolveBelow('.', expanded);
  if (below !== undefined) return below;
  const absolute = path.resolve(root, expanded);
  return relativeInside(root, absolute) ?? relativeInside(root, realPathOf(absolute)) ?? absolute;
}

function leadsOutside(relative: string, { root }: Place): boolean {
  return relativeInside(root, realPathOf(joinRoot(root, relative))) === undefined;
}
