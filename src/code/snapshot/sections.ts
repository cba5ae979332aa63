/** Sections of an open snapshot: reads their values and compares the checksums. */
import { Checksum, checksumOf } from './checksum.js';
import { SnapshotDamage } from './damage.js';
import type { Header, Place } from './format.js';
import type { SharedFile } from './shared-file.js';

// One piece of what is looked at and not kept.
const PIECE_BYTES = 1 << 18;
const QUOTE = 0x22;

export class Sections {
  constructor(
    private readonly file: SharedFile,
    private readonly header: Header,
    /** Where the second line starts. */
    private readonly bodyStart: number,
  ) {}

  names(): Iterable<string> {
    return this.header.sections.keys();
  }

  place(name: string): Place {
    const place = this.header.sections.get(name);
    if (place === undefined) throw new SnapshotDamage(`it has no section ${name}`);
    return place;
  }

  /** The value of a section, whole and checked. */
  read(name: string): Buffer {
    const { offset, length, checksum } = this.place(name);
    const value = this.file.read(this.bodyStart + offset, length);
    if (checksumOf(value) !== checksum) throw damaged(name);
    return value;
  }

  /** The value of a section, parsed. */
  json(name: string): unknown {
    const text = this.read(name).toString('utf8');
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new SnapshotDamage(`section ${name} is no JSON`, { cause: error });
    }
  }

  /** The same, if it is what it must be. */
  jsonOf<T>(name: string, isRight: (value: unknown) => value is T): T {
    const value = this.json(name);
    if (!isRight(value)) throw new SnapshotDamage(`section ${name} is not what it must be`);
    return value;
  }

  /** What a section's value, a JSON string, says. `decode` may throw anything. */
  decode<T>(name: string, decode: (bytes: Buffer) => T): T {
    const value = this.content(name, QUOTE, QUOTE);
    try {
      return decode(value);
    } catch (error) {
      throw new SnapshotDamage(`section ${name} cannot be read`, { cause: error });
    }
  }

  /** What stands between the first and the last byte of a section's value, which must be these. */
  content(name: string, first: number, last: number): Buffer {
    const value = this.read(name);
    if (value.length < 2 || value[0] !== first || value.at(-1) !== last) {
      throw new SnapshotDamage(`section ${name} is not what it must be`);
    }
    return value.subarray(1, value.length - 1);
  }

  /** Bytes of a section's value, unchecked. */
  readPart(name: string, from: number, length: number): Buffer {
    if (from < 0 || length < 0 || from + length > this.place(name).length) {
      throw new SnapshotDamage(`section ${name} has no byte ${from + length}`);
    }
    return this.file.read(this.bodyStart + this.place(name).offset + from, length);
  }

  /** The same into a buffer. */
  readInto(name: string, from: number, buffer: Buffer): Buffer {
    return this.file.readInto(buffer, this.bodyStart + this.place(name).offset + from);
  }

  /** Reads a section without keeping it and compares its checksum, in steps. Throws a `SnapshotDamage`. */
  *check(name: string): Generator<void> {
    const { length, checksum } = this.place(name);
    const sum = new Checksum();
    const piece = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, length));
    for (let from = 0; from < length; from += PIECE_BYTES) {
      const part = piece.subarray(0, Math.min(PIECE_BYTES, length - from));
      sum.update(this.readInto(name, from, part));
      yield;
    }
    if (sum.digest() !== checksum) throw damaged(name);
  }
}

function damaged(name: string): SnapshotDamage {
  return new SnapshotDamage(`section ${name} is damaged`);
}
