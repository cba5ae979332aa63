/**
 * Putting kg-memory into the settings of a client, and taking it out again. A file is read, edited as text, shown as a diff,
 * backed up, and replaced whole; twice is the same as once; a file that somebody changed meanwhile is left alone.
 */
import path from 'node:path';
import { writeFileAtomic } from '../kernel/atomic-file.js';
import type { Clock } from '../kernel/clock.js';
import { kindAt, modeOf, readFault, readTextIfThere, realPathOf } from '../kernel/disk.js';
import { KgError } from '../kernel/errors.js';
import { makeFolderFor } from '../kernel/folder.js';
import { removeOurs } from '../kernel/remove-file.js';
import type { FileEdit } from './clients.js';
import { unifiedDiff } from './diff.js';
import { addToJson, removeFromJson } from './edit-json.js';
import { addToToml, removeFromToml } from './edit-toml.js';
import { type Entry, isSame } from './entry.js';
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
const OWNER_WRITES = 0o200;

/** Puts the entries in. Throws a `KgError` when the file cannot be edited; nothing of it is changed then. */
export async function installEdit(edit: FileEdit, context: EditContext): Promise<EditedFile> {
  const file = fileOf(edit);
  const { client, stateFolder, clock, isDryRun } = context;
  const before = readSettings(file);
  const known = before === undefined ? undefined : readRecord(stateFolder, client, file);
  const add = edit.language === 'json' ? addToJson : addToToml;
  const isThere = before !== undefined && staleEntries(edit, known).length === 0;
  if (isThere && add(before, edit.entries, file) === before) return { file, did: 'unchanged', diff: '' };
  const after = add(startOf(edit, before ?? '', known), edit.entries, file);
  if (after === before) return { file, did: 'unchanged', diff: '' };
  refuseLocked(file);
  const diff = unifiedDiff(before ?? '', after, file);
  if (isDryRun) return { file, did: 'changed', diff };
  const folders = before === undefined ? missingFolders(file) : known?.folders;
  const backup = before === undefined ? undefined : await backUp(stateFolder, file, before, clock.now());
  await writeRecord(stateFolder, client, {
    file,
    // Without what an earlier installation put in.
    before: (known === undefined ? before : textWithout(edit, before ?? '', known)) ?? null,
    after: hashOf(after),
    entries: edit.entries,
    folders: folders ?? [],
  });
  await replaceFile(file, before, after);
  return { file, did: 'changed', diff, ...(backup !== undefined && { backup }) };
}

/** Whether an installation has written to the file and was not taken back. */
export function isInstalled(edit: FileEdit, { client, stateFolder }: EditContext): boolean {
  return readRecord(stateFolder, client, fileOf(edit)) !== undefined;
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
  refuseLocked(file);
  const diff = unifiedDiff(present, after ?? '', file);
  const did = after === undefined ? 'removed' : 'changed';
  if (isDryRun) return { file, did, diff };
  const backup = await backUp(stateFolder, file, present, clock.now());
  if (after === undefined) removeOurs(file, record?.folders ?? []);
  else await replaceFile(file, present, after);
  removeRecord(stateFolder, client, file);
  return { file, did, diff, backup };
}

/**
 * What is added to: the file as it is, without what an earlier installation put in and this one does not want. What nobody
 * has changed since is written anew from what was before.
 */
function startOf(edit: FileEdit, present: string, known: InstallRecord | undefined): string {
  if (known === undefined) return present;
  if (hashOf(present) === known.after) return known.before ?? '';
  return removerFor(edit)(present, staleEntries(edit, known), known.before ?? '', known.file);
}

/** What an earlier installation put in and this one does not want. */
function staleEntries(edit: FileEdit, known: InstallRecord | undefined): readonly Entry[] {
  return known?.entries.filter((old) => !edit.entries.some((entry) => isInPlaceOf(entry, old))) ?? [];
}

function isInPlaceOf(entry: Entry, old: Entry): boolean {
  return isSame(entry.path, old.path) && (old.how === 'set' || isSame(entry.value, old.value));
}

function removerFor({ language }: FileEdit): typeof removeFromJson {
  return language === 'json' ? removeFromJson : removeFromToml;
}

/** The file without what is ours; `undefined` when there is no file without it. */
function textWithout(edit: FileEdit, present: string, record: InstallRecord | undefined): string | undefined {
  const file = fileOf(edit);
  if (record !== undefined && hashOf(present) === record.after) return record.before ?? undefined;
  const left = removerFor(edit)(present, record?.entries ?? edit.entries, record?.before ?? '', file);
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
  const text = readFile(file);
  if (text?.includes('\ufffd') !== true) return text;
  throw unusable('bad-argument', `${file} holds bytes that are no UTF-8`);
}

function readFile(file: string): string | undefined {
  // Links were followed as far as they lead.
  if (kindAt(file) === 'link') throw unusable('io', `${file} is a link that leads to no file`);
  try {
    return readTextIfThere(file, FILE_BYTES_MAX);
  } catch (error) {
    throw unusable('io', `cannot read ${file}: ${readFault(error)}`);
  }
}

/** A rename would replace what its owner has locked. */
function refuseLocked(file: string): void {
  if (((modeOf(file) ?? OWNER_WRITES) & OWNER_WRITES) === 0) throw unusable('io', `${file} is read-only`);
}

function unusable(code: 'bad-argument' | 'io', message: string): KgError {
  return new KgError(code, message, { hint: 'Mend that first; nothing was changed.' });
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
