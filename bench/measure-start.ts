/** How long a server lets its client wait: the first reply, the first answer after a warm start, a saved file. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { indexCold } from './measure-index.js';
import { measureBareNode, median, quantile } from './processes.js';
import { judged, milliseconds, type Row, shown, times } from './rows.js';
import { StdioClient } from './stdio-client.js';

const FIRST_REPLY_MAX = 2.0;
// A short measurement on a shared machine scatters: more runs of it.
const RUNS_FACTOR = 3;
// An edit that no tool shows by then is a fault, not a slow answer.
const VISIBLE_MAX_MS = 10_000;
// Of the table "Numbers to reach"'s section on freshness: linking runs in slices.
const PING_MAX_MS = 50;
// Each question is work of its own; what is measured is the work of the burst.
const BURST_PAUSE_MS = 500;
// Asking without a pause would take the processor from the server that is to re-index.
const PAUSE_MS = 5;

/** A tree to serve. `warmLimit` is in bare starts, `changeLimitMs` in milliseconds. */
export interface ServedTree {
  readonly root: string;
  readonly files: number;
  readonly warmLimit: number;
  readonly changeLimitMs: number;
}

/** Start of the process to the reply to `initialize`, and to the first answer of kg_search, on an indexed tree. */
export async function measureStart(
  { root, files, warmLimit }: ServedTree,
  runs: number,
): Promise<readonly Row[]> {
  indexCold(root);
  await startServer(root); // writes the code cache that every later start uses
  const bare: number[] = [];
  const replies: number[] = [];
  const answers: number[] = [];
  for (let run = 0; run < runs * RUNS_FACTOR; run += 1) {
    bare.push(measureBareNode());
    const { replyMs, answerMs } = await startServer(root);
    replies.push(replyMs);
    answers.push(answerMs);
  }
  const [bareMs, replyMs, answerMs] = [median(bare), median(replies), median(answers)];
  const beside = `${milliseconds(bareMs)} for node -e 0`;
  return [
    judged(
      `start → first reply, ${files} files`,
      replyMs / bareMs,
      FIRST_REPLY_MAX,
      times,
      `${milliseconds(replyMs)}, ${beside}`,
    ),
    judged(
      `warm start → first kg_search answer, beyond the first reply, ${files} files`,
      (answerMs - replyMs) / bareMs,
      warmLimit,
      times,
      `${milliseconds(answerMs)} in all, ${beside}`,
    ),
  ];
}

async function startServer(root: string): Promise<{ replyMs: number; answerMs: number }> {
  const started = performance.now();
  const client = new StdioClient(root);
  await client.initialize();
  const replyMs = performance.now() - started;
  await client.call('kg_search', { query: 'OrderLine' });
  const answerMs = performance.now() - started;
  await client.close();
  return { replyMs, answerMs };
}

/** A function is added to a file, until a search shows it; then to each file of a burst, while pings are sent. */
export async function measureChange(
  { root, files, changeLimitMs }: ServedTree,
  { edited, burst }: { readonly edited: readonly string[]; readonly burst: readonly string[] },
): Promise<readonly Row[]> {
  indexCold(root);
  const client = new StdioClient(root);
  await client.initialize();
  await client.call('kg_search', { query: 'OrderLine' });
  const searched: number[] = [];
  const inContext: number[] = [];
  for (const [index, path] of edited.entries()) {
    searched.push(await untilShown(client, root, path, `glaze_${index}`, 'kg_search'));
    inContext.push(await untilShown(client, root, path, `frost_${index}`, 'kg_context'));
  }
  const pings = await pingThroughBurst(client, root, burst);
  await client.close();
  return [
    judged(
      `saved file → visible to kg_search, ${files} files`,
      median(searched),
      changeLimitMs,
      milliseconds,
      `median of ${searched.length} edits`,
    ),
    shown(
      `saved file → visible to kg_search, the first after a start, ${files} files`,
      milliseconds(searched[0] ?? Number.NaN),
      'saved right after the first answer',
    ),
    shown(
      `saved file → visible in its kg_context, ${files} files`,
      milliseconds(median(inContext)),
      'asked without a pause',
    ),
    judged(
      `longest ping while ${burst.length} changed files are taken in, ${files} files`,
      Math.max(...pings),
      PING_MAX_MS,
      milliseconds,
      `${pings.length} pings, p99 ${milliseconds(quantile(pings, 0.99))}`,
    ),
  ];
}

/** Saves many files at once and pings until all of them are shown; gives how long each ping took. */
async function pingThroughBurst(
  client: StdioClient,
  root: string,
  burst: readonly string[],
): Promise<readonly number[]> {
  for (const path of burst) appendFileSync(join(root, path), '\n\ndef rush():\n    return None\n');
  const all = `Hits (${burst.length.toLocaleString('en')})`;
  let isShown = false;
  const shown = (async () => {
    while (!isShown) {
      isShown = (await client.call('kg_search', { query: 'rush', limit: 1 })).includes(all);
      await pause(BURST_PAUSE_MS);
    }
  })();
  const pings: number[] = [];
  while (!isShown) {
    pings.push(await client.ping());
    await pause(PAUSE_MS);
  }
  await shown;
  return pings;
}

async function untilShown(
  client: StdioClient,
  root: string,
  path: string,
  name: string,
  tool: 'kg_search' | 'kg_context',
): Promise<number> {
  appendFileSync(join(root, path), `\n\ndef ${name}():\n    return None\n`);
  const saved = performance.now();
  const args = tool === 'kg_search' ? { query: name, limit: 1 } : { file_path: path, max_tokens: 20_000 };
  for (;;) {
    const text = await client.call(tool, args);
    const waited = performance.now() - saved;
    // Its id or its signature; the name alone is in every answer that echoes the question.
    if (text.includes(`.${name}`) || text.includes(`def ${name}(`)) return waited;
    if (waited > VISIBLE_MAX_MS) return Number.POSITIVE_INFINITY;
    await pause(PAUSE_MS);
  }
}
