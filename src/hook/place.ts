/** Where the memory server is and what it asks for, as the settings and the server's own state file say. */

import type { MemoryConfig } from '../config/memory-config.js';
import { readTextIfThere } from '../kernel/disk.js';
import { serverFiles } from '../serve/memory/process/server-state.js';

/** A server to ask. */
export interface Place {
  readonly host: string;
  readonly port: number;
  /** What it wants in `Authorization`. */
  readonly token?: string;
}

const FILE_BYTES_MAX = 16_384;

/** Finds it; whether it answers is another matter. */
export function findPlace({ host, port, stateFolder, tokenFile }: MemoryConfig): Place {
  const state = Object(parse(readTextIfThere(serverFiles(stateFolder, port).state, FILE_BYTES_MAX)));
  const stated = typeof state.host === 'string' ? state.host : host;
  const file = typeof state.tokenFile === 'string' ? state.tokenFile : tokenFile;
  const token = readTextIfThere(file, FILE_BYTES_MAX)?.trim();
  return { host: reachable(stated), port, ...(token !== undefined && { token }) };
}

/** Whether a server there would be one of this machine. */
export function isLocal({ host }: Place): boolean {
  return host === '127.0.0.1' || host === 'localhost' || host === '::1';
}

function reachable(host: string): string {
  return host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
