/**
 * The code server on stdin and stdout, for as long as the client is there, and how it closes what it opened. It does not
 * end the process; its caller does.
 */
import type { Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Project } from '../code/project-face.js';
import { describeError } from '../kernel/errors.js';
import type { Log } from '../kernel/log.js';
import type { ClientWatch } from './client-watch.js';
import { createCodeServer } from './code-server.js';
import { LineTransport } from './line-transport.js';
import type { MemorySource } from './remembered/memory-source.js';

export interface StdioOptions {
  /** Opens the project; called soon after the first message has been answered, and again when it has failed. */
  readonly openProject: () => Promise<Project>;
  /** Where the protocol is written. */
  readonly stdout: Writable;
  readonly client: ClientWatch;
  readonly log: Log;
}

// A client that has sent its last message may still read, as in a pipe. It is answered while answers come and it does.
const ANSWER_IDLE_MS = 2_000;
const ANSWER_MAX_MS = 10_000;
// Saving may take a while on a slow disk. A snapshot is replaced as a whole, so leaving it undone costs time only.
const CLOSE_MAX_MS = 5_000;
// Clients ask for the lists right after the handshake: loading the indexer comes after them, or with the first question.
const OPEN_AFTER_MS = 100;

/** Serves until the client is gone and the project is closed. Never rejects. */
export async function serveCodeGraph({ openProject, stdout, client, log }: StdioOptions): Promise<void> {
  let opened: Promise<Project> | undefined;
  const project = () => {
    // A setting or a root that was wrong may be right by now.
    opened ??= openProject().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  let remembered: MemorySource | undefined;
  const memory = async () => {
    const { openMemory } = await import('./remembered/open-memory.js');
    remembered ??= openMemory({ root: async () => (await project()).root, onFault: log.error });
    return remembered;
  };
  const makeServer = () => {
    const open = () => project().catch((error: unknown) => log.detail(`not opened: ${describeError(error)}`));
    setTimeout(open, OPEN_AFTER_MS);
    return createCodeServer({ project, memory, onFault: log.error });
  };
  const transport = new LineTransport({ stdin: process.stdin, stdout, onRefused: log.error });
  const serving = serveStdio(makeServer, {
    transport,
    onerror: (error) => log.detail(`protocol: ${error.message}`),
  });
  // Whoever read the first line has paused it.
  process.stdin.resume();
  log.detail(`ending: ${await client.gone}`);
  await Promise.race([transport.whenAnswered(ANSWER_IDLE_MS), client.lost, after(ANSWER_MAX_MS)]);
  await serving.close();
  remembered?.close();
  await Promise.race([closeIfOpen(opened), after(CLOSE_MAX_MS)]);
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
