import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { deriveImportRoots, readImportRoots } from '../../src/code/import-roots.js';
import { scanProject } from '../../src/code/scan.js';
import { addToTree, makeTree, removeTree } from '../support/tree.js';

/** The roots of a project: its indexed files, then its packaging files with their text. */
function rootsOf(
  sourceDirs: readonly string[],
  files: readonly string[],
  texts: Readonly<Record<string, string>> = {},
): readonly string[] {
  const sources = {
    sourceDirs,
    files: files.map((file) => ({ path: file })),
    packagingFiles: Object.keys(texts).sort(),
  };
  const { roots, problems } = deriveImportRoots(sources, new Map(Object.entries(texts)));
  assert.deepEqual(problems, []);
  return roots;
}

describe('import roots without packaging files', () => {
  it('are the source dirs and the root', () => {
    assert.deepEqual(rootsOf(['src'], ['src/oven/heat.py']), ['src', '.']);
    assert.deepEqual(rootsOf(['lib', 'tools/py'], ['lib/a.py', 'tools/py/b.py']), ['lib', 'tools/py', '.']);
    assert.deepEqual(rootsOf(['.'], ['oven/heat.py']), ['.']);
    assert.deepEqual(rootsOf([], []), ['.']);
  });

  it('are not packages: the folder around the outermost takes their place', () => {
    assert.deepEqual(rootsOf(['oven'], ['oven/__init__.py', 'oven/types.py']), ['.']);
    assert.deepEqual(rootsOf(['lib/oven/core'], ['lib/oven/__init__.py', 'lib/oven/core/__init__.py']), [
      'lib',
      '.',
    ]);
    // A stray __init__.py in src makes no package of it: people import both ways.
    assert.deepEqual(rootsOf(['src'], ['src/__init__.py', 'src/oven.py']), ['src', '.']);
  });
});

describe('import roots from a packaging file', () => {
  const files = ['lib/oven/heat.py', 'tests/test_heat.py', 'python/oven/x.py', 'other/y.py'];
  const cases: [backend: string, file: string, text: string, expected: string[]][] = [
    ['setuptools', 'pyproject.toml', '[tool.setuptools]\npackage-dir = {"" = "lib"}', ['lib']],
    ['setuptools', 'pyproject.toml', '[tool.setuptools.packages.find]\nwhere = ["lib", "missing"]', ['lib']],
    [
      'setuptools',
      'pyproject.toml',
      '[tool.setuptools.package-dir]\noven = "lib/oven"\n"a.b" = "other"',
      ['lib'],
    ],
    ['setuptools', 'setup.cfg', '[options]\npackage_dir =\n    = lib\npackages = find:', ['lib']],
    ['setuptools', 'setup.cfg', '[options]\npackage_dir = =lib', ['lib']],
    [
      'setuptools',
      'setup.cfg',
      '# x\n[options.packages.find]\nwhere: lib\n; y\n[tool:pytest]\npythonpath = other',
      ['lib', 'other'],
    ],
    ['hatch', 'pyproject.toml', '[tool.hatch.build.targets.wheel]\npackages = ["lib/oven/"]', ['lib']],
    ['hatch', 'pyproject.toml', '[tool.hatch.build.targets.wheel.sources]\n"lib/oven" = "oven"', ['lib']],
    [
      'hatch',
      'pyproject.toml',
      '[tool.hatch.build]\nsources = ["lib"]\ndev-mode-dirs = ["other"]',
      ['other', 'lib'],
    ],
    ['hatch', 'pyproject.toml', '[tool.hatch.build.targets.wheel.sources]\n"lib" = ""', ['lib']],
    [
      'poetry',
      'pyproject.toml',
      '[tool.poetry]\npackages = [{include = "oven", from = "lib"}, {include = "tests"}]',
      ['lib'],
    ],
    ['pdm', 'pyproject.toml', '[tool.pdm.build]\npackage-dir = "lib"', ['lib']],
    ['uv', 'pyproject.toml', '[tool.uv.build-backend]\nmodule-root = "lib"', ['lib']],
    ['maturin', 'pyproject.toml', '[tool.maturin]\npython-source = "python"', ['python']],
    [
      'scikit-build-core',
      'pyproject.toml',
      '[tool.scikit-build]\nwheel.packages = ["python/oven"]',
      ['python'],
    ],
    ['pytest', 'pyproject.toml', '[tool.pytest.ini_options]\npythonpath = ["lib", "."]', ['lib']],
    ['pytest', 'pyproject.toml', '[tool.pytest.ini_options]\npythonpath = "lib other"', ['lib', 'other']],
    [
      'none of them',
      'pyproject.toml',
      '[project]\nname = "oven"\n[tool]\nhatch = 1\nsetuptools.packages = ["oven"]',
      [],
    ],
  ];
  for (const [backend, file, text, expected] of cases) {
    it(`of ${backend}: ${text.split('\n')[0]}`, () => {
      assert.deepEqual(rootsOf(['.'], files, { [file]: text }), ['.', ...expected]);
    });
  }

  it('that names a folder outside the root, or none that is indexed, are none', () => {
    const text = '[tool.setuptools.packages.find]\nwhere = ["../shared", "/usr/lib", "docs"]';
    assert.deepEqual(rootsOf(['src'], ['src/oven.py'], { 'pyproject.toml': text }), ['src', '.']);
  });

  it('that is no TOML is a problem with its line', () => {
    const sources = {
      sourceDirs: ['src'],
      files: [{ path: 'src/a.py' }],
      packagingFiles: ['pyproject.toml'],
    };
    const { roots, problems } = deriveImportRoots(sources, new Map([['pyproject.toml', '[tool]\nx = \n']]));
    assert.deepEqual(roots, ['src', '.']);
    assert.deepEqual(
      [problems[0]?.path, problems[0]?.problem.kind, problems[0]?.problem.line],
      ['pyproject.toml', 'settings', 2],
    );
  });
});

