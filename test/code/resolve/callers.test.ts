/** What other files pass to a function's parameters, and that it follows edits of these files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeSegments, LinkedProject, linkAll, type Sources } from './link-project.js';

const SHOP = `
class Till:
    def __init__(self, printer):
        self.printer = printer
    def ring(self):
        self.printer.show()
def serve(step):
    step()
`;

function callsIn(sources: Sources, key: string): string[] {
  const edges = linkAll(sources).get(key)?.edges ?? [];
  return edges
    .filter(({ type }) => type === 'calls')
    .map(({ source, target }) => `${source} → ${target}`)
    .sort();
}

test('arguments reach parameters in other files: by name, alias, class and decorator', () => {
  const main = `
from shop import Till, serve as helping
import shop
class Paper:
    def show(self): ...
def bake(): ...
def sweep(): ...
Till(Paper()).ring()
helping(bake)
@shop.serve
def close(): ...
`;
  const sources = new Map([
    ['shop.py', SHOP],
    ['main.py', main],
    ['other.py', 'def serve(step): ...\ndef lost(): ...\nserve(lost)\n'],
  ]);
  assert.deepEqual(callsIn(sources, 'shop.py'), [
    'func:shop.Till.ring → func:main.Paper.show',
    'func:shop.serve → func:main.bake',
    'func:shop.serve → func:main.close',
  ]);
});

test('what is handed to another file is called there with what that passes', () => {
  const sources = new Map([
    ['bus.py', 'class Event:\n    def tell(self): ...\ndef run(listener):\n    listener(Event())\n'],
    ['main.py', 'from bus import run\ndef hear(event):\n    event.tell()\nrun(hear)\n'],
  ]);
  assert.deepEqual(callsIn(sources, 'main.py'), [
    'file:main.py → func:bus.run',
    'func:main.hear → func:bus.Event.tell',
  ]);
});

test('a name that very many files call is not followed', () => {
  const sources = new Map([['shop.py', SHOP]]);
  for (let i = 0; i < 30; i++) {
    sources.set(`m${i}.py`, `from shop import serve\ndef step${i}(): ...\nserve(step${i})\n`);
  }
  assert.deepEqual(callsIn(sources, 'shop.py'), []);
});

test('edits of callers change the called file, also after a restart', () => {
  const files = new Map([
    ['shop.py', SHOP],
    ['main.py', 'from shop import serve\ndef bake(): ...\nserve(bake)\n'],
    ['spare.py', 'def mop(): ...\n'],
  ]);
  const project = new LinkedProject();
  project.change(files);
  const edits: readonly (readonly [string, string | undefined])[] = [
    ['spare.py', 'import shop\ndef mop(): ...\nshop.serve(mop)\n'],
    ['main.py', 'from shop import serve\ndef fry(): ...\nserve(fry)\n'],
    ['main.py', '\n\nfrom shop import serve as s\ndef fry(): ...\ns(fry)\n'],
    ['shop.py', `\n\n${SHOP.replace('def serve(step)', 'def serve(last, step=None)')}`],
    ['spare.py', undefined],
    ['new.py', 'from shop import Till\nclass Ink:\n    def show(self): ...\nTill(Ink())\n'],
    ['shop.py', SHOP.replace('step()', 'step().show()')],
    ['main.py', 'def fry(): ...\n'],
  ];
  for (const [count, [path, text]] of edits.entries()) {
    if (text === undefined) files.delete(path);
    else files.set(path, text);
    if (count % 2 === 1) project.restart();
    project.change(files);
    assert.equal(describeSegments(project.segments), describeSegments(linkAll(files)), `edit ${count}`);
  }
});
