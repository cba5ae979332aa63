/**
 * A tree of files that no program should meet and every indexer does: what lies in fixtures/hostile/files, and beside it what
 * cannot lie in a repository: names that other systems refuse, bytes that are no text, pipes and links, files of megabytes,
 * nesting of twenty thousand levels. Files only; nothing is ever run.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addToTree, makeTree, type TreeEntry } from './tree.js';

const DEEP = 20_000;
const SOUND = 'def moor():\n    return 1\n';

/** Makes the tree in a temporary folder; `removeTree` removes it. */
export function makeHostileTree(): string {
  const root = makeTree();
  cpSync(path.resolve('fixtures/hostile/files'), root, { recursive: true });
  addToTree(root, { ...oddFolders(), ...largeFiles(), ...deepFiles(), ...wideFiles(), ...oddNames() });
  addLinks(root);
  if (process.platform === 'linux') addForLinux(root);
  return root;
}

/** What only Linux can hold lies below this folder. */
export const LINUX_ONLY = 'linux';

function oddFolders(): Record<string, TreeEntry> {
  return {
    '.gitignore': '*.ignored.py\n/secret/\n!secret/kept.py\n[\n\\\n',
    'folders/left.ignored.py': SOUND,
    'secret/hidden.py': SOUND,
    'folders/env/pyvenv.cfg': '',
    'folders/env/lib.py': SOUND,
    'folders/cache/CACHEDIR.TAG': 'Signature: 8a477f597d28d172789f06886806bc55\n',
    'folders/cache/entry.py': SOUND,
    'folders/worktree/.git': 'gitdir: /nowhere\n',
    'folders/worktree/other.py': SOUND,
    'folders/node_modules/gyp.py': SOUND,
    'folders/__pycache__/old.py': SOUND,
    'build/output.py': SOUND,
    'folders/build/__init__.py': SOUND,
    'folders/setup.py/': '',
    'folders/pyproject.toml/nested.py': SOUND,
    'pyproject.toml': '[tool.setuptools\npackage-dir = {"" = "../outside"}\n\u0000',
    'setup.cfg': Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x00]),
  };
}

function largeFiles(): Record<string, TreeEntry> {
  const line = `def moor_%():\n    """Moors the ship.${' Then waits for the tide.'.repeat(20)}"""\n    return moor_0()\n\n\n`;
  const five = Array.from({ length: 10_000 }, (_, i) => line.replace('%', String(i))).join('');
  return {
    'large/five_megabytes.py': five,
    'large/one_line.py': `crates = [${'1, '.repeat(350_000)}]\n`,
    'large/too_large.py': `# ${'x'.repeat(10 * 1024 * 1024)}\n`,
    'large/long_name.py': `def ${'m'.repeat(1_000_000)}():\n    pass\n`,
    'large/long_text.py': `"""${'tide '.repeat(400_000)}"""\n\n\n${SOUND}`,
    'large/comments.py': `${SOUND}\n\nif moor():\n${'    # tide\n'.repeat(100_000)}    pass\n`,
    'large/joins.py': `${SOUND}\n\nx = \\\n${'\\\n'.repeat(50_000)}1\n`,
    'large/blank.py': `${'\n'.repeat(500_000)}${SOUND}`,
    'large/open_quotes.py': `${SOUND}\n${"x = '\n".repeat(20_000)}`,
    'large/open_brackets.py': `${SOUND}\n${'x = (\n'.repeat(20_000)}`,
    'large/noise.py': noise(60_000),
    'large/outputs.ipynb': JSON.stringify(
      {
        cells: [
          {
            cell_type: 'code',
            source: ['def moor():\n', '    return 1'],
            outputs: [{ png: 'iVBOR'.repeat(1_000_000) }],
          },
        ],
        metadata: {},
      },
      null,
      1,
    ),
    'large/deep.ipynb': `{"cells": [], "metadata": ${'['.repeat(500_000)}`,
  };
}

/** Characters that Python uses, in no order; the same ones every time. */
function noise(length: number): string {
  const characters = '()[]{}:,.=+-*/\\"\'#\n\t  abcdef019_@';
  let state = 7;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    text += characters[(state >> 8) % characters.length] ?? ' ';
  }
  return text;
}

