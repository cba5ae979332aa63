/** Which tests to run: for a symbol, for changed lines, through fixtures; and how pytest names them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildGraph } from '../../../src/code/code-graph.js';
import { symbolsOn } from '../../../src/code/query/changed-symbols.js';
import { testsOf } from '../../../src/code/query/tests-of.js';
import { pytestLine, testsDocument } from '../../../src/code/render/tests.js';
import { renderDocument } from '../../../src/code/render.js';
import { nodeAt } from '../../support/bakery.js';
import { linkAll } from '../resolve/link-project.js';

const { view } = buildGraph(
  linkAll(
    new Map([
      [
        'bakery.py',
        `LIMIT = 3
class Oven:
    def heat(self):
        return step(1)

    def cool(self):
        return 0

def step(n):
    return n
`,
      ],
      [
        'tests/test_oven.py',
        `import pytest, unittest
from bakery import Oven
@pytest.fixture
def hot():
    oven = Oven()
    oven.heat()
    return oven
def test_hot(hot):
    assert hot
class TestCool:
    def test_cool(self):
        Oven().cool()
    def test_nothing(self): ...
class OldTest(unittest.TestCase):
    def test_step(self):
        Oven().heat()
`,
      ],
    ]),
  ).values(),
);

function pytestFor(...ids: string[]): readonly string[] {
  return testsOf(
    view,
    ids.map((id) => nodeAt(view, id)),
    8,
  ).pytest;
}

test('tests are named as pytest takes them, those through fixtures too', () => {
  assert.deepEqual(pytestFor('func:bakery.Oven.cool'), ['tests/test_oven.py::TestCool::test_cool']);
  assert.deepEqual(pytestFor('func:bakery.step'), [
    'tests/test_oven.py::OldTest::test_step',
    'tests/test_oven.py::test_hot',
  ]);
});

test('hops are counted, and limit the search', () => {
  const { tests } = testsOf(view, [nodeAt(view, 'func:bakery.step')], 8);
  assert.deepEqual(
    tests.map(({ node, hops }) => [node.id, hops]),
    [
      ['func:tests.test_oven.OldTest.test_step', 2],
      ['func:tests.test_oven.test_hot', 3],
    ],
  );
  assert.deepEqual(testsOf(view, [nodeAt(view, 'func:bakery.step')], 1).tests, []);
});

test('of a class and a file all that stands in them counts; a test is its own', () => {
  assert.deepEqual(pytestFor('file:bakery.py'), [
    'tests/test_oven.py::OldTest::test_step',
    'tests/test_oven.py::TestCool::test_cool',
    'tests/test_oven.py::test_hot',
  ]);
  assert.deepEqual(pytestFor('func:tests.test_oven.TestCool.test_nothing'), [
    'tests/test_oven.py::TestCool::test_nothing',
  ]);
});

test('changed lines are the innermost definitions that stand on them', () => {
  const on = (first: number, last: number) =>
    symbolsOn(view, [{ path: 'bakery.py', ranges: [[first, last]] }]).map((node) => view.id(node));
  assert.deepEqual(on(1, 1), ['file:bakery.py']);
  assert.deepEqual(on(4, 4), ['func:bakery.Oven.heat']);
  assert.deepEqual(on(2, 7), ['class:bakery.Oven', 'func:bakery.Oven.heat', 'func:bakery.Oven.cool']);
  assert.deepEqual(on(7, 9), ['func:bakery.Oven.cool', 'file:bakery.py', 'func:bakery.step']);
  assert.deepEqual(symbolsOn(view, [{ path: 'gone.py' }]), []);
  assert.equal(symbolsOn(view, [{ path: 'bakery.py' }]).length, 5);
});

test('a line that would be too long names files, and odd names are quoted', () => {
  const answer = { symbols: [], tests: [], hopsMax: 5, isCut: false, folders: [] };
  assert.equal(pytestLine({ ...answer, pytest: [] }), '');
  assert.equal(
    pytestLine({ ...answer, pytest: ["it's/test_a.py::test_b"] }),
    "pytest 'it'\\''s/test_a.py::test_b'",
  );
  const many = Array.from({ length: 200 }, (_, i) => `tests/test_oven.py::test_${i}`);
  assert.equal(pytestLine({ ...answer, pytest: many }), 'pytest tests/test_oven.py');
});

test('what a runner runs around tests is reached by them: setUp also in derived classes, autouse fixtures in their file', () => {
  const around = buildGraph(
    linkAll(
      new Map([
        ['quay.py', 'def moor(): ...\ndef cast_off(): ...\ndef flood(): ...\ndef sweep(): ...\n'],
        [
          'tests/test_quay.py',
          `import pytest, unittest
from quay import moor, cast_off, flood, sweep
class QuayTest(unittest.TestCase):
    def setUp(self):
        moor()
    def test_moored(self): ...
class NightTest(QuayTest):
    def test_lights(self): ...
class DryTest(QuayTest):
    def setUp(self):
        cast_off()
    def test_dry(self): ...
def setup_module():
    flood()
@pytest.fixture(autouse=True)
def clean():
    sweep()
def test_tide(): ...
`,
        ],
        ['tests/test_other.py', 'def test_other(): ...\n'],
      ]),
    ).values(),
  ).view;
  const testsIn = (id: string) => testsOf(around, [nodeAt(around, id)], 8).pytest;
  const [moored, lights] = ['QuayTest::test_moored', 'NightTest::test_lights'];
  const named = (...tests: string[]) => tests.map((each) => `tests/test_quay.py::${each}`).sort();
  assert.deepEqual(testsIn('func:quay.moor'), named(moored, lights));
  assert.deepEqual(testsIn('func:quay.cast_off'), named('DryTest::test_dry'));
  const all = named(moored, lights, 'DryTest::test_dry', 'test_tide');
  assert.deepEqual(testsIn('func:quay.flood'), all);
  assert.deepEqual(testsIn('func:quay.sweep'), all);
});

test('an autouse fixture of a conftest.py stands for its whole folder', () => {
  const { view: shop } = buildGraph(
    linkAll(
      new Map([
        ['bakery.py', 'def light(): ...\ndef sweep(): ...\n'],
        [
          'tests/conftest.py',
          'import pytest\nfrom bakery import light\n@pytest.fixture(autouse=True)\ndef lit():\n    light()\n',
        ],
        ['tests/test_bread.py', 'from bakery import light\ndef test_bread():\n    light()\n'],
        ['other/test_van.py', 'from bakery import light\ndef test_van():\n    light()\n'],
      ]),
    ).values(),
  );
  const answer = testsOf(shop, [nodeAt(shop, 'func:bakery.light')], 5);
  assert.deepEqual(answer.folders, ['tests/']);
  assert.equal(pytestLine(answer), 'pytest other/test_van.py::test_van tests/');
  assert.deepEqual(testsOf(shop, [nodeAt(shop, 'func:bakery.sweep')], 5).folders, []);
  const text = renderDocument(testsDocument(answer, { about: 'func:bakery.light' }), {
    maxTokens: 500,
    stateLine: '',
  });
  assert.ok(
    text.includes('Every test below `tests/` runs it: a fixture of `tests/conftest.py` with autouse does.'),
  );
});
