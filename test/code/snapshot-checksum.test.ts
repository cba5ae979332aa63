import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Checksum, checksumOf } from '../../src/code/snapshot/checksum.js';

test('is xxHash32', () => {
  // From the reference implementation, seed 0.
  const known: readonly (readonly [text: string, hash: number])[] = [
    ['', 0x02cc5d05],
    ['a', 0x550d7456],
    ['abc', 0x32d153ff],
    ['Nobody inspects the spammish repetition', 0xe2293b2f],
  ];
  for (const [text, hash] of known) assert.equal(checksumOf(Buffer.from(text)), hash, text);
});

test('does not depend on the pieces that the bytes come in', () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 70_000 }, (_, at) => (at * 31 + (at >> 8)) & 255));
  fc.assert(
    fc.property(fc.nat(bytes.length), fc.nat(bytes.length), (a, b) => {
      const [from, to] = a < b ? [a, b] : [b, a];
      const sum = new Checksum();
      sum.update(bytes.subarray(0, from)).update(bytes.subarray(from, to)).update(bytes.subarray(to));
      assert.equal(sum.digest(), checksumOf(bytes));
    }),
    { numRuns: 30 },
  );
});
