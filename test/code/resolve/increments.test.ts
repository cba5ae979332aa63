/**
 * Linking in increments: whatever is edited, however often the linker starts anew from what it kept, and whatever runs were given
 * up in their midst, the segments are those of a clean run. And the order of paths and of questions does not show.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLinker } from '../../../src/code/resolve/resolve.js';
import { describeSegments, finish, LinkedProject, linkAll, sourceOf } from './link-project.js';
import { applyEdit, edit, pythonProject } from './random-python.js';

const RUNS = Number(process.env.KG_TEST_RUNS ?? 60);

test('after any edits the segments are those of a clean run', () => {
  fc.assert(
    fc.property(
      pythonProject,
      fc.array(fc.tuple(edit, fc.boolean(), fc.option(fc.tuple(edit, fc.nat(60)))), {
        minLength: 1,
        maxLength: 6,
      }),
      (start, edits) => {
        const project = new LinkedProject();
        let sources = new Map(start);
        project.change(sources);
        for (const [change, isRestarted, abandoned] of edits) {
          if (isRestarted) project.restart();
          if (abandoned !== null) project.giveUp(applyEdit(sources, abandoned[0]), abandoned[1]);
          sources = applyEdit(sources, change);
          project.change(sources);
          assert.equal(describeSegments(project.segments), describeSegments(linkAll(sources)));
        }
      },
    ),
    { numRuns: RUNS },
  );
});

test('a run that is given up leaves the linker as it was', () => {
  const before = new Map([
    ['bakery.py', 'def bake():\n    pass\n'],
    ['main.py', 'from bakery import bake\nbake()\n'],
  ]);
  const after = new Map([...before, ['bakery.py', 'def roast():\n    pass\n']]);
  const linker = createLinker();
  finish(linker.update(sourceOf(before), before.keys()));
  const run = linker.update(sourceOf(after), ['bakery.py']);
  run.next();
  run.return(undefined as never);
  const { replaced } = finish(linker.update(sourceOf(after), ['bakery.py']));
  const clean = linkAll(after);
  for (const { key, nodes, edges } of replaced) {
    assert.deepEqual({ nodes, edges }, { nodes: clean.get(key)?.nodes, edges: clean.get(key)?.edges });
  }
  assert.deepEqual(
    replaced.map(({ key }) => key),
    ['bakery.py', 'main.py'],
  );
});

test('classes that derive from each other in a circle have the same order whoever is asked first', () => {
  const before = new Map([
    ['mill.pyi', 'from yard.crane import *\n'],
    ['oven.py', 'class Oven(Oven[Oven]):\n    def heat(self): pass\n'],
    [
      'oven.pyi',
      'from yard.crane import *\nclass Tray(Oven):\n    def heat(self):\n        super().heat()\n    def heat(self): pass\n',
    ],
    ['shop/__init__.py', 'from oven import *\n'],
    ['shop/cake.py', 'from mill import Oven\nclass Tray:\n    def heat(self): pass\n'],
    ['shop/cake.pyi', 'def heat(self):\n    self.kept.heat()\n'],
    ['yard/crane.py', 'try:\n    from shop.cake import *\nexcept ImportError:\n    from shop import *\n'],
  ]);
  const project = new LinkedProject();
  project.change(before);
  const circle = new Map([...before, ['mill.pyi', 'from yard.crane import *\nclass Oven(Tray): pass\n']]);
  project.change(circle);
  assert.equal(describeSegments(project.segments), describeSegments(linkAll(circle)));
});

test('a file linked again for what others say of it still derives from what it did', () => {
  const exporting = "__all__ = ['Cake']\nfrom shop.cake import *\n";
  const shop = 'class Tray:\n    @classmethod\n    def open(cls):\n        return cls()\n';
  const deriving = 'from shop import Tray\nclass Cake(Tray): pass\n';
  const first = new Map([
    ['oven.py', `${exporting}class Cake: pass\n`],
    ['shop/__init__.py', shop],
    ['shop/cake.py', deriving],
  ]);
  const exported = new Map([...first, ['oven.py', exporting]]);
  const apart = new Map([...exported, ['shop/cake.py', 'class Cake: pass\n']]);
  const project = new LinkedProject();
  for (const sources of [first, exported, apart]) {
    project.change(sources);
    assert.equal(describeSegments(project.segments), describeSegments(linkAll(sources)));
  }
});

test('what comes first hides what was there whoever asks first, in a circle of stars too', () => {
  const whole = new Map([
    ['oven.py', 'from shop import *\ndef mix(given):\n    global mix\n    mix = Tray().heat()\n'],
    ['oven.pyi', 'from shop import bake\ndef mix(given): ...\nimport shop\nshop.oven = (mix or bake)\n'],
    [
      'shop/__init__.py',
      'try:\n    from shop import *\n    from shop.oven import *\nexcept ImportError: ...\n',
    ],
    ['shop/oven.py', 'class Tray: ...\n'],
    ['shop-stubs/oven.pyi', 'import shop.oven\nshop.oven.Tray = bake\n'],
  ]);
  const cut = new Map([
    ...whole,
    ['oven.pyi', 'def mix(given): ...\nimport shop\nshop.oven = (mix or bake)\n'],
  ]);
  const clean = describeSegments(linkAll(whole));
  for (let steps = 1; steps <= 40; steps++) {
    const project = new LinkedProject();
    project.change(whole);
    project.giveUp(cut, steps);
    project.change(whole);
    assert.equal(describeSegments(project.segments), clean, `given up after ${steps} steps`);
  }
});