describe('import roots of a monorepo', () => {
  it('are those of each project, members of the workspace first, outer ones before inner ones', () => {
    const files = [
      'packages/oven/src/oven/heat.py',
      'packages/mill/mill/stone.py',
      'packages/old/lib/old.py',
      'examples/deep/shop/app.py',
      'apps/shop/shop/app.py',
      'services/till/till.py',
    ];
    const texts = {
      'pyproject.toml': '[tool.uv.workspace]\nmembers = ["packages/*", "apps/**"]',
      'apps/shop/pyproject.toml': '',
      'examples/deep/pyproject.toml': '',
      'packages/oven/pyproject.toml': '',
      'packages/mill/setup.py': '',
      'packages/old/setup.cfg': '[options.packages.find]\nwhere = lib',
      'services/till/pyproject.toml': '',
    };
    assert.deepEqual(rootsOf(['.'], files, texts), [
      '.',
      'apps/shop',
      'packages/mill',
      'packages/old/lib',
      'packages/old',
      'packages/oven/src',
      'packages/oven',
      'examples/deep',
      'services/till',
    ]);
  });

  it('count from the file that names them', () => {
    const text = '[tool.setuptools.packages.find]\nwhere = ["../shared/src"]';
    const files = ['apps/shop/shop.py', 'apps/shared/src/x.py'];
    assert.deepEqual(rootsOf(['.'], files, { 'apps/shop/pyproject.toml': text }), [
      '.',
      'apps/shared/src',
      'apps/shop',
    ]);
  });
});

describe('readImportRoots', () => {
  let root = '';
  before(() => {
    root = makeTree({
      'pyproject.toml': '[tool.setuptools.packages.find]\nwhere = ["lib"]',
      'setup.py': 'raise SystemExit',
      'inner/setup.cfg': '',
      'inner/a.py': '',
      'lib/oven.py': '',
      'node_modules/x/pyproject.toml': 'broken =',
    });
  });
  after(() => removeTree(root));

  it('reads what the scan has found', () => {
    const roots = readImportRoots(root, scanProject({ root, sourceDirs: undefined }));
    assert.deepEqual(roots.roots, ['.', 'lib', 'inner']);
    assert.equal(roots.rootPackage, undefined);
    assert.deepEqual(roots.problems, []);
  });

  it('names the package that the root is', () => {
    addToTree(root, { '__init__.py': '' });
    const roots = readImportRoots(root, scanProject({ root, sourceDirs: undefined }));
    assert.equal(roots.rootPackage, path.basename(root));
    assert.equal(roots.roots[0], '.');
  });

  it('reports a file that cannot be read', () => {
    const scan = scanProject({ root, sourceDirs: undefined });
    rmSync(path.join(root, 'pyproject.toml'));
    mkdirSync(path.join(root, 'pyproject.toml'));
    const { problems } = readImportRoots(root, scan);
    assert.deepEqual(problems, [
      { path: 'pyproject.toml', problem: { kind: 'unreadable', message: 'it cannot be read (EISDIR)' } },
    ]);
  });
});
