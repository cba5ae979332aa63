/**
 * The entry of `kg-memory hook <event>`: a payload on stdin, one complete JSON document or nothing on stdout, exit code 0
 * whatever happens, all within a second of the start of the process. Hosts erase a prompt whose hook exits with 2, and show
 * the model half a document as it is.
 *
 * It is a bundle of its own and loads nothing it does not need: it runs with every prompt and every look of the agent.
 */
import { writeSync } from 'node:fs';
import { loadMemoryConfig } from '../config/memory-config.js';
import { environment } from '../config.js';
import { systemClock } from '../kernel/clock.js';
import { carry } from './courier.js';
import { EVENTS } from './events.js';
import { readFields } from './fields.js';

// Of a second, what starting and ending a process takes on a slow machine is not ours to spend.
const END_AT_MS = 900;
const STDIN_CHARS_MAX = 64_000_000;
const STDOUT = 1;

/** Ends the process; nothing that is still going on matters. */
function end(line = ''): never {
  try {
    if (line !== '') writeSync(STDOUT, line);
  } catch {
    // Nobody reads it.
  }
  process.exit(0);
}

async function readStdin(): Promise<string> {
  const parts: string[] = [];
  let chars = 0;
  process.stdin.setEncoding('utf8');
  for await (const part of process.stdin) {
    chars += part.length;
    if (chars > STDIN_CHARS_MAX) return '';
    parts.push(part);
  }
  return parts.join('');
}

async function main(): Promise<void> {
  const event = Object.hasOwn(EVENTS, process.argv[3] ?? '') ? EVENTS[process.argv[3] ?? ''] : undefined;
  if (event === undefined) end();
  const left = Math.max(0, END_AT_MS - systemClock.elapsed());
  // A start of the server has to say something when time is up; all else may be silent then.
  const ending = new AbortController();
  setTimeout(() => ending.abort(), Math.max(0, left - (event.isStart === true ? 50 : 0))).unref();
  setTimeout(end, left);
  const env = environment();
  const config = loadMemoryConfig({ flags: {}, env, cwd: process.cwd() });
  const fields = readFields(await readStdin(), env.CLAUDE_PROJECT_DIR ?? process.cwd());
  if (fields === undefined) end();
  end(await carry(event, fields, await config, ending.signal));
}

process.on('uncaughtException', () => end());
process.on('unhandledRejection', () => end());
void main().catch(() => end());
