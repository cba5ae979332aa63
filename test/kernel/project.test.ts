import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { KgError } from '../../src/kernel/errors.js';
import { checkRoot, identifyProject } from '../../src/kernel/project.js';
import { excludeFromGit, findRepository, keepOutOfGit } from '../../src/kernel/repository.js';

let yard = '';
before(() => {
  yard = realpathSync.native(mkdtempSync(path.join(tmpdir(), 'kg-project-')));
});
after(() => rmSync(yard, { recursive: true, force: true }));

const AUTHOR = [
  '-c',
  'user.name=Shipwright',
  '-c',
  'user.email=wright@yard.example',
  '-c',
  'protocol.file.allow=always',
];

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', [...AUTHOR, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** A repository with one commit. */
function makeRepository(name: string): string {
  const folder = path.join(yard, name);
  mkdirSync(path.join(folder, 'src'), { recursive: true });
  writeFileSync(path.join(folder, 'src/hull.py'), '');
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', '.');
  git(folder, 'commit', '-q', '-m', 'keel laid');
  return folder;
}

function untracked(folder: string): string {
  return git(folder, 'status', '--porcelain', '--untracked-files=all');
}

describe('checkRoot', () => {
  it('gives the real path of a folder', () => {
    const dock = path.join(yard, 'dock');
    mkdirSync(dock);
    symlinkSync(dock, path.join(yard, 'quay'));
    assert.equal(checkRoot(path.join(yard, 'quay')), dock);
  });

  it('refuses what must not be indexed, and says how to choose another', () => {
    const home = path.join(yard, 'home');
    mkdirSync(home);
    symlinkSync(home, path.join(yard, 'home-link'));
    writeFileSync(path.join(yard, 'plan.txt'), '');
    const cases: [folder: string, message: RegExp][] = [
      ['/', /whole disk/],
      [home, /home directory/],
      [path.join(yard, 'home-link'), /home directory/],
      [path.join(yard, 'sunk'), /sunk does not exist/],
      [path.join(yard, 'plan.txt'), /is a file/],
      [path.join(yard, 'plan.txt', 'deck'), /does not exist/],
    ];
    for (const [folder, message] of cases) {
      assert.throws(
        () => checkRoot(folder, path.join(yard, 'home-link')),
        (error) => {
          assert.ok(error instanceof KgError && error.code === 'bad-root');
          assert.match(error.message, message);
          assert.match(error.hint ?? '', /KG_PROJECT_ROOT/);
          return true;
        },
      );
    }
  });

  it('allows a folder below the home directory, and any when the home is unknown', () => {
    mkdirSync(path.join(yard, 'house/code'), { recursive: true });
    assert.equal(
      checkRoot(path.join(yard, 'house/code'), path.join(yard, 'house')),
      path.join(yard, 'house/code'),
    );
    assert.equal(checkRoot(path.join(yard, 'house'), ''), path.join(yard, 'house'));
  });
});

describe('identifyProject', () => {
  it('is one for the main checkout, its folders and its worktrees, and another for a namesake', () => {
    const main = makeRepository('fleet/brig');
    git(main, 'worktree', 'add', '-q', '../brig-refit');
    const refit = path.join(yard, 'fleet/brig-refit');
    const own = identifyProject(main);
    assert.equal(own.name, 'brig');
    assert.match(own.slug, /^brig-[0-9a-f]{8}$/);
    assert.equal(own.worktree, undefined);
    assert.equal(identifyProject(path.join(main, 'src')).slug, own.slug);
    assert.equal(identifyProject(path.join(main, 'src')).root, path.join(main, 'src'));
    const { rootSlug } = identifyProject(refit);
    assert.deepEqual(identifyProject(refit), { ...own, root: refit, rootSlug, worktree: refit });
    assert.match(rootSlug, /^brig-refit-[0-9a-f]{8}$/);
    assert.notEqual(identifyProject(path.join(main, 'src')).rootSlug, own.rootSlug);
    assert.notEqual(identifyProject(makeRepository('harbour/brig')).slug, own.slug);
  });

  it('knows bare repositories, submodules and folders without git', () => {
    const origin = makeRepository('origin');
    const bare = path.join(yard, 'sloop.git');
    git(yard, 'clone', '-q', '--bare', origin, bare);
    git(bare, 'worktree', 'add', '-q', '../sloop-main', 'main');
    const identity = identifyProject(path.join(yard, 'sloop-main'));
    assert.equal(identity.main, bare);
    assert.equal(identity.name, 'sloop');

    const outer = makeRepository('outer');
    git(outer, 'submodule', 'add', '-q', origin, 'rigging');
    assert.equal(identifyProject(path.join(outer, 'rigging')).main, path.join(outer, 'rigging'));

    mkdirSync(path.join(yard, 'Æther Löß'));
    assert.match(identifyProject(path.join(yard, 'Æther Löß')).slug, /^ther-lo-[0-9a-f]{8}$/);
  });
});

