import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SETTING_OPTIONS, settingFlags } from '../../src/cli/global-options.js';
import { choices, integer, text, toggle } from '../../src/cli/options.js';
import { asksForJson, findCommand, parseWords, readOptions } from '../../src/cli/parse.js';
import { SETTING_KEYS } from '../../src/config/settings.js';

const BAKING = {
  trays: integer('Trays at once', { min: 1, max: 9, standard: 2 }),
  flour: choices('KINDS', 'Kinds of flour', ['rye', 'wheat', 'whole_grain']),
  baker: text('NAME', 'Who bakes', 'b'),
  hotAir: toggle('With the fan on', 'a'),
};

function read(line: string) {
  const { words, given } = parseWords(line.split(' '), BAKING);
  return { words, ...readOptions(BAKING, given) };
}

const NOTHING = { words: [], trays: 2, flour: undefined, baker: undefined, hotAir: undefined };

describe('options', () => {
  const cases: readonly [line: string, values: object][] = [
    ['--trays 3 oats', { words: ['oats'], trays: 3 }],
    ['oats --trays=4', { words: ['oats'], trays: 4 }],
    ['--trays 1 --trays 2', { trays: 2 }],
    ['--flour rye,wheat --flour whole-grain', { flour: ['rye', 'wheat', 'whole_grain'] }],
    ['--flour RYE,rye', { flour: ['rye'] }],
    ['-b Ada -a', { baker: 'Ada', hotAir: true }],
    ['-ab Ada', { baker: 'Ada', hotAir: true }],
    ['-bAda', { baker: 'Ada' }],
    ['--hot-air', { hotAir: true }],
    ['--no-hot-air', { hotAir: false }],
    ['--hot-air=false', { hotAir: false }],
    ['--hot-air --no-hot-air', { hotAir: false }],
    ['--baker=--trays', { baker: '--trays' }],
    ['--baker -', { baker: '-' }],
    ['-- --trays -b', { words: ['--trays', '-b'] }],
  ];
  for (const [line, values] of cases) {
    it(line, () => assert.deepEqual(read(line), { ...NOTHING, ...values }));
  }

  it('are spelt with dashes only', () => {
    assert.throws(() => read('--hotAir'), /unknown option --hotAir/);
    assert.throws(() => read('--no-baker'), /unknown option --no-baker/);
  });
});

describe('the command among the words', () => {
  const cases: readonly [line: string, at: number | undefined][] = [
    ['bake', 0],
    ['-b Ada bake', 2],
    ['-a bake', 1],
    ['--trays=3 bake', 1],
    ['--unknown bake', undefined],
    ['-- bake', undefined],
  ];
  for (const [line, at] of cases) it(line, () => assert.equal(findCommand(line.split(' '), BAKING), at));
});

describe('asking for JSON', () => {
  it('counts before -- only', () => {
    assert.equal(asksForJson(['search', '--json']), true);
    assert.equal(asksForJson(['search', '--', '--json']), false);
  });
});

describe('settings as flags', () => {
  it('has one for every setting, and hands on what was given', () => {
    const line = '--source-dirs src,lib --no-watch-enabled --llm-enabled --llm-model openai/oven';
    const { given } = parseWords(line.split(' '), SETTING_OPTIONS);
    const values = readOptions(SETTING_OPTIONS, given) as Record<string, string | undefined>;
    assert.deepEqual(settingFlags('/bakery', values), {
      project_root: '/bakery',
      source_dirs: 'src,lib',
      watch_enabled: 'false',
      llm_enabled: 'true',
      llm_model: 'openai/oven',
    });
    assert.equal(Object.keys(SETTING_OPTIONS).length, SETTING_KEYS.length - 1);
  });
});
