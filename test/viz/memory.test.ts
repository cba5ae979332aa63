/**
 * Both graphs in one picture, served by the memory server: layers, live changes made by others, and the tending of memories from
 * the page, each change of which can be taken back.
 */
import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { ExplorerPage, launchBrowser } from '../support/explorer.js';
import { TestMemoryServer } from '../support/memory-server.js';
import { createWorkFolder, runBin } from '../support/run-bin.js';

const work = createWorkFolder('explorer-memory');
const root = join(work.path, 'bakery');
let server: TestMemoryServer;
let browser: Browser;

before(async () => {
  cpSync('fixtures/projects/bakery', root, { recursive: true });
  const indexed = runBin('kg-memory', ['index', root]);
  [server, browser] = await Promise.all([TestMemoryServer.start(work.path), launchBrowser(), indexed]);
  await remember('project', 'pence-only', 'Money is counted in pence', ['src/bakery/domain/money.py']);
  await remember('project', 'night-baking', 'The oven used to run at night', ['src/bakery/baking.py:10-20']);
  await remember('user', 'small-files', 'Prefers small files', []);
  const named = { level: 'project', project_path: root };
  await server.fetch('POST', '/api/edges', {
    ...named,
    from: 'pence-only',
    to: 'night-baking',
    rel: 'follows',
  });
});

after(async () => {
  await browser?.close();
  await server?.stop();
  work.remove();
});

async function remember(level: string, id: string, gist: string, touches: readonly string[]): Promise<void> {
  const reply = await server.fetch('POST', '/api/nodes', { level, id, gist, touches, project_path: root });
  assert.equal(reply.status, 200);
}

async function see(use: (explorer: ExplorerPage) => Promise<void>): Promise<void> {
  const explorer = await ExplorerPage.open(browser, `${server.url}/viz/`);
  await use(explorer);
  await explorer.close();
}

/** The project's graph as the server has it. */
async function remembered() {
  const query = new URLSearchParams({ project_path: root });
  const { body } = await server.fetch('GET', `/api/graph/read?${query}`);
  return body.project as {
    readonly nodes: readonly { readonly id: string; readonly gist: string; readonly _archived?: boolean }[];
    readonly edges: readonly { readonly from: string; readonly to: string; readonly rel: string }[];
  };
}

