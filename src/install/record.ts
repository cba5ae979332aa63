/**
 * What an installation did to a file, kept in the user's state folder until it is taken back: the file as it was, and how it
 * was left. As long as it still is as it was left, taking back gives the very bytes; after that only what is ours is removed.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { writeFileAtomic } from '../kernel/atomic-file.js';
import { readTextIfThere } from '../kernel/disk.js';
import { makeFolderFor } from '../kernel/folder.js';
import { removeOurs } from '../kernel/remove-file.js';
import type { Entry } from './entry.js';

export interface InstallRecord {
  readonly file: string;
  /** `null` when there was no file. */
  readonly before: string | null;
  /** The hash of the text that was written. */
  readonly after: string;
  readonly entries: readonly Entry[];
  /** Folders that were made for it, the outermost first. */
  readonly folders: readonly string[];
}

const FILE_BYTES_MAX = 50_000_000;

/** SHA-256, in hex. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The record of a file, if it was installed to. */
export function readRecord(stateFolder: string, client: string, file: string): InstallRecord | undefined {
  const text = readTextIfThere(recordFile(stateFolder, client, file), FILE_BYTES_MAX);
  // Only this program writes there, whole or not at all.
  return text === undefined ? undefined : (JSON.parse(text) as InstallRecord);
}

export async function writeRecord(stateFolder: string, client: string, record: InstallRecord): Promise<void> {
  const file = recordFile(stateFolder, client, record.file);
  makeFolderFor(file);
  await writeFileAtomic(file, [`${JSON.stringify(record, null, 1)}\n`], { mode: 0o600 });
}

export function removeRecord(stateFolder: string, client: string, file: string): void {
  removeOurs(recordFile(stateFolder, client, file), []);
}

/** Keeps a copy of what is about to be changed; where it lies. */
export async function backUp(stateFolder: string, file: string, text: string, time: number): Promise<string> {
  const stamp = new Date(time).toISOString().replace(/[:.]/g, '-');
  const copy = path.join(
    stateFolder,
    'backups',
    `${stamp}-${hashOf(file).slice(0, 8)}-${path.basename(file)}`,
  );
  makeFolderFor(copy);
  await writeFileAtomic(copy, [text], { mode: 0o600 });
  return copy;
}

function recordFile(stateFolder: string, client: string, file: string): string {
  return path.join(stateFolder, 'installed', `${client}-${hashOf(file).slice(0, 16)}.json`);
}
