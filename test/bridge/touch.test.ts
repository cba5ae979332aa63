/** What texts of a memory mean in the bakery: each line a text and the node that it means, or nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TouchFinder } from '../../src/bridge/find-touch.js';
import { type Place, readTouch } from '../../src/bridge/touch.js';
import { bakery, segmentOf } from '../support/bakery.js';
import { naiveGraph } from '../support/naive-graph.js';

const PLACE: Place = { root: '/home/ada/bakery', main: '/home/ada/bakery' };
const view = bakery();

function meaningOf(text: string, place: Place = PLACE): string | undefined {
  const found = new TouchFinder(view, place).find(text);
  if (found === undefined) return undefined;
  return found.lines === undefined ? view.id(found.node) : `${view.id(found.node)} ${found.lines.join('-')}`;
}

function assertMeanings(meanings: Readonly<Record<string, string | undefined>>, place: Place = PLACE): void {
  for (const [text, meant] of Object.entries(meanings)) assert.equal(meaningOf(text, place), meant, text);
}

const OVEN_FILE = 'file:src/bakery/oven.py';
const BAKE = 'func:src.bakery.oven.Oven.bake';

test('a path means its file, however it is wrapped', () => {
  assertMeanings({
    'src/bakery/oven.py': OVEN_FILE,
    './src//bakery/../bakery/oven.py': OVEN_FILE,
    '`src/bakery/oven.py`': OVEN_FILE,
    '@src/bakery/oven.py': OVEN_FILE,
    'file:src/bakery/oven.py': OVEN_FILE,
    'src\\bakery\\oven.py': OVEN_FILE,
    'src/bakery/oven.py (the timer)': OVEN_FILE,
    'src/bakery/oven.py — the timer': OVEN_FILE,
    'src/bakery/oven.py: the timer': OVEN_FILE,
    'bakery/oven.py': OVEN_FILE,
    'oven.py': OVEN_FILE,
    'bakery/src/bakery/oven.py': OVEN_FILE,
  });
});

test('an absolute path means what lies inside the root, and nothing else', () => {
  assertMeanings({
    '/home/ada/bakery/src/bakery/oven.py': OVEN_FILE,
    'file:///home/ada/bakery/src/bakery/oven.py#L3': `${OVEN_FILE} 3-3`,
    '/home/ada/bakery': undefined,
    '/home/ada/other/src/bakery/oven.py': undefined,
    '/bakery/oven.py': undefined,
    '~/bakery/oven.py': undefined,
    '../other/oven.py': undefined,
  });
  const windows = { root: 'C:\\Code\\bakery', main: 'C:\\Code\\bakery' };
  assertMeanings(
    {
      'C:\\Code\\bakery\\src\\bakery\\oven.py:30': `${OVEN_FILE} 30-30`,
      'c:/code/bakery/src/bakery/oven.py': OVEN_FILE,
      'file:///C:/Code/bakery/src/bakery/oven.py': OVEN_FILE,
      'D:\\Code\\bakery\\src\\bakery\\oven.py': undefined,
    },
    windows,
  );
});

test('a root below the top of its checkout, and a worktree, are one project with the main checkout', () => {
  const below = { root: '/home/ada/town/bakery', main: '/home/ada/town' };
  assertMeanings({ 'bakery/src/bakery/oven.py': OVEN_FILE, 'src/bakery/oven.py': OVEN_FILE }, below);
  const worktree = { root: '/tmp/rush', main: '/home/ada/bakery', worktree: '/tmp/rush' };
  assertMeanings(
    { '/home/ada/bakery/src/bakery/oven.py': OVEN_FILE, '/tmp/rush/src/bakery/oven.py': OVEN_FILE },
    worktree,
  );
});

test('lines are read in the ways in which they are written', () => {
  assertMeanings({
    'src/bakery/oven.py:30-40': `${OVEN_FILE} 30-40`,
    'src/bakery/oven.py:30': `${OVEN_FILE} 30-30`,
    'src/bakery/oven.py:30:4': `${OVEN_FILE} 30-30`,
    'src/bakery/oven.py#L30-L40': `${OVEN_FILE} 30-40`,
    'src/bakery/oven.py#L30': `${OVEN_FILE} 30-30`,
    'src/bakery/oven.py:30-40 (the timer)': `${OVEN_FILE} 30-40`,
  });
});

test('lines that no file has, and those behind its end, are none', () => {
  const files = [segmentOf('src/till.py', [['file:src/till.py', 1, { lines: 20 }]])];
  const finder = new TouchFinder(naiveGraph(files), PLACE);
  const read = (lines: string) => {
    const { lines: found, hasNoLines } = finder.find(`src/till.py${lines}`) ?? {};
    return hasNoLines === true ? 'none' : found?.join('-');
  };
  for (const lines of [':0', ':0-3', ':12-10', '#L7-L2', ':21', ':400-500'])
    assert.equal(read(lines), 'none', lines);
  assert.equal(read(':20'), '20-20');
  assert.equal(read(':18-40'), '18-20');
  assert.equal(read(''), undefined);
});

test('a symbol is named in its file, by its id, or by the end of its dotted name', () => {
  assertMeanings({
    'src/bakery/oven.py::Oven.bake': BAKE,
    'src/bakery/oven.py::Oven::bake': BAKE,
    'src/bakery/oven.py:bake': BAKE,
    'src/bakery/oven.py#bake': BAKE,
    'tests/test_shop.py::test_opening[cold]': 'func:tests.test_shop.test_opening',
    'func:src.bakery.oven.Oven.bake': BAKE,
    'src.bakery.oven.Oven.bake': BAKE,
    'oven.Oven.bake()': BAKE,
    'Oven.bake': BAKE,
    'Oven.bake — burns cakes': BAKE,
    preheat_oven: 'func:src.bakery.oven.preheat_oven',
    'def preheat_oven': 'func:src.bakery.oven.preheat_oven',
    'class Oven': 'class:src.bakery.oven.Oven',
    'open_shop(early=True)': 'func:src.bakery.shop.open_shop',
    'bakery.oven': OVEN_FILE,
    'close#2': 'func:src.bakery.shop.close#2',
  });
});

test('a folder means its package; one whose name holds a dot spells no other', () => {
  const packages = naiveGraph([
    { ...segmentOf('src/till', [['module:src.till', 1]]), key: 'src/till/' },
    { ...segmentOf('src/till/v1.2', [['module:src.till.v1.2', 1]]), key: 'src/till/v1.2/' },
  ]);
  const finder = new TouchFinder(packages, PLACE);
  assert.equal(packages.id(finder.find('src/till/')?.node ?? -1), 'module:src.till');
  assert.equal(packages.id(finder.find('src/till')?.node ?? -1), 'module:src.till');
  assert.equal(packages.id(finder.find('src/till/v1.2')?.node ?? -1), 'module:src.till.v1.2');
  assert.equal(finder.find('src/till/v1/2'), undefined);
});

test('records', () => {
  assertMeanings({
    'ADR-0008': 'adr:0008',
    'ADR 8': 'adr:0008',
    'adr#8': 'adr:0008',
    'adr:8': 'adr:0008',
    'adr:0008': 'adr:0008',
    'ADR-8: one oven': 'adr:0008',
    'docs/adr/0008-one-oven.md': 'adr:0008',
    '0008-one-oven.md': 'adr:0008',
    'ADR-9': undefined,
  });
});

test('the instructions of a project are a document like a record', () => {
  const guided = naiveGraph([segmentOf('CLAUDE.md', [['config:CLAUDE.md', 1]])]);
  const finder = new TouchFinder(guided, PLACE);
  for (const text of ['CLAUDE.md', './CLAUDE.md', 'config:CLAUDE.md', 'CLAUDE.md:12'])
    assert.equal(guided.id(finder.find(text)?.node ?? -1), 'config:CLAUDE.md', text);
  assert.equal(finder.find('AGENTS.md'), undefined);
});

test('prose, pages, and words that any sentence has mean nothing', () => {
  const texts = [
    '',
    'oven',
    'Oven',
    'bake',
    'the oven',
    'We bake in src/bakery/oven.py since March',
    'https://example.com/src/bakery/oven.py',
    'https://github.com/town/bakery/blob/main/src/bakery/oven.py#L30',
    'mailto:oven.py@bakery.example',
    'e.g. bake',
    'src/bakery/fridge.py',
    'Fridge.cool',
    'oven.json',
    'func:src.bakery.oven.Oven.melt',
    'constructor',
    '__proto__',
    'a'.repeat(10_000),
  ];
  for (const text of texts) assert.equal(meaningOf(text), undefined, text.slice(0, 80));
});

test('what could be several things is none', () => {
  const two = naiveGraph([
    segmentOf('north/oven.py', [
      ['file:north/oven.py', 1],
      ['func:north.oven.light_fire', 1],
    ]),
    segmentOf('south/oven.py', [
      ['file:south/oven.py', 1],
      ['func:south.oven.light_fire', 1],
    ]),
  ]);
  const finder = new TouchFinder(two, PLACE);
  for (const text of ['oven.py', 'light_fire', 'oven.light_fire'])
    assert.equal(finder.find(text), undefined, text);
  assert.equal(two.id(finder.find('north/oven.py')?.node ?? -1), 'file:north/oven.py');
  assert.equal(two.id(finder.find('north.oven.light_fire')?.node ?? -1), 'func:north.oven.light_fire');
});

test('a long text is read in one go', () => {
  // A pattern that goes back over such a text would take minutes.
  const odd = ['/', '(', ':', 'a.', 'a ', '(a) ', '::a', ' - '];
  for (const part of odd)
    assert.ok(readTouch(`${part.repeat(2000)}(`.slice(0, 4096), PLACE).length <= 3, part);
});
