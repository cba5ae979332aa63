/**
 * Hostile input: long chains, names that are bound a thousand times, deep classes, rings of star imports. Each was a crash, a
 * minute, or a gigabyte in its time. What can be told exactly is told; where linking is cut short the file says so.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../../../src/code/facts.js';
import type { EdgeDetail, Segment } from '../../../src/code/model.js';
import { createLinker } from '../../../src/code/resolve/resolve.js';
import { describeSegments, finish, LinkedProject, linkAll, type Sources, sourceOf } from './link-project.js';

interface Linked {
  readonly segments: ReadonlyMap<string, Segment>;
  readonly problems: ReadonlyMap<string, readonly Problem[]>;
}

function link(sources: Sources): Linked {
  const source = sourceOf(sources);
  const { replaced, problems } = finish(createLinker().update(source, source.paths));
  return { segments: new Map(replaced.map((segment) => [segment.key, segment])), problems };
}

/** Links one file, `dock.py`. */
function linkLines(...lines: readonly (string | readonly string[])[]): Linked {
  return link(new Map([['dock.py', `${lines.flat().join('\n')}\n`]]));
}

function repeat(count: number, line: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => line(index));
}

/** What is called from a line of `dock.py`, without the prefix of its ids. */
function calledFrom(linked: Linked, line: number): string[] {
  return (linked.segments.get('dock.py')?.edges ?? [])
    .filter(({ type, detail }) => {
      const { sites = [] } = JSON.parse(detail === '' ? '{}' : detail) as EdgeDetail;
      return type === 'calls' && sites.some((site) => site.line === line);
    })
    .map(({ target }) => target.replace('func:dock.', ''));
}

function countOpen(linked: Linked): number {
  return linked.segments.get('dock.py')?.unresolved.length ?? 0;
}

function messages(linked: Linked, path = 'dock.py'): string[] {
  return (linked.problems.get(path) ?? []).map(({ kind, message }) => `${kind}: ${message}`);
}

/** The same as the file's node tells it. */
function toldByNode(linked: Linked): string {
  return linked.segments.get('dock.py')?.nodes[0]?.properties ?? '';
}

const SHIP = ['class Ship:', '    def sail(self):', '        return self'];

describe('chains of any length are followed to their end', () => {
  const LENGTH = 1500;
  const chains: Readonly<Record<string, readonly string[]>> = {
    'augmented assignments': [
      ...['class Ship:', '    def sail(self): pass', 'def build(): return Ship()', 'cargo = ""'],
      ...repeat(LENGTH, () => 'cargo += build()'),
      'cargo.sail()',
    ],
    'a name for a name': [
      ...[...SHIP, 'ship0 = Ship()'],
      ...repeat(LENGTH, (i) => `ship${i + 1} = ship${i}`),
      `ship${LENGTH}.sail()`,
    ],
    or: [...[...SHIP, 'ship = None'], ...repeat(LENGTH, () => 'ship = ship or Ship()'), 'ship.sail()'],
    'conditional expressions': [
      ...[...SHIP, 'ship0 = Ship()'],
      ...repeat(LENGTH, (i) => `ship${i + 1} = ship${i} if tide else ship${i}`),
      `ship${LENGTH}.sail()`,
    ],
    'calls of functions': [
      ...[...SHIP, 'def launch0(ship): return ship'],
      ...repeat(LENGTH, (i) => `def launch${i + 1}(ship): return launch${i}(ship)`),
      `launch${LENGTH}(Ship()).sail()`,
    ],
    'nested calls in every link': [
      ...[...SHIP, 'def tow(ship): return ship', 'ship0 = Ship()'],
      ...repeat(8, (i) => `ship${i + 1} = ${'tow('.repeat(150)}ship${i}${')'.repeat(150)}`),
      'ship8.sail()',
    ],
    'aliases of a base class': [
      ...[...SHIP, 'Hull0 = Ship'],
      ...repeat(LENGTH, (i) => `Hull${i + 1} = Hull${i}`),
      `class Ferry(Hull${LENGTH}): pass`,
      'Ferry().sail()',
    ],
  };
  for (const [name, lines] of Object.entries(chains)) {
    test(name, () => {
      const linked = linkLines(lines);
      assert.ok(calledFrom(linked, lines.length).includes('Ship.sail'));
      assert.equal(countOpen(linked), 0);
      assert.deepEqual(messages(linked), []);
    });
  }
});

