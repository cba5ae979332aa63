/**
 * The host's record of a conversation, of which two things are asked: how long it is, and which session of ours it last saw.
 * Only its end is read, and only our own marks are looked for; what is no ordinary file is not there.
 */
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { systemErrorCode } from '../../../kernel/errors.js';

// A preload of a long conversation lies far from its end; more is not worth the wait.
const TAIL_BYTES = 4_000_000;
// In the header of a preload or of the note of a resumed session, and at the foot of a full read, as JSON writes its line end.
const MARK = /session_id: ([0-9a-f]{8}) \(pass it|\\n\\nSession: ([0-9a-f]{8})(?=\\n|")/g;

/** Its size; `undefined` when it is not there. */
export async function transcriptBytes(file: string | undefined): Promise<number | undefined> {
  if (file === undefined) return undefined;
  try {
    const stats = await stat(file);
    return stats.isFile() ? stats.size : undefined;
  } catch (error) {
    return absent(error);
  }
}

/** The id of the last session of ours that it shows; whether that is alive is the memory's to say. */
export async function lastSessionIn(file: string | undefined): Promise<string | undefined> {
  const bytes = await transcriptBytes(file);
  if (file === undefined || bytes === undefined) return undefined;
  try {
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const length = Math.min(bytes, TAIL_BYTES);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, bytes - length);
      const marks = [...buffer.toString('utf8', 0, bytesRead).matchAll(MARK)];
      const last = marks.at(-1);
      return last?.[1] ?? last?.[2];
    } finally {
      await handle.close();
    }
  } catch (error) {
    return absent(error);
  }
}

function absent(error: unknown): undefined {
  if (systemErrorCode(error) === undefined) throw error;
  return undefined;
}
