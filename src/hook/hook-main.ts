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

// Until the settings are read, which takes a moment; of a second, what starting and ending a process takes is not ours.
const END_AT_MS = 900;
// What it takes to say that time is up, on a machine that does much else.
const LAST_WORD_MS = 120;
// No clock ticks while a document is parsed: more would not be read in time.
const STDIN_CHARS_MAX = 16_000_000;
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
  const first = setTimeout(end, leftUntil(END_AT_MS));
  const env = environment();
  const config = await loadMemoryConfig({ flags: {}, env, cwd: process.cwd() });
  const { hookWaitMs } = config;
  clearTimeout(first);
  setTimeout(end, leftUntil(hookWaitMs));
  // A start of the server has to say something when time is up; all else is silent then.
  const ending = new AbortController();
  setTimeout(() => ending.abort(), leftUntil(hookWaitMs - LAST_WORD_MS)).unref();
  const fields = readFields(await readStdin(), env.CLAUDE_PROJECT_DIR ?? process.cwd());
  if (fields === undefined) end();
  end(await carry(event, fields, config, ending.signal));
}

/** Milliseconds until so many have gone since the process started. */
function leftUntil(ms: number): number {
  return Math.max(0, ms - systemClock.elapsed());
}

process.on('uncaughtException', () => end());
process.on('unhandledRejection', () => end());
void main().catch(() => end());
