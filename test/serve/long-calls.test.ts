/** Calls that take a while, on the real server: waiting for the first index, progress, and taking a call back. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { McpSession, type Message } from '../support/mcp-session.js';
import { createWorkFolder } from '../support/run-bin.js';

// Enough for an index to be under way when the next message comes.
const FILES = 400;

const folder = createWorkFolder('long-calls');
const home = join(folder.path, 'home');
after(() => folder.remove());

/** A harbour of many ships that know each other. */
function makeFleet(name: string): string {
  const fleet = join(folder.path, name);
  mkdirSync(join(fleet, 'src', 'fleet'), { recursive: true });
  writeFileSync(join(fleet, 'src/fleet/__init__.py'), '');
  for (let ship = 0; ship < FILES; ship++) {
    const next = (ship + 1) % FILES;
    const methods = Array.from({ length: 20 }, (_, deck) => {
      return `    def deck_${deck}(self):\n        return Ship${next}().deck_${deck}()\n`;
    });
    const text = `from .ship_${next} import Ship${next}\n\n\nclass Ship${ship}:\n${methods.join('\n')}`;
    writeFileSync(join(fleet, `src/fleet/ship_${ship}.py`), text);
  }
  return fleet;
}

function progressOf(message: Message): { token: unknown; progress: number; total: number } | undefined {
  if (message.method !== 'notifications/progress') return undefined;
  const { progressToken, progress, total } = message.params ?? {};
  return { token: progressToken, progress: Number(progress), total: Number(total) };
}

for (const modern of [false, true]) {
  const era = modern ? '2026-07-28' : '2025-11-25';

  test(`a question before the first index waits and hears how far it is (${era})`, async () => {
    const session = new McpSession({ cwd: makeFleet(`first-${era}`), home, modern });
    await session.open();
    const { reply } = session.start('tools/call', {
      name: 'kg_relate',
      arguments: { node_id: 'Ship7.deck_3', direction: 'in', edge_types: ['calls'] },
      _meta: { progressToken: 'lookout' },
    });
    const [content] = ((await reply).result?.content ?? []) as readonly { text: string }[];
    assert.match(content?.text ?? '', /func:src\.fleet\.ship_6\.Ship6\.deck_3 --\[calls\]--> /);
    const reports = session.received.flatMap((message) => progressOf(message) ?? []);
    assert.ok(reports.length > 0);
    assert.ok(reports.every(({ token, progress, total }) => token === 'lookout' && progress <= total));
    const values = reports.map(({ progress }) => progress);
    assert.deepEqual(
      values,
      [...new Set(values)].sort((a, b) => a - b),
    );
    await session.close();
  });

  test(`who asks for no progress hears none (${era})`, async () => {
    const session = new McpSession({ cwd: makeFleet(`quiet-${era}`), home, modern });
    await session.open();
    await session.call('kg_search', { query: 'Ship7' });
    assert.deepEqual(
      session.received.flatMap((message) => progressOf(message) ?? []),
      [],
    );
    await session.close();
  });

  test(`a call that is taken back gets no reply, and the server goes on (${era})`, async () => {
    const session = new McpSession({ cwd: makeFleet(`back-${era}`), home, modern });
    await session.open();
    const reports = session.next((message) => progressOf(message)?.token === 'again');
    const { id } = session.start('tools/call', { name: 'kg_reindex', _meta: { progressToken: 'again' } });
    await reports;
    session.tell('notifications/cancelled', { requestId: id, reason: 'changed my mind' });
    const { text } = await session.call('kg_search', { query: 'Ship7', node_types: ['class'] });
    assert.match(text, /class:src\.fleet\.ship_7\.Ship7/);
    const before = session.received.length;
    await session.call('kg_status');
    assert.deepEqual(await session.close(), { code: 0, signal: null });
    assert.ok(session.received.length > before);
    assert.ok(session.received.every((message) => message.id !== id));
  });
}
