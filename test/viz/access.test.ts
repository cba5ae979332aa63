/** What a screen reader and a keyboard find: axe over every state of the page, in both themes and on a phone. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { ExplorerPage, launchBrowser } from '../support/explorer.js';
import { createWorkFolder } from '../support/run-bin.js';
import { startExplorer, type TestExplorer } from '../support/viz-server.js';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

const work = createWorkFolder('explorer-access');
const root = join(work.path, 'bakery');
let server: TestExplorer;
let browser: Browser;

before(async () => {
  cpSync('fixtures/projects/bakery', root, { recursive: true });
  [server, browser] = await Promise.all([startExplorer(root, join(work.path, 'home')), launchBrowser()]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
  work.remove();
});

interface Finding {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds wrong. The debugger's evaluation is not bound by the page's policy. */
async function check(explorer: ExplorerPage): Promise<readonly string[]> {
  await explorer.page.evaluate(AXE);
  const { violations } = await explorer.page.evaluate<{ readonly violations: readonly Finding[] }>(
    'axe.run()',
  );
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  );
}

const NODE = encodeURIComponent('func:src.bakery.quick_order');
const VIEWS = [
  ['at first', ''],
  ['with a node', `?node=${NODE}`],
  ['with an answer', `?node=${NODE}&ask=callees&of=${NODE}&depth=2`],
  ['with a decision', '?node=file:src/bakery/store/base.py'],
  ['with a node that is gone', '?node=func:src.bakery.gone'],
] as const;

describe('access', () => {
  for (const [name, query] of VIEWS) {
    for (const theme of ['light', 'dark'] as const) {
      it(`finds nothing wrong ${name}, ${theme}`, async () => {
        const explorer = await ExplorerPage.open(browser, `${server.address}${query}`, { theme });
        assert.deepEqual(await check(explorer), []);
        await explorer.close();
      });
    }
  }

  it('finds nothing wrong on a phone, with a search open', async () => {
    const explorer = await ExplorerPage.open(browser, server.address, { width: 360, height: 740 });
    await explorer.page.getByRole('button', { name: 'Filters' }).click();
    assert.deepEqual(await check(explorer), []);
    await explorer.page.getByRole('button', { name: 'Filters' }).click();
    await explorer.page.keyboard.press('/');
    await explorer.page.keyboard.type('store');
    await explorer.page.getByRole('option').first().waitFor();
    assert.deepEqual(await check(explorer), []);
    await explorer.close();
  });

  it('reaches search, views, lists and details by keys alone', async () => {
    const explorer = await ExplorerPage.open(browser, server.address);
    const { page } = explorer;
    await page.keyboard.press('/');
    await page.keyboard.type('quick_order');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    assert.equal(await explorer.heading(), 'quick_order');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction('document.querySelector("[data-testid=stage]") === document.activeElement');
    await page.getByRole('checkbox', { name: 'Package' }).focus();
    await page.keyboard.press('/');
    await page.keyboard.type('quick_order');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    assert.equal(await explorer.heading(), 'quick_order');
    const reached = new Set<string>();
    for (let step = 0; step < 90; step++) {
      await page.keyboard.press('Tab');
      reached.add(String(await page.evaluate('document.activeElement.textContent.slice(0, 40)')));
    }
    const names = [...reached].join('|');
    for (const name of ['Architecture', 'Cycles', 'Callers', 'What governs it', 'Order']) {
      assert.ok(names.includes(name), `${name} in ${names}`);
    }
    await explorer.close();
  });
});
