/** The inside of a section as bytes that stay on the disk. The section is checked once, when it is first touched. */
import type { ByteStore } from '../graph/bytes.js';
import { lazy } from '../graph/lazy.js';
import type { Sections } from './sections.js';

const PEEK_BYTES = 1 << 18;

export class FileBytes implements ByteStore {
  readonly length: number;
  readonly peekBytesMax = PEEK_BYTES;
  private readonly scratch = lazy(() => Buffer.allocUnsafeSlow(PEEK_BYTES));
  private readonly checked = lazy(() => [...this.sections.check(this.name)].length);

  /** The value between its first and last byte, which are quotes or brackets. */
  constructor(
    private readonly sections: Sections,
    private readonly name: string,
  ) {
    this.length = sections.place(name).length - 2;
  }

  slice(from: number, to: number): Buffer {
    this.checked();
    return this.sections.readPart(this.name, 1 + from, to - from);
  }

  peek(from: number, to: number): Buffer {
    if (to - from > PEEK_BYTES) return this.slice(from, to);
    this.checked();
    return this.sections.readInto(this.name, 1 + from, this.scratch().subarray(0, to - from));
  }

  text(from: number, to: number): string {
    return this.slice(from, to).toString('utf8');
  }
}
