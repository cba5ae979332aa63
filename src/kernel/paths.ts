/**
 * Paths as the project writes them: relative to the root, with `/`, on every platform; the root itself is `.`.
 * The functions take the flavour of path (`node:path`'s own by default), so that Windows is tested everywhere.
 * Nothing here touches the disk: see `project.ts` for what is real, and `code/odd-names.ts` for names that are no text.
 */
import path, { type PlatformPath } from 'node:path';

/** The root's own relative path. */
export const ROOT = '.';

/**
 * Where an absolute path lies below the root, as a POSIX path (`.` for the root itself), or `undefined` when it lies
 * outside. Both must be absolute and normalised; links are not looked at.
 */
export function relativeInside(
  root: string,
  absolute: string,
  flavour: PlatformPath = path,
): string | undefined {
  const relative = flavour.relative(root, absolute);
  if (relative === '') return ROOT;
  if (relative === '..' || relative.startsWith(`..${flavour.sep}`) || flavour.isAbsolute(relative)) {
    return undefined;
  }
  return flavour.sep === '/' ? relative : relative.replaceAll(flavour.sep, '/');
}

/** The absolute path of a relative POSIX path. */
export function joinRoot(root: string, relative: string, flavour: PlatformPath = path): string {
  if (relative === ROOT) return root;
  return flavour.join(root, flavour.sep === '/' ? relative : relative.replaceAll('/', flavour.sep));
}

/** Normalises what a person wrote (`./src/`, `src//app`, `src\app` on Windows) against a folder below the root. */
export function resolveBelow(
  folder: string,
  written: string,
  flavour: PlatformPath = path,
): string | undefined {
  const posix = flavour.sep === '/' ? written : written.replaceAll(flavour.sep, '/');
  if (posix.startsWith('/') || flavour.isAbsolute(written)) return undefined;
  const joined = path.posix.normalize(`${folder}/${posix}`).replace(/\/+$/, '');
  if (joined === '' || joined === ROOT) return ROOT;
  return joined === '..' || joined.startsWith('../') ? undefined : joined;
}

/**
 * A path as editors and people give it, with `/`: `src\\oven.py`, `file:///C:/bakery/My%20Oven.py`, `\\\\?\\C:\\bakery`. A percent
 * sign stands for itself outside an address.
 */
export function withSlashes(written: string): string {
  const isAddress = /^file:\/\//i.test(written);
  const path = isAddress ? decoded(written.slice('file://'.length)) : written;
  return path.replaceAll('\\', '/').replace(/^(?:\/\/\?)?\/(?=[a-z]:(?:\/|$))/i, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // No percent sign of an address.
    return text;
  }
}

/**
 * Where a path that `withSlashes` made lies below a root, itself written in any way; `undefined` when it does not begin with
 * it. Drives of Windows have no letter case, nor has anything on them.
 */
export function behindRoot(path: string, root: string): string | undefined {
  const base = `${withSlashes(root).replace(/\/$/, '')}/`;
  const start = path.slice(0, base.length);
  const isSame = start === base || (/^[a-z]:\//i.test(base) && start.toLowerCase() === base.toLowerCase());
  return isSame ? path.slice(base.length) : undefined;
}

/** The folder a relative path lies in; `.` at the top, and for `.` itself. */
export function folderOf(relative: string): string {
  const slash = relative.lastIndexOf('/');
  return slash < 0 ? ROOT : relative.slice(0, slash);
}

/** The last part of a relative path. */
export function lastPart(relative: string): string {
  return relative.slice(relative.lastIndexOf('/') + 1);
}

/** `name` in `folder`, where the folder may be `.`. */
export function inFolder(folder: string, name: string): string {
  return folder === ROOT ? name : `${folder}/${name}`;
}

/** Whether a relative path is a folder itself or lies somewhere below it. */
export function isWithin(folder: string, relative: string): boolean {
  if (folder === ROOT || folder === relative) return true;
  return relative.length > folder.length && relative[folder.length] === '/' && relative.startsWith(folder);
}

/** Whether an absolute path is the top of a file system or drive: `/`, `C:\`, `\\host\share\`. */
export function isDriveRoot(absolute: string, flavour: PlatformPath = path): boolean {
  const normal = flavour.resolve(absolute);
  return flavour.parse(normal).root === normal;
}
