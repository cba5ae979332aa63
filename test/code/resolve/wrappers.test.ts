/** What wrappers hold, and what is put among the builtins or given by metaclasses and modules, follows edits of other files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeSegments, LinkedProject, linkAll } from './link-project.js';

const THINGS = `
class Bread:
    def slice(self): ...
class Cake:
    def slice(self): ...
`;
const counted = (result: string, line = '    '): string =>
  `def counted(bake):\n    def wrapper(*args):\n        ${result}\n${line}\n    return wrapper\n`;
const BAKERY = `
from things import Bread, Cake
from tools import counted
@counted
def bread(): return Bread()
@counted
def cake(): return Cake()
def make(kind=Bread): return kind()
def sell(thing): thing.slice()
`;
const COUNTER = `
import bakery
def serve():
    bakery.bread().slice()
def offer():
    bakery.make().slice()
def present():
    shop.slice()
def reach():
    bakery.missing.slice()
`;

type Edit = readonly [path: string, text: string | undefined, sliced: readonly string[]];

test('what wrappers hold follows edits, also after a restart', () => {
  const files = new Map([
    ['things.py', THINGS],
    ['tools.py', counted('return bake(*args)')],
    ['bakery.py', BAKERY],
    ['counter.py', COUNTER],
    ['other.py', 'import bakery\nfrom things import Cake\nbakery.make(Cake)\n'],
  ]);
  const project = new LinkedProject();
  project.change(files);
  const sliced = (): readonly string[] =>
    (project.segments.get('counter.py')?.edges ?? [])
      .filter(({ type, target }) => type === 'calls' && target.endsWith('.slice'))
      .map(
        ({ source, target }) =>
          `${source.slice(13)} ${target.slice('func:things.'.length, -'.slice'.length)}`,
      )
      .sort();
  const usual = ['offer Bread', 'serve Bread'];
  assert.deepEqual(sliced(), usual);
  const edits: readonly Edit[] = [
    ['tools.py', counted('return bake(*args)', '    wrapper.__wrapped__ = bake'), usual],
    ['tools.py', counted('return None'), ['offer Bread']],
    ['tools.py', counted('return build(bake)(*args)', '    wrapper.__wrapped__ = bake'), usual],
    ['bakery.py', BAKERY.replace('kind=Bread', 'kind=Cake'), ['offer Cake', 'serve Bread']],
    ['bakery.py', BAKERY.replace('return Bread()', 'return Cake()'), ['offer Bread', 'serve Cake']],
    ['bakery.py', BAKERY, usual],
    [
      'start.py',
      'import builtins\nfrom things import Cake\nbuiltins.shop = Cake()\n',
      [...usual, 'present Cake'],
    ],
    [
      'start.py',
      'import builtins\nfrom things import Bread\nbuiltins.shop = Bread()\n',
      [...usual, 'present Bread'],
    ],
    ['start.py', undefined, usual],
    ['tools.py', counted('return bake(*args)').replace('counted', 'count'), usual],
    ['tools.py', counted('result = bake(*args)\n        return result'), usual],
  ];
  for (const [count, [path, text, expected]] of edits.entries()) {
    if (text === undefined) files.delete(path);
    else files.set(path, text);
    if (count % 2 === 1) project.restart();
    project.change(files);
    assert.equal(describeSegments(project.segments), describeSegments(linkAll(files)), `edit ${count}`);
    assert.deepEqual(sliced(), [...expected].sort(), `edit ${count}`);
  }
});

test('modules that answer for missing names and methods of metaclasses follow edits', () => {
  const lazy = 'def __getattr__(name):\n    return 1\n';
  const files = new Map([
    ['pantry.py', 'flour = 1\n'],
    ['jars.py', 'from seals import Seal\nclass Jar(metaclass=Seal): ...\n'],
    ['seals.py', 'class Seal(type): ...\n'],
    [
      'cook.py',
      'from pantry import flour\nimport pantry\nfrom jars import Jar\nJar.label()\nprint(pantry.salt)\n',
    ],
  ]);
  const project = new LinkedProject();
  project.change(files);
  const label = 'class Seal(type):\n    def label(cls): ...\n';
  const edits: readonly Edit[] = [
    ['pantry.py', `flour = 1\n${lazy}`, ['func:pantry.__getattr__']],
    ['seals.py', label, ['func:pantry.__getattr__', 'func:seals.Seal.label']],
    ['pantry.py', `flour = salt = 1\n${lazy}`, ['func:pantry.__getattr__', 'func:seals.Seal.label']],
    ['pantry.py', 'flour = 1\n', ['func:seals.Seal.label']],
    ['jars.py', 'from seals import Seal\nclass Jar: ...\n', []],
  ];
  for (const [count, [path, text = '', expected]] of edits.entries()) {
    files.set(path, text);
    if (count % 2 === 1) project.restart();
    project.change(files);
    assert.equal(describeSegments(project.segments), describeSegments(linkAll(files)), `edit ${count}`);
    const called = (project.segments.get('cook.py')?.edges ?? []).filter(({ type }) => type === 'calls');
    assert.deepEqual(called.map(({ target }) => target).sort(), expected, `edit ${count}`);
  }
});
