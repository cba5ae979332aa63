import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MemoryBytes } from '../../src/code/graph/bytes.js';
import {
  type ColumnForm,
  decodeBytes,
  decodeColumn,
  encodeColumn,
} from '../../src/code/graph/column-codec.js';
import { ArrayInts, type Ints } from '../../src/code/graph/ints.js';
import { type MergedTable, mergeTables } from '../../src/code/graph/merge-tables.js';
import { sortInSteps } from '../../src/code/graph/order.js';
import {
  BlockTable,
  indexInTable,
  ListTable,
  tableLowerBound,
  writeTable,
} from '../../src/code/graph/string-table.js';
import { TextRows } from '../../src/code/graph/text-rows.js';
import { runToEnd } from '../../src/kernel/run-to-end.js';
import { compareText } from '../../src/kernel/text.js';

const int32 = fc.oneof(
  fc.integer({ min: -40, max: 40 }),
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  fc.constantFrom(0, -(2 ** 31), 2 ** 31 - 1),
);
/** Long enough for several blocks. */
const column = fc.array(int32, { maxLength: 900, size: 'max' });
const ascending = fc.array(fc.nat(70), { maxLength: 900, size: 'max' }).map((steps) => {
  let sum = 0;
  return steps.map((step) => (sum += step));
});

function encode(form: ColumnForm, values: readonly number[]): Buffer {
  // Each piece is valid until the next one.
  return Buffer.concat(
    Array.from(encodeColumn(form, Int32Array.from(values)), (piece) => Buffer.from(piece)),
  );
}

describe('a column', () => {
  const forms: readonly ColumnForm[] = ['signed', 'unsigned', 'deltas', 'ascending', 'runs'];

  test('comes back in every form, whole or number by number', () => {
    fc.assert(
      fc.property(fc.constantFrom(...forms), column, fc.array(fc.nat(899)), (form, values, places) => {
        const text = encode(form, values);
        const byNumber = decodeColumn(form, text);
        assert.equal(byNumber.length, values.length);
        for (const at of places.filter((place) => place < values.length))
          assert.equal(byNumber.get(at), values[at]);
        assert.deepEqual([...byNumber.all()], values);
        assert.deepEqual([...decodeColumn(form, text).all()], values);
        assert.equal(JSON.stringify(text.toString()), `"${text}"`);
      }),
    );
  });

  test('longer than a piece of the encoder comes back', () => {
    const values = Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 1000);
    for (const form of forms)
      assert.deepEqual([...decodeColumn(form, encode(form, values)).all()], values, form);
  });

  test('of bytes comes back', () => {
    const values = [3, 3, 3, 0, 255, 255];
    assert.deepEqual([...decodeBytes(encode('runs', values))], values);
    assert.deepEqual([...decodeBytes(encode('runs', []))], []);
  });

  test('in ascending order says where a number would stand', () => {
    fc.assert(
      fc.property(ascending, fc.nat(40_000), fc.nat(900), (values, wanted, start) => {
        const from = Math.min(start, values.length);
        const at = values.findIndex((value, index) => index >= from && value >= wanted);
        const expected = at < 0 ? values.length : at;
        const columns: Ints[] = [
          decodeColumn('ascending', encode('ascending', values)),
          new ArrayInts(Int32Array.from(values)),
        ];
        for (const each of columns) {
          assert.equal(each.lowerBound(wanted, from), expected);
          assert.equal(each.isBelow(from, wanted), from < values.length && (values[from] ?? 0) < wanted);
        }
      }),
    );
  });

  test('that is not what was written throws when it is read', () => {
    const text = encode(
      'unsigned',
      Array.from({ length: 600 }, (_, at) => at),
    );
    text[2] = 0x22;
    const damaged = decodeColumn('unsigned', text);
    assert.throws(() => damaged.get(0), /no digit/);
    assert.equal(damaged.get(300), 300);
  });
});

describe('a table of strings', () => {
  const strings = fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 6 }), { maxLength: 60, size: 'max' });
  const sorted = strings.map((texts) => texts.sort(compareText));

  function tableOf(texts: readonly string[]): BlockTable {
    const { bytes, starts } = runToEnd(writeTable(texts)).finish();
    return new BlockTable(texts.length, new TextRows(new MemoryBytes(bytes), new ArrayInts(starts)));
  }

  test('gives its strings back, in any order of asking', () => {
    fc.assert(
      fc.property(strings, fc.array(fc.nat(59)), (texts, places) => {
        const table = tableOf(texts);
        for (const at of places.filter((place) => place < texts.length))
          assert.equal(table.get(at), texts[at]);
        assert.deepEqual(
          texts.map((_, at) => table.get(at)),
          texts,
        );
      }),
    );
  });

  test('in order finds a string and where it would stand', () => {
    fc.assert(
      fc.property(sorted, fc.string({ unit: 'binary', maxLength: 6 }), (texts, wanted) => {
        const table = tableOf(texts);
        assert.equal(indexInTable(table, wanted), texts.indexOf(wanted));
        for (const [at, text] of texts.entries()) assert.equal(indexInTable(table, text), at);
        const expected: number = texts.findIndex((text) => text >= wanted);
        assert.equal(tableLowerBound(table, wanted), expected < 0 ? texts.length : expected);
      }),
    );
  });

  test('made of several has what is used of them, once and in order', () => {
    const table = fc.array(fc.tuple(fc.string({ maxLength: 3 }), fc.boolean()), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(table, { maxLength: 3 }), (tables) => {
        const { strings: merged, maps }: MergedTable = runToEnd(
          mergeTables(
            tables.map((entries) => ({
              table: new ListTable(entries.map(([text]) => text)),
              used: Uint8Array.from(entries, ([, isUsed]) => (isUsed ? 1 : 0)),
            })),
          ),
        );
        const used = tables.flat().filter(([, isUsed]) => isUsed);
        assert.deepEqual(merged, [...new Set(used.map(([text]) => text))].sort(compareText));
        for (const [number, entries] of tables.entries()) {
          const expected: number[] = entries.map(([text, isUsed]) => (isUsed ? merged.indexOf(text) : -1));
          assert.deepEqual([...(maps[number] ?? [])], expected);
        }
      }),
    );
  });
});

test('sorting in steps is a stable sort', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 200, size: 'max' }), (keys) => {
      const items = Int32Array.from(keys.keys());
      const keyOf = (item: number) => keys[item] ?? 0;
      const expected = [...keys.keys()].sort((a, b) => keyOf(a) - keyOf(b));
      assert.deepEqual([...runToEnd(sortInSteps(items, (a, b) => keyOf(a) > keyOf(b)))], expected);
    }),
  );
});

test('sorting much gives way often', () => {
  const items = Int32Array.from({ length: 200_000 }, (_, at) => (at * 7919) % 200_000);
  let steps = 0;
  for (const _ of sortInSteps(items, (a, b) => a > b)) steps++;
  assert.ok(steps > 100, `${steps} steps`);
  assert.ok(items.every((item, at) => item === at));
});
