/**
 * What an unfriendly world does to the page: names that are programs or turn text around, a browser that keeps nothing, addresses
 * that mean nothing, a server that floods or dies. Nothing of it runs, and the picture stays.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { ExplorerPage, launchBrowser } from '../support/explorer.js';
import { TestMemoryServer } from '../support/memory-server.js';
import { createWorkFolder, runBin } from '../support/run-bin.js';

const SCRIPT = '<img src=x onerror="globalThis.isTaken=1"><script>globalThis.isTaken=1</script>';
// Right-to-left override: what follows is shown backwards, far beyond the name itself.
const TURNED = 'safe\u202egnp.exe';

const work = createWorkFolder('explorer-hostile');
const root = join(work.path, 'oven');
let server: TestMemoryServer;
let browser: Browser;

before(async () => {
  mkdirSync(join(root, 'docs/adr'), { recursive: true });
  writeFileSync(
    join(root, 'bake.py'),
    `def bake():\n    """${SCRIPT}"""\n\n\ndef ${'long'.repeat(2_000)}():\n    bake()\n`,
  );
  writeFileSync(join(root, `${TURNED}.py`), 'def crumb():\n    return 1\n');
  writeFileSync(
    join(root, 'docs/adr/0001-heat.md'),
    `# 1. ${SCRIPT}\n\n## Status\n\nAccepted\n\nSee \`bake.py\`.\n`,
  );
  const indexed = runBin('kg-memory', ['index', root]);
  [server, browser] = await Promise.all([TestMemoryServer.start(work.path), launchBrowser(), indexed]);
  for (const [id, gist] of [
    ['markup', SCRIPT],
    ['turned', TURNED],
  ] as const) {
    const node = { level: 'project', id, gist, touches: ['bake.py'], project_path: root };
    assert.equal((await server.fetch('POST', '/api/nodes', node)).status, 200);
  }
});

after(async () => {
  await browser?.close();
  await server?.stop();
  work.remove();
});

const address = (query = '') => `${server.url}/viz/?${new URLSearchParams({ project: root })}${query}`;

async function see(query: string, use: (explorer: ExplorerPage) => Promise<void>): Promise<void> {
  const explorer = await ExplorerPage.open(browser, address(query));
  await use(explorer);
  assert.equal(await explorer.page.evaluate('globalThis.isTaken'), undefined);
  await explorer.close();
}

describe('the explorer in an unfriendly world', () => {
  it('shows names and texts as text, whatever they hold', () =>
    see('', async (explorer) => {
      await explorer.find('bake', /^bake\s*Function/);
      assert.match(await explorer.panel('Node'), /<script>/);
      await explorer.find('markup', /^markup/);
      assert.match(await explorer.panel('Node'), /<img src=x/);
      await explorer.find('turned', /^turned/);
      assert.doesNotMatch(await explorer.panel('Node'), /\u202e/);
      const marks = await explorer.page.evaluate('document.body.textContent');
      assert.doesNotMatch(String(marks), /[\u202a-\u202e\u2066-\u2069]/);
      await explorer.find('longlong');
      const width = await explorer.page.evaluate('document.documentElement.scrollWidth');
      assert.equal(width, 1280);
    }));

  for (const query of [
    '&node=%00&ask=path&from=%F0%9F%90%99&to=..%2F..',
    `&node=${'x'.repeat(8_000)}`,
    '&ask=callers&of=__proto__&depth=-1e9&camera=NaN_1_1',
    '&nodes=constructor.__proto__&edges=&layers=toString&open=%3Cscript%3E',
    '&view=__proto__&ask=governs&of=func:bake.bake&camera=0_0_0.000001',
  ]) {
    it(`opens at an address that means nothing: ${query.slice(0, 40)}`, () =>
      see(query, async (explorer) => {
        await explorer.page.getByTestId('stats').waitFor();
      }));
  }

  it('works where the browser keeps nothing', async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const faults: string[] = [];
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(error.message));
    await page.addInitScript(`
      const refuse = () => { throw new DOMException('The operation is insecure.', 'SecurityError'); };
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(globalThis, name, { get: refuse });
      IDBFactory.prototype.open = refuse;
    `);
    await page.goto(address());
    await page.waitForSelector('main[data-at-rest="true"]');
    await page.getByRole('button', { name: 'Use dark colours' }).click();
    await page.getByRole('button', { name: 'Use light colours' }).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  it('outlives a flood of news, nonsense among them, and shows the last of it', async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    let reads = 0;
    let isDead = false;
    page.on('request', (request) => {
      if (request.url().includes('/api/graph/read')) reads++;
    });
    await page.routeWebSocket('**/ws*', (socket) => {
      socket.onMessage(() => undefined);
      for (let news = 0; news < 300; news++) socket.send(news % 2 === 0 ? '{"type":"node_updated"}' : '}{');
      if (!isDead) void socket.close();
      isDead = true;
    });
    await page.goto(address());
    await page.getByText('Live').waitFor();
    await page.waitForSelector('main[data-at-rest="true"]');
    assert.deepEqual(faults, []);
    assert.ok(reads < 100, `${reads} reads for 600 messages`);
    await context.close();
  });
});
