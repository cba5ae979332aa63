import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { describeError, KgError, systemErrorCode } from '../../src/kernel/errors.js';
import { createLog, type LogLevel } from '../../src/kernel/log.js';
import { compareText, counted, nearestNames, printable } from '../../src/kernel/text.js';

describe('text', () => {
  it('is ordered by code units', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (words) => {
        assert.deepEqual([...words].sort(compareText), [...words].sort());
      }),
    );
  });

  it('finds what was meant by a typo, nearest first', () => {
    const keys = ['source_dirs', 'adr_dir', 'adr_pattern', 'llm_model', 'llm_enabled', 'index_file'];
    const cases: [typo: string, nearest: string | undefined][] = [
      ['source_dir', 'source_dirs'],
      ['SOURCE-DIRS', 'source_dirs'],
      ['sourcedirs', 'source_dirs'],
      ['adr_dirs', 'adr_dir'],
      ['llm_modle', 'llm_model'],
      ['index', 'index_file'],
      ['rye', undefined],
      ['', undefined],
    ];
    for (const [typo, nearest] of cases) assert.equal(nearestNames(typo, keys)[0], nearest, typo);
    assert.deepEqual(nearestNames('llm', keys), ['llm_model', 'llm_enabled']);
  });

  it('is one line once it is printable', () => {
    assert.equal(printable('rye\nbread\t\u001b[31m\u2028é 🥖'), 'rye\\nbread\\t\\x1b[31m\\u2028é 🥖');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.equal(printable(text).split(/[\r\n\u2028\u2029\u0085]/).length, 1);
      }),
    );
  });

  it('is shown in the order in which it is written, and wholly, once it is printable', () => {
    const turned = 'a\u202eyp.exe.py \u2066b\u2069 \u200fc\u061c d\u200b\ufeff';
    assert.equal(printable(turned), 'a\\u202eyp.exe.py \\u2066b\\u2069 \\u200fc\\u061c d\\u200b\\ufeff');
    const family = '👩\u200d🍳 नमस्ते';
    assert.equal(printable(family), family);
  });

  it('counts', () => {
    assert.deepEqual(
      [counted(0, 'file'), counted(1, 'file'), counted(2, 'entry', 'entries')],
      ['0 files', '1 file', '2 entries'],
    );
  });
});

describe('errors', () => {
  it('are shown with their hint, and keep their cause', () => {
    const cause = Object.assign(new Error('no'), { code: 'EACCES' });
    const error = new KgError('io', 'cannot write till.json', { hint: 'Unlock it.', cause });
    assert.equal(describeError(error), 'cannot write till.json\nUnlock it.');
    assert.equal(systemErrorCode(error.cause), 'EACCES');
    assert.equal(describeError(new Error('plain')), 'plain');
    assert.equal(describeError('thrown text'), 'thrown text');
    assert.equal(systemErrorCode('thrown text'), undefined);
  });
});

describe('log', () => {
  it('writes one line per call at its level', () => {
    const heard = (level: LogLevel) => {
      const lines: string[] = [];
      const log = createLog(level, (line) => lines.push(line));
      log.error('oven\nout');
      log.warn('flour low');
      log.info('12 loaves');
      log.detail('220 degrees');
      return lines;
    };
    assert.deepEqual(heard('quiet'), ['error: oven\\nout']);
    assert.deepEqual(heard('normal'), ['error: oven\\nout', 'warning: flour low', '12 loaves']);
    assert.deepEqual(heard('verbose'), [
      'error: oven\\nout',
      'warning: flour low',
      '12 loaves',
      '220 degrees',
    ]);
  });
});
