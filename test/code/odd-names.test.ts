import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { escapeName, locate } from '../../src/code/odd-names.js';

const name = fc
  .uint8Array({ minLength: 1, maxLength: 30 })
  .filter(
    (bytes) =>
      !bytes.includes(0) && !bytes.includes(47) && !/^\.\.?$/.test(Buffer.from(bytes).toString('latin1')),
  );
const textName = fc
  .string({ unit: 'binary', minLength: 1 })
  .filter((text) => !/[/\0]/.test(text) && isWellFormed(text));

function isWellFormed(text: string): boolean {
  return Buffer.from(text).toString() === text;
}

describe('the path of any name', () => {
  it('is one line of valid text and leads back to it', () => {
    fc.assert(
      fc.property(name, (bytes) => {
        const escaped = escapeName(Buffer.from(bytes));
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
        assert.ok(!/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(escaped));
        assert.ok(isWellFormed(escaped));
        const located = locate('/srv', `kiln/${escaped}`);
        assert.deepEqual(Buffer.from(located), Buffer.concat([Buffer.from('/srv/kiln/'), bytes]));
      }),
      { numRuns: 2000 },
    );
  });

  it('is the same whether the name came as text or as bytes', () => {
    fc.assert(fc.property(textName, (text) => assert.equal(escapeName(Buffer.from(text)), escapeName(text))));
  });

  it('is the name itself when that is printable', () => {
    for (const each of ['kiln.py', 'a b.py', 'Ofen ü 🥖.py', '#$%&!.py', 'e\u0301.py', '\ufffd.py']) {
      assert.equal(escapeName(each), each);
      assert.equal(locate('/srv', each), path.join('/srv', each));
    }
    assert.equal(locate('/srv', '.'), '/srv');
  });

  it('writes out what would break a line or a path', () => {
    const cases: [raw: string, escaped: string][] = [
      ['a\nb', 'a\\x0ab'],
      ['a\\b', 'a\\x5cb'],
      ['a\\x0ab', 'a\\x5cx0ab'],
      ['a\u2028b', 'a\\xe2\\x80\\xa8b'],
      ['a\ud800b', 'a\\ud800b'],
    ];
    for (const [raw, escaped] of cases) assert.equal(escapeName(raw), escaped);
    assert.equal(locate('/srv', 'a\\ud800\\x0ab'), '/srv/a\ud800\nb');
  });
});
