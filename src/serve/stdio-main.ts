/**
 * The entry of `kg-memory-mcp`. In this order: stdout is claimed for the protocol, the client's handshake is answered, the
 * SDK is loaded and takes over, and the settings, the indexer and all they need come last. Bad settings or a bad root do
 * not end it: its tools say what is wrong, which is where the user looks.
 */
import { Writable } from 'node:stream';
import { createLog } from '../kernel/log.js';
import { watchClient } from './client-watch.js';
import { type Greeting, greet } from './greeting.js';
import { startWords } from './start-words.js';

// A handshake is a few hundred bytes. What is longer before its first line end is left to the SDK.
const HANDSHAKE_BYTES_MAX = 65_536;

const log = createLog('normal');

async function main(): Promise<void> {
  const words = startWords(process.argv.slice(2), process.stdin.isTTY);
  if (words.stderr !== undefined) process.stderr.write(words.stderr);
  if (words.exitCode !== undefined) {
    // Not process.exit: a pipe may not have taken the text yet.
    process.exitCode = words.exitCode;
    process.stdout.write(words.stdout ?? '');
    return;
  }
  const stdout = claimStdout();
  const client = watchClient(stdout.stream);
  const greeting = greet(await Promise.race([firstLine(), client.gone]));
  if (greeting !== undefined) stdout.answer(greeting);
  const { serveCodeGraph } = await import('./stdio.js');
  await serveCodeGraph({ openProject, stdout: stdout.stream, client, log });
  process.exit(0);
}

async function openProject() {
  const { openFromSettings } = await import('./open-project.js');
  return openFromSettings(log);
}

interface Claimed {
  /** Where the SDK writes. It errs when stdout does (EPIPE). */
  readonly stream: Writable;
  /** Writes the reply to a handshake, and holds back what the stream is given as reply to the same. */
  answer(greeting: Greeting): void;
}

/**
 * Takes stdout for the protocol. Whatever else is written to it, by us, a library or a warning of Node, goes to stderr from
 * now on.
 */
function claimStdout(): Claimed {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  let answered: Greeting | undefined;
  const stream = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      if (answered === undefined || !isReplyTo(answered, text)) write(text, done);
      else {
        answered = undefined;
        done();
      }
    },
  });
  process.stdout.on('error', (error) => stream.destroy(error));
  const answer = (greeting: Greeting) => {
    answered = greeting;
    write(`${JSON.stringify(greeting.reply)}\n`);
  };
  return { stream, answer };
}

/** The first line of stdin, which is put back; '' when there is none. */
function firstLine(): Promise<string> {
  const { stdin } = process;
  let read = Buffer.alloc(0);
  return new Promise((resolve) => {
    const stop = (line: string) => {
      stdin.off('data', take).off('end', end).pause();
      if (read.length > 0 && !stdin.readableEnded) stdin.unshift(read);
      resolve(line);
    };
    const take = (chunk: Buffer) => {
      read = Buffer.concat([read, chunk]);
      const length = read.indexOf('\n');
      if (length >= 0 || read.length > HANDSHAKE_BYTES_MAX)
        stop(read.toString('utf8', 0, Math.max(0, length)));
    };
    const end = () => stop('');
    stdin.on('data', take).on('end', end);
  });
}

function isReplyTo({ id }: Greeting, text: string): boolean {
  return (JSON.parse(text) as { id?: unknown }).id === id;
}

void main();
