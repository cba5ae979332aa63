import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type ByteStore, MemoryBytes } from '../../src/code/graph/bytes.js';
import type { Shape } from '../../src/code/graph/columns.js';
import { ArrayInts } from '../../src/code/graph/ints.js';
import { NameIndex } from '../../src/code/graph/name-index.js';
import { namesContaining } from '../../src/code/graph/name-search.js';
import { joinProperties, splitProperties } from '../../src/code/graph/properties.js';
import { propertiesContaining } from '../../src/code/graph/property-search.js';
import { FoldedWriter } from '../../src/code/graph/rows-writer.js';
import { FoldedRows, TextRows } from '../../src/code/graph/text-rows.js';
import { WordCollector } from '../../src/code/graph/word-collector.js';
import type { Properties, PropertyValue } from '../../src/code/model.js';
import { splitWords } from '../../src/code/query/words.js';

/** Few letters, so that texts meet; those whose lower case is another length, escapes, and signs of JSON among them. */
const text = fc.string({
  unit: fc.constantFrom(
    'a',
    'A',
    'b',
    'B',
    'n',
    'u',
    'l',
    '0',
    '1',
    '_',
    '-',
    ' ',
    '"',
    '\\',
    '\n',
    '\u001f',
    ',',
    ':',
    '[',
    ']',
    'é',
    'É',
    'İ',
    '\u212a',
    '😀',
  ),
  maxLength: 9,
});
const needle = text.map((each) => each.toLowerCase());

/** A store that is looked through in stretches of a few bytes, as a file is in longer ones. */
class Stretches implements ByteStore {
  readonly length: number;
  readonly scanBytesMax = 24;
  private scanned: Buffer = Buffer.alloc(0);
  constructor(private readonly bytes: Buffer) {
    this.length = bytes.length;
  }
  slice(from: number, to: number): Buffer {
    return Buffer.from(this.bytes.subarray(from, to));
  }
  text(from: number, to: number): string {
    return this.bytes.toString('utf8', from, to);
  }
  scan(from: number, to: number): Buffer {
    this.scanned.fill(0x7a);
    this.scanned = this.slice(from, to);
    return this.scanned;
  }
}

function foldedRows(jsons: readonly string[], open: (bytes: Buffer) => ByteStore): FoldedRows {
  const writer = new FoldedWriter();
  for (const json of jsons) writer.push(json);
  const [rows, originals] = [writer.rows.finish(), writer.originals.finish()];
  return new FoldedRows({
    rows: () => new TextRows(open(rows.bytes), new ArrayInts(rows.starts)),
    capitals: () => new ArrayInts(writer.capitals.finish()),
    originalRows: () => writer.originalRows.finish(),
    originals: () => new TextRows(new MemoryBytes(originals.bytes), new ArrayInts(originals.starts)),
  });
}

const stores: readonly ((bytes: Buffer) => ByteStore)[] = [
  (bytes) => new MemoryBytes(bytes),
  (bytes) => new Stretches(bytes),
];

function where(items: readonly string[], accept: (item: string) => boolean): number[] {
  return [...items.keys()].filter((at) => accept(items[at] ?? ''));
}

