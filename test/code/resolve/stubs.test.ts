/** Stubs (`.pyi`): what they add to their sources, what becomes a node, and what happens when they come and go. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Segment } from '../../../src/code/model.js';
import { describeSegments, LinkedProject, linkAll } from './link-project.js';

type Project = Readonly<Record<string, string>>;

function segmentsOf(project: Project): ReadonlyMap<string, Segment> {
  return linkAll(new Map(Object.entries(project)));
}

/** Edges of a type, as `source -> target`, ids without their kind. */
function edges(project: Project, type: string): string[] {
  const plain = (id: string): string => id.slice(id.indexOf(':') + 1);
  return [...segmentsOf(project).values()]
    .flatMap((segment) => segment.edges)
    .filter((edge) => edge.type === type)
    .map((edge) => `${plain(edge.source)} -> ${plain(edge.target)}`)
    .sort();
}

function ids(project: Project): string[] {
  return [...segmentsOf(project).values()].flatMap(({ nodes }) => nodes.map(({ id }) => id)).sort();
}

function propertiesOf(project: Project, id: string): Record<string, unknown> {
  for (const { nodes } of segmentsOf(project).values()) {
    const found = nodes.find((node) => node.id === id);
    if (found !== undefined) return JSON.parse(found.properties) as Record<string, unknown>;
  }
  throw new Error(`no node ${id}`);
}

const YARD = {
  'hull.py': 'class Hull:\n    def launch(self):\n        pass\n',
  'crane.py': [
    'def lift(hull):',
    '    hull.launch()',
    '',
    'def find(number):',
    '    return LOADED[number]()',
    '',
    'class Dock:',
    '    limit = len(__name__)',
    '    def __init__(self, berth):',
    '        self.berth = berth',
    '    def clear(self):',
    '        self.berth.launch()',
    '',
    'CURRENT = globals()["x"]',
    'CURRENT.launch()',
    '',
  ].join('\n'),
  'main.py': 'import crane\ncrane.find(1).launch()\n',
};
const CRANE_STUB = [
  'from typing import TypeAlias',
  'from hull import Hull as _Ship',
  '_Alias: TypeAlias = _Ship',
  'CURRENT: _Ship',
  'def lift(hull: _Ship) -> None: ...',
  'def find(number: int) -> _Alias | None: ...',
  'class Dock:',
  '    berth: _Ship',
  '    def __init__(self, berth: _Ship) -> None: ...',
  '    def clear(self) -> None: ...',
  '',
].join('\n');

describe('a stub beside its module', () => {
  const project = { ...YARD, 'crane.pyi': CRANE_STUB };

  test('gives annotations where the source has none', () => {
    const without = edges(YARD, 'calls').filter((edge) => edge.endsWith('launch'));
    assert.deepEqual(without, []);
    assert.deepEqual(
      edges(project, 'calls').filter((edge) => edge.endsWith('launch')),
      [
        'crane.Dock.clear -> hull.Hull.launch',
        'crane.lift -> hull.Hull.launch',
        'crane.py -> hull.Hull.launch',
        'main.py -> hull.Hull.launch',
      ],
    );
  });

  test('adds its file and no second node', () => {
    assert.deepEqual(ids(project), [...ids(YARD), 'file:crane.pyi'].sort());
    assert.equal(propertiesOf(project, 'file:crane.pyi').kind, 'stub');
    assert.equal(propertiesOf(project, 'func:crane.lift').stub, 'crane.pyi:5');
  });

  test('imports as it says, and its source as that says', () => {
    assert.deepEqual(edges(project, 'imports'), ['crane.pyi -> hull.py', 'main.py -> crane.py']);
  });

  test('gives way to what the source itself says', () => {
    const annotated = {
      ...project,
      'crane.py': 'from raft import Raft\ndef lift(hull: Raft):\n    hull.launch()\n',
      'raft.py': 'class Raft:\n    def launch(self): pass\n',
    };
    assert.deepEqual(
      edges(annotated, 'calls').filter((edge) => edge.startsWith('crane')),
      ['crane.lift -> raft.Raft.launch'],
    );
  });

  test('keeps what only it defines, and others find it there', () => {
    const more = {
      ...YARD,
      'crane.pyi': `${CRANE_STUB}class Winch:\n    def pull(self) -> Dock: ...\n`,
      'main.py': 'from crane import Winch\nWinch().pull().clear()\n',
    };
    assert.equal(ids(more).includes('class:crane.Winch'), true);
    assert.deepEqual(
      edges(more, 'calls').filter((edge) => edge.startsWith('main')),
      ['main.py -> crane.Dock.clear', 'main.py -> crane.Winch', 'main.py -> crane.Winch.pull'],
    );
    assert.deepEqual(
      edges(more, 'imports').filter((edge) => edge.startsWith('main')),
      ['main.py -> crane.py'],
    );
  });

  test('may overload: any of the results', () => {
    const overloaded = {
      'bread.py': 'class Rye:\n    def slice(self): pass\nclass Wheat:\n    def slice(self): pass\n',
      'oven.py': 'def bake(kind):\n    return TABLE[kind]()\n',
      'oven.pyi':
        'from typing import overload\nfrom bread import Rye, Wheat\n@overload\ndef bake(kind: int) -> Rye: ...\n@overload\ndef bake(kind: str) -> Wheat: ...\n',
      'main.py': 'from oven import bake\nbake(1).slice()\n',
    };
    assert.deepEqual(
      edges(overloaded, 'calls').filter((edge) => edge.endsWith('slice')),
      ['main.py -> bread.Rye.slice', 'main.py -> bread.Wheat.slice'],
    );
    assert.equal(ids(overloaded).filter((id) => id.includes('bake')).length, 1);
  });

  test('describes properties, nested classes and Self', () => {
    const nested = {
      'fleet.py': [
        'class Fleet:',
        '    class Flag:',
        '        def hoist(self): pass',
        '    def __getattr__(self, name):',
        '        return lookup(name)',
        '    def grown(self):',
        '        return copy(self)',
        '    def flag(self):',
        '        return FLAGS[self]',
        '',
      ].join('\n'),
      'fleet.pyi': [
        'from typing import Self',
        'class Fleet:',
        '    class Flag:',
        '        def hoist(self) -> None: ...',
        '    @property',
        '    def banner(self) -> Flag: ...',
        '    def grown(self) -> Self: ...',
        '    def flag(self) -> Flag: ...',
        '',
      ].join('\n'),
      'main.py': 'from fleet import Fleet\nFleet().grown().flag().hoist()\nFleet().banner.hoist()\n',
    };
    assert.deepEqual(
      edges(nested, 'calls').filter((edge) => edge.startsWith('main')),
      [
        'main.py -> fleet.Fleet',
        'main.py -> fleet.Fleet.Flag.hoist',
        'main.py -> fleet.Fleet.flag',
        'main.py -> fleet.Fleet.grown',
      ],
    );
  });
});

