/**
 * The entry of `kg-memory connect`: MCP on stdin and stdout for clients, carried to the memory server over HTTP. It loads
 * nothing it does not need, since a client starts one for each window. stdout belongs to the protocol; what else there is to
 * say goes to stderr. Wrong settings do not end it: every request is answered with what is wrong.
 */
import { loadMemoryConfig } from '../config/memory-config.js';
import { environment } from '../config.js';
import { systemClock } from '../kernel/clock.js';
import { createLog } from '../kernel/log.js';
import { printable } from '../kernel/text.js';
import { watchClient } from '../serve/client-watch.js';
import { idIn } from '../serve/line-faults.js';
import { LineSplitter } from '../serve/line-splitter.js';
import { Connector } from './connector.js';
import { unreadable } from './failure-answer.js';
import { INVALID_REQUEST } from './message.js';
import { ServerLink } from './server-link.js';
import { startServer } from './start-server.js';

// What the server takes; a longer one would be refused when it is on its way.
const MESSAGE_BYTES_MAX = 1_048_576;
const HUNG_WAIT_MS = 10_000;
const START_WAIT_MS = 25_000;
const QUIET_MS = 10_000;
// A client that has sent its last message may still read, as in a pipe.
const ANSWER_MAX_MS = 10_000;

async function main(): Promise<void> {
  const [wrong] = process.argv.slice(3);
  if (wrong !== undefined) {
    process.stderr.write(`error: kg-memory connect takes no argument "${printable(wrong)}"; see --help\n`);
    process.exitCode = 2;
    return;
  }
  if (process.stdin.isTTY) process.stderr.write('kg-memory connect waits for an MCP client on stdin\n');
  const client = watchClient(process.stdout);
  const log = createLog('normal');
  const link = new ServerLink({
    loadConfig: () => loadMemoryConfig({ flags: {}, env: environment(), cwd: process.cwd() }),
    start: startServer,
    clock: systemClock,
    log,
    hungWaitMs: HUNG_WAIT_MS,
    startWaitMs: START_WAIT_MS,
  });
  const connector = new Connector({ link, write, log, quietMs: QUIET_MS });
  const lines = new LineSplitter(MESSAGE_BYTES_MAX, {
    onLine: (line) => connector.take(line),
    onTooLong: (head, tail) => void write(`${JSON.stringify(tooLong(head, tail))}\n`),
  });
  process.stdin.on('data', (chunk: Buffer) => lines.add(chunk)).on('end', () => lines.end());
  process.stdin.on('error', (error) => log.error(`stdin: ${error.message}`));
  // The server is up sooner when it is not waited for to be asked. Why it is not, whoever asks is told.
  link.place().catch(() => undefined);
  await client.gone;
  await Promise.race([connector.whenIdle(), client.lost, after(ANSWER_MAX_MS)]);
  process.exit(0);
}

function tooLong(head: string, tail: string) {
  const message = `Invalid request: a message of more than ${MESSAGE_BYTES_MAX} bytes was not read; write less at once`;
  return unreadable({ id: idIn(head, tail), code: INVALID_REQUEST, message });
}

/** Resolves whatever comes of it: that nobody reads any more is found out elsewhere. */
function write(line: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(line, () => resolve());
  });
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

void main();
