/**
 * Putting kg-memory into the settings of a client, and taking it out again. A file is read, edited as text, shown as a diff,
 * backed up, and replaced whole; twice is the same as once; a file that somebody changed meanwhile is left alone.
 */
import path from 'node:path';
import { writeFileAtomic } from '../kernel/atomic-file.js';
import type { Clock } from '../kernel/clock.js';
import { kindAt, modeOf, readTextIfThere, realPathOf } from '../kernel/disk.js';
import { KgError } from '../kernel/errors.js';
import { makeFolderFor } from '../kernel/folder.js';
import { removeOurs } from '../kernel/remove-file.js';
import type { FileEdit } from './clients.js';
import { unifiedDiff } from './diff.js';
import { addToJson, removeFromJson } from './edit-json.js';
import { addToToml, removeFromToml } from './edit-toml.js';
import { backUp, hashOf, type InstallRecord, readRecord, removeRecord, writeRecord } from './record.js';

export interface EditContext {
  /** Part of the records' names. */
  readonly client: string;
  readonly stateFolder: string;
  readonly clock: Clock;
  /** Nothing is written. */
  readonly isDryRun: boolean;
}

/** What became of one file. */
export interface EditedFile {
  readonly file: string;
  readonly did: 'changed' | 'unchanged' | 'removed';
  /** Unified; '' when unchanged. */
  readonly diff: string;
  readonly backup?: string;
}

// Clients keep whole histories in such files.
const FILE_BYTES_MAX = 100_000_000;

/** Puts the entries in. Throws a `KgError` when the file cannot be edited; nothing of it is changed then. */
export async function installEdit(edit: FileEdit, context: EditContext): Promise<EditedFile> {
  const file = fileOf(edit);
  const { client, stateFolder, clock, isDryRun } = context;
  const before = readSettings(file);
  const add = edit.language === 'json' ? addToJson : addToToml;
  const after = add(before ?? '', edit.entries, file);
  if (after === before) return { file, did: 'unchanged', diff: '' };
  const diff = unifiedDiff(before ?? '', after, file);
  if (isDryRun) return { file, did: 'changed', diff };
  const known = readRecord(stateFolder, client, file);
  const isAsLeft = known !== undefined && before !== undefined && hashOf(before) === known.after;
  const folders = before === undefined ? missingFolders(file) : [];
  const backup = before === undefined ? undefined : await backUp(stateFolder, file, before, clock.now());
  await writeRecord(stateFolder, client, {
    file,
    before: isAsLeft ? known.before : (before ?? null),
    after: hashOf(after),
    entries: edit.entries,
    folders: isAsLeft ? known.folders : folders,
  });
  await replaceFile(file, before, after);
  return { file, did: 'changed', diff, ...(backup !== undefined && { backup }) };
}

/** Takes them out, to the byte when nobody else has changed the file. */
export async function uninstallEdit(edit: FileEdit, context: EditContext): Promise<EditedFile> {
  const file = fileOf(edit);
  const { client, stateFolder, clock, isDryRun } = context;
  const record = readRecord(stateFolder, client, file);
  const present = readSettings(file);
  if (present === undefined) {
    if (record !== undefined && !isDryRun) removeRecord(stateFolder, client, file);
    return { file, did: 'unchanged', diff: '' };
  }
  const after = textWithout(edit, present, record);
  if (after === present) return { file, did: 'unchanged', diff: '' };
  const diff = unifiedDiff(present, after ?? '', file);
  const did = after === undefined ? 'removed' : 'changed';
  if (isDryRun) return { file, did, diff };
  const backup = await backUp(stateFolder, file, present, clock.now());
  if (after === undefined) removeOurs(file, record?.folders ?? []);
  else await replaceFile(file, present, after);
  removeRecord(stateFolder, client, file);
  return { file, did, diff, backup };
}

/** The file without what is ours; `undefined` when there is no file without it. */
function textWithout(edit: FileEdit, present: string, record: InstallRecord | undefined): string | undefined {
  const file = fileOf(edit);
  if (record !== undefined && hashOf(present) === record.after) return record.before ?? undefined;
  const remove = edit.language === 'json' ? removeFromJson : removeFromToml;
  const left = remove(present, record?.entries ?? edit.entries, record?.before ?? '', file);
  const isEmpty = left.trim() === '' || left.trim() === '{}';
  return isEmpty && record?.before === null ? undefined : left;
}

/** Settings are often links into a folder of their own; what they lead to is edited. */
function fileOf({ file, otherFile }: FileEdit): string {
  const isOther = otherFile !== undefined && kindAt(file) === undefined && kindAt(otherFile) !== undefined;
  return realPathOf(isOther ? otherFile : file);
}

/** The text of a file, which must be text to come back to the byte. */
function readSettings(file: string): string | undefined {
  const text = readTextIfThere(file, FILE_BYTES_MAX);
  if (text?.includes('\ufffd') !== true) return text;
  throw new KgError('bad-argument', `${file} holds bytes that are no UTF-8`, {
    hint: 'Nothing was changed.',
  });
}

async function replaceFile(file: string, expected: string | undefined, text: string): Promise<void> {
  makeFolderFor(file);
  // A client that runs may write its settings at any time.
  if (readSettings(file) !== expected) {
    throw new KgError('io', `${file} was changed by another program meanwhile`, { hint: 'Try again.' });
  }
  const mode = modeOf(file);
  await writeFileAtomic(file, [text], mode === undefined ? {} : { mode });
}

function missingFolders(file: string): string[] {
  const missing: string[] = [];
  for (let folder = path.dirname(file); kindAt(folder) === undefined; folder = path.dirname(folder))
    missing.unshift(folder);
  return missing;
}
