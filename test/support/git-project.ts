/**
 * A small Python project under git in a folder of its own, for tests of what survives a history. Commits have fixed dates and
 * authors; nothing of the developer's own configuration of git takes part.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import { openProject } from '../../src/index.js';
import { createWorkFolder } from './run-bin.js';

const CONFIGURATION = {
  'user.name': 'Mira',
  'user.email': 'mira@localhost',
  'commit.gpgsign': 'false',
  'init.defaultBranch': 'main',
};

export class GitProject {
  readonly root: string;
  readonly remove: () => void;
  #commits = 0;

  /** Makes a repository with these files in its first commit. */
  constructor(files: Readonly<Record<string, string>>) {
    const work = createWorkFolder('git-project');
    this.root = join(work.path, 'yard');
    this.remove = work.remove;
    mkdirSync(this.root);
    this.git('init', '-q');
    for (const [path, text] of Object.entries(files)) this.write(path, text);
    this.commit('lay the keel');
  }

  /** What git printed, without the line end. */
  git(...words: string[]): string {
    const settings = Object.entries(CONFIGURATION).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const date = `2026-11-0${(this.#commits % 9) + 1}T12:00:00Z`;
    const env = {
      ...process.env,
      GIT_CONFIG_GLOBAL: devNull,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    };
    const text = execFileSync('git', [...settings, ...words], { cwd: this.root, encoding: 'utf8', env });
    return text.trimEnd();
  }

  /** Everything as it is; the commit's 40 digits. */
  commit(subject: string): string {
    this.#commits++;
    this.git('add', '-A');
    this.git('commit', '-q', '-m', subject);
    return this.git('rev-parse', 'HEAD');
  }

  write(path: string, text: string, root = this.root): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  move(from: string, to: string): void {
    mkdirSync(dirname(join(this.root, to)), { recursive: true });
    renameSync(join(this.root, from), join(this.root, to));
  }

  delete(path: string): void {
    rmSync(join(this.root, path));
  }

  /** Brings the index of a checkout up to date, as a code server would. */
  async index(root = this.root): Promise<void> {
    const project = await openProject(root, { settings: { watch_enabled: 'false' } });
    await project.close();
  }
}
