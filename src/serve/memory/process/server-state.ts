/**
 * What a running memory server leaves for whoever wants to find it: one file for each port, in the user's state folder, so
 * that every version of the program finds it and none takes it along when it is removed. Which process wrote it is written
 * in a way that outlives the process: a number alone belongs to somebody else sooner or later.
 *
 * A file of a process that has ended stays: it says nothing any more, and the next server replaces it.
 */
import path from 'node:path';
import { writeFileAtomic } from '../../../kernel/atomic-file.js';
import { readTextIfThere } from '../../../kernel/disk.js';
import { makeFolderFor } from '../../../kernel/folder.js';
import { fateOf, type ProcessIdentity } from '../../../kernel/process-identity.js';

/** What is written down. */
export interface ServerState {
  readonly process: ProcessIdentity;
  readonly version: string;
  readonly host: string;
  readonly port: number;
  readonly storageRoot: string;
  /** Absent when no token is asked for. */
  readonly tokenFile?: string;
  /** Absent when it logs to its terminal. */
  readonly logFile?: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** It was told to end: it takes nothing any more, and ends when all is written. */
  readonly isStopping?: true;
}

const FILE_BYTES_MAX = 16_384;

/** Files of the server of one port, in the state folder. */
export function serverFiles(stateFolder: string, port: number) {
  const at = (ending: string) => path.join(stateFolder, `memory-${port}.${ending}`);
  return { state: at('json'), lock: at('lock'), log: at('log') };
}

/** Writes the state for others to find. */
export async function writeServerState(file: string, state: ServerState): Promise<void> {
  makeFolderFor(file);
  await writeFileAtomic(file, [`${JSON.stringify(state, null, 2)}\n`], { mode: 0o600 });
}

/** The state of a server that lives; `undefined` when there is none, or none that is still alive. */
export function readLiveState(file: string): ServerState | undefined {
  const state = parse(readTextIfThere(file, FILE_BYTES_MAX));
  return state !== undefined && fateOf(state.process) === 'alive' ? state : undefined;
}

function parse(text: string | undefined): ServerState | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isState(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isState(value: unknown): value is ServerState {
  const { process, version, host, port, storageRoot } = Object(value) as Partial<
    Record<keyof ServerState, unknown>
  >;
  const { pid, machine, boot, started } = Object(process) as Partial<Record<keyof ProcessIdentity, unknown>>;
  const areTexts = [version, host, storageRoot, machine, boot, started].every(
    (each) => typeof each === 'string',
  );
  return areTexts && [port, pid].every((each) => Number.isInteger(each));
}
