/** The explorer where there is no picture yet, and where there is too much for one. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { buildGraph } from '../../src/code/code-graph.js';
import { writeSnapshot } from '../../src/code/snapshot.js';
import { createLog } from '../../src/kernel/log.js';
import { CodeSource } from '../../src/serve/viz/code-source.js';
import { openVizServer, type VizServer } from '../../src/serve/viz/viz-server.js';
import { ExplorerPage, launchBrowser } from '../support/explorer.js';
import { createWorkFolder } from '../support/run-bin.js';
import { syntheticSegments } from '../support/synthetic-segments.js';

const work = createWorkFolder('explorer-states');
let browser: Browser;

before(async () => {
  browser = await launchBrowser();
});

after(async () => {
  await browser?.close();
  work.remove();
});

/** A project whose index the test writes itself. */
async function withProject(
  name: string,
  use: (server: VizServer, index: (nodes: number) => Promise<void>) => Promise<void>,
) {
  const root = join(work.path, name);
  mkdirSync(root);
  const indexFile = join(root, '.kg-index.json');
  const source = new CodeSource({ root, indexFile, userCacheFolder: undefined }, () => undefined);
  const faults: string[] = [];
  const server = await openVizServer(
    source,
    createLog('normal', (line) => faults.push(line)),
    0,
  );
  try {
    await use(server, async (nodes) => {
      const segments = nodes === 0 ? [] : syntheticSegments(nodes);
      await writeSnapshot(indexFile, { meta: {}, files: [], graph: buildGraph(segments) });
    });
  } finally {
    await server.close();
  }
  assert.deepEqual(faults, []);
}

describe('the explorer', () => {
  it('says what to do about a project without an index, and goes on by itself', () =>
    withProject('unindexed', async (server, index) => {
      const context = await browser.newContext({ reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto(server.address);
      await page.getByRole('heading', { name: 'This project is not indexed yet' }).waitFor();
      await page.getByText('kg-memory index').waitFor();
      await index(0);
      await page.getByRole('heading', { name: 'Nothing to show yet' }).waitFor();
      await index(300);
      await page.getByTestId('stats').waitFor();
      await context.close();
    }));

  it('says that the filters hide everything, and that a node is gone', () =>
    withProject('hidden', async (server, index) => {
      await index(300);
      const explorer = await ExplorerPage.open(browser, `${server.address}?nodes=adr&edges=&node=func:gone`);
      await explorer.page.getByText('The filters hide everything').waitFor();
      await explorer.page.getByText('There is no node').waitFor();
      await explorer.close();
    }));

  it('shows a large project in groups, which open', () =>
    withProject('large', async (server, index) => {
      await index(14_000);
      const explorer = await ExplorerPage.open(browser, server.address);
      const { page } = explorer;
      const [groups] = await explorer.shown();
      assert.ok(groups > 20 && groups < 400, String(groups));
      await page.getByText('In groups').waitFor();
      await page.getByRole('button', { name: 'Show all', exact: true }).click();
      const file = page.getByRole('option').filter({ hasText: 'File' }).first();
      await page.keyboard.press('/');
      await page.keyboard.type('.py');
      await file.click();
      const [before] = await explorer.shown();
      await page.getByRole('button', { name: 'Open the group' }).click();
      await explorer.settled();
      const [opened] = await explorer.shown();
      assert.ok(opened > before, `${opened} > ${before}`);
      assert.match(page.url(), /open=file/);
      await page.getByRole('button', { name: 'Close the group' }).click();
      await explorer.settled();
      assert.equal((await explorer.shown())[0], before);
      await explorer.clickMiddle({ clickCount: 2 });
      await page.getByRole('button', { name: 'Close the group' }).waitFor();
      await page.getByTestId('stage').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Open the group' }).waitFor();
      await page.keyboard.press('Escape');
      const [largest = ''] = await explorer.listed('Overview');
      await page.getByRole('region', { name: 'Overview' }).getByText(largest, { exact: true }).click();
      assert.equal(await explorer.heading(), largest);
      await page.getByRole('button', { name: 'Open the group' }).waitFor();
      await explorer.close();
    }));

  it('finds thousands of places again', () =>
    withProject('placed', async (server, index) => {
      await index(3_000);
      const explorer = await ExplorerPage.open(browser, `${server.address}?view=all`);
      const look = () => explorer.page.getByTestId('stage').screenshot();
      const first = await look();
      await explorer.goTo(`${server.address}?view=all`);
      assert.ok(first.equals(await look()), 'the second visit sees the picture of the first');
      await explorer.close();
    }));
});
