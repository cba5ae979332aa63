/**
 * A server that links a large project still answers: pings that are sent while it links are answered before it has ended. The
 * order of replies says so; no time is measured.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { generateTree } from '../../bench/generate.js';
import { McpSession } from '../support/mcp-session.js';
import { createWorkFolder } from '../support/run-bin.js';

const FILES = 200;
const work = createWorkFolder('ping');
after(() => work.remove());

test('pings are answered between two slices of linking, at the first index and when all is linked again', async (t) => {
  const root = join(work.path, 'project');
  mkdirSync(root);
  generateTree(root, FILES);
  const session = new McpSession({ cwd: root, home: work.path });
  t.after(() => session.close());
  await session.open();
  for (const name of ['kg_search', 'kg_reindex']) {
    const answered = await pingsAnsweredWhileLinking(session, name);
    assert.ok(answered >= 3, `${name}: ${answered} pings were answered while it linked`);
  }
});

/** Calls a tool that waits for the index, and meanwhile pings and asks for the phase; gives how many pings linking let through. */
async function pingsAnsweredWhileLinking(session: McpSession, name: string): Promise<number> {
  let isDone = false;
  let answered = 0;
  const ended = session.call(name, name === 'kg_search' ? { query: 'order' } : {}).finally(() => {
    isDone = true;
  });
  let wasLinking = false;
  while (!isDone) {
    await session.ask('ping');
    const isLinking = /Phase: linking/.test((await session.call('kg_status', { max_tokens: 500 })).text);
    if (wasLinking && isLinking) answered++;
    wasLinking = isLinking;
  }
  await ended;
  return answered;
}
