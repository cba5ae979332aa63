/** Indexes that nobody uses are given up when there are too many, and only then. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileIndex } from '../../../src/code/resolve/file-index.js';
import { type Holder, IndexShelf } from '../../../src/code/resolve/index-shelf.js';

/** A loaf of that many instructions. */
class Loaf implements Holder {
  isUsed = true;
  isHeld = true;

  constructor(readonly length: number) {}

  giveUpIndex(): number {
    const isLeft = this.isHeld && !this.isUsed;
    this.isUsed = false;
    if (isLeft) this.isHeld = false;
    return isLeft ? this.length : 0;
  }
}

test('beyond the limit a sweep takes what was not used since the one before it', () => {
  const shelf = new IndexShelf(100);
  const loaves: Loaf[] = [];
  const bake = (length: number): void => {
    shelf.add({ code: new Int32Array(length) } as FileIndex);
    loaves.push(new Loaf(length));
    shelf.sweep(loaves);
  };
  const held = (): number => loaves.filter(({ isHeld }) => isHeld).length;
  bake(60);
  bake(40);
  assert.equal(held(), 2, 'within the limit nothing is looked at');
  bake(20);
  assert.equal(held(), 3, 'the first sweep finds all in use');
  for (const loaf of loaves.slice(1)) loaf.isUsed = true;
  bake(10);
  assert.equal(held(), 4, 'not before some more have come');
  bake(20);
  assert.deepEqual(
    loaves.map(({ isHeld }) => isHeld),
    [false, true, true, true, true],
  );
});

test('when far too many came before the first sweep, those in use are given up too', () => {
  const shelf = new IndexShelf(100);
  const loaves = [90, 90, 90].map((length) => {
    shelf.add({ code: new Int32Array(length) } as FileIndex);
    return new Loaf(length);
  });
  shelf.sweep(loaves);
  assert.deepEqual(
    loaves.map(({ isHeld }) => isHeld),
    [false, false, false],
  );
});
