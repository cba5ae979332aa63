import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { type ColorVariables, paintMarkdown, wantsColor } from '../../src/cli/color.js';

describe('colours are wanted', () => {
  const cases: readonly [
    option: boolean | undefined,
    variables: ColorVariables,
    isTerminal: boolean,
    wanted: boolean,
  ][] = [
    [undefined, {}, true, true],
    [undefined, {}, false, false],
    [undefined, { TERM: 'dumb' }, true, false],
    [undefined, { NO_COLOR: '1' }, true, false],
    [undefined, { NO_COLOR: '' }, true, true],
    [undefined, { FORCE_COLOR: '1' }, false, true],
    [undefined, { FORCE_COLOR: '' }, false, true],
    [undefined, { FORCE_COLOR: '0' }, true, false],
    [undefined, { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
    [undefined, { FORCE_COLOR: '1', TERM: 'dumb' }, true, true],
    [true, { NO_COLOR: '1' }, false, true],
    [false, { FORCE_COLOR: '1' }, true, false],
  ];
  for (const [option, variables, isTerminal, wanted] of cases) {
    it(`${wanted}: ${JSON.stringify({ option, ...variables, isTerminal })}`, () => {
      assert.equal(wantsColor(option, variables, isTerminal), wanted);
    });
  }
});

describe('painted markdown', () => {
  it('has bold headings, blue names and a faint state', () => {
    const lines = ['# Search `oven`', '- `class:Oven` src/oven.py:3', 'Index: today; 0 files changed since.'];
    assert.deepEqual(paintMarkdown(lines.join('\n')).split('\n'), [
      '\x1b[1m# Search `oven`\x1b[22m',
      '- \x1b[36m`class:Oven`\x1b[39m src/oven.py:3',
      '\x1b[2mIndex: today; 0 files changed since.\x1b[22m',
    ]);
  });

  it('leaves code as it is', () => {
    const block = '```python\n# no heading, no `name`\n```';
    assert.equal(
      paintMarkdown(block),
      '\x1b[2m```python\x1b[22m\n# no heading, no `name`\n\x1b[2m```\x1b[22m',
    );
  });

  it('adds nothing that can be seen', () => {
    const piece = fc.constantFrom('`', '``', '```', '# ', 'oven', ' ', '\n', 'Index: ', '- ', 'ö');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        assert.equal(stripVTControlCharacters(paintMarkdown(text)), text);
      }),
    );
  });
});
