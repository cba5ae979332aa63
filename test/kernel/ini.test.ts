/** INI files as `setup.cfg` is written. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseIni } from '../../src/kernel/ini.js';

function read(...lines: string[]) {
  return Object.fromEntries(
    [...parseIni(lines.join('\n'))].map(([name, keys]) => [name, Object.fromEntries(keys)]),
  );
}

describe('an INI file', () => {
  it('has keys by section, in lower case, with values that go on in indented lines', () => {
    assert.deepEqual(
      read(
        '\ufeff[oven]',
        'Heat = 220',
        'door:open : wide',
        '# no',
        'racks =',
        '  one',
        '',
        '  two',
        '[till]',
        'cash=1=2  ',
      ),
      { oven: { heat: '220', door: 'open : wide', racks: '\none\ntwo' }, till: { cash: '1=2' } },
    );
  });

  it('leaves out what is neither, however long', () => {
    const blanks = ' '.repeat(500_000);
    assert.deepEqual(read('[oven]', `bread${blanks}cake`, '= 1', `heat${blanks}=${blanks}220${blanks}`), {
      oven: { heat: '220' },
    });
  });
});