describe('findRepository', () => {
  it('takes a worktree whose repository is gone, and an empty .git, for no repository', () => {
    const main = makeRepository('wreck');
    git(main, 'worktree', 'add', '-q', '../wreck-drift');
    rmSync(path.join(main, '.git'), { recursive: true });
    assert.equal(findRepository(path.join(yard, 'wreck-drift')), undefined);
    mkdirSync(path.join(yard, 'raft/.git'), { recursive: true });
    assert.equal(findRepository(path.join(yard, 'raft')), undefined);
  });
});

describe('excludeFromGit', () => {
  const names = ['.kg-index.json', '.kg-index.json.*', 'cache/kg.json'];

  function dirty(folder: string): void {
    mkdirSync(path.join(folder, 'cache'), { recursive: true });
    for (const file of ['.kg-index.json', '.kg-index.json.x.tmp', 'cache/kg.json']) {
      writeFileSync(path.join(folder, file), '{}');
    }
  }

  it('hides our files from git in checkouts, folders below them, worktrees and submodules, once', () => {
    const main = makeRepository('clipper');
    git(main, 'worktree', 'add', '-q', '../clipper-spare');
    const outer = makeRepository('convoy');
    git(outer, 'submodule', 'add', '-q', main, 'lead');
    git(outer, 'commit', '-q', '-m', 'lead');
    const roots: [root: string, isNews: boolean][] = [
      [main, true],
      [path.join(main, 'src'), true],
      // The worktree shares the file, and the paths in it count from its own top.
      [path.join(yard, 'clipper-spare'), false],
      [path.join(outer, 'lead'), true],
    ];
    for (const [root, isNews] of roots) {
      dirty(root);
      assert.equal(untracked(root) !== '', isNews, root);
      assert.equal(excludeFromGit(root, names).added.length > 0, isNews, root);
      assert.equal(untracked(root), '', root);
      assert.deepEqual(excludeFromGit(root, names), { added: [] });
    }
    const lines = readFileSync(path.join(main, '.git/info/exclude'), 'utf8').split('\n');
    assert.equal(lines.filter((line) => line === '.kg-index.json').length, 1);
  });

  it('keeps what is there, even without a line end, and makes the folder when it is missing', () => {
    const main = makeRepository('junk');
    const exclude = path.join(main, '.git/info/exclude');
    writeFileSync(exclude, '*.log');
    assert.deepEqual(excludeFromGit(main, ['.kg-index.json']), { added: ['.kg-index.json'] });
    assert.equal(readFileSync(exclude, 'utf8'), '*.log\n.kg-index.json\n');
    rmSync(path.join(main, '.git/info'), { recursive: true });
    excludeFromGit(main, ['.kg-index.json']);
    assert.equal(readFileSync(exclude, 'utf8'), '.kg-index.json\n');
  });

  it('takes names and folders as they are, whatever a pattern would make of them', () => {
    const main = makeRepository('sloop');
    const root = path.join(main, 'hold [aft]');
    const file = path.join(root, 'cargo', '!rum*.json');
    mkdirSync(path.dirname(file), { recursive: true });
    for (const name of [file, `${file}.lock`]) writeFileSync(name, '{}');
    assert.equal(keepOutOfGit(root, file), undefined);
    assert.equal(untracked(main), '');
    assert.equal(keepOutOfGit(root, path.join(main, 'elsewhere.json')), undefined);
    writeFileSync(path.join(path.dirname(file), '!rumba.json'), '{}');
    assert.notEqual(untracked(main), '');
  });

  it('writes nothing into a git folder that does not name the checkout, nor takes it for the project', () => {
    const victim = makeRepository('galleon');
    git(victim, 'worktree', 'add', '-q', '../galleon-spare');
    const exclude = path.join(victim, '.git/info/exclude');
    const before = readFileSync(exclude, 'utf8');
    const pirate = path.join(yard, 'pirate');
    mkdirSync(pirate);
    for (const gitFolder of ['.git', '.git/worktrees/galleon-spare']) {
      writeFileSync(path.join(pirate, '.git'), `gitdir: ${path.join(victim, gitFolder)}\n`);
      const { added, problem } = excludeFromGit(pirate, names);
      assert.deepEqual(added, []);
      assert.match(problem ?? '', /does not name .*pirate in turn/);
      assert.equal(identifyProject(pirate).main, pirate);
    }
    rmSync(path.join(pirate, '.git'));
    symlinkSync(path.join(victim, '.git'), path.join(pirate, '.git'));
    assert.deepEqual(excludeFromGit(pirate, names).added, []);
    rmSync(path.join(pirate, '.git'));
    // A git folder of its own that says that what it shares lies elsewhere.
    mkdirSync(path.join(pirate, '.git/info'), { recursive: true });
    writeFileSync(path.join(pirate, '.git/HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(path.join(pirate, '.git/commondir'), path.join(victim, '.git'));
    assert.deepEqual(excludeFromGit(pirate, ['.kg-index.json']).added, ['.kg-index.json']);
    assert.equal(readFileSync(path.join(pirate, '.git/info/exclude'), 'utf8'), '.kg-index.json\n');
    assert.equal(readFileSync(exclude, 'utf8'), before);
  });

  it('writes through no link, and waits for no pipe', () => {
    const main = makeRepository('smuggler');
    const info = path.join(main, '.git/info');
    const diary = path.join(yard, 'diary/exclude');
    mkdirSync(path.dirname(diary));
    writeFileSync(diary, 'dear diary\n');
    const refused = () =>
      assert.match(excludeFromGit(main, names).problem ?? '', /a link or no ordinary file/);
    rmSync(path.join(info, 'exclude'));
    symlinkSync(diary, path.join(info, 'exclude'));
    refused();
    rmSync(info, { recursive: true });
    symlinkSync(path.dirname(diary), info);
    refused();
    rmSync(info);
    mkdirSync(path.join(info, 'exclude'), { recursive: true });
    refused();
    if (process.platform !== 'win32') {
      rmSync(info, { recursive: true });
      mkdirSync(info);
      execFileSync('mkfifo', [path.join(info, 'exclude')], { stdio: 'ignore' });
      refused();
    }
    assert.equal(readFileSync(diary, 'utf8'), 'dear diary\n');
  });

  it('does nothing without a repository, and reports one that cannot be written', () => {
    mkdirSync(path.join(yard, 'plank'));
    assert.deepEqual(excludeFromGit(path.join(yard, 'plank'), names), { added: [] });
    const main = makeRepository('ice');
    rmSync(path.join(main, '.git/info'), { recursive: true });
    writeFileSync(path.join(main, '.git/info'), 'a file in the way');
    const outcome = excludeFromGit(main, names);
    assert.deepEqual(outcome.added, []);
    assert.match(outcome.problem ?? '', /cannot write .*exclude \((EEXIST|ENOTDIR)\)/);
  });
});
