/**
 * What git says was changed: which lines of which files, against a revision. Commands ask; no server does.
 */
import { KgError } from '../kernel/errors.js';
import { askGit, type GitAnswer, PLAIN_DIFF } from '../kernel/git.js';
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

/**
 * What differs between a revision and the working tree, files that git does not know yet included. Throws a `KgError` of code
 * `usage` when there is no git, no repository or no such revision. `asked`: the command that asks, as its hint spells it.
 */
export async function changesSince(root: string, revision: string, asked: string): Promise<Changes> {
  const refused = (reason: string) => noRevision(revision, reason, asked);
  if (revision.startsWith('-')) throw refused('it begins with a dash');
  const options = [...PLAIN_DIFF, '--ignore-submodules=all', '--no-renames', '--relative', '--unified=0'];
  const said = (answer: GitAnswer) => {
    if (!answer.isDone) throw refused(answer.problem);
    return answer.text;
  };
  const diff = said(await askGit(root, ['diff', ...options, revision, '--'], { readsFiles: true }));
  const others = said(await askGit(root, ['ls-files', '--others', '--exclude-standard', '-z']));
  const { files, deleted } = readDiff(diff);
  const added = others.split('\0').filter((path) => path !== '');
  return { files: [...files, ...added.map((path) => ({ path }))], deleted };
}

function noRevision(revision: string, reason: string, asked: string): KgError {
  return new KgError('usage', `git cannot compare with "${printable(revision)}": ${printable(reason)}`, {
    hint: `Name a commit, branch or tag, as in: ${asked} --since main`,
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
