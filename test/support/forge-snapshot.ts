/** Snapshots as somebody else might have written them: other contents under checksums that are right. */
import { checksumOf } from '../../src/code/snapshot/checksum.js';
import { layOut, readHeader, sectionLead, writeHeader } from '../../src/code/snapshot/format.js';

const DOCUMENT_END = '}\n';

function valuesOf(snapshot: Buffer): Map<string, Buffer> {
  const bodyStart = snapshot.indexOf('\n') + 1;
  const header = readHeader(snapshot.toString('utf8', 0, bodyStart));
  if (typeof header === 'string') throw new Error(header);
  return new Map(
    [...header.sections].map(([name, { offset, length }]) => {
      return [name, snapshot.subarray(bodyStart + offset, bodyStart + offset + length)];
    }),
  );
}

export function sectionNames(snapshot: Buffer): string[] {
  return [...valuesOf(snapshot).keys()];
}

/** The snapshot with one section's value replaced. */
export function withSection(snapshot: Buffer, name: string, value: string): Buffer {
  const values = [...valuesOf(snapshot).set(name, Buffer.from(value))];
  const header = layOut(
    values.map(([each, bytes]) => ({ name: each, length: bytes.length, checksum: checksumOf(bytes) })),
  );
  const body = values.flatMap(([each, bytes], at) => [Buffer.from(sectionLead(each, at === 0)), bytes]);
  return Buffer.concat([Buffer.from(writeHeader(header)), ...body, Buffer.from(DOCUMENT_END)]);
}
