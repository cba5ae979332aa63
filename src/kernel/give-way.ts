/**
 * A thread that gives way to all others of the process: where there are as many threads as processors, whoever answers questions
 * would else wait for its turn among those that parse. Linux knows a priority for each thread; elsewhere it is that of the whole
 * process and stays as it is.
 */
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';

/** Has the thread that calls it, none but a worker, give way; whether it does. */
export function giveWay(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const thread = Number(path.basename(readlinkSync('/proc/thread-self')));
    if (thread === process.pid) return false;
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
    return true;
  } catch {
    // Without /proc, or where that is forbidden, it is a thread like the others.
    return false;
  }
}
