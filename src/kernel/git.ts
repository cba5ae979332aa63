/**
 * The one place that runs git. It only asks, it never changes a repository, and what needs no program (where the
 * repository lies, what it excludes) is read from its files instead: see `project.ts`.
 *
 * Arguments are a list, so nothing is quoted or expanded. stdin is not inherited: a child that reads it would take the
 * protocol's messages. A git that is absent, hangs or refuses is an answer, not an exception.
 */
import { spawn } from 'node:child_process';
import { systemErrorCode } from './errors.js';

/** What git said, or why it said nothing. `detail` is the first line of its complaint. */
export type GitAnswer =
  | { readonly ok: true; readonly stdout: string }
  | { readonly ok: false; readonly reason: 'absent' | 'timeout' | 'refused'; readonly detail: string };

/** The commit that is checked out; `branch` is absent when none is (a detached HEAD). */
export interface GitHead {
  readonly commit: string;
  readonly branch?: string;
}

export interface GitOptions {
  /** The program, for machines that have it elsewhere. */
  readonly program?: string;
  readonly timeoutMs?: number;
}

// A question about a checkout takes milliseconds; longer means a network disk or a hung hook.
const TIMEOUT_MS = 2000;
// Far more than any question here is answered with.
const OUTPUT_CHARS_MAX = 1_000_000;
// Take no lock that the user's own git would have to wait for (as GIT_OPTIONAL_LOCKS=0 says), and start no pager.
const QUIET = ['--no-optional-locks', '--no-pager'];

/** Runs `git <args>` in a folder and gives its stdout without the trailing line end. Never throws. */
export function runGit(
  folder: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitAnswer> {
  return new Promise((done) => {
    const child = spawn(options.program ?? 'git', [...QUIET, ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: options.timeoutMs ?? TIMEOUT_MS,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout = (stdout + text).slice(0, OUTPUT_CHARS_MAX);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(0, OUTPUT_CHARS_MAX);
    });
    child.on('error', (error) => {
      const reason = systemErrorCode(error) === 'ENOENT' ? 'absent' : 'refused';
      done({ ok: false, reason, detail: error.message });
    });
    child.on('close', (code, signal) => {
      if (code === 0) done({ ok: true, stdout: stdout.replace(/\r?\n$/, '') });
      else if (signal === 'SIGKILL') done({ ok: false, reason: 'timeout', detail: `git ${args[0] ?? ''}` });
      else done({ ok: false, reason: 'refused', detail: stderr.split(/\r?\n/, 1)[0] ?? '' });
    });
  });
}

/** What is checked out in a folder's repository; `undefined` without git, a repository or a first commit. */
export async function readGitHead(folder: string, options: GitOptions = {}): Promise<GitHead | undefined> {
  const answer = await runGit(folder, ['rev-parse', 'HEAD', '--symbolic-full-name', 'HEAD'], options);
  if (!answer.ok) return undefined;
  const [commit, name] = answer.stdout.split(/\r?\n/);
  if (commit === undefined || !/^[0-9a-f]{40,64}$/.test(commit)) return undefined;
  const branch = name?.replace(/^refs\/heads\//, '');
  return branch === undefined || branch === 'HEAD' ? { commit } : { commit, branch };
}
