/**
 * Writes a file whole or not at all: a temporary file beside it, fsync, rename, fsync of the folder. Whoever reads the
 * path sees the old bytes or the new ones, after a kill or a power cut too.
 *
 * The content comes as chunks, so that a snapshot of any size is never one string; small chunks are gathered before they
 * reach the disk. A link at the path is replaced, not followed: nothing outside the folder is ever written. Devices, pipes
 * and folders are never replaced: a rename over `/dev/null` would take it from the whole machine. It does not create folders, and two writers at once are safe but the later one wins.
 */
import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, type Stats, statSync, unlinkSync } from 'node:fs';
import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, systemClock } from './clock.js';
import { diskError } from './disk-error.js';
import { KgError, systemErrorCode } from './errors.js';
import { isAlive, machineTag } from './process-identity.js';

/** A piece of a file; strings are written as UTF-8. */
export type Chunk = string | Uint8Array;

/** The calls to the disk, in one place so that a test can let the n-th one fail. */
export interface Disk {
  open(path: string, flags: string, mode?: number): Promise<Pick<FileHandle, 'write' | 'sync' | 'close'>>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
}

export interface AtomicWriteOptions {
  /** Permissions of a file that only its owner may read: `0o600`. Default: what the process's umask leaves of 0o666. */
  readonly mode?: number;
  readonly disk?: Disk;
  readonly platform?: NodeJS.Platform;
}

const REAL_DISK: Disk = { open, rename, unlink };

// Large enough that calls do not count, small enough that the copy stays in the processor's cache.
const WRITE_BYTES = 256 * 1024;
// A UTF-16 code unit becomes at most three bytes; a pair of them, four.
const UTF8_BYTES_MAX = 3;
// Windows refuses a rename while a virus scanner or an indexer has the file open, mostly for some milliseconds.
const RENAME_RETRIES = 8;
const RENAME_WAIT_MS = 5;
// Some file systems (network shares, FUSE) cannot sync a folder; the rename is as safe there as it gets.
const NO_FOLDER_SYNC = new Set(['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM', 'EACCES', 'EBADF']);

/**
 * Replaces `target` with the chunks, in their order; resolves when they are on the disk. On failure the old file stands,
 * the temporary one is gone, and the error is a `KgError` of code `io` that names the path. An error thrown by the
 * iterable itself is passed on as it is.
 */
export async function writeFileAtomic(
  target: string,
  chunks: Iterable<Chunk>,
  options: AtomicWriteOptions = {},
): Promise<void> {
  const disk = options.disk ?? REAL_DISK;
  const platform = options.platform ?? process.platform;
  refuseSpecial(target);
  const temporary = temporaryName(target);
  const onDisk = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      throw diskError(target, error);
    }
  };
  const handle = await onDisk(disk.open(temporary, 'wx', options.mode));
  try {
    try {
      for (const block of gather(chunks)) await onDisk(writeWhole(handle, block));
      await onDisk(handle.sync());
    } finally {
      await onDisk(handle.close());
    }
    await onDisk(renameOver(temporary, target, disk, platform));
  } catch (error) {
    await removeQuietly(temporary, disk);
    throw error;
  }
  if (platform !== 'win32') await onDisk(syncFolder(path.dirname(target), disk));
}

/** Throws for what a rename must not replace. Root may rename over anything, so permissions do not stop it. */
function refuseSpecial(target: string): void {
  let stats: Stats | undefined;
  try {
    stats = lstatSync(target, { throwIfNoEntry: false });
  } catch (error) {
    throw diskError(target, error);
  }
  if (stats === undefined || stats.isFile() || stats.isSymbolicLink()) return;
  throw new KgError(
    'io',
    `cannot write ${target}: it is ${stats.isDirectory() ? 'a folder' : 'no ordinary file'}`,
    {
      hint: 'Choose another path.',
    },
  );
}

/**
 * Removes what a killed process left of its writes to `target`: temporary files of this machine's dead processes, and any
 * that are older than a day. Returns their names. What cannot be looked at or removed stays for the next time.
 */
