/**
 * The explorer in a real browser: a page of its own profile, whose every error fails the test, and the questions that tests ask
 * of it. It waits for what the page says of itself (that the picture has come to rest), never for time.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { BROWSER_ARGS, findBrowser } from '../../scripts/browser.mjs';

export interface ScreenOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
}

/** Starts a browser; the caller closes it. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS });
}

/** A page of a fresh profile. `check` fails when anything went wrong on it. */
export class ExplorerPage {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #faults: string[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
    page.on('pageerror', (error) => this.#faults.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.#faults.push(`${message.text()} (${message.location().url})`);
    });
  }

  static async open(browser: Browser, address: string, options: ScreenOptions = {}): Promise<ExplorerPage> {
    const { width = 1280, height = 800, theme = 'light' } = options;
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      reducedMotion: 'reduce',
      acceptDownloads: true,
    });
    const explorer = new ExplorerPage(context, await context.newPage());
    await explorer.goTo(address);
    return explorer;
  }

  /** Opens an address and waits until the page has come to rest. */
  async goTo(address: string): Promise<void> {
    await this.page.goto(address);
    await this.settled();
  }

  /** Waits until nodes, camera, drawing and what is kept have come to rest, and what was asked of the server is there. */
  async settled(): Promise<void> {
    await this.page.waitForSelector('main[data-at-rest="true"]');
  }

  /** `24 of 100 nodes · 27 of 274 edges`. */
  stats(): Promise<string> {
    return textOf(this.page.getByTestId('stats'));
  }

  /** Nodes and edges that are shown. */
  async shown(): Promise<readonly [nodes: number, edges: number]> {
    const [, nodes = '', edges = ''] = (await this.stats()).match(/^([\d,]+) of .* · ([\d,]+) of/) ?? [];
    return [Number(nodes.replaceAll(',', '')), Number(edges.replaceAll(',', ''))];
  }

  /** Types into the search and takes the hit of that name and kind. */
  async find(query: string, hit: RegExp = new RegExp(`^${query}`)): Promise<void> {
    await this.page.keyboard.press('/');
    await this.page.keyboard.type(query);
    await this.page.getByRole('option').filter({ hasText: hit }).first().click();
    await this.heading();
    await this.settled();
  }

  /** The name of the chosen node. */
  heading(): Promise<string> {
    return textOf(this.page.getByRole('region', { name: 'Node' }).getByRole('heading', { level: 2 }));
  }

  /** The names in the lists of a panel. */
  listed(region: 'Answer' | 'Node' | 'Overview'): Promise<readonly string[]> {
    return this.page.getByRole('region', { name: region }).getByTestId('name').allTextContents();
  }

  /** All the text of a panel. */
  panel(region: 'Answer' | 'Node' | 'Overview'): Promise<string> {
    return textOf(this.page.getByRole('region', { name: region }));
  }

  /** The middle of the picture, where the camera has brought what was chosen, in pixels of the page. */
  async middle(): Promise<readonly [x: number, y: number]> {
    await this.settled();
    const box = await this.page.getByTestId('stage').boundingBox();
    assert.ok(box);
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  async clickMiddle(options: { readonly clickCount?: number } = {}): Promise<void> {
    await this.page.mouse.click(...(await this.middle()), options);
  }

  /** Drags what lies in the middle of the picture, and waits until that is kept; the pointer ends aside. */
  async dragMiddle(dx: number, dy: number): Promise<void> {
    const { mouse } = this.page;
    const [x, y] = await this.middle();
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + dx, y + dy, { steps: 4 });
    await mouse.up();
    await mouse.move(0, 0);
    await this.settled();
  }

  /** Keeps a picture of the page, and compares it with the one that is expected, small differences of fonts aside. */
  async matches(name: string): Promise<void> {
    const folder = resolve('.build/screenshots');
    mkdirSync(folder, { recursive: true });
    const actual = await this.page.screenshot({ path: join(folder, `${name}.png`) });
    const golden = resolve('fixtures/viz', `${name}.png`);
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, actual);
    const difference = await this.#difference(actual, readFileSync(golden));
    assert.ok(
      difference < DIFFERENCE_MAX,
      `.build/screenshots/${name}.png differs from fixtures/viz by ${difference.toFixed(1)}`,
    );
  }

  /** The mean difference of two pictures, both made small: 0 is none, 255 is black for white. */
  #difference(a: Buffer, b: Buffer): Promise<number> {
    const addresses = [a, b].map((bytes) => `data:image/png;base64,${bytes.toString('base64')}`);
    return this.page.evaluate(`(${COMPARE})(${JSON.stringify(addresses)})`);
  }

  /** Ends it; throws when the page had an error. */
  async close(): Promise<void> {
    await this.#context.close();
    assert.deepEqual(this.#faults, []);
  }

  /** Faults that were to be expected, as when a server was stopped. */
  forgive(pattern: RegExp): void {
    const kept = this.#faults.filter((fault) => !pattern.test(fault));
    this.#faults.splice(0, this.#faults.length, ...kept);
  }
}

/** The text of the one element that fits. */
export async function textOf(element: Locator): Promise<string> {
  return (await element.textContent()) ?? '';
}

// The same view with its nodes elsewhere differs by 1.6, another view by 4 and more.
const DIFFERENCE_MAX = 3;

/** Runs in the page, so it is text here. */
const COMPARE = `async (addresses) => {
  const [width, height] = [64, 40];
  const shrunk = [];
  for (const address of addresses) {
    const image = new Image();
    image.src = address;
    await image.decode();
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    shrunk.push(context.getImageData(0, 0, width, height).data);
  }
  const [first, second] = shrunk;
  let sum = 0;
  first.forEach((value, at) => { sum += Math.abs(value - second[at]); });
  return sum / (width * height * 3);
}`;