describe('the explorer of both graphs', () => {
  it('shows three layers, apart or together', () =>
    see(async (explorer) => {
      const { page } = explorer;
      const [all] = await explorer.shown();
      await page.getByRole('checkbox', { name: "User's memory" }).uncheck();
      assert.equal((await explorer.shown())[0], all - 1);
      await page.getByRole('checkbox', { name: 'Code' }).uncheck();
      assert.deepEqual(await explorer.shown(), [2, 1]);
      await explorer.matches('project-memory-light');
    }));

  it('joins a memory to the code it touches', () =>
    see(async (explorer) => {
      await explorer.find('pence', /^pence-only/);
      assert.deepEqual(await explorer.listed('Node'), ['night-baking', 'money.py']);
    }));

  it('edits, and takes back', () =>
    see(async (explorer) => {
      const { page } = explorer;
      await explorer.find('pence', /^pence-only/);
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: 'Gist' }).fill('Money is counted in pence, always');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Changed pence-only.').waitFor();
      const gist = async () => (await remembered()).nodes.find(({ id }) => id === 'pence-only')?.gist;
      assert.equal(await gist(), 'Money is counted in pence, always');
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Changed pence-only.').waitFor({ state: 'detached' });
      assert.equal(await gist(), 'Money is counted in pence');
    }));

  it('makes a memory about code, shows it there, and takes it back', () =>
    see(async (explorer) => {
      const { page } = explorer;
      await explorer.find('quick_order');
      await page.getByRole('button', { name: 'Remember something about it' }).click();
      const form = page.getByRole('form', { name: 'New memory' });
      await form.getByRole('textbox', { name: 'Gist' }).fill('Small files, please');
      await form.getByRole('textbox', { name: 'Id' }).fill('pence-only');
      await form.getByText('There is a memory pence-only already').waitFor();
      assert.ok(await form.getByRole('button', { name: 'Remember' }).isDisabled());
      await form.getByRole('textbox', { name: 'Id' }).fill('quick-for-two');
      await form.getByRole('textbox', { name: 'Gist' }).fill('Quick orders are for two at most');
      await form.getByRole('button', { name: 'Remember' }).click();
      await page.getByText('Made quick-for-two.').waitFor();
      await page.getByRole('heading', { name: 'quick-for-two' }).waitFor();
      assert.deepEqual(await explorer.listed('Node'), ['quick_order']);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('There is no node').waitFor();
      assert.ok((await remembered()).nodes.every(({ id }) => id !== 'quick-for-two'));
    }));

  it('archives and restores', () =>
    see(async (explorer) => {
      const { page } = explorer;
      await explorer.find('night', /^night-baking/);
      await page.getByRole('button', { name: 'Archive' }).click();
      await page.getByText("Project's memory, archived").waitFor();
      await page.getByRole('button', { name: 'Restore' }).click();
      await page.getByText("Project's memory, archived").waitFor({ state: 'detached' });
      assert.ok((await remembered()).nodes.every(({ _archived }) => _archived !== true));
    }));

  it('connects, deletes, and takes a deletion back with its edges', () =>
    see(async (explorer) => {
      const { page } = explorer;
      await explorer.find('pence', /^pence-only/);
      await page.getByRole('button', { name: 'Connect' }).click();
      await page.getByRole('combobox', { name: 'To a memory' }).fill('src/bakery/cli.py');
      await page.getByRole('textbox', { name: 'Relation' }).fill('concerns');
      // By key: the list that a browser offers for the first field would take a click for itself.
      await page.getByRole('textbox', { name: 'Relation' }).press('Enter');
      await page.getByText('Connected pence-only.').or(page.getByRole('alert')).waitFor();
      assert.equal(await page.getByRole('alert').count(), 0, 'the server refuses nothing');
      assert.ok((await explorer.listed('Node')).includes('cli.py'));
      const before = await remembered();
      assert.equal(before.edges.length, 2);
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Deleted pence-only.').waitFor();
      assert.equal((await remembered()).nodes.length, 1);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Deleted pence-only.').waitFor({ state: 'detached' });
      assert.equal((await remembered()).edges.length, 2);
    }));

  it('says what the server refuses', () =>
    see(async (explorer) => {
      const { page } = explorer;
      await explorer.find('pence', /^pence-only/);
      await page.getByRole('button', { name: 'Connect' }).click();
      await page.getByRole('combobox', { name: 'To a memory' }).fill('src/bakery/cli.py');
      await page.getByRole('textbox', { name: 'Relation' }).fill('concerns '.repeat(100));
      await page.getByRole('button', { name: 'Join' }).click();
      await page.getByRole('alert').waitFor();
      explorer.forgive(/status of 400/);
    }));

  it('hears what others write', () =>
    see(async (explorer) => {
      const { page } = explorer;
      const [nodes] = await explorer.shown();
      await remember('project', 'proofing', 'Dough rests for an hour', []);
      await page.getByText(`of ${nodes + 1} nodes`).waitFor();
      await server.fetch('DELETE', '/api/nodes/project/proofing', { project_path: root });
      await page.getByText(`of ${nodes} nodes`).waitFor();
    }));
});

describe('the explorer of a server with a token', () => {
  it('asks for it, and for no more', async () => {
    const folder = createWorkFolder('explorer-token');
    const token = 'a-token-of-the-bakery';
    const tokenFile = join(folder.path, 'token');
    writeFileSync(tokenFile, `${token}\n`, { mode: 0o600 });
    const guarded = await TestMemoryServer.start(folder.path, {
      KG_TOKEN_REQUIRED: 'on',
      KG_TOKEN_FILE: tokenFile,
    });
    try {
      const authorization = { authorization: `Bearer ${token}` };
      const node = { level: 'user', id: 'small-files', gist: 'Prefers small files' };
      assert.equal((await guarded.fetch('POST', '/api/nodes', node, authorization)).status, 200);
      const hidden = await fetch(`${guarded.url}/viz/api/projects`);
      assert.equal(hidden.status, 401);
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${guarded.url}/viz/?project=`);
      await page.getByLabel('Token').fill(token);
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByText('1 of 1 nodes').waitFor();
      await page.getByText('Live').waitFor();
      await context.close();
    } finally {
      await guarded.stop();
      folder.remove();
    }
  });
});
