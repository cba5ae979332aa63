/**
 * The explorer over a real index of the bakery, every feature clicked through in a real browser. Each case begins with a fresh
 * profile; an error on the page fails it.
 */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { PRESETS, type PresetName } from '../../viz/src/state/presets.js';
import { ExplorerPage, launchBrowser, type ScreenOptions, textOf } from '../support/explorer.js';
import { createWorkFolder, runBin } from '../support/run-bin.js';
import { startExplorer, type TestExplorer } from '../support/viz-server.js';

const work = createWorkFolder('explorer');
const root = join(work.path, 'bakery');
let server: TestExplorer;
let browser: Browser;
let graph: Exported;

interface Exported {
  readonly nodes: readonly { readonly id: string; readonly type: string }[];
  readonly edges: readonly { readonly source: string; readonly target: string; readonly type: string }[];
}

before(async () => {
  cpSync('fixtures/projects/bakery', root, { recursive: true });
  graph = JSON.parse((await runBin('kg-memory', ['export', root])).stdout);
  [server, browser] = await Promise.all([startExplorer(root, join(work.path, 'home')), launchBrowser()]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
  work.remove();
});

/** Opens a view in a fresh profile and closes it. */
async function see(
  query: string,
  use: (explorer: ExplorerPage) => Promise<void>,
  screen: ScreenOptions = {},
) {
  const explorer = await ExplorerPage.open(browser, `${server.address}${query}`, screen);
  await use(explorer);
  await explorer.close();
}

/** How many nodes and edges a view must show, counted in the exported graph. */
function expected(name: PresetName): readonly [nodes: number, edges: number] {
  const { nodes: kinds, edges: edgeKinds, connectedOnly } = PRESETS[name];
  const has = (set: ReadonlySet<string>, item: string) => set.has(item);
  const ids = new Set(graph.nodes.filter(({ type }) => has(kinds, type)).map(({ id }) => id));
  const edges = graph.edges.filter(
    ({ source, target, type }) => ids.has(source) && ids.has(target) && has(edgeKinds, type),
  );
  const joined = new Set(edges.flatMap(({ source, target }) => [source, target]));
  return [connectedOnly ? joined.size : ids.size, edges.length];
}

describe('the explorer', () => {
  it('shows a small project whole, and says what it is made of', () =>
    see('', async (explorer) => {
      assert.deepEqual(await explorer.shown(), expected('all'));
      assert.match(await explorer.panel('Overview'), /2 cycles among packages and files/);
      assert.ok((await explorer.listed('Overview')).includes('One file for all orders'));
      await explorer.matches('whole-light');
    }));

  it('has four views, and remembers the one in its address', () =>
    see('', async (explorer) => {
      const { page } = explorer;
      for (const name of Object.keys(PRESETS) as PresetName[]) {
        await page.getByRole('button', { name: PRESETS[name].name, exact: true }).click();
        assert.deepEqual(await explorer.shown(), expected(name), name);
      }
      await page.getByRole('button', { name: 'ADRs' }).click();
      await page.reload();
      await explorer.settled();
      assert.deepEqual(await explorer.shown(), expected('adrs'));
    }));

  it('filters by kind of node and of edge at once', () =>
    see('', async (explorer) => {
      const { page } = explorer;
      const functions = graph.nodes.filter(({ type }) => type === 'function').length;
      const [all] = expected('all');
      await page.getByRole('checkbox', { name: 'Function' }).uncheck();
      const [nodes, edges] = await explorer.shown();
      assert.equal(nodes, all - functions);
      await page.getByRole('checkbox', { name: 'contains' }).uncheck();
      const [, fewer] = await explorer.shown();
      assert.ok(fewer < edges);
      await page.getByRole('checkbox', { name: 'Joined ones only' }).check();
      assert.ok((await explorer.shown())[0] < nodes);
      assert.match(page.url(), /nodes=module\.file\.class\.adr/);
    }));

  it('finds by name and text, brings the camera there, and reveals neighbours that are filtered out', () =>
    see('?view=architecture', async (explorer) => {
      const { page } = explorer;
      await page.keyboard.press('/');
      await page.keyboard.type('store');
      const options = page.getByRole('option');
      await options.first().waitFor();
      assert.match(
        (await options.allInnerTexts()).slice(0, 3).join('|'),
        /^store\s.*\|Store\s.*\|open_store/s,
      );
      await page.keyboard.press('Escape');
      assert.equal(await options.count(), 0);
      await page.keyboard.press('Escape');
      await explorer.find('quick_order');
      assert.equal(await explorer.heading(), 'quick_order');
      // The function, and the functions it calls, are no part of the architecture.
      assert.ok((await explorer.shown())[0] > expected('architecture')[0]);
      assert.match(page.url(), /node=func/);
    }));

  it('says near names when nothing fits', () =>
    see('', async ({ page }) => {
      await page.keyboard.press('/');
      await page.keyboard.type('memorystr');
      await page.getByRole('option').first().waitFor();
      assert.match(await textOf(page.getByText('Nothing is named')), /“memorystr”/);
      assert.match(await textOf(page.getByRole('option').first()), /^MemoryStore/);
    }));

  it('shows a node with its text and its connections by kind, each a click away', () =>
    see('', async (explorer) => {
      const { page } = explorer;
      await explorer.find('quick_order');
      const node = page.getByRole('region', { name: 'Node' });
      await node.getByText('def quick_order(*names: str) -> Order').waitFor();
      assert.match(await explorer.panel('Node'), /Calls \d.*line \d+/);
      await node
        .getByRole('button', { name: /^Order\s/ })
        .first()
        .click();
      assert.equal(await explorer.heading(), 'Order');
      await page.goBack();
      assert.equal(await explorer.heading(), 'quick_order');
    }));

  it('takes clicks and drags in the picture', () =>
    see('', async (explorer) => {
      const { page } = explorer;
      await explorer.find('web', /^web\s*Package/);
      await page.getByRole('button', { name: 'Close the node' }).click();
      await explorer.clickMiddle();
      assert.equal(await explorer.heading(), 'web');
      const [x, y] = await explorer.middle();
      await explorer.dragMiddle(120, 60);
      // The pointer tells by its form that there is a node, here and no longer there.
      const isOnNode = `document.querySelector('[data-testid=stage]').style.cursor === 'pointer'`;
      await page.mouse.move(x, y);
      await page.waitForFunction(`!(${isOnNode})`);
      await page.mouse.move(x + 120, y + 60);
      await page.waitForFunction(isOnNode);
      await page.reload();
      await explorer.settled();
      assert.equal(await explorer.heading(), 'web');
    }));

  it('is walked through by keys', () =>
    see('', async (explorer) => {
      const { page } = explorer;
      await explorer.find('domain', /^domain\s*Package/);
      await page.getByTestId('stage').focus();
      const passed = new Set<string>();
      for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) {
        await page.keyboard.press(key);
        passed.add(await explorer.heading());
      }
      assert.ok(passed.size > 1, [...passed].join(', '));
      await page.keyboard.press('+');
      await page.keyboard.press('0');
      await page.keyboard.press('Escape');
      await page.getByRole('region', { name: 'Overview' }).waitFor();
    }));

  it('shows whoever gets the address what its sender sees', () =>
    see('?view=calls', async (explorer) => {
      const { page } = explorer;
      const look = () => page.getByTestId('stage').screenshot();
      const plain = await look();
      await page.getByTestId('stage').focus();
      for (const key of ['+', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
      await page.waitForURL(/camera=/);
      await page.evaluate('document.activeElement.blur()');
      await explorer.settled();
      const sent = await look();
      assert.ok(!sent.equals(plain));
      await see(new URL(page.url()).search, async (other) => {
        const seen = await other.page.getByTestId('stage').screenshot();
        assert.ok(seen.equals(sent));
      });
      await page.getByRole('button', { name: 'Show all', exact: true }).click();
      assert.doesNotMatch(page.url(), /camera=/);
    }));

  it('answers who calls what, by depth', () =>
    see('', async (explorer) => {
      const { page } = explorer;
      await explorer.find('quick_order');
      await page.getByRole('button', { name: 'Callees' }).click();
      const answer = page.getByRole('region', { name: 'Answer' });
      assert.match(await explorer.panel('Answer'), /What quick_order calls.*\d+ callees within 3 steps/);
      await answer.getByRole('button', { name: '1', exact: true }).click();
      const direct = graph.edges.filter(
        ({ source, type }) => source === 'func:src.bakery.quick_order' && type === 'calls',
      );
      const said = new RegExp(`${direct.length} callees within 1 step; there are more beyond`);
      assert.match(await explorer.panel('Answer'), said);
      await page.reload();
      assert.match(await explorer.panel('Answer'), said);
      await explorer.settled();
      await page.keyboard.press('Escape');
      await answer.waitFor({ state: 'detached' });
    }));

  it('finds the way between two nodes', () =>
    see('', async (explorer) => {
      const { page } = explorer;
      await explorer.find('quick_order');
      await page.getByRole('button', { name: 'Path to' }).click();
      await explorer.find('parse', /\.parse\s*Function/);
      assert.match(await explorer.panel('Answer'), /From quick_order to parse.*2 steps/);
      assert.deepEqual(await explorer.listed('Answer'), ['quick_order', 'Cake.named', 'Money.parse']);
      // The camera sees the way, not its end alone, and the address leads to the same picture.
      await page.mouse.move(0, 0);
      await page.getByTestId('stage').blur();
      const look = async () => {
        await explorer.settled();
        return page.getByTestId('stage').screenshot();
      };
      const first = await look();
      await page.reload();
      assert.ok(first.equals(await look()), 'the reloaded page sees the same');
    }));

  it('says what governs a file', () =>
    see('', async (explorer) => {
      await explorer.find('base.py');
      await explorer.page.getByText('Decisions that bear on it').waitFor();
      const decision = /The store is behind a protocol · accepted\S/;
      assert.match(await explorer.panel('Node'), decision);
      await explorer.page.getByRole('button', { name: 'What governs it' }).click();
      assert.ok((await explorer.listed('Answer')).includes('The store is behind a protocol'));
    }));

  it('shows cycles and hot spots', () =>
    see('', async (explorer) => {
      const { page } = explorer;
      await page.getByRole('button', { name: 'Cycles', exact: true }).click();
      assert.match(
        await explorer.panel('Answer'),
        /(?:Packages|Files) in a circle(?:, the shortest way round first)?\s*\d/,
      );
      await explorer.matches('cycles-light');
      await page.getByRole('button', { name: 'Hot spots' }).click();
      assert.equal((await explorer.listed('Answer'))[0], 'Money');
    }));

  it('exports what is shown', () =>
    see('?view=adrs', async ({ page }) => {
      const save = async (name: string) => {
        await page.getByText('Export', { exact: true }).click();
        const waiting = page.waitForEvent('download');
        await page.getByRole('button', { name }).click();
        const file = await (await waiting).path();
        await page.getByText('Export', { exact: true }).click();
        return readFileSync(file);
      };
      const graphml = (await save('GraphML')).toString('utf8');
      const [nodes, edges] = expected('adrs');
      assert.equal(graphml.match(/<node /g)?.length, nodes);
      assert.equal(graphml.match(/<edge /g)?.length, edges);
      const svg = (await save('SVG')).toString('utf8');
      assert.equal(svg.match(/<path transform=/g)?.length, nodes);
      assert.equal((await save('PNG')).toString('latin1', 1, 4), 'PNG');
    }));

  it('fits a phone, and is dark where that is wanted', () =>
    see(
      '?view=adrs',
      async (explorer) => {
        const { page } = explorer;
        await explorer.matches('phone-dark');
        await page.getByRole('button', { name: 'Filters' }).click();
        await page.getByRole('button', { name: 'Call graph' }).click();
        assert.match(await explorer.stats(), new RegExp(`^${expected('calls')[0]} of`));
        await page.getByRole('button', { name: 'Use light colours' }).click();
        const width = await page.evaluate('document.documentElement.scrollWidth');
        assert.equal(width, 360);
      },
      { width: 360, height: 740, theme: 'dark' },
    ));

  it('lays out the same graph in the same way', async () => {
    const shots: Buffer[] = [];
    for (const _ of [1, 2]) {
      await see('', async ({ page }) => {
        shots.push(await page.getByTestId('stage').screenshot());
      });
    }
    assert.ok(shots[0]?.equals(shots[1] ?? Buffer.alloc(0)), 'two visitors see one picture');
  });

  it('keeps where things lie until the next visit', () =>
    see('?node=module:src.bakery.web', async (explorer) => {
      const { page } = explorer;
      const visit = async () => {
        await explorer.goTo(server.address);
        return page.getByTestId('stage').screenshot();
      };
      await explorer.dragMiddle(-150, 90);
      const [first, second] = [await visit(), await visit()];
      assert.ok(first.equals(second));
      await see('', async ({ page: other }) => {
        const elsewhere = await other.getByTestId('stage').screenshot();
        assert.ok(!first.equals(elsewhere), 'somebody else sees it where it was');
      });
    }));

  it('follows the index, keeps the picture, and says when it cannot', () =>
    see('', async (explorer) => {
      const { page } = explorer;
      await explorer.find('quick_order');
      writeFileSync(join(root, 'src/bakery/night_shift.py'), 'def light_the_oven():\n    return 1\n');
      const { code } = await runBin('kg-memory', ['index', root]);
      assert.equal(code, 0);
      await page.getByText(/of 102 nodes/).waitFor();
      assert.equal(await explorer.heading(), 'quick_order');
      rmSync(join(root, 'src/bakery/night_shift.py'));
      await runBin('kg-memory', ['index', root]);
      await page.getByText(/of 100 nodes/).waitFor();
      await server.stop();
      await page.getByText('Connection lost').waitFor();
      assert.match(await explorer.stats(), /of 100 nodes/);
      explorer.forgive(/ERR_CONNECTION|ERR_INCOMPLETE/);
      server = await startExplorer(root, join(work.path, 'home'), server.port);
      await page.getByText('Live').waitFor();
      explorer.forgive(/ERR_CONNECTION|ERR_INCOMPLETE/);
    }));
});
