/**
 * A file that is read piece by piece while it stays open: whatever takes its place under its name, it remains what it was.
 * It is closed when nobody holds it any more, since a view made from it may outlive everything else.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { SnapshotDamage } from './damage.js';

const forgotten = new FinalizationRegistry<number>((fd) => closeSync(fd));

export class SharedFile {
  readonly bytes: number;
  readonly isFile: boolean;
  private fd: number | undefined;

  /** Throws the system's error when the file cannot be opened. Never waits, whatever lies at the path. */
  constructor(path: string) {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    this.fd = fd;
    forgotten.register(this, fd, this);
    const stat = fstatSync(fd);
    this.isFile = stat.isFile();
    this.bytes = stat.size;
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
      const count = readSync(this.fd, buffer, done, buffer.length - done, offset + done);
      if (count === 0) throw new SnapshotDamage(`the file ends at byte ${offset + done}`);
      done += count;
    }
    return buffer;
  }

  close(): void {
    if (this.fd === undefined) return;
    forgotten.unregister(this);
    closeSync(this.fd);
    this.fd = undefined;
  }
}
