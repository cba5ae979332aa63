/** Notebooks: which lines their code has, what becomes of magics, what broken ones leave. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { maskMagics } from '../../src/code/magics.js';
import { readNotebook } from '../../src/code/notebook.js';

interface Cell {
  readonly type?: string;
  readonly source: string | readonly string[];
  readonly outputs?: readonly unknown[];
}

/** As notebook editors write them: indented by one, a string a line. */
function notebook(cells: readonly Cell[], metadata: unknown = {}, indent: number | undefined = 1): string {
  const all = cells.map(({ type = 'code', source, outputs = [] }) => {
    return { cell_type: type, metadata: {}, outputs, source };
  });
  return JSON.stringify({ cells: all, metadata, nbformat: 4, nbformat_minor: 5 }, null, indent);
}

describe('code cells', () => {
  test('have their code where it stands in the file', () => {
    const json = notebook([
      { type: 'markdown', source: ['# The bakery'] },
      { source: ['import oven\n', 'def bake():\n', '    return oven.heat()'] },
      { source: ['bake()\n'] },
    ]);
    const { text, cells, problems } = readNotebook(json);
    assert.deepEqual(problems, []);
    const raw = json.split('\n');
    const lines = text.split('\n');
    for (const code of ['import oven', 'def bake():', '    return oven.heat()', 'bake()']) {
      const line = lines.indexOf(code);
      assert.ok(raw[line]?.includes(JSON.stringify(code).slice(1, -1)), `${code} at ${line}`);
    }
    assert.deepEqual(
      cells.map(({ number, line, endLine }) => [number, endLine - line + 1]),
      [
        [2, 3],
        [3, 1],
      ],
    );
  });

  test('of a file on one line are one below the other', () => {
    const json = notebook([{ source: 'a = 1\nb = 2\n' }, { source: ['c = 3\n', 'd = 4'] }], {}, undefined);
    const { text, cells } = readNotebook(json);
    assert.equal(text, 'a = 1\nb = 2\nc = 3\nd = 4\n');
    assert.deepEqual(cells, [
      { number: 1, line: 1, endLine: 2 },
      { number: 2, line: 3, endLine: 4 },
    ]);
  });

  test('of nbformat 3 count too', () => {
    const cell = { cell_type: 'code', language: 'python', input: ['def knead():\n', '    pass'] };
    const json = JSON.stringify({ nbformat: 3, worksheets: [{ cells: [cell] }] }, null, 1);
    assert.match(readNotebook(json).text, /def knead\(\):\n {4}pass\n/);
  });

  test('may be split in the midst of a line', () => {
    const { text } = readNotebook(notebook([{ source: ['x', ' = 1\n', 'y = 2'] }]));
    assert.deepEqual(text.trim().split(/\n+/), ['x = 1', 'y = 2']);
  });

  test('have outputs that cost nothing', () => {
    const image = 'iVBOR"\\'.repeat(400_000);
    const json = notebook([{ source: ['bake()'], outputs: [{ data: { 'image/png': image } }] }]);
    const { text, problems } = readNotebook(json);
    assert.deepEqual([text.trim(), problems], ['bake()', []]);
  });
});

describe('what is no code', () => {
  test('a notebook of another language has none, and says so', () => {
    const { text, problems } = readNotebook(
      notebook([{ source: ['x <- 1'] }], { language_info: { name: 'R' } }),
    );
    assert.equal(text, '');
    assert.deepEqual(
      problems.map(({ message }) => message),
      ['its language is R; only Python is read'],
    );
  });

  for (const [name, json] of Object.entries({
    empty: '',
    'half a file': notebook([{ source: ['a = 1\n'] }, { source: ['b = 2\n'] }]).slice(0, -90),
    'no object': '[1, 2]',
    'no cells': '{"nbformat": 4}',
    'cells of something else': '{"cells": {"a": 1}}',
    'a stray bracket': '{"cells": []]}',
    'a comma too many': '{"cells": [{"cell_type": "code", "source": ["a = 1"]},]}',
    'an escape that is none': '{"cells": [{"cell_type": "code", "source": ["\\q"]}]}',
    deep: `{"metadata": ${'['.repeat(200_000)}`,
  })) {
    test(`${name}: a problem or nothing, never a crash`, () => {
      const { problems, text } = readNotebook(json);
      assert.equal(typeof text, 'string');
      assert.equal(problems.length, 1, JSON.stringify(problems));
    });
  }

  test('what stood before the break counts', () => {
    const whole = notebook([{ source: ['def bake(): pass\n'] }, { source: ['def sell(): pass\n'] }]);
    const { text, problems } = readNotebook(whole.slice(0, whole.indexOf('def sell') + 3));
    assert.match(text, /def bake/);
    assert.equal(problems[0]?.kind, 'syntax');
  });
});

describe('magics', () => {
  const cases: readonly (readonly [name: string, given: string, expected: string])[] = [
    ['line magic', '%matplotlib inline', 'pass'],
    ['shell', 'if wet:\n    !ls -l {oven}', 'if wet:\n    pass'],
    ['question', '?oven', 'pass'],
    ['question behind', 'oven.bake??', 'pass'],
    ['assigned shell', 'files = !ls', 'files = _'],
    ['assigned magic', 'here = %pwd', 'here = _'],
    ['code that is run', '%time loaf = bake(3)', 'loaf = bake(3)'],
    ['code with options', '%timeit -n 10 -r 3 bake()', 'bake()'],
    ['cell of code', '%%time\nbake()', '\nbake()'],
    ['cell of something else', '%%bash\nls | grep (\necho "', '\n\n'],
    ['modulo within brackets', 'x = (5\n%oven)', 'x = (5\n%oven)'],
    ['percent within text', 'x = """\n%magic\n!no\n"""', 'x = """\n%magic\n!no\n"""'],
    ['shell over lines', '!pip install a \\\n  b\nbake()', 'pass\n\nbake()'],
    ['an open quote in a shell', "!echo it's (\ndef bake():\n    pass", 'pass\ndef bake():\n    pass'],
    ['not equal', 'x = a != b', 'x = a != b'],
    ['plain code', 'x = a % b', 'x = a % b'],
  ];
  for (const [name, given, expected] of cases) {
    test(name, () => assert.equal(maskMagics(given.split('\n')).join('\n'), expected));
  }

  test('by the thousand take no time that grows with the square', () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `!echo ${i} "`);
    assert.equal(maskMagics(lines).length, 20_000);
  });
});
