/**
 * What the extractor makes of Python: `fixtures/extract/<case>.py` and beside it `<case>.facts`, which holds its
 * definitions, problems and instructions. UPDATE_GOLDEN=1 rewrites them; the diff is the review.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { decodeSource } from '../../../src/code/decode.js';
import { cleandoc } from '../../../src/code/extract/docstring.js';
import { PythonExtractor } from '../../../src/code/extract/python.js';
import type { Facts } from '../../../src/code/facts.js';
import { decodeFacts, encodeFacts } from '../../../src/code/facts-codec.js';
import { PythonParser } from '../../../src/code/parse.js';
import { disassemble } from '../../support/disassemble.js';

const FOLDER = 'fixtures/extract';
const cases = readdirSync(FOLDER).filter((name) => name.endsWith('.py'));

let extractor: PythonExtractor;
before(async () => {
  extractor = new PythonExtractor(await PythonParser.load());
});

function extract(path: string, text: string): Facts {
  return extractor.extract({ path, text, problems: [] });
}

function show(facts: Facts): string {
  const { definitions, problems, docstring, code, lines } = facts;
  const parts = [
    `lines: ${lines}`,
    `docstring: ${JSON.stringify(docstring)}`,
    // What a fingerprint is worth has a test of its own.
    ...definitions.map(({ fingerprint: _, ...said }) => `definition: ${JSON.stringify(said)}`),
    ...problems.map((problem) => `problem: ${JSON.stringify(problem)}`),
    disassemble(code),
  ];
  return `${parts.join('\n')}\n`;
}

describe('facts of a file', () => {
  for (const name of cases) {
    test(name, () => {
      const text = readFileSync(`${FOLDER}/${name}`, 'utf8');
      const golden = `${FOLDER}/${name.replace(/\.py$/, '.facts')}`;
      const actual = show(extract(name, text));
      if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, actual);
      assert.equal(actual, readFileSync(golden, 'utf8'));
    });

    test(`${name}: facts survive their encoding`, () => {
      const facts = extract(name, readFileSync(`${FOLDER}/${name}`, 'utf8'));
      assert.deepEqual(decodeFacts(name, encodeFacts(facts)), facts);
    });

    test(`${name}: both cursors see the same tree`, async () => {
      const slow = new PythonExtractor(await PythonParser.load({ raw: false }));
      const text = readFileSync(`${FOLDER}/${name}`, 'utf8');
      assert.deepEqual(slow.extract({ path: name, text, problems: [] }), extract(name, text));
    });

    test(`${name}: line ends do not matter`, () => {
      const text = readFileSync(`${FOLDER}/${name}`, 'utf8');
      const windows = extract(name, decodeSource(Buffer.from(text.replaceAll('\n', '\r\n'))).text);
      assert.deepEqual(windows, extract(name, text));
    });
  }
});

describe('long runs that stall the scanner', () => {
  test('comment lines in a row mean nothing, in a block and between blocks', () => {
    const comments = '  # heat = 220\n\n# rest\n'.repeat(20_000);
    const text = `def bake():\n  heat = 200\n${comments}  return heat\n${comments}loaf = bake()\n`;
    const few = extract('a.py', text.replaceAll(/ *# .*\n/g, '\n'));
    assert.deepEqual(extract('a.py', text), few);
    assert.deepEqual(few.problems, []);
    assert.equal(few.definitions[0]?.endLine, 60_003);
  });

  test('they stay in a string, and behind code', () => {
    const lines = '# no comment\n'.repeat(60);
    assert.equal(extract('a.py', `"""\n${lines}"""\n`).docstring, lines.trim());
    const called = extract('a.py', `bake("#", '''\n${lines}''', bread)  # last\n${lines}`);
    assert.deepEqual(
      called,
      extract('a.py', `bake("#", '''\n${lines}''', bread)  # last\n${'\n'.repeat(60)}`),
    );
  });

  test('joined lines with nothing on them cost their statement', () => {
    const joins = ' \\\n'.repeat(40_000);
    const text = `def mix(): pass\nx = 1 + ${joins} 1\ny = (1 + ${joins} 1)\ndef bake(): pass\n`;
    const { definitions, problems } = extract('a.py', text);
    assert.deepEqual(
      definitions.map(({ name, line }) => [name, line]),
      [
        ['mix', 1],
        ['bake', 80_004],
      ],
    );
    const message = 'These lines do not parse and were left out';
    assert.deepEqual(problems, [{ kind: 'syntax', message, line: 2, endLine: 80_003 }]);
  });

  test('brackets that are never closed, and colons behind them', () => {
    const { definitions } = extract('a.py', `def mix(): pass\n${'(:\n'.repeat(30_000)}def bake(): pass\n`);
    assert.deepEqual(
      definitions.map(({ name, line }) => [name, line]),
      [
        ['mix', 1],
        ['bake', 30_002],
      ],
    );
  });

  test('as many as somebody may write are read', () => {
    assert.deepEqual(extract('a.py', `x = 1 + ${' \\\n'.repeat(90)} 1\n`).problems, []);
  });
});

describe('what cannot be read', () => {
  test('one broken line costs that line', () => {
    const facts = extract('shop.py', 'def open():\n    pass\n\nprice = = 3\n\ndef close():\n    pass\n');
    assert.deepEqual(
      facts.definitions.map(({ qualname, line }) => `${qualname}:${line}`),
      ['open:1', 'close:6'],
    );
    assert.deepEqual(
      facts.problems.map(({ kind, line, endLine }) => ({ kind, line, endLine })),
      [{ kind: 'syntax', line: 4, endLine: 4 }],
    );
  });

  test('an unclosed bracket does not swallow what follows', () => {
    const facts = extract('shop.py', 'shelf = [1,\n\n\ndef close():\n    pass\n');
    assert.deepEqual(
      facts.definitions.map((definition) => definition.name),
      ['close'],
    );
  });

  test('an unclosed quote does not swallow what stands before', () => {
    const facts = extract(
      'shop.py',
      'def open():\n    pass\n\nname = """never closed\n\ndef lost():\n    pass\n',
    );
    assert.equal(facts.definitions[0]?.name, 'open');
    assert.ok(facts.problems.length > 0);
  });

  test('sound code that the grammar does not know keeps its definitions', () => {
    const source =
      'class Box[T = int]:\n    def get(self):\n        (shelf.\n    top)\n        return self\n    def put(self): ...\n';
    assert.deepEqual(
      extract('box.py', source).definitions.map(({ qualname }) => qualname),
      ['Box', 'Box.get', 'Box.put'],
    );
  });

  for (const [what, text] of [
    ['nothing', ''],
    ['white space', ' \n\t\n'],
    ['NUL bytes', 'a\0b = 1\ndef f(): pass\n'],
    ['only quotes', '"""'],
    ['a lone bracket', '('],
    ['20,000 nested brackets', `x = ${'('.repeat(20_000)}1${')'.repeat(20_000)}\ndef f(): pass\n`],
    ['20,000 nested lists', `x = ${'['.repeat(20_000)}${']'.repeat(20_000)}\ndef f(): pass\n`],
    ['a chain of 20,000 additions', `x = ${'a() + '.repeat(20_000)}b()\ndef f(): pass\n`],
    ['a chain of 20,000 alternatives', `x = ${'a() or '.repeat(20_000)}b()\ndef f(): pass\n`],
    ['a chain of 20,000 calls', `x = a${'.b()'.repeat(20_000)}\ndef f(): pass\n`],
    [
      '2,000 nested blocks',
      `${Array.from({ length: 2000 }, (_, i) => `${' '.repeat(i)}if x:\n`).join('')}${' '.repeat(2000)}y()\n`,
    ],
  ] as const) {
    test(`does not crash: ${what}`, () => {
      const facts = extract('odd.py', text);
      assert.deepEqual(decodeFacts('odd.py', encodeFacts(facts)), facts);
      if (text.includes('def f')) assert.equal(facts.definitions.at(-1)?.name, 'f');
    });
  }

  test('every call of a long chain of operators is kept', () => {
    const facts = extract('sum.py', `x = ${'a() + '.repeat(5000)}b()\ny = ${'c() or '.repeat(5000)}d()\n`);
    assert.equal(disassemble(facts.code).match(/ CALL /g)?.length, 10_002);
    assert.deepEqual(facts.problems, []);
  });
});

test('docstrings are cleaned as inspect does', () => {
  assert.equal(cleandoc('First.\n\n    Second.\n      Third.\n    '), 'First.\n\nSecond.\n  Third.');
  assert.equal(cleandoc('\n  A\n  b\n'), 'A\nb');
});
