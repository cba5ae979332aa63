/**
 * Starting, stopping and replacing the memory server of a port. Two starters at once are told apart by a lock; a server
 * counts as started only when the very process that was started answers; and only a process that is written down as ours,
 * and still is the same process, is ever ended.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { MemoryConfig } from '../../../config/memory-config.js';
import type { Clock } from '../../../kernel/clock.js';
import { readBytesIfReadable } from '../../../kernel/disk.js';
import { KgError, systemErrorCode } from '../../../kernel/errors.js';
import { makeFolderFor } from '../../../kernel/folder.js';
import { FileLock } from '../../../kernel/lock.js';
import { fateOf } from '../../../kernel/process-identity.js';
import { printable } from '../../../kernel/text.js';
import { isNewerVersion, version } from '../../../kernel/version.js';
import { differences, type Found, findServer } from './find-server.js';
import { launchServer } from './launch.js';
import { type ServerState, serverFiles } from './server-state.js';

// Loading the program and a large memory on a slow machine that does much else.
const START_WAIT_MS = 30_000;
// A server that stops waits for what is being written.
const STOP_WAIT_MS = 30_000;
const LOOK_EVERY_MS = 50;
// A line of a log is a sentence.
const LINE_CHARS_MAX = 500;

export interface ManageOptions {
  readonly config: MemoryConfig;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

type Running = Extract<Found, { kind: 'running' }>;

/** What `startServer` did. */
export type Started =
  | { readonly did: 'started' | 'found'; readonly server: Running }
  | { readonly did: 'replaced'; readonly server: Running; readonly oldVersion: string };

/** Makes sure that a server of this version and this memory runs. Throws a `KgError` when it cannot. */
export async function startServer(options: ManageOptions, words: readonly string[]): Promise<Started> {
  const { config } = options;
  if (config.port === 0) throw portZero();
  const files = serverFiles(config.stateFolder, config.port);
  makeFolderFor(files.lock);
  const lock = new FileLock(files.lock, options.clock);
  const claim = await claimPatiently(lock, options);
  if (claim === undefined)
    throw new KgError('timeout', `another start of the server on port ${config.port} does not end`);
  try {
    const found = await findAtRest(options);
    if (found.kind === 'none') return { did: 'started', server: await launch(options, words) };
    if (found.kind === 'stranger') throw heldByStranger(config, found.why);
    if (found.kind === 'hung') throw hung(found.state);
    const differs = differences(found.health, found.state, config);
    if (differs.includes('storage-root')) throw otherMemory(config, found);
    if (differs.length === 0) return { did: 'found', server: found };
    if (isNewerVersion(found.health.version, version)) throw newerRuns(found);
    await stopFound(found, options, false);
    const server = await launch(options, words);
    return { did: 'replaced', server, oldVersion: found.health.version };
  } finally {
    lock.release();
  }
}

/** Ends the server of the port; false when there is none. `isForced` ends one that does not answer, or does not end. */
export async function stopServer(options: ManageOptions, isForced: boolean): Promise<boolean> {
  const found = await findServer(options.config);
  switch (found.kind) {
    case 'none':
      return false;
    case 'stranger':
      throw heldByStranger(options.config, found.why);
    case 'stopping':
      await untilGone(found.state, options, isForced);
      return true;
    case 'hung':
      if (!isForced) throw hung(found.state);
      await endProcess(found.state, options, true);
      return true;
    case 'running':
      await stopFound(found, options, isForced);
      return true;
  }
}

/** What there is once one that is ending has ended. */
async function findAtRest(options: ManageOptions): Promise<Exclude<Found, { readonly kind: 'stopping' }>> {
  for (;;) {
    const found = await findServer(options.config);
    if (found.kind !== 'stopping') return found;
    await untilGone(found.state, options, false);
  }
}

async function stopFound(
  { state, health }: Running,
  options: ManageOptions,
  isForced: boolean,
): Promise<void> {
  if (state !== undefined) return endProcess(state, options, isForced);
  throw new KgError(
    'not-healthy',
    `a memory server (pid ${health.pid}) runs that this account has not started`,
    {
      hint: 'End it where it was started.',
    },
  );
}

async function endProcess(state: ServerState, options: ManageOptions, isForced: boolean): Promise<void> {
  signalProcess(state.process.pid, 'SIGTERM');
  await untilGone(state, options, isForced);
}