export function removeStaleTemporaries(target: string, clock: Clock = systemClock): string[] {
  const folder = path.dirname(target);
  const prefix = `${path.basename(target)}.`;
  const removed: string[] = [];
  for (const name of listFolder(folder)) {
    const match = name.startsWith(prefix) ? TEMPORARY.exec(name.slice(prefix.length)) : null;
    if (match === null) continue;
    const file = path.join(folder, name);
    const isOurs = match[1] === machineTag();
    if ((isOurs && !isAlive(Number(match[2]))) || isOlderThanADay(file, clock)) {
      if (tryTo(() => unlinkSync(file))) removed.push(name);
    }
  }
  return removed;
}

const TEMPORARY = /^([0-9a-f]{8})-(\d+)-[0-9a-f]{12}\.tmp$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/** `<name>.<machine>-<pid>-<random>.tmp`, beside the target so that the rename stays on one file system. */
export function temporaryName(target: string): string {
  return `${target}.${machineTag()}-${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
}

/**
 * Gathers chunks into blocks of at most `WRITE_BYTES` in one buffer that is used again and again: a block is valid until
 * the next one is asked for. Long strings are encoded piece by piece, large byte arrays pass through.
 */
function* gather(chunks: Iterable<Chunk>): Generator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(WRITE_BYTES);
  let length = 0;
  for (const chunk of chunks) {
    for (const piece of typeof chunk === 'string' ? cutString(chunk) : [chunk]) {
      const bytesMax = typeof piece === 'string' ? piece.length * UTF8_BYTES_MAX : piece.length;
      if (length > 0 && length + bytesMax > WRITE_BYTES) {
        yield buffer.subarray(0, length);
        length = 0;
      }
      if (typeof piece === 'string') length += buffer.write(piece, length, 'utf8');
      else if (piece.length > WRITE_BYTES) yield piece;
      else {
        buffer.set(piece, length);
        length += piece.length;
      }
    }
  }
  if (length > 0) yield buffer.subarray(0, length);
}

/** Cuts a string so that each piece fits the buffer once encoded; a surrogate pair stays together. */
function* cutString(text: string): Generator<string> {
  const piece = Math.floor(WRITE_BYTES / UTF8_BYTES_MAX) - 1;
  let from = 0;
  while (from < text.length) {
    let to = Math.min(from + piece, text.length);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to -= 1;
    yield text.slice(from, to);
    from = to;
  }
}

async function writeWhole(handle: Pick<FileHandle, 'write'>, block: Uint8Array): Promise<void> {
  let from = 0;
  while (from < block.length) {
    const { bytesWritten } = await handle.write(block, from, block.length - from);
    from += bytesWritten;
  }
}

async function renameOver(from: string, to: string, disk: Disk, platform: NodeJS.Platform): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await disk.rename(from, to);
    } catch (error) {
      const isHeld = ['EPERM', 'EACCES', 'EBUSY'].includes(systemErrorCode(error) ?? '');
      if (platform !== 'win32' || !isHeld || attempt === RENAME_RETRIES) throw error;
      await wait(RENAME_WAIT_MS * 2 ** attempt);
    }
  }
}

async function syncFolder(folder: string, disk: Disk): Promise<void> {
  const handle = await disk.open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!NO_FOLDER_SYNC.has(systemErrorCode(error) ?? '')) throw error;
  } finally {
    await handle.close();
  }
}

/** The failure that led here is the one to tell; a temporary file that stays is found by `removeStaleTemporaries`. */
async function removeQuietly(file: string, disk: Disk): Promise<boolean> {
  try {
    await disk.unlink(file);
    return true;
  } catch {
    return false;
  }
}

function listFolder(folder: string): string[] {
  let names: string[] = [];
  tryTo(() => {
    names = readdirSync(folder);
  });
  return names;
}

function isOlderThanADay(file: string, clock: Clock): boolean {
  let isOld = false;
  tryTo(() => {
    isOld = clock.now() - statSync(file).mtimeMs > DAY_MS;
  });
  return isOld;
}

/** Whether the call worked; for what is only worth doing when it does. */
function tryTo(call: () => void): boolean {
  try {
    call();
    return true;
  } catch {
    return false;
  }
}
