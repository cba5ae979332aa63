/**
 * A file that is read piece by piece while it stays open: whatever takes its place under its name, it remains what it was.
 * It is closed when nobody holds it any more, since a view made from it may outlive everything else.
 */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { describeError } from '../../kernel/errors.js';
import { SnapshotDamage } from './damage.js';

const forgotten = new FinalizationRegistry<number>((fd) => closeSync(fd));

export class SharedFile {
  readonly bytes: number;
  readonly isFile: boolean;
  private readonly identity: string;
  private fd: number | undefined;

  /** Throws the system's error when the file cannot be opened. Never waits, whatever lies at the path. */
  constructor(path: string) {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    this.fd = fd;
    forgotten.register(this, fd, this);
    const stat = fstatSync(fd);
    this.isFile = stat.isFile();
    this.bytes = stat.size;
    this.identity = `${stat.dev}:${stat.ino}`;
  }

  /** Whether it still lies there, and nothing has taken its place. */
  isAt(path: string): boolean {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat !== undefined && `${stat.dev}:${stat.ino}` === this.identity;
  }

  /** `length` bytes from `offset` on. */
  read(offset: number, length: number): Buffer {
    return this.readInto(Buffer.allocUnsafeSlow(length), offset);
  }

  /** Fills the buffer from `offset` on and returns it. */
  readInto(buffer: Buffer, offset: number): Buffer {
    if (this.fd === undefined) throw new Error('the snapshot was closed');
    let done = 0;
    while (done < buffer.length) {
      const count = this.readSome(this.fd, buffer.subarray(done), offset + done);
      if (count === 0) throw new SnapshotDamage(`the file ends at byte ${offset + done}`);
      done += count;
    }
    return buffer;
  }

  private readSome(fd: number, buffer: Buffer, offset: number): number {
    try {
      return readSync(fd, buffer, 0, buffer.length, offset);
    } catch (error) {
      throw new SnapshotDamage(`it cannot be read at byte ${offset} (${describeError(error)})`, {
        cause: error,
      });
    }
  }

  close(): void {
    if (this.fd === undefined) return;
    forgotten.unregister(this);
    closeSync(this.fd);
    this.fd = undefined;
  }
}