function deepFiles(): Record<string, TreeEntry> {
  const around = (inner: string) => `${SOUND}\n\n${inner}\n\n\ndef after():\n    return moor()\n`;
  const both = (open: string, close: string, core = '1') =>
    around(`x = ${open.repeat(DEEP)}${core}${close.repeat(DEEP)}`);
  const steps = Array.from({ length: 1_000 }, (_, i) => `${' '.repeat(i)}if moor():\n`).join('');
  return {
    'deep/brackets.py': both('(', ')'),
    'deep/lists.py': both('[', ']'),
    'deep/calls.py': both('moor(', ')'),
    'deep/subscripts.py': around(`x = moor${'[0]'.repeat(DEEP)}`),
    'deep/attributes.py': around(`x = moor()${'.deck'.repeat(DEEP)}`),
    'deep/call_chain.py': around(`x = moor${'()'.repeat(DEEP)}`),
    'deep/sum.py': around(`x = ${'1 + '.repeat(DEEP)}moor()`),
    'deep/powers.py': around(`x = ${'2 ** '.repeat(DEEP)}moor()`),
    'deep/not.py': around(`x = ${'not '.repeat(DEEP)}moor()`),
    'deep/lambdas.py': around(`x = ${'lambda: '.repeat(DEEP)}moor()`),
    'deep/conditions.py': around(`x = ${'1 if moor() else '.repeat(DEEP)}2`),
    'deep/open_brackets.py': around(`x = ${'('.repeat(DEEP)}`),
    'deep/closing_brackets.py': around(`x = ${')'.repeat(DEEP)}`),
    'deep/mixed_brackets.py': around(`x = ${'([{'.repeat(DEEP)}`),
    'deep/blocks.py': `${SOUND}${steps}${' '.repeat(1_000)}moor()\n`,
    'deep/elifs.py': around(`if moor():\n    pass\n${'elif moor():\n    pass\n'.repeat(DEEP / 4)}`),
    'deep/texts.py': around(`x = f"${'{f"'.repeat(500)}${'"}'.repeat(500)}"`),
    'deep/annotation.py': around(`x: ${'list['.repeat(DEEP)}int${']'.repeat(DEEP)} = 1`),
    'deep/pattern.py': around(
      `match moor():\n    case ${'['.repeat(DEEP)}x${']'.repeat(DEEP)}:\n        pass`,
    ),
    'deep/defs.py': Array.from({ length: 400 }, (_, i) => `${' '.repeat(i)}def f():\n`)
      .join('')
      .concat(' '.repeat(400), 'pass\n'),
  };
}

function wideFiles(): Record<string, TreeEntry> {
  const many = (count: number, line: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i)).join('');
  return {
    'wide/decorators.py': `${SOUND}\n\n${'@moor\n'.repeat(DEEP)}def after():\n    pass\n`,
    'wide/bases.py': `class A:\n    pass\n\n\nclass B(${'A, '.repeat(DEEP)}):\n    pass\n`,
    'wide/heirs.py': `class C0:\n    def moor(self): pass\n\n\n${many(2_000, (i) => `class C${i + 1}(C${i}): pass\n`)}C2000().moor()\n`,
    'wide/rebound.py': `${SOUND}${many(5_000, (i) => `if x:\n    moor = moor() or ${i}\n`)}moor()\n`,
    'wide/parameters.py': `def moor(${many(5_000, (i) => `p${i}=None, `)}): pass\n\n\nmoor(${many(5_000, (i) => `p${i}=moor, `)})\n`,
    'wide/imports.py': many(5_000, (i) => `from wide.m${i} import n${i} as moor\n`),
    'wide/stars.py': many(2_000, () => 'from wide.stars import *\n'),
    'wide/globals.py': many(3_000, (i) => `def f${i}():\n    global x\n    x = f${i}\n    x()\n`),
  };
}

function oddNames(): Record<string, TreeEntry> {
  return {
    'odd/.py': SOUND,
    'odd/e\u0301clair.py': SOUND,
    [`odd/${'n'.repeat(252)}.py`]: SOUND,
    [`odd/${'deep/'.repeat(60)}moor.py`]: SOUND,
  };
}

function addLinks(root: string): void {
  const link = (name: string, target: string) => symlinkSync(target, path.join(root, name));
  mkdirSync(path.join(root, 'links'));
  writeFileSync(path.join(root, 'links', 'real.py'), SOUND);
  link('links/alias.py', 'real.py');
  link('links/alias_of_alias.py', 'alias.py');
  link('links/nowhere.py', 'gone.py');
  link('links/itself.py', 'itself.py');
  link('links/outside.py', path.resolve('package.json'));
  link('links/up', '..');
  link('links/here', '.');
  link('links/system', path.dirname(root));
  link('links/folder.py', '../names');
}

function addForLinux(root: string): void {
  const folder = path.join(root, LINUX_ONLY);
  mkdirSync(folder);
  for (const name of [
    'new\nline.py',
    'tab\t.py',
    'bell\u0007.py',
    'back\\slash.py',
    '"q\'u`o$(te).py',
    '#hash?&%41.py',
    '*.py',
    ' .py',
    '\u202egnp.py',
    'con.py',
  ]) {
    writeFileSync(path.join(folder, name), SOUND);
  }
  for (const bytes of [[0xff, 0xfe], [0xc3], [0xed, 0xa0, 0x80], [0x80, 0x2e, 0x81]]) {
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(bytes), Buffer.from('.py')]), SOUND);
  }
  mkdirSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xfe])]));
  writeFileSync(
    Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xfe]), Buffer.from('/inner.py')]),
    SOUND,
  );
  execFileSync('mkfifo', [path.join(folder, 'pipe.py'), path.join(folder, 'pipe.ipynb')], {
    stdio: 'ignore',
  });
  for (const name of ['unreadable.py', 'closed/inner.py']) {
    addToTree(folder, { [name]: SOUND });
    chmodSync(path.join(folder, name.split('/')[0] ?? ''), 0o000);
  }
}
