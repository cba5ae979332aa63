/** Starts the memory server behind the courier's back, by the command that starts it for people, which knows all the rest. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Lets go of it at once: whether it comes up is seen at its port. */
export function startServer(): void {
  const program = fileURLToPath(new URL('../bin/kg-memory.cjs', import.meta.url));
  const child = spawn(process.execPath, [program, 'server', 'start'], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  // That it cannot be started is found out as that nobody answers.
  child.on('error', () => child.unref());
  child.unref();
}
