/**
 * What git knows of places in the code that are lost: what a file was renamed to, what removed a definition. The bridge asks
 * in the middle of its pass and is never kept waiting: what is not known yet is asked of git in the background, one question
 * after another, and is there the next time. Answers hold for as long as HEAD is where it is.
 *
 * It never fails: a repository that says nothing gives no hints.
 */
import type { Hints } from '../bridge/anchor-view.js';
import type { Removal } from '../code/query/drift.js';
import { askGit, PLAIN_DIFF } from '../kernel/git.js';
import { readHead } from '../kernel/git-head.js';
import { withPatience } from '../kernel/patience.js';
import { findRepository } from '../kernel/repository.js';

// A log of one file's definitions in a long history takes some seconds; nobody waits for it.
const QUESTION_WAIT_MS = 10_000;
// More lost places than that are a move of everything, of which no list of commits is read.
const QUESTIONS_MAX = 200;
// Without a commit to start from, the newest part of the history.
const COMMITS_MAX = 1_000;
// A pattern is one argument, of which Linux takes 128 KB.
const NAMES_A_LOOK = 1_000;
// Renames of renames; a circle has no end.
const RENAMES_FOLLOWED_MAX = 20;
const COMMIT = /^[0-9a-f]{7,64}$/;
const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

type Renames = ReadonlyMap<string, string>;

/** Names after `def` or `class` in a text. */
function definedIn(text: string): readonly string[] {
  return [...text.matchAll(/\b(?:def|class)\s+([\p{L}_][\p{L}\p{N}_]*)/gu)].flatMap(([, name]) => name ?? []);
}

/** By name, the newest commit of a log with patches, the newest first, that took a definition of it away. */
function removalsIn(log: string, names: ReadonlySet<string>): ReadonlyMap<string, Removal> {
  const removals = new Map<string, Removal>();
  const fields = log.split('\0').slice(1);
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [commit = '', subject = '', rest = ''] = fields.slice(at, at + 3);
    const [date = '', ...patch] = rest.split('\n');
    const removed = patch.filter((line) => /^-(?!-- )/.test(line)).join('\n');
    for (const name of definedIn(removed))
      if (names.has(name) && !removals.has(name)) removals.set(name, { commit, subject, date });
  }
  return removals;
}

export class GitHints {
  readonly #root: string;
  /** What the answers belong to; '' without a repository. */
  #head = '';
  #renames = new Map<string, Renames | undefined>();
  #removals = new Map<string, Removal | undefined>();
  #asked = new Set<string>();
  #work: Promise<void> = Promise.resolve();
  #open = 0;
  #version = 0;
  readonly #ending = new AbortController();

  /** `root`: the folder that the paths of the code graph count from. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Rises with each answer that says something, and when HEAD moves: what was linked with fewer hints may be linked anew. */
  get version(): number {
    return this.#version;
  }

  /** The hints as far as they are known. Looks where HEAD is. */
  hints(): Hints {
    const repository = findRepository(this.#root);
    const { commit: head = '', branch } = repository === undefined ? {} : readHead(repository);
    if (head !== this.#head) this.#forget(head);
    if (head === '') return {};
    return {
      ...(branch !== undefined && { branch }),
      renamed: (path, commit) => this.#renamed(path, commit),
      removed: (path, name) => this.#removed(path, name),
    };
  }

  /** Waits until git has answered all, but not longer than that; whether something new is known since `version` was this. */
  async settle(version: number, maxWaitMs: number): Promise<boolean> {
    if (this.#open > 0) await withPatience(this.#work, { maxWaitMs, signal: new AbortController().signal });
    return this.#version !== version;
  }

  /**
   * Which of these names were those of definitions and are of none any more, tests and what else is not indexed included; and
   * the commit that took the last away. One look at the history for many names, as long as a question may take.
   */
  async removedDefinitions(names: readonly string[]): Promise<ReadonlyMap<string, Removal>> {
    const wanted = names.filter((name) => NAME.test(name));
    if (wanted.length === 0) return new Map();
    // All of them: a search that found nothing would look like one that failed.
    const definitions = ['-e', '(def|class)[[:space:]]+[[:alnum:]_]+'];
    const left = await this.#git(['grep', '-E', '-h', '-o', ...definitions, 'HEAD', '--', '.']);
    if (left === undefined) return new Map();
    const isLeft = new Set(definedIn(left));
    const lost = wanted.filter((name) => !isLeft.has(name));
    const removals = new Map<string, Removal>();
    for (let from = 0; from < lost.length; from += NAMES_A_LOOK) {
      const some = lost.slice(from, from + NAMES_A_LOOK);
      const log = await this.#git([
        ...['log', '--format=%x00%H%x00%s%x00%cs', '--patch', '--unified=0', '--no-renames', ...PLAIN_DIFF],
        ...[`-G(def|class)[[:space:]]+(${some.join('|')})([^[:alnum:]_]|$)`, 'HEAD', '--', '.'],
      ]);
      for (const [name, removal] of removalsIn(log ?? '', new Set(some))) removals.set(name, removal);
    }
    return removals;
  }

  /** Ends what is being asked. */
  close(): void {
    this.#ending.abort();
  }

  #forget(head: string): void {
    this.#head = head;
    this.#renames = new Map();
    this.#removals = new Map();
    this.#asked = new Set();
    this.#version++;
  }

