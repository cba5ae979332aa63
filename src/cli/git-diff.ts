/**
 * What git says was changed: which lines of which files, against a revision. The only place that starts git: a command line
 * asks it once, with its arguments as a list, nothing on stdin and an end to waiting. No server does, since a child would hold
 * the protocol's pipes.
 */
import { spawn } from 'node:child_process';
import { KgError } from '../kernel/errors.js';
import { printable } from '../kernel/text.js';

/** Changed lines of one file as it is now; a deletion is the line before and the one behind it. Inclusive, 1-based. */
export interface ChangedFile {
  /** Relative to the project's root, POSIX. */
  readonly path: string;
  /** Absent when the whole file is new. */
  readonly ranges?: readonly (readonly [first: number, last: number])[];
}

export interface Changes {
  readonly files: readonly ChangedFile[];
  /** Files that are gone. */
  readonly deleted: readonly string[];
}

// A diff of a large branch takes a second; a repository whose disk has gone away takes for ever.
const GIT_WAIT_MS = 60_000;

/**
 * What differs between a revision and the working tree, files that git does not know yet included. Throws a `KgError` of code
 * `usage` when there is no git, no repository or no such revision.
 */
export async function changesSince(root: string, revision: string): Promise<Changes> {
  if (revision.startsWith('-')) throw noRevision(revision, 'it begins with a dash');
  const options = ['--no-color', '--no-ext-diff', '--no-renames', '--relative', '--unified=0'];
  const diff = await git(root, ['-c', 'core.quotepath=off', 'diff', ...options, revision, '--'], revision);
  const others = await git(root, ['ls-files', '--others', '--exclude-standard', '-z'], revision);
  const { files, deleted } = readDiff(diff);
  const added = others.split('\0').filter((path) => path !== '');
  return { files: [...files, ...added.map((path) => ({ path }))], deleted };
}

function noRevision(revision: string, reason: string): KgError {
  return new KgError('usage', `git cannot compare with "${printable(revision)}": ${printable(reason)}`, {
    hint: 'Name a commit, branch or tag, as in: kg-memory tests --changed --since main',
  });
}

function git(root: string, words: readonly string[], revision: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['-C', root, ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: GIT_WAIT_MS,
    });
    const out: Buffer[] = [];
    const problems: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => out.push(part));
    child.stderr.on('data', (part: Buffer) => problems.push(part));
    child.on('error', (error) => reject(noRevision(revision, `git cannot be run (${error.message})`)));
    child.on('close', (code) => {
      const [said = 'git failed'] = Buffer.concat(problems).toString('utf8').split('\n');
      if (code === 0) resolve(Buffer.concat(out).toString('utf8'));
      else reject(noRevision(revision, said.replace(/^fatal: /, '')));
    });
  });
}

/** Reads a diff made with `--unified=0`. */
export function readDiff(diff: string): Changes {
  const files: { path: string; ranges: (readonly [number, number])[] }[] = [];
  const deleted: string[] = [];
  let before = '';
  let ranges: (readonly [number, number])[] | undefined;
  for (const line of diff.split('\n')) {
    if (line.startsWith('diff --git ')) ranges = undefined;
    else if (ranges === undefined && line.startsWith('--- ')) before = pathIn(line);
    else if (ranges === undefined && line.startsWith('+++ ')) {
      const path = pathIn(line);
      if (path === '') deleted.push(before);
      ranges = [];
      if (path !== '') files.push({ path, ranges });
    } else {
      const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/.exec(line);
      if (hunk !== null) ranges?.push(rangeOf(Number(hunk[1]), Number(hunk[2] ?? 1)));
    }
  }
  return { files, deleted };
}

/** Of `--- a/x` and `+++ b/x`; '' for `/dev/null`. Git quotes odd names as C does. */
function pathIn(line: string): string {
  const written = line.slice(4).replace(/\t$/, '');
  if (written === '/dev/null') return '';
  return (written.startsWith('"') ? unquoted(written) : written).slice(2);
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
};

function unquoted(text: string): string {
  return text
    .slice(1, -1)
    .replace(/\\(?:([0-7]{3})|(.))/g, (_, octal: string | undefined, letter: string) => {
      return octal === undefined
        ? (ESCAPES[letter] ?? letter)
        : String.fromCharCode(Number.parseInt(octal, 8));
    });
}

function rangeOf(start: number, count: number): readonly [number, number] {
  return count === 0 ? [start, start + 1] : [start, start + count - 1];
}
