/**
 * Starts the memory server by the command that starts it for people, which knows all the rest: that several start it at once,
 * that an older one runs, that somebody else has the port. What it has to say against it is handed on.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { KgError } from '../kernel/errors.js';
import { isFields, parseJson } from './message.js';

// What counts is the last line.
const SAID_CHARS_MAX = 20_000;

/** Resolves when the command has ended: with nothing when a server runs then, else with the reason. Never rejects. */
export function startServer(): Promise<KgError | undefined> {
  const program = fileURLToPath(new URL('../bin/kg-memory.cjs', import.meta.url));
  return new Promise((done) => {
    // Whoever started us may end us, and all that belongs to us, while the server is not up yet.
    const child = spawn(process.execPath, [program, 'server', 'start', '--json'], {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      windowsHide: true,
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      said = `${said}${part}`.slice(-SAID_CHARS_MAX);
    });
    child.once('error', ({ message }) => done(notStarted(message)));
    child.once('close', (code) => done(code === 0 ? undefined : reasonIn(said)));
    child.unref();
  });
}

/** The error that the command has printed as its last line. */
function reasonIn(said: string): KgError {
  const [last = ''] = said.trimEnd().split('\n').slice(-1);
  const { error } = Object(parseJson(last)) as { readonly error?: unknown };
  const { message, hint } = isFields(error) ? error : {};
  if (typeof message !== 'string') return notStarted(last);
  return new KgError('not-healthy', message, typeof hint === 'string' ? { hint } : {});
}

function notStarted(why: string): KgError {
  return new KgError('not-healthy', `the memory server cannot be started: ${why.slice(0, 300)}`, {
    hint: 'kg-memory server start, typed in a terminal, says more.',
  });
}