  #renamed(path: string, commit = ''): string | undefined {
    if (commit !== '' && !COMMIT.test(commit)) return undefined;
    const renames = this.#renames.get(commit);
    if (renames === undefined) {
      this.#ask(`renames since ${commit}`, async (head) => {
        const found = await this.#findRenames(commit, head);
        return () => {
          this.#renames.set(commit, found);
          return found.size > 0;
        };
      });
      return undefined;
    }
    let now = path;
    for (let steps = 0; steps < RENAMES_FOLLOWED_MAX; steps++) now = renames.get(now) ?? now;
    return now === path ? undefined : now;
  }

  #removed(path: string, name: string): Removal | undefined {
    if (name !== '' && !NAME.test(name)) return undefined;
    const key = `${path}\0${name}`;
    if (!this.#removals.has(key)) {
      this.#ask(key, async (head) => {
        const found = name === '' ? await this.#findFile(path, head) : await this.#findName(path, name, head);
        return () => {
          this.#removals.set(key, found);
          return found !== undefined;
        };
      });
    }
    return this.#removals.get(key);
  }

  /** Asks once for each HEAD; `find` gives what notes its answer and says whether it has one. */
  #ask(what: string, find: (head: string) => Promise<() => boolean>): void {
    if (this.#asked.has(what) || this.#asked.size >= QUESTIONS_MAX) return;
    this.#asked.add(what);
    this.#open++;
    const head = this.#head;
    this.#work = this.#work.then(async () => {
      if (head === this.#head && !this.#ending.signal.aborted) {
        const note = await find(head);
        // HEAD may have moved meanwhile.
        if (head === this.#head && note()) this.#version++;
      }
      this.#open--;
    });
  }

  async #findRenames(commit: string, head: string): Promise<Renames> {
    const range = commit === '' ? ['log', '--format=', '-n', `${COMMITS_MAX}`] : ['diff'];
    const text = await this.#git([
      ...range,
      ...PLAIN_DIFF,
      '--find-renames',
      '--diff-filter=R',
      '--name-status',
      '--relative',
      '-z',
      ...(commit === '' ? [head] : [commit, head]),
      '--',
    ]);
    const fields = (text ?? '').split('\0').map((field) => field.trim());
    const renames = new Map<string, string>();
    for (let at = 0; at + 2 < fields.length; at++) {
      if (!/^R\d{3}$/.test(fields[at] ?? '')) continue;
      const [from = '', to = ''] = [fields[at + 1], fields[at + 2]];
      // The newest first.
      if (!renames.has(from)) renames.set(from, to);
      at += 2;
    }
    return renames;
  }

  async #findFile(path: string, head: string): Promise<Removal | undefined> {
    const there = await this.#git(['ls-tree', '--name-only', head, '--', path]);
    if (there !== '') return undefined;
    return this.#newest(['--diff-filter=D', '--no-renames', head, '--', path]);
  }

  /** The last commit in which the number of definitions of that name changed, unless it left one there. */
  async #findName(path: string, name: string, head: string): Promise<Removal | undefined> {
    const definition = `(def|class)[[:space:]]+${name}([^[:alnum:]_]|$)`;
    const found = await this.#newest([
      '--no-renames',
      `-S${definition}`,
      '--pickaxe-regex',
      head,
      '--',
      path,
    ]);
    if (found === undefined) return undefined;
    const left = await this.#git(['grep', '-E', '-c', '-e', definition, found.commit, '--', path]);
    return left === undefined ? found : undefined;
  }

  async #newest(words: readonly string[]): Promise<Removal | undefined> {
    const text = await this.#git(['log', '-n', '1', '--format=%H%x00%s%x00%cs', ...PLAIN_DIFF, ...words]);
    const [commit = '', subject = '', date = ''] = (text ?? '').trim().split('\0');
    return COMMIT.test(commit) ? { commit, subject, date } : undefined;
  }

  async #git(words: readonly string[]): Promise<string | undefined> {
    const answer = await askGit(this.#root, words, {
      waitMs: QUESTION_WAIT_MS,
      signal: this.#ending.signal,
    });
    return answer.isDone ? answer.text : undefined;
  }
}
