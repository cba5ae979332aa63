/**
 * The one place that starts git. It asks and never changes anything, so that a repository that came with an archive cannot make
 * it run what its configuration names: no hooks, no watcher (`core.fsmonitor`), no filters, no external diff, no signatures
 * looked at, nothing fetched. Nothing is locked, nobody is prompted, and no pager is started. Variables that name another
 * repository, as git sets them for its hooks, do not reach it: which repository is asked, the folder alone says.
 *
 * The child has nothing on stdin and pipes of its own, so it never sees those of a protocol; how long it may take and how much
 * it may say are bounded. Arguments are a list; whoever takes one from outside sees to it that it is no option.
 */
import { spawn } from 'node:child_process';
import { devNull } from 'node:os';
import path from 'node:path';

/** What git said, or why it said nothing: one line of its own, or of ours. */
export type GitAnswer =
  | { readonly isDone: true; readonly text: string }
  | { readonly isDone: false; readonly problem: string };

export interface GitLimits {
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
  /** Whether files of the working tree are read, which runs them through what the repository names as filters. */
  readonly readsFiles?: boolean;
}

// A diff of a large branch takes a second; a repository whose disk has gone away takes for ever.
const WAIT_MS = 60_000;
// A diff or log of a hundred thousand files has some tens of megabytes.
const BYTES_MAX = 256_000_000;

/** Options of a diff or a log without what a user's configuration may put into what it says. */
export const PLAIN_DIFF: readonly string[] = ['--no-color', '--no-ext-diff', '--no-textconv'];

/** Options of git itself, by which a repository's configuration starts nothing. */
const QUIET: readonly string[] = [
  '--no-pager',
  '--no-optional-locks',
  '--literal-pathspecs',
  ...[
    'core.fsmonitor=false',
    `core.hooksPath=${devNull}`,
    'core.quotepath=off',
    'diff.autoRefreshIndex=false',
    'diff.external=',
    'log.showSignature=false',
    'protocol.allow=never',
    'submodule.recurse=false',
  ].flatMap((setting) => ['-c', setting]),
];

/** Variables of git that say how it is installed and where the user's configuration lies. */
const KEPT_VARIABLES: ReadonlySet<string> = new Set([
  'GIT_EXEC_PATH',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CEILING_DIRECTORIES',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
]);

/** The environment without what git reads of it but for those; names in any case, as Windows has them. */
function environment(): NodeJS.ProcessEnv {
  const isKept = (name: string) => !name.startsWith('GIT_') || KEPT_VARIABLES.has(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isKept(name.toUpperCase())));
}

/** Runs `git <words>` in a folder (absolute). Never rejects. */
export async function askGit(
  root: string,
  words: readonly string[],
  limits: GitLimits = {},
): Promise<GitAnswer> {
  const filters = limits.readsFiles === true ? await filtersOf(root, limits) : [];
  const odd = filters.find((name) => name.includes('='));
  if (odd !== undefined) return { isDone: false, problem: `the repository names an odd filter, ${odd}` };
  const without = filters.flatMap((name) => ['-c', `${name}=`]);
  return start([...QUIET, ...without, '-C', root, ...words], limits);
}

/** The settings of all filters that a configuration names; set to nothing they are off, and git's own conversions stay. */
async function filtersOf(root: string, limits: GitLimits): Promise<readonly string[]> {
  const words = ['config', '--null', '--name-only', '--get-regexp', '^filter\\..*\\.'];
  const answer = await start([...QUIET, '-C', root, ...words], limits);
  // Without any, git fails; so it does without a repository, which whoever asks will hear of.
  return answer.isDone ? [...new Set(answer.text.split('\0').filter((name) => name !== ''))] : [];
}

function start(words: readonly string[], { waitMs = WAIT_MS, signal }: GitLimits): Promise<GitAnswer> {
  return new Promise((resolve) => {
    const child = spawn('git', words, {
      // A folder in which nobody puts a git of his own: some systems look there first.
      cwd: path.dirname(process.execPath),
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      timeout: waitMs,
      ...(signal !== undefined && { signal }),
    });
    const out: Buffer[] = [];
    const problems: Buffer[] = [];
    let bytes = 0;
    const take = (list: Buffer[]) => (part: Buffer) => {
      bytes += part.length;
      if (bytes <= BYTES_MAX) list.push(part);
      else child.kill();
    };
    const fail = (problem: string) => resolve({ isDone: false, problem });
    child.stdout.on('data', take(out));
    child.stderr.on('data', take(problems));
    child.on('error', (error) => fail(`git cannot be run (${error.message})`));
    child.on('close', (code, killedBy) => {
      if (code === 0) return resolve({ isDone: true, text: Buffer.concat(out).toString('utf8') });
      if (killedBy !== null) return fail(bytes > BYTES_MAX ? 'git said too much' : 'git took too long');
      const [said = ''] = Buffer.concat(problems).toString('utf8').split('\n');
      return fail(said.replace(/^(?:fatal|error): /, '') || `git failed (${code})`);
    });
  });
}
