/**
 * Whether the client is still there. It is gone when stdin ends, when stdout is closed, on signals, and when the parent
 * process is gone: clients get killed too, and a server that waits on a pipe whose other end somebody else holds would wait
 * for ever. Nothing is ended here.
 */
import type { Writable } from 'node:stream';

const PARENT_CHECK_MS = 2_000;
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface ClientWatch {
  /** Resolves, with the reason, once nobody asks any more. */
  readonly gone: Promise<string>;
  /** Resolves, with the reason, once nobody waits for answers either. */
  readonly lost: Promise<string>;
}

/** To be called first of all: a client may be gone soon. */
export function watchClient(stdout: Writable): ClientWatch {
  const lost = clientIsLost(stdout);
  const isSilent = new Promise<string>((resolve) => {
    process.stdin.once('end', () => resolve('stdin ended'));
    process.stdin.once('close', () => resolve('stdin closed'));
  });
  return { gone: Promise.race([isSilent, lost]), lost };
}

function clientIsLost(stdout: Writable): Promise<string> {
  return new Promise((resolve) => {
    stdout.once('error', (error) => resolve(`stdout: ${error.message}`));
    for (const signal of END_SIGNALS) process.on(signal, () => resolve(signal));
    const parent = process.ppid;
    const check = () => {
      if (!isAlive(parent)) resolve('the parent process is gone');
    };
    setInterval(check, PARENT_CHECK_MS).unref();
  });
}

/** An orphan gets another parent; on Windows it keeps the number of the one that is gone. */
function isAlive(parent: number): boolean {
  if (process.ppid !== parent) return false;
  try {
    process.kill(parent, 0);
    return true;
  } catch (error) {
    // EPERM says that it lives and is not ours.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
