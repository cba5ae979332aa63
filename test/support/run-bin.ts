/**
 * Runs the real binaries as a user would, each in a world of its own: home, XDG folders and temp folder lie in a fresh
 * folder, and nothing of the caller's environment but PATH is handed on, so that no setting of the developer's machine
 * changes a test. It never reads stdout for meaning: that is the test's job.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** Where and how a binary runs. `input` is all of stdin; without it stdin is empty. `env` overrides the isolated one. */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly nodeOptions?: readonly string[];
}

/** How it ended. `code` is the exit code, or undefined when `signal` ended it. */
export interface RunResult {
  readonly code: number | undefined;
  readonly signal: NodeJS.Signals | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** A temp folder, its symbolic links resolved, for as long as the test runs. Call `remove` at the end. */
export function createWorkFolder(name: string): { readonly path: string; remove(): void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), `kg-memory-${name}-`)));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The environment of a user who has never run kg-memory and whose folders lie below `home`, which is made. */
export function isolatedEnvironment(home: string): Record<string, string> {
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    USERPROFILE: home,
    LOCALAPPDATA: join(home, 'local'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_STATE_HOME: join(home, 'state'),
    TMPDIR: join(home, 'tmp'),
    GIT_CONFIG_GLOBAL: join(home, 'gitconfig'),
    GIT_CONFIG_NOSYSTEM: '1',
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
  };
  mkdirSync(environment.TMPDIR, { recursive: true });
  return environment;
}

/** Runs `kg-memory` with arguments until it ends. Resolves whatever the exit code; rejects only if it cannot start. */
export function runKgMemory(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return runBin('kg-memory', args, options);
}

/** Runs one of the package's binaries, or the file at an absolute path, until it ends. */
export async function runBin(
  bin: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<RunResult> {
  const home = createWorkFolder('home');
  try {
    const child = startBin(bin, args, { ...options, home: home.path });
    child.stdin.on('error', ignoreClosedPipe);
    child.stdin.end(options.input ?? '');
    const [stdout, stderr, end] = await Promise.all([
      readAll(child.stdout),
      readAll(child.stderr),
      new Promise<Pick<RunResult, 'code' | 'signal'>>((done, failed) => {
        child.once('error', failed);
        child.once('close', (code, signal) => done({ code: code ?? undefined, signal: signal ?? undefined }));
      }),
    ]);
    return { ...end, stdout, stderr };
  } finally {
    home.remove();
  }
}

/** Starts a binary and leaves it running: for servers, and for being killed. The caller ends it and owns `home`. */
export function startBin(
  bin: string,
  args: readonly string[],
  options: Omit<RunOptions, 'input'> & { readonly home: string },
): ChildProcessWithoutNullStreams {
  const file = isAbsolute(bin) ? bin : resolve('bin', `${bin}.cjs`);
  return spawn(process.execPath, [...(options.nodeOptions ?? []), file, ...args], {
    cwd: options.cwd ?? options.home,
    env: { ...isolatedEnvironment(options.home), ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** A program may end before it has read its input; how it ended is what the test looks at. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') throw error;
}
