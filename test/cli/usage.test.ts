/** Command lines that cannot be meant: what is said about them, and that nothing is printed where answers go. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runKgMemory } from '../support/run-bin.js';

const TYPES = 'class, function, module, file, adr, concept, decision, trade_off, config, memory';
const CASES: readonly (readonly [line: string, ...stderr: string[]])[] = [
  ['serach oven', 'error: there is no command "serach"', 'Did you mean kg-memory search?'],
  ['Index', 'error: there is no command "Index"', 'Did you mean kg-memory index?'],
  ['knead', 'error: there is no command "knead"', 'kg-memory help lists them.'],
  ['help serach', 'error: there is no command "serach"', 'Did you mean kg-memory search?'],
  [
    'help search path',
    'error: help speaks about one command at a time',
    'kg-memory help shows what there is.',
  ],
  ['search', 'error: kg-memory search needs a query', 'Usage: kg-memory search <query>… [options]'],
  ['path Oven', 'error: kg-memory path needs a target', 'Usage: kg-memory path <source> <target> [options]'],
  ['status here there', 'error: too many arguments: "there"', 'Usage: kg-memory status [path] [options]'],
  ['config a b', 'error: too many arguments: "b"', 'Usage: kg-memory config [path]'],
  ['search oven --limti 3', 'error: unknown option --limti', 'Did you mean --limit?'],
  ['search oven --source-dir x', 'error: unknown option --source-dir', 'Did you mean --source-dirs?'],
  ['search oven --yeast', 'error: unknown option --yeast', 'kg-memory search --help shows what there is.'],
  ['search oven -x', 'error: unknown option -x', 'kg-memory search --help shows what there is.'],
  ['status --limit 3', 'error: unknown option --limit', 'kg-memory status --help shows what there is.'],
  ['--jsn status', 'error: unknown option --jsn', 'Did you mean --json?'],
  [
    'search oven --limit',
    'error: --limit needs a value: --limit N',
    'kg-memory search --help shows what there is.',
  ],
  [
    'search oven --limit --json=false',
    'error: --limit needs a value, and --json=false looks like an option',
    'If it is the value, write --limit=--json=false.',
  ],
  [
    'search oven --limit 1000',
    'error: --limit must be a whole number from 1 to 100, not "1000"',
    'kg-memory search --help shows what there is.',
  ],
  [
    'search oven --limit=-5',
    'error: --limit must be a whole number from 1 to 100, not "-5"',
    'kg-memory search --help shows what there is.',
  ],
  [
    'search oven --type class,functoin',
    `error: --type must be one of ${TYPES}, not "functoin"`,
    'Did you mean function?',
  ],
  [
    'relate Oven --direction up',
    'error: --direction must be one of in, out, both, not "up"',
    'kg-memory relate --help shows what there is.',
  ],
  [
    'status --json=maybe',
    'error: --json takes no value, or true or false, not "maybe"',
    'kg-memory status --help shows what there is.',
  ],
  [
    'status --no-json=true',
    'error: --no-json takes no value',
    'kg-memory status --help shows what there is.',
  ],
  [
    'export --format graphml',
    'error: --format must be one of json, not "graphml"',
    'kg-memory export --help shows what there is.',
  ],
  [
    '-C here status there',
    'error: the project is given twice: -C here and there',
    'kg-memory status --help shows what there is.',
  ],
  ['-- status', 'error: the command must stand before --', 'kg-memory help shows what there is.'],
];

describe('a command line that cannot be meant', () => {
  for (const [line, ...expected] of CASES) {
    it(line, async () => {
      const { code, stdout, stderr } = await runKgMemory(line.split(' '));
      assert.deepEqual(
        { code, stdout, stderr: stderr.split('\n') },
        { code: 2, stdout: '', stderr: [...expected, ''] },
      );
    });
  }

  it('is refused in JSON too', async () => {
    const { code, stdout, stderr } = await runKgMemory(['serach', '--json']);
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
    assert.deepEqual(JSON.parse(stderr), {
      error: {
        code: 'usage',
        message: 'there is no command "serach"',
        hint: 'Did you mean kg-memory search?',
      },
    });
  });

  it('tells of a bad root and a bad setting', async () => {
    const nowhere = await runKgMemory(['status', '/nowhere']);
    assert.equal(nowhere.code, 2);
    assert.match(nowhere.stderr, /^error: the project root \/nowhere does not exist\n/);
    const concurrency = await runKgMemory(['config', '/', '--llm-concurrency', '0']);
    assert.equal(concurrency.code, 2);
    assert.match(concurrency.stderr, /^error: refusing to index \/: that is a whole disk\n/);
  });

  it('escapes what would steer the terminal', async () => {
    const { stderr } = await runKgMemory(['\x1b[2Jbake']);
    assert.match(stderr, /there is no command "\\x1b\[2Jbake"/);
  });
});
