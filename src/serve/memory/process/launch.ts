/**
 * Starts a memory server that outlives whoever starts it: a process of its own, in its own group, without a terminal, whose
 * words go to its log.
 */
import { spawn } from 'node:child_process';
import { closeSync, fstatSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openLogFile } from '../../../kernel/log-file.js';

/** A process that was started. */
export interface Launched {
  readonly pid: number | undefined;
  /** Resolves with its exit code, null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** How long the log was before. */
  readonly logFrom: number;
  /** Lets the starter end before it does. */
  release(): void;
}

/** Starts `kg-memory serve` with these words after it. Throws a `KgError` of code `io` when there can be no log. */
export function launchServer(words: readonly string[], logFile: string, folder: string): Launched {
  const log = openLogFile(logFile);
  try {
    const logFrom = fstatSync(log).size;
    const program = fileURLToPath(new URL('../bin/kg-memory.cjs', import.meta.url));
    const child = spawn(process.execPath, [program, 'serve', ...words, '--log-file', logFile], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', log, log],
      windowsHide: true,
    });
    const ended = new Promise<number | null>((done) => {
      child.once('error', () => done(1));
      child.once('exit', (code) => done(code));
    });
    return { pid: child.pid, ended, logFrom, release: () => child.unref() };
  } finally {
    closeSync(log);
  }
}