describe('a stub without a source', () => {
  test('is a module of its own', () => {
    const native = {
      'bakery/__init__.py': 'from ._mill import grind\n',
      'bakery/_mill.pyi':
        'class Flour:\n    def sift(self) -> None: ...\ndef grind(corn: int) -> Flour: ...\n',
      'main.py': 'from bakery import grind\ngrind(3).sift()\n',
    };
    assert.equal(ids(native).includes('class:bakery._mill.Flour'), true);
    assert.deepEqual(edges(native, 'calls'), [
      'main.py -> bakery._mill.Flour.sift',
      'main.py -> bakery._mill.grind',
    ]);
    assert.deepEqual(edges(native, 'imports'), [
      'bakery/__init__.py -> bakery/_mill.pyi',
      'main.py -> bakery/__init__.py',
    ]);
  });

  test('may be a package, and a package of stubs stands for its name', () => {
    const stubs = {
      'rig-stubs/__init__.pyi': 'from .mast import Mast\n',
      'rig-stubs/mast.pyi': 'class Mast:\n    def step(self) -> None: ...\n',
      'main.py': 'import rig\nfrom rig.mast import Mast\nrig.Mast().step()\nMast().step()\n',
    };
    assert.deepEqual(edges(stubs, 'imports'), [
      'main.py -> rig-stubs/__init__.pyi',
      'main.py -> rig-stubs/mast.pyi',
      'rig-stubs/__init__.pyi -> rig-stubs/mast.pyi',
    ]);
    assert.equal(edges(stubs, 'calls').includes('main.py -> rig-stubs.mast.Mast.step'), true);
  });
});

describe('a package of stubs', () => {
  const rig = {
    'rig/__init__.py': '',
    'rig/mast.py': 'class Mast:\n    def step(self): pass\n',
    'rig/deck.py': 'def mast():\n    return PARTS[0]\n',
    'rig-stubs/__init__.pyi': '',
    'rig-stubs/deck.pyi': 'from .mast import Mast\ndef mast() -> Mast: ...\n',
    'rig-stubs/native.pyi': 'def splice() -> None: ...\n',
    'main.py': 'from rig.deck import mast\nfrom rig.native import splice\nmast().step()\nsplice()\n',
  };

  test('describes the package of that name, and has what that lacks', () => {
    assert.deepEqual(edges(rig, 'calls'), [
      'main.py -> rig-stubs.native.splice',
      'main.py -> rig.deck.mast',
      'main.py -> rig.mast.Mast.step',
    ]);
    assert.equal(
      ids(rig).some((id) => id.includes('rig-stubs.deck')),
      false,
    );
  });
});

test('stubs come, change and go: the graph is that of a clean run', () => {
  const project = new LinkedProject();
  const states: Project[] = [
    YARD,
    { ...YARD, 'crane.pyi': CRANE_STUB },
    { ...YARD, 'crane.pyi': CRANE_STUB.replace('lift(hull: _Ship)', 'lift(hull)') },
    { ...YARD, 'crane.pyi': `${CRANE_STUB}class Winch: ...\n` },
    { ...YARD, 'crane.pyi': `${CRANE_STUB}class Winch: ...\n`, 'crane.py': 'class Winch: pass\n' },
    { 'hull.py': YARD['hull.py'], 'main.py': YARD['main.py'], 'crane.pyi': CRANE_STUB },
    { ...YARD, 'crane.pyi': CRANE_STUB },
    YARD,
  ];
  for (const [place, state] of states.entries()) {
    const sources = new Map(Object.entries(state));
    if (place % 2 === 0) project.restart();
    project.change(sources);
    assert.equal(describeSegments(project.segments), describeSegments(linkAll(sources)), `state ${place}`);
  }
});
