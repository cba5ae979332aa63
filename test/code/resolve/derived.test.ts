/** What classes of other files put into attributes that a base uses, and that this follows edits of these files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeSegments, LinkedProject, linkAll } from './link-project.js';

const BASE = `
class KitchenTest:
    def test_tray(self):
        self.Tray().fill()
`;
const TRAYS = `
class Tray:
    def fill(self): ...
class Tin:
    def fill(self): ...
`;
const trayTest = (tray: string): string =>
  `from base import KitchenTest\nfrom trays import Tray, Tin\nclass TrayTest(KitchenTest):\n    Tray = ${tray}\n`;

test('what derived classes of other files provide follows edits, also after a restart', () => {
  const files = new Map([
    ['base.py', BASE],
    ['trays.py', TRAYS],
    ['first.py', trayTest('Tray')],
  ]);
  const project = new LinkedProject();
  project.change(files);
  const filled = (): readonly string[] =>
    (project.segments.get('base.py')?.edges ?? [])
      .filter(({ type, target }) => type === 'calls' && target.endsWith('.fill'))
      .map(({ target }) => target.slice('func:trays.'.length, -'.fill'.length))
      .sort();
  assert.deepEqual(filled(), ['Tray']);
  const edits: readonly (readonly [path: string, text: string | undefined, filled: readonly string[]])[] = [
    ['second.py', trayTest('Tin').replaceAll('TrayTest', 'TinTest'), ['Tin', 'Tray']],
    [
      'third.py',
      'from second import TinTest as T\nfrom trays import Tray\nclass More(T):\n    Tray = Tray\n',
      ['Tin', 'Tray'],
    ],
    ['first.py', undefined, ['Tin', 'Tray']],
    ['second.py', 'from base import KitchenTest\nclass TinTest(KitchenTest): ...\n', ['Tray']],
    ['third.py', 'from second import TinTest as T\nclass More(T): ...\n', []],
    ['first.py', trayTest('Tin').replace('(KitchenTest)', ''), []],
    ['base.py', `${BASE}\nclass Near(KitchenTest):\n    Tray = dict\n`, []],
  ];
  for (const [count, [path, text, expected]] of edits.entries()) {
    if (text === undefined) files.delete(path);
    else files.set(path, text);
    if (count % 2 === 1) project.restart();
    project.change(files);
    assert.equal(describeSegments(project.segments), describeSegments(linkAll(files)), `edit ${count}`);
    assert.deepEqual(filled(), expected, `edit ${count}`);
  }
});
