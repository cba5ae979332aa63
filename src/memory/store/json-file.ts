/**
 * Small JSON files of ours (sessions, tool events, aliases): read whole, with a damaged one set aside and said, and written
 * whole. Losing one of them costs comfort and no knowledge, so they have no generations.
 */
import path from 'node:path';
import { writeFileAtomic } from '../../kernel/atomic-file.js';
import type { Clock } from '../../kernel/clock.js';
import { runToEnd } from '../../kernel/run-to-end.js';
import { isRecord } from '../is-record.js';
import { FILE_MODE, makeFolder, readIfThere, type StoreDisk, setAside } from './disk.js';
import { isTooDeepInSteps } from './json-depth.js';

/** The object in a text, or `undefined` when there is none, or none that could be written again. */
export function parseJsonObject(text: string): Record<string, unknown> | undefined {
  if (runToEnd(isTooDeepInSteps(text))) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** What a file holds; `notice` says that it was damaged and where it is kept. */
export async function loadJsonObject(
  file: string,
  disk: StoreDisk,
  clock: Clock,
): Promise<{ readonly value: Record<string, unknown>; readonly notice?: string }> {
  const bytes = await readIfThere(disk, file);
  if (bytes === undefined) return { value: {} };
  const value = parseJsonObject(bytes.toString('utf8'));
  if (value !== undefined) return { value };
  const aside = await setAside(disk, file, clock.now());
  return { value: {}, notice: `${file} was damaged: it is kept as ${aside}` };
}

/** Writes an object; resolves when it is on the disk. */
export async function saveJsonObject(
  file: string,
  value: object,
  indent: number,
  disk: StoreDisk,
): Promise<void> {
  await makeFolder(disk, path.dirname(file));
  await writeFileAtomic(file, [`${JSON.stringify(value, null, indent)}\n`], { mode: FILE_MODE, disk });
}