test('a parameter that may be a part of itself', () => {
  const linked = linkLines(
    ['import tree', 'class Mast:', '    def rig(self): pass'],
    ['def climb(mast):', '    part = mast or tree.root', '    climb(part[0])', '    mast.rig()'],
    'climb(Mast())',
  );
  assert.deepEqual(calledFrom(linked, 7), ['Mast.rig']);
  assert.deepEqual(messages(linked), []);
});

describe('names that are bound over and over', () => {
  test('a name for itself in a thousand conditions', () => {
    const linked = linkLines(
      SHIP,
      'ship = Ship()',
      repeat(1000, () => 'if tide: ship = ship'),
      'ship.sail()',
    );
    assert.deepEqual(calledFrom(linked, 1005), []);
    assert.deepEqual(messages(linked), ['effort: Names bound in too many places to follow: 1 calls']);
    assert.match(toldByNode(linked), /Names bound in too many places to follow: 1 calls/);
  });

  test('as many bindings as one would ever see are followed', () => {
    const linked = linkLines(
      SHIP,
      repeat(190, () => 'if tide: ship = Ship()'),
      'ship.sail()',
    );
    assert.deepEqual(calledFrom(linked, 194), ['Ship.sail']);
    assert.deepEqual(messages(linked), []);
  });

  for (const [place, indent] of [
    ['in a module', ''],
    ['in a function', '    '],
  ] as const) {
    test(`bindings under conditions with uses between them, ${place}`, () => {
      const uses = repeat(1500, () => `${indent}if tide: ship = Ship()\n${indent}ship.sail()`);
      const linked = linkLines(SHIP, 'def wait(tide):', '    pass', uses);
      assert.deepEqual(calledFrom(linked, 7), ['Ship.sail']);
      assert.equal(countOpen(linked), 1300);
      assert.deepEqual(messages(linked), ['effort: Names bound in too many places to follow: 1300 calls']);
    });
  }

  test('one function defined thousands of times', () => {
    const linked = linkLines(repeat(4000, () => 'def sail(): sail()'));
    assert.deepEqual(calledFrom(linked, 4000), ['sail#3999', 'sail#4000']);
    assert.deepEqual(messages(linked), ['effort: Names bound in too many places to follow: 3801 calls']);
  });

  test('each value from the one before under a condition', () => {
    const linked = linkLines(repeat(1500, () => 'if tide: ship = ship.sail(1)'));
    assert.equal(countOpen(linked), 1500);
    assert.deepEqual(messages(linked), ['effort: Names bound in too many places to follow: 1299 calls']);
  });

  test('a global that a thousand functions bind', () => {
    const lines = repeat(1000, (i) => `def launch${i}():\n    global ship\n    ship = Ship()`);
    const linked = linkLines(SHIP, lines, 'def leave(): ship.sail()');
    assert.deepEqual(calledFrom(linked, 3004), []);
    assert.deepEqual(messages(linked), ['effort: Names bound in too many places to follow: 1 calls']);
  });

  test('tests of a type without any binding', () => {
    const lines = repeat(1200, () => '    if isinstance(ship, Ship): pass\n    ship.sail()');
    const linked = linkLines(SHIP, 'def leave(ship):', lines);
    assert.equal(countOpen(linked), 1200);
  });
});

