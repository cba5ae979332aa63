/**
 * Many small tables of integers in one piece of memory. An array outside of the heap costs some 300 bytes beside what it holds, for
 * V8 and for the allocator; the index of a small file has two dozen of ten integers each, so what they cost alone was more than
 * all they hold. Views of one buffer are read as fast as arrays of their own.
 */

/** Tables by name, 32 bits and 8 bits each entry. */
export interface Tables<Ints extends string, Bytes extends string> {
  readonly ints: Readonly<Record<Ints, ArrayLike<number>>>;
  readonly bytes: Readonly<Record<Bytes, ArrayLike<number>>>;
}

/** Copies them into one buffer. */
export function packed<Ints extends string, Bytes extends string>({
  ints,
  bytes,
}: Tables<Ints, Bytes>): Record<Ints, Int32Array> & Record<Bytes, Uint8Array> {
  const buffer = new ArrayBuffer(lengthOf(ints) * Int32Array.BYTES_PER_ELEMENT + lengthOf(bytes));
  const views: Record<string, Int32Array | Uint8Array> = {};
  let at = 0;
  for (const name in ints) {
    const view = new Int32Array(buffer, at, ints[name].length);
    view.set(ints[name]);
    views[name] = view;
    at += view.byteLength;
  }
  for (const name in bytes) {
    const view = new Uint8Array(buffer, at, bytes[name].length);
    view.set(bytes[name]);
    views[name] = view;
    at += view.byteLength;
  }
  return views as Record<Ints, Int32Array> & Record<Bytes, Uint8Array>;
}

function lengthOf(tables: Readonly<Record<string, ArrayLike<number>>>): number {
  let length = 0;
  for (const name in tables) length += tables[name]?.length ?? 0;
  return length;
}