async function untilGone(state: ServerState, options: ManageOptions, isForced: boolean): Promise<void> {
  const { pid } = state.process;
  const isGone = () => fateOf(state.process) !== 'alive';
  if (await until(isGone, STOP_WAIT_MS, options)) return;
  if (!isForced) {
    throw new KgError('timeout', `the server (pid ${pid}) has not ended after ${STOP_WAIT_MS / 1_000} s`, {
      hint: 'kg-memory server stop --force ends it at once; what it has acknowledged is on the disk.',
    });
  }
  signalProcess(pid, 'SIGKILL');
  await until(isGone, STOP_WAIT_MS, options);
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It has ended meanwhile.
    if (systemErrorCode(error) !== 'ESRCH') throw error;
  }
}

async function launch(options: ManageOptions, words: readonly string[]): Promise<Running> {
  const { config } = options;
  const files = serverFiles(config.stateFolder, config.port);
  const child = launchServer(words, files.log, config.stateFolder);
  let code: number | null | undefined;
  void child.ended.then((ended) => {
    code = ended;
  });
  try {
    let server: Running | undefined;
    const isUp = async () => {
      const found = await findServer(config);
      if (found.kind === 'running' && found.health.pid === child.pid) server = found;
      return server !== undefined || code !== undefined;
    };
    await until(isUp, START_WAIT_MS, options);
    if (server !== undefined) return server;
  } finally {
    child.release();
  }
  const how = code === undefined ? `does not answer after ${START_WAIT_MS / 1_000} s` : 'ended at once';
  const said = lastLine(files.log, child.logFrom);
  const why = said === '' ? '' : `; the last it says is: ${said}`;
  throw new KgError('not-healthy', `the server ${how}${why}`, { hint: `Its log says more: ${files.log}` });
}

/** The last error that was written behind so many bytes of a log, without what it advises; else the last line. */
function lastLine(log: string, from: number): string {
  const text = readBytesIfReadable(log)?.subarray(from).toString('utf8') ?? '';
  const lines = text.trimEnd().split('\n');
  const last = lines.findLast((line) => /\berror\b/i.test(line)) ?? lines.at(-1) ?? '';
  return printable(last).slice(0, LINE_CHARS_MAX);
}

async function claimPatiently(lock: FileLock, options: ManageOptions): Promise<true | undefined> {
  let failure: KgError | undefined;
  const isClaimed = () => {
    const claim = lock.claim();
    if (claim.kind === 'impossible') failure = claim.error;
    return claim.kind !== 'taken';
  };
  const isDone = await until(isClaimed, START_WAIT_MS + STOP_WAIT_MS, options);
  if (failure !== undefined) throw failure;
  return isDone ? true : undefined;
}

/** Looks again and again; false when it takes too long. Throws the signal's reason when the caller takes it back. */
async function until(
  isDone: () => boolean | Promise<boolean>,
  waitMs: number,
  { clock, signal }: ManageOptions,
): Promise<boolean> {
  const end = clock.elapsed() + waitMs;
  while (!(await isDone())) {
    if (clock.elapsed() > end) return false;
    await wait(LOOK_EVERY_MS, undefined, { signal });
  }
  return true;
}

function heldByStranger(config: MemoryConfig, why: string): KgError {
  return new KgError('not-healthy', `port ${config.port} is held by another program (${why})`, {
    hint: 'End it, or choose another port with KG_HTTP_PORT.',
  });
}

function hung({ process: { pid }, port }: ServerState): KgError {
  return new KgError('not-healthy', `the server on port ${port} (pid ${pid}) lives and does not answer`, {
    hint: 'kg-memory server stop --force ends it; what it has acknowledged is on the disk.',
  });
}

function otherMemory(config: MemoryConfig, { health, state }: Running): KgError {
  const root = health.storageRoot ?? state?.storageRoot ?? 'another folder';
  return new KgError(
    'not-healthy',
    `the server on port ${config.port} serves ${root}, not ${config.storageRoot}`,
    {
      hint: 'Choose another port with KG_HTTP_PORT, or stop that server first.',
    },
  );
}

function newerRuns({ health }: Running): KgError {
  return new KgError('not-healthy', `a newer server runs (${health.version}; this is ${version})`, {
    hint: 'Update this one, or stop that server first.',
  });
}

function portZero(): KgError {
  return new KgError('bad-setting', 'a server in the background needs a port that can be found again', {
    hint: 'Set KG_HTTP_PORT to a number above 0.',
  });
}