describe('classes', () => {
  test('a chain of classes is followed for some two hundred', () => {
    const linked = linkLines(
      'class Ship0:',
      '    def sail(self): pass',
      repeat(1000, (i) => `class Ship${i + 1}(Ship${i}): pass`),
      'Ship190().sail()',
      'Ship1000().sail()',
    );
    assert.ok(calledFrom(linked, 1003).includes('Ship0.sail'));
    assert.ok(!calledFrom(linked, 1004).includes('Ship0.sail'));
    assert.equal(countOpen(linked), 1);
    assert.deepEqual(messages(linked), ['effort: Too many base classes to follow: 801 classes']);
  });

  test('a class with a thousand bases', () => {
    const bases = repeat(1000, (i) => `Part${i}`);
    const linked = linkLines(
      bases.map((base) => `class ${base}:\n    def ${base.toLowerCase()}(self): pass`),
      `class Ship(${bases.join()}): pass`,
      'Ship().part7()',
    );
    assert.ok(calledFrom(linked, 2002).includes('Part7.part7'));
    assert.deepEqual(messages(linked), ['effort: Too many base classes to follow: 1 classes']);
  });
});

test('modules that take stars from each other in a ring', () => {
  const count = 250;
  const ring = new Map(
    repeat(count, (i) => {
      const next = `ship${(i + 1) % count}`;
      return `from ${next} import *\ndef sail${i}():\n    sail${(i + count - 1) % count}()\n`;
    }).map((text, i) => [`ship${i}.py`, text]),
  );
  const { segments, problems } = link(ring);
  for (const [i, before] of [
    [0, 249],
    [100, 99],
    [249, 248],
  ]) {
    const calls = segments.get(`ship${i}.py`)?.edges.filter(({ type }) => type === 'calls');
    assert.deepEqual(
      calls?.map(({ target }) => target),
      [`func:ship${before}.sail${before}`],
    );
  }
  assert.equal(problems.size, 0);
});

test('linking one big file pauses between its parts', () => {
  const text = `${repeat(3000, (i) => `class Ship${i}:\n    def sail(self): self.sail()`).join('\n')}\n`;
  const source = sourceOf(new Map([['dock.py', text]]));
  const run = createLinker().update(source, source.paths);
  let pauses = 0;
  while (!run.next().done) pauses++;
  assert.ok(pauses > 60, `${pauses} pauses`);
});

test('what was cut short is told again only where it was linked again', () => {
  const deep = `class Ship0:\n    def sail(self): pass\n${repeat(300, (i) => `class Ship${i + 1}(Ship${i}): pass`).join('\n')}\n`;
  const start = new Map([
    ['dock.py', deep],
    ['port.py', 'from dock import Ship300\nclass Ferry(Ship300): pass\nFerry().sail()\n'],
  ]);
  const project = new LinkedProject();
  project.change(start);
  const next = new Map([...start, ['dock.py', deep.replace('(Ship150)', '')]]);
  project.change(next);
  assert.equal(describeSegments(project.segments), describeSegments(linkAll(next)));
  assert.deepEqual([...link(start).problems.keys()], ['dock.py', 'port.py']);
  assert.equal(link(next).problems.size, 0);
});

test('where the stack ends all the same, it costs one file', () => {
  const sources = new Map([
    ['dock.py', `${repeat(400, (i) => `ship${i + 1} = ship${i}`).join('\n')}\nship400()\n`],
    ['port.py', 'def call(): pass\ncall()\n'],
  ]);
  const usual = link(sources);
  const linked = nearTheEnd(() => link(sources));
  assert.deepEqual(messages(linked), ['effort: Nested too deeply to be linked']);
  assert.deepEqual(linked.segments.get('port.py')?.edges, usual.segments.get('port.py')?.edges);
  assert.deepEqual(messages(usual), []);
});

/** Runs work where little of the stack is left: some frames away from its end. */
function nearTheEnd<Result>(work: () => Result): Result {
  const results: Result[] = [];
  const descend = (): number => {
    let framesLeft = 0;
    try {
      framesLeft = descend() + 1;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    if (framesLeft === FRAMES_LEFT) results.push(work());
    return framesLeft;
  };
  descend();
  const [result] = results;
  assert.ok(result !== undefined);
  return result;
}
const FRAMES_LEFT = 700;
