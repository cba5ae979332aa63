/**
 * Memories on the code they touch, over a small repository with a history: what has changed and what is gone is told by shape
 * and colour in the picture, and in words beside it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { DOCK } from '../support/dock.js';
import { ExplorerPage, launchBrowser } from '../support/explorer.js';
import { GitProject } from '../support/git-project.js';
import { TestMemoryServer } from '../support/memory-server.js';
import { createWorkFolder } from '../support/run-bin.js';

const work = createWorkFolder('explorer-bridge');
const yard = new GitProject({ 'src/yard/dock.py': DOCK });
let server: TestMemoryServer;
let browser: Browser;

before(async () => {
  [server, browser] = await Promise.all([TestMemoryServer.start(work.path), launchBrowser(), yard.index()]);
  await remember('tides', 'Spring tides flood over the gates', 'dock.flood');
  await remember('pumps', 'Two pumps are too weak', 'dock.drain');
  await remember('toxic', 'The old paint is toxic', 'src/yard/dock.py::paint');
  const [kept = ''] = DOCK.split('\n\n\ndef paint');
  yard.write('src/yard/dock.py', `${kept.replace('dock.level > 0', 'dock.level > 0.1 and pumps')}\n`);
  yard.commit('drain without the last inch, paint no more');
  await yard.index();
});

after(async () => {
  await browser?.close();
  await server?.stop();
  yard.remove();
  work.remove();
});

async function remember(id: string, gist: string, touch: string): Promise<void> {
  const node = { level: 'project', id, gist, touches: [touch], project_path: yard.root };
  const { status, body } = await server.fetch('POST', '/api/nodes', node);
  assert.equal(status, 200);
  assert.equal((body.code as { readonly anchored: readonly unknown[] }).anchored.length, 1);
}

async function see(use: (explorer: ExplorerPage) => Promise<void>): Promise<void> {
  const explorer = await ExplorerPage.open(browser, `${server.url}/viz/?project=${yard.root}`);
  await use(explorer);
  await explorer.close();
}

describe('memories in the picture of the code', () => {
  it('tells apart what is as it was, what changed and what is gone', () =>
    see(async (explorer) => {
      const legend = explorer.page.getByRole('list', { name: 'Memories and their code' });
      const rows = await legend.getByRole('listitem').allTextContents();
      assert.deepEqual(rows, [
        'As it was remembered1',
        'Code went elsewhere0',
        'Code has changed1',
        'Perhaps elsewhere0',
        'Code is gone1',
      ]);
      await explorer.matches('memory-states-light');
    }));

  it('says at the memory what has become of its code', () =>
    see(async (explorer) => {
      await explorer.find('pumps', /^pumps/);
      assert.match(
        await explorer.panel('Node'),
        /dock\.drain — changed since \d{4}-\d\d-\d\d \(about \d+ %\)/,
      );
      assert.deepEqual(await explorer.listed('Node'), ['drain']);
      await explorer.find('toxic', /^toxic/);
      assert.match(await explorer.panel('Node'), /src\/yard\/dock\.py::paint — gone/);
      await explorer.find('tides', /^tides/);
      assert.doesNotMatch(await explorer.panel('Node'), /changed|gone/);
    }));

  it('lists what is to be looked at again, the worst first', () =>
    see(async (explorer) => {
      await explorer.page.getByRole('button', { name: 'Stale memories' }).click();
      assert.match(
        await explorer.panel('Answer'),
        /2 memories\..*Code is gone 1toxicgone.*Code has changed 1pumpschanged/,
      );
      await explorer.settled();
      await explorer.page.reload();
      await explorer.settled();
      assert.deepEqual(await explorer.listed('Answer'), ['toxic', 'pumps']);
    }));

  it('says at the code what is remembered, and whether that still holds', () =>
    see(async (explorer) => {
      await explorer.find('drain', /^drain\s*Function/);
      assert.match(await explorer.panel('Node'), /Remembered by 1pumpschanged since/);
    }));

  it('hands the states on', () =>
    see(async ({ page }) => {
      await page.getByText('Export', { exact: true }).click();
      const waiting = page.waitForEvent('download');
      await page.getByRole('button', { name: 'GraphML' }).click();
      const graphml = readFileSync(await (await waiting).path(), 'utf8');
      const states = [...graphml.matchAll(/<node id="memory:project\/(\w+)">.*<data key="state">(\w+)</g)];
      assert.deepEqual(
        states.map(([, id, state]) => [id, state]),
        [
          ['tides', 'sound'],
          ['pumps', 'changed'],
          ['toxic', 'gone'],
        ],
      );
      const edges = [
        ...graphml.matchAll(/<edge source="memory:project\/(\w+)".*<data key="edgeState">(\w+)</g),
      ];
      assert.deepEqual(
        edges.map(([, id, state]) => [id, state]),
        [['pumps', 'changed']],
      );
    }));
});
