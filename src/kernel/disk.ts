/**
 * Questions to the disk that more than one part asks, with an answer for what is not there. It never writes.
 */
import { isUtf8 } from 'node:buffer';
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statfsSync,
  statSync,
} from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { systemErrorCode } from './errors.js';

// What is written by hand, and what git keeps for it, has some hundred kilobytes at most.
const TEXT_BYTES_MAX = 10_000_000;

/**
 * The text of a file of at most so many bytes, or `undefined` when there is none. Throws for anything else: the system's
 * error, or one that says what is wrong with the file; `readFault` gives either in a few words. A pipe or a device in its
 * place is not waited for, and links are followed.
 */
export function readTextIfThere(file: Location, bytesMax = TEXT_BYTES_MAX): string | undefined {
  try {
    return readRegularFile(file, bytesMax).toString('utf8');
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** The bytes of a regular file; `undefined` when it cannot be read, for whatever reason. */
export function readBytesIfReadable(file: Location): Buffer | undefined {
  try {
    return readRegularFile(file, Number.POSITIVE_INFINITY);
  } catch {
    return undefined;
  }
}

/** Why a file could not be read, for a message about it: the system's code, else what is wrong with the file. */
export function readFault(error: unknown): string {
  return systemErrorCode(error) ?? (error instanceof Error ? error.message : String(error));
}

// What is read at a time of a file that does not tell its size.
const READ_BYTES = 65_536;
// A file that does has ended there; one that has grown meanwhile goes on.
const END_BYTES = 16;

/** What is no regular file is known only once it is open, and opening a pipe waits for its writer unless it is told not to. */
function readRegularFile(location: Location, bytesMax: number): Buffer {
  const { O_NONBLOCK = 0, O_RDONLY } = constants;
  const file = openSync(location, O_RDONLY | O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    // Reading a folder is refused by the system, with its own code.
    if (!stats.isFile() && !stats.isDirectory()) throw new Error('it is no regular file');
    const chunks: Buffer[] = [];
    let bytes = 0;
    for (;;) {
      if (Math.max(stats.size, bytes) > bytesMax) throw new Error(`it has more than ${sizeText(bytesMax)}`);
      const isAtEnd = bytes > 0 && bytes === stats.size;
      const chunk = Buffer.allocUnsafe(isAtEnd ? END_BYTES : Math.max(stats.size - bytes, 0) || READ_BYTES);
      const read = readSync(file, chunk);
      if (read === 0) return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, bytes);
      chunks.push(chunk.subarray(0, read));
      bytes += read;
    }
  } finally {
    closeSync(file);
  }
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${bytes} bytes` : `${Math.round(bytes / 1_000_000)} MB`;
}

/** An absolute path without links, as far as it exists; what does not exist yet stays as it is written. */
export function realPathOf(absolute: string): string {
  try {
    return realpathSync.native(absolute);
  } catch (error) {
    const parent = path.dirname(absolute);
    if (systemErrorCode(error) !== 'ENOENT' || parent === absolute) return absolute;
    return path.join(realPathOf(parent), path.basename(absolute));
  }
}

/** Where something lies: bytes when its name is not valid text, which only some systems allow. */
export type Location = string | Buffer;

/** Size in bytes and times, as the system gives them (with fractions of a millisecond). */
export interface FileStamp {
  readonly size: number;
  /** When the bytes were last changed, or what a program has set it to. */
  readonly mtimeMs: number;
  /** When the bytes, the name, the permissions or that time were last changed: no program sets it. */
  readonly changedMs: number;
}

/** The stamp of a regular file; `undefined` when there is none, or something else, or a link. */
export function stampOf(file: Location): FileStamp | undefined {
  const stats = statsIfThere(file, lstatSync);
  if (!stats?.isFile()) return undefined;
  return { size: stats.size, mtimeMs: stats.mtimeMs, changedMs: stats.ctimeMs };
}

/** Why the system does not let us look at a place: its code. `undefined` when it does, be anything there or not. */
export function lookFault(location: Location): string | undefined {
  try {
    lstatSync(location, { throwIfNoEntry: false });
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

/**
 * How what lies at a place looks, links followed: a text that is another one after each change. '' when nothing is there, the
 * system's code when it may not be looked at. A disk that does not answer holds nobody up but who waits for this.
 */
export async function appearanceOf(location: Location): Promise<string> {
  try {
    const { ino, size, mtimeMs, ctimeMs } = await stat(location);
    return `${ino}:${size}:${mtimeMs}:${ctimeMs}`;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    return code === 'ENOENT' || code === 'ENOTDIR' ? '' : code;
  }
}

/** The permissions of what lies at a place, links followed; `undefined` when there is nothing. */
export function modeOf(location: Location): number | undefined {
  const stats = statsIfThere(location, statSync);
  return stats === undefined ? undefined : stats.mode & 0o7777;
}

/** What lies at a place itself, links not followed; `undefined` when there is nothing. */
export function kindAt(location: Location): 'file' | 'folder' | 'link' | 'other' | undefined {
  const stats = statsIfThere(location, lstatSync);
  if (stats === undefined) return undefined;
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isSymbolicLink() ? 'link' : 'other';
}

/** Tells a folder from one that was made later in its place; `undefined` when there is none. */
export function folderIdentity(folder: Location): string | undefined {
  const stats = statsIfThere(folder, lstatSync);
  return stats?.isDirectory() ? `${stats.dev}:${stats.ino}:${stats.birthtimeMs}` : undefined;
}

/** Magic numbers of statfs(2) for disks on which other machines, or a program, may write without the system's knowledge. */
const REMOTE_DISKS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x564c, 'NCP'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x73757245, 'Coda'],
  [0x00c36400, 'Ceph'],
  [0x47504653, 'GPFS'],
  [0x0bd00bd0, 'Lustre'],
  [0x01021997, '9P'],
  [0x65735546, 'FUSE'],
  [0x786f4256, 'VirtualBox shared folder'],
]);

/** The kind of disk when it is one on which changes may go unseen by this machine: `NFS`. */
export function remoteDisk(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return REMOTE_DISKS.get(statfsSync(folder).type >>> 0);
  } catch (error) {
    codeOf(error);
    return undefined;
  }
}

/** What a link leads to in the end: a file, a folder, or nothing that we can use. */
export function kindBehind(link: Location): 'file' | 'folder' | undefined {
  const stats = statsIfThere(link, statSync);
  if (stats?.isFile()) return 'file';
  return stats?.isDirectory() ? 'folder' : undefined;
}

/** The real path of what a link leads to, or `undefined` when it leads nowhere. */
export function realPathBehind(link: Location): string | undefined {
  try {
    return realpathSync.native(link, 'utf8');
  } catch (error) {
    codeOf(error);
    return undefined;
  }
}

/** An entry of a folder, with its type; its name is bytes when it is no text. */
export interface FolderEntry {
  readonly name: Location;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** Entries of a folder in no particular order, or the system's code for why it cannot be listed. */
export function listFolder(folder: Location): readonly FolderEntry[] | string {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    // U+FFFD stands for bytes that are no text; only the bytes themselves find such an entry again.
    if (!entries.some(({ name }) => name.includes('\ufffd'))) return entries;
    return readdirSync(folder, { withFileTypes: true, encoding: 'buffer' }).map(withTextName);
  } catch (error) {
    return codeOf(error);
  }
}

function withTextName(entry: Dirent<Buffer>): FolderEntry {
  return {
    name: isUtf8(entry.name) ? entry.name.toString('utf8') : entry.name,
    isFile: () => entry.isFile(),
    isDirectory: () => entry.isDirectory(),
    isSymbolicLink: () => entry.isSymbolicLink(),
  };
}

/** A loop of links, a folder that may not be entered: what cannot be looked at is not there for us. */
function statsIfThere(file: Location, look: typeof lstatSync): Stats | undefined {
  try {
    return look(file, { throwIfNoEntry: false });
  } catch (error) {
    codeOf(error);
    return undefined;
  }
}

function codeOf(error: unknown): string {
  const code = systemErrorCode(error);
  if (code === undefined) throw error;
  return code;
}
