/**
 * Every call the store makes to the disk, as one interface: a test hands in a disk whose n-th call fails, or one that
 * remembers what was synced and forgets the rest.
 *
 * It knows paths and bytes and nothing of what they mean. Failures of writes are `KgError`s of code `io`; what is not there
 * is `undefined` or an empty list, never an error.
 */
import { constants } from 'node:fs';
import {
  chmod,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  truncate,
  unlink,
  utimes,
} from 'node:fs/promises';
import path from 'node:path';
import type { Disk } from '../../kernel/atomic-file.js';
import { diskError } from '../../kernel/disk-error.js';
import { KgError, systemErrorCode } from '../../kernel/errors.js';

/** What tells two states of a file apart without reading it. */
export interface DiskStamp {
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
}

/** The calls themselves, each failing as the system fails. */
export interface StoreDisk extends Disk {
  readFile(file: string): Promise<Buffer>;
  readlink(link: string): Promise<string>;
  readdir(folder: string): Promise<string[]>;
  lstat(
    file: string,
  ): Promise<DiskStamp & { isFile(): boolean; isDirectory(): boolean; birthtimeMs: number }>;
  mkdir(folder: string): Promise<void>;
  link(from: string, to: string): Promise<void>;
  copyFile(from: string, to: string): Promise<void>;
  truncate(file: string, length: number): Promise<void>;
  touch(file: string, timeMs: number): Promise<void>;
}

/** What only the owner may read: what was learned may be about anything. */
export const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** The machine's own disk. */
export const realStoreDisk: StoreDisk = {
  open,
  rename,
  unlink,
  readFile: (file) => readFile(file),
  readlink: (link) => readlink(link),
  readdir: (folder) => readdir(folder),
  lstat: (file) => lstat(file),
  mkdir: async (folder) => {
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  },
  link,
  copyFile: async (from, to) => {
    await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    await chmod(to, FILE_MODE);
  },
  truncate: (file, length) => truncate(file, length),
  touch: (file, timeMs) => utimes(file, timeMs / 1000, timeMs / 1000),
};

/** Whether the system says that there is nothing of that name. */
export function isMissing(error: unknown): boolean {
  const code = systemErrorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** The bytes of a file; `undefined` when there is none. Anything else that keeps it from being read throws. */
export async function readIfThere(disk: StoreDisk, file: string): Promise<Buffer | undefined> {
  try {
    return await disk.readFile(file);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw cannotRead(file, error);
  }
}

/** The stamp of an ordinary file; `undefined` when there is none. */
export async function stampIfThere(disk: StoreDisk, file: string): Promise<DiskStamp | undefined> {
  try {
    const stats = await disk.lstat(file);
    return stats.isFile() ? { ino: stats.ino, size: stats.size, mtimeMs: stats.mtimeMs } : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw cannotRead(file, error);
  }
}

/** Whether two stamps are of the same state of a file; no file is a state, too. */
export function isSameStamp(a: DiskStamp | undefined, b: DiskStamp | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs;
}

/** Names in a folder in code-unit order; none when there is no such folder. */
export async function namesIn(disk: StoreDisk, folder: string): Promise<string[]> {
  try {
    return (await disk.readdir(folder)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw cannotRead(folder, error);
  }
}

/** Makes a folder and those around it. */
export async function makeFolder(disk: StoreDisk, folder: string): Promise<void> {
  try {
    await disk.mkdir(folder);
  } catch (error) {
    throw diskError(folder, error);
  }
}

/** Makes the entries of a folder last through a power cut; where the file system cannot, they are as safe as they get. */
export async function syncFolder(disk: StoreDisk, folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const handle = await disk.open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!CANNOT_SYNC.has(systemErrorCode(error) ?? '')) throw diskError(folder, error);
  }
}

const CANNOT_SYNC = new Set(['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM', 'EACCES', 'EBADF']);

/** Removes a file; that there is none is as good. */
export async function removeIfThere(disk: StoreDisk, file: string): Promise<void> {
  try {
    await disk.unlink(file);
  } catch (error) {
    if (!isMissing(error)) throw diskError(file, error);
  }
}

/** Renames a damaged file to `<name>.corrupt-<time>`; returns that name. */
export async function setAside(disk: StoreDisk, file: string, nowMs: number): Promise<string> {
  const aside = `${file}.corrupt-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}`;
  try {
    await disk.rename(file, aside);
  } catch (error) {
    throw diskError(file, error);
  }
  return path.basename(aside);
}

/**
 * Gives the bytes of a file a second name, replacing what had it. A hard link costs nothing; where the file system has
 * none, the bytes are copied. The first name is there all the time.
 */
export async function keepAs(disk: StoreDisk, from: string, to: string): Promise<void> {
  const passing = `${to}.${process.pid}.keep`;
  try {
    await removeIfThere(disk, passing);
    try {
      await disk.link(from, passing);
    } catch (error) {
      if (isMissing(error)) throw error;
      await disk.copyFile(from, passing);
    }
    await disk.rename(passing, to);
  } catch (error) {
    throw error instanceof KgError ? error : diskError(to, error);
  }
}

/** Copies a file to a new name and waits until the copy is on the disk. */
export async function copyDurably(disk: StoreDisk, from: string, to: string): Promise<void> {
  const passing = `${to}.${process.pid}.keep`;
  try {
    await removeIfThere(disk, passing);
    await disk.copyFile(from, passing);
    const handle = await disk.open(passing, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    await disk.rename(passing, to);
  } catch (error) {
    throw error instanceof KgError ? error : diskError(to, error);
  }
  await syncFolder(disk, path.dirname(to));
}

function cannotRead(file: string, error: unknown): KgError {
  const reason = systemErrorCode(error) ?? String(error);
  return new KgError('io', `cannot read ${file} (${reason})`, {
    hint: 'Look at the permissions of the file and its folder, and at the disk.',
    cause: error,
  });
}
