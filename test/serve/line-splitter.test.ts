/** Lines come out whole however the bytes come in, and one that is too long is told by its ends. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { LineSplitter } from '../../src/serve/line-splitter.js';

function split(bytesMax: number, chunks: readonly Buffer[]) {
  const lines: (string | readonly [head: string, tail: string])[] = [];
  const splitter = new LineSplitter(bytesMax, {
    onLine: (line) => lines.push(line),
    onTooLong: (head, tail) => lines.push([head, tail]),
  });
  for (const chunk of chunks) splitter.add(chunk);
  splitter.end();
  return lines;
}

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].sort(
    (a, b) => a - b,
  );
  return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end));
}

describe('lines', () => {
  it('are the same wherever the bytes are cut', () => {
    const lines = fc.array(fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll('\n', ' ')));
    fc.assert(
      fc.property(lines, fc.array(fc.nat()), (wanted, places) => {
        const chunks = cut(Buffer.from(wanted.map((line) => `${line}\n`).join('')), places);
        assert.deepEqual(split(1_000_000, chunks), wanted);
      }),
    );
  });

  it('that are too long are told by their ends, and the next one is whole', () => {
    const long = `head${'-'.repeat(5_000)}tail`;
    const bytes = Buffer.from(`rye\n${long}\nspelt\n${long}`);
    fc.assert(
      fc.property(fc.array(fc.nat()), (places) => {
        const [rye, first, spelt, last] = split(1_000, cut(bytes, places));
        assert.deepEqual([rye, spelt], ['rye', 'spelt']);
        assert.deepEqual(first, last);
        assert.deepEqual(first, [long.slice(0, 400), long.slice(-400)]);
      }),
    );
  });

  it('may lack their end', () => {
    assert.deepEqual(split(9, [Buffer.from('rye\nspel'), Buffer.from('t')]), ['rye', 'spelt']);
    assert.deepEqual(split(9, [Buffer.from('rye\n')]), ['rye']);
  });
});
