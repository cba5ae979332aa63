/**
 * The nodes and open calls of linked files until the run is over: as objects some 250 bytes each. So beyond a limit they are
 * packed as they come, some twentieth of that outside of V8's heap, and are made again when somebody asks for them: one list at
 * a time, once, when the graph takes them in.
 *
 * Projects below the limit pay nothing. It shows in no answer.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** In rows: 50 MB. Projects of some 15,000 small files stay whole. */
const HELD_MAX = 200_000;

/** Lists are small: a large window would cost more than it saves. */
const PACKING = { level: 1, windowBits: 13, memLevel: 6 };

/** Gives the rows of a list, which is made anew each time when it is packed. */
export type Kept<Row> = () => readonly Row[];

export class RowShelf {
  readonly #max: number;
  readonly #pages = new BytePages();
  #held = 0;

  /** `max`: how many rows may be held as they are. */
  constructor(max = HELD_MAX) {
    this.#max = max;
  }

  /** Keeps a list of plain JSON values. */
  keep<Row>(rows: readonly Row[]): Kept<Row> {
    if (rows.length === 0 || this.#held + rows.length <= this.#max) {
      this.#held += rows.length;
      return () => rows;
    }
    return unpacked<Row>(this.#pages.copy(packed(rows)));
  }
}

function packed(rows: readonly unknown[]): Uint8Array {
  return deflateRawSync(JSON.stringify(rows), PACKING);
}

/** A function of its own: functions made in one place hold all that any of them names, the rows too. */
function unpacked<Row>(bytes: Uint8Array): Kept<Row> {
  return () => JSON.parse(inflateRawSync(bytes).toString()) as readonly Row[];
}

const PAGE_BYTES = 2 ** 18;

/**
 * Bytes of many lists, one behind the other. What zlib gives lies in a buffer of 16 KB, and a copy made by Node in one of 8 KB which
 * texts on their way to zlib fill, too: some five times what a list has.
 */
class BytePages {
  #page = new Uint8Array(0);
  #used = 0;

  copy(bytes: Uint8Array): Uint8Array {
    const end = this.#used + bytes.length;
    if (end > this.#page.length) return this.#copyToNext(bytes);
    this.#page.set(bytes, this.#used);
    const copied = this.#page.subarray(this.#used, end);
    this.#used = end;
    return copied;
  }

  #copyToNext(bytes: Uint8Array): Uint8Array {
    if (bytes.length > PAGE_BYTES) return Uint8Array.from(bytes);
    this.#page = new Uint8Array(PAGE_BYTES);
    this.#used = 0;
    return this.copy(bytes);
  }
}
