/**
 * The code server on stdin and stdout, for as long as the client is there. It ends when stdin ends, when stdout is closed,
 * on signals, and when the parent process is gone: clients get killed too, and a server that waits on an inherited pipe
 * would wait for ever. It does not end the process; its caller does.
 */
import type { Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Project } from '../code/project-face.js';
import { describeError } from '../kernel/errors.js';
import type { Log } from '../kernel/log.js';
import { createCodeServer } from './code-server.js';

export interface StdioOptions {
  /** Opens the project; called soon after the first message has been answered, and again when it has failed. */
  readonly openProject: () => Promise<Project>;
  /** Where the protocol is written. */
  readonly stdout: Writable;
  readonly log: Log;
}

// Saving may take a while on a slow disk. A snapshot is replaced as a whole, so leaving it undone costs time only.
const CLOSE_MAX_MS = 5_000;
const PARENT_CHECK_MS = 2_000;
// Clients ask for the lists right after the handshake: loading the indexer comes after them, or with the first question.
const OPEN_AFTER_MS = 100;
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Serves until the client is gone and the project is closed. Never rejects. */
export async function serveCodeGraph({ openProject, stdout, log }: StdioOptions): Promise<void> {
  let opened: Promise<Project> | undefined;
  const project = () => {
    // A setting or a root that was wrong may be right by now.
    opened ??= openProject().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const makeServer = () => {
    const open = () => project().catch((error: unknown) => log.detail(`not opened: ${describeError(error)}`));
    setTimeout(open, OPEN_AFTER_MS);
    return createCodeServer({ project, onFault: log.error });
  };
  const serving = serveStdio(makeServer, {
    transport: new StdioServerTransport(process.stdin, stdout),
    onerror: (error) => log.detail(`protocol: ${error.message}`),
  });
  log.detail(`ending: ${await clientIsGone(stdout)}`);
  await serving.close();
  await Promise.race([closeIfOpen(opened), after(CLOSE_MAX_MS)]);
}

/** Resolves with the reason. */
function clientIsGone(stdout: Writable): Promise<string> {
  return new Promise((resolve) => {
    process.stdin.once('end', () => resolve('stdin ended'));
    process.stdin.once('close', () => resolve('stdin closed'));
    stdout.once('error', (error) => resolve(`stdout: ${error.message}`));
    for (const signal of END_SIGNALS) process.on(signal, () => resolve(signal));
    const parent = process.ppid;
    const check = () => {
      if (!isAlive(parent)) resolve('the parent process is gone');
    };
    setInterval(check, PARENT_CHECK_MS).unref();
  });
}

/** An orphan gets another parent; on Windows it keeps the number of the one that is gone. */
function isAlive(parent: number): boolean {
  if (process.ppid !== parent) return false;
  try {
    process.kill(parent, 0);
    return true;
  } catch (error) {
    // EPERM says that it lives and is not ours.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

async function closeIfOpen(opened: Promise<Project> | undefined): Promise<void> {
  const project = await opened?.catch(() => undefined);
  await project?.close();
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
