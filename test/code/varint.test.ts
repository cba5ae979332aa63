import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  decode,
  decodeVarintBytes,
  decodeVarints,
  encodePieces,
  encodeVarints,
  signedTwin,
  unsignedTwin,
  VarintReader,
} from '../../src/code/varint.js';

const EDGES = [0, 1, -1, 15, 16, -16, -17, 511, 512, 2 ** 31 - 1, -(2 ** 31), -(2 ** 31) + 1];

test('small numbers take one character, all 32 bits at most seven', () => {
  assert.equal(encodeVarints([0, -1, 1, 15, -16]), 'ABCef');
  for (const value of EDGES) assert.ok(encodeVarints([value]).length <= 7, String(value));
  assert.equal(encodeVarints([]), '');
  assert.deepEqual(decodeVarints(''), new Int32Array(0));
});

test('whatever is encoded is decoded, whole, one by one, and as sums and twins', () => {
  const columns = fc.array(
    fc.oneof(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), fc.constantFrom(...EDGES)),
  );
  fc.assert(
    fc.property(columns, (values) => {
      const column = Int32Array.from(values);
      const text = encodeVarints(column);
      assert.deepEqual(decodeVarints(text), column);
      const reader = new VarintReader(Buffer.from(text));
      assert.deepEqual(
        values.map(() => reader.next()),
        values,
      );
      assert.equal(reader.at, text.length);

      const steps = column.map((value, at) => value - (column[at - 1] ?? 0));
      const bytes = Buffer.from(encodeVarints(steps));
      assert.deepEqual(decode(bytes, { isUnsigned: false, isSummed: true }), column);
      const twins = Buffer.from(encodeVarints(column.map(signedTwin)));
      assert.deepEqual(decode(twins, { isUnsigned: true, isSummed: false }), column);
      assert.deepEqual(column.map(signedTwin).map(unsignedTwin), column);
    }),
  );
});

test('the text needs no escape in JSON', () => {
  const text = encodeVarints(Int32Array.from({ length: 5000 }, (_, index) => index * 7919 - 9_000_000));
  assert.equal(JSON.stringify(text), `"${text}"`);
});

test('a column longer than one piece is whole, and only as long as asked', () => {
  const column = Int32Array.from({ length: 200_000 }, (_, index) => Math.imul(index, 2654435761));
  assert.deepEqual(decodeVarints(encodeVarints(column)), column);
  assert.deepEqual(decodeVarints(encodeVarints(column, 3)), column.slice(0, 3));
  const pieces = [...encodePieces(column, column.length)].map((piece) => piece.length);
  assert.ok(pieces.length > 1 && Math.max(...pieces) <= 1 << 19);
});

test('a text of another hand is refused', () => {
  for (const text of ['A"', 'é', 'A\n', 'A=']) assert.throws(() => decodeVarints(text), /no digit/, text);
  assert.throws(() => decodeVarints('Ag'), /inside a number/);
  assert.throws(() => decodeVarintBytes(Uint8Array.of(0)), /no digit/);
});