describe('names', () => {
  const names = fc.array(text, { maxLength: 14 });

  test('come back as they were, from a copy too', () => {
    fc.assert(
      fc.property(names, (items) => {
        const jsons = items.map((item) => JSON.stringify(item));
        const rows = foldedRows(jsons, (bytes) => new MemoryBytes(bytes));
        assert.deepEqual(
          items.map((_, at) => rows.string(at)),
          items,
        );
        const copy = new FoldedWriter();
        const cut = Math.floor(items.length / 3);
        for (const [from, to] of [
          [0, cut],
          [cut, items.length],
        ] as const)
          if (from < to) copy.copy(rows, from, to);
        const again = new FoldedWriter();
        for (const json of jsons) again.push(json);
        assert.deepEqual(copy.rows.finish(), again.rows.finish());
        assert.deepEqual(copy.capitals.finish(), again.capitals.finish());
        assert.deepEqual(copy.originals.finish(), again.originals.finish());
      }),
    );
  });

  test('are found by any text in them, whatever its case', () => {
    fc.assert(
      fc.property(names, needle, fc.constantFrom(...stores), (items, wanted, open) => {
        const rows = foldedRows(
          items.map((item) => JSON.stringify(item)),
          open,
        );
        assert.deepEqual(
          namesContaining(rows, wanted),
          where(items, (item) => item.toLowerCase().includes(wanted)),
        );
      }),
      { numRuns: 500 },
    );
  });

  test('are found by their words', () => {
    const camel = fc
      .array(fc.constantFrom('get', 'Get', 'HTTP', 'Http', '2', '_', 'é', 'É', '\u212a', '"'), {
        maxLength: 5,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(camel, { maxLength: 14 }), (items) => {
        const collector = new WordCollector();
        for (const [row, item] of items.entries()) collector.add(item, row);
        const { words, starts, rows } = collector.finish();
        assert.deepEqual([...words].sort(), [...new Set(items.flatMap(splitWords))].sort());
        for (const [number, word] of words.entries()) {
          assert.deepEqual(
            [...rows.subarray(starts[number], starts[number + 1])],
            where(items, (item) => splitWords(item).includes(word)),
          );
        }
      }),
    );
  });

  test('are found whole, at first by looking and then by a table', () => {
    fc.assert(
      fc.property(names, fc.array(needle, { minLength: 12, maxLength: 12 }), (items, wanted) => {
        const rows = foldedRows(
          items.map((item) => JSON.stringify(item)),
          (bytes) => new MemoryBytes(bytes),
        );
        const index = new NameIndex(rows.rows);
        for (const name of [...wanted, ...items.map((item) => item.toLowerCase())]) {
          assert.deepEqual(
            index.find(JSON.stringify(name)),
            where(items, (item) => item.toLowerCase() === name),
          );
        }
      }),
    );
  });
});

describe('properties', () => {
  const leaf: fc.Arbitrary<PropertyValue> = fc.oneof(
    text,
    fc.integer({ min: -20, max: 20 }),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom(1e21, 0.1),
  );
  const value = fc.oneof(
    leaf,
    fc.array(leaf, { maxLength: 3 }),
    fc.dictionary(text, leaf, { maxKeys: 2, noNullPrototype: true }),
    fc.array(fc.array(leaf, { maxLength: 2 }), { maxLength: 2 }),
  );
  const properties: fc.Arbitrary<Properties> = fc.dictionary(
    fc.oneof(text, fc.constant('__proto__')),
    value,
    { maxKeys: 3, noNullPrototype: true },
  );

  test('are taken apart and put together', () => {
    fc.assert(
      fc.property(properties, (object) => {
        const json = JSON.stringify(object);
        const { keys, values, isNested } = splitProperties(json);
        const shape = JSON.parse(keys === '' ? '[0]' : `[0,${keys}]`) as Shape;
        assert.equal(JSON.stringify(joinProperties(shape, values)), json);
        const holdsObject = (part: PropertyValue): boolean =>
          Array.isArray(part) ? part.some(holdsObject) : typeof part === 'object' && part !== null;
        assert.equal(isNested, Object.values(object).some(holdsObject));
      }),
    );
  });

  test('that are no JSON, or not in its shortest form, are refused', () => {
    for (const json of ['', '[]', '{"a":1} ', '{"a": 1,"b":"2"', '{a:1}', '{"a":1}}']) {
      assert.throws(() => splitProperties(json), /not JSON/, json);
    }
  });

  test('are found by any text in a value, at any depth, and by no key', () => {
    const wanted = fc.oneof(
      needle,
      fc.constantFrom('null', 'ul', 'l', '1,', '",', 'e+21', 'true', '0', '\\n', '1f'),
    );
    fc.assert(
      fc.property(
        fc.array(properties, { maxLength: 8 }),
        wanted,
        fc.constantFrom(...stores),
        (objects, search, open) => {
          const split = objects.map((object) => splitProperties(JSON.stringify(object)));
          const rows = foldedRows(
            split.map(({ values }) => values),
            open,
          );
          const shapes = split.map(({ isNested }): Shape => [isNested ? 1 : 0]);
          const part = {
            properties: rows,
            shapes,
            nodeShapes: () => new ArrayInts(Int32Array.from(objects.keys())),
          };
          const expected = [...objects.keys()].filter((at) =>
            leavesOf(objects[at] ?? {}).some((each) => each.includes(search)),
          );
          assert.deepEqual(propertiesContaining(part, search), expected);
        },
      ),
      { numRuns: 1000 },
    );
  });

  function leavesOf(value: PropertyValue): string[] {
    if (Array.isArray(value)) return value.flatMap(leavesOf);
    if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
    return value === null ? [] : [String(value).toLowerCase()];
  }
});
