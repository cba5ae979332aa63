/**
 * The explorer in a browser that draws in software: how soon a graph is on the screen, and how many pictures a second it draws
 * while one pans. Small and slow on purpose: a graphics card does many times better.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { BROWSER_ARGS, ensureBrowser } from '../scripts/browser.mjs';
import { buildGraph } from '../src/code/code-graph.js';
import { writeSnapshot } from '../src/code/snapshot.js';
import { createLog } from '../src/kernel/log.js';
import { CodeSource } from '../src/serve/viz/code-source.js';
import { openVizServer } from '../src/serve/viz/viz-server.js';
import { syntheticSegments } from '../test/support/synthetic-segments.js';
import { judged, milliseconds, type Row, shown } from './rows.js';

const SMALL = 1_000;
const LARGE = 10_000;
// Below it a hand notices that the picture lags behind.
const PICTURES_MIN = 10;
const FIRST_PICTURE_MAX_MS = 1_000;
// Two turns of the hand across the picture.
const PAN_STEPS = 60;

export async function measureExplorer(home: string): Promise<readonly Row[]> {
  const [small, large] = [await look(home, SMALL), await look(home, LARGE)];
  const perPicture = 1_000 / PICTURES_MIN;
  return [
    judged(
      'explorer: a graph of 1,000 nodes on the screen',
      small.firstMs,
      FIRST_PICTURE_MAX_MS,
      milliseconds,
      'from the start of the page, drawn in software',
    ),
    shown(
      'explorer: a graph of 10,000 nodes and 40,000 edges on the screen, at rest',
      `${milliseconds(large.firstMs)}, ${milliseconds(large.settledMs)}`,
      'the same; laid out in a thread of its own',
    ),
    judged(
      'explorer: a picture while panning over 10,000 nodes and 40,000 edges',
      large.panMs,
      perPicture,
      milliseconds,
      `mean of ${PAN_STEPS} moves, all shown, drawn in software`,
    ),
  ];
}

async function look(home: string, nodes: number) {
  const root = join(home, `explorer-${nodes}`);
  mkdirSync(root, { recursive: true });
  const indexFile = join(root, '.kg-index.json');
  await writeSnapshot(indexFile, { meta: {}, files: [], graph: buildGraph(syntheticSegments(nodes)) });
  const log = createLog('quiet', (line) => console.error(line));
  const source = new CodeSource({ root, indexFile, userCacheFolder: undefined }, (note) =>
    console.error(note),
  );
  const server = await openVizServer(source, log, 0);
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_ARGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${server.address}?view=all`);
    await page.getByTestId('stats').waitFor();
    const firstMs = await sinceStart(page);
    await page.waitForSelector('main[data-at-rest="true"]', { timeout: 300_000 });
    const settledMs = await sinceStart(page);
    return { firstMs, settledMs, panMs: await pan(page) };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Milliseconds since the page began, up to the picture that is drawn next. */
function sinceStart(page: Page): Promise<number> {
  return page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))',
  );
}

/** Milliseconds for each picture while the camera is dragged back and forth. */
async function pan(page: Page): Promise<number> {
  const box = await page.getByTestId('stage').boundingBox();
  if (box === null) throw new Error('the explorer shows no picture');
  const [x, y] = [box.x + 20, box.y + 20];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.evaluate(COUNT_PICTURES);
  for (let step = 0; step < PAN_STEPS; step++) {
    await page.mouse.move(x + 200 * Math.abs(Math.sin(step / 10)), y + 2 * step);
  }
  const mean = await page.evaluate<number>('globalThis.endOfPan()');
  await page.mouse.up();
  return mean;
}

/** Runs in the page: every picture is counted until `endOfPan`. */
const COUNT_PICTURES = `{
  const start = performance.now();
  let pictures = 0;
  let isOver = false;
  const count = () => { pictures++; if (!isOver) requestAnimationFrame(count); };
  requestAnimationFrame(count);
  globalThis.endOfPan = () => { isOver = true; return (performance.now() - start) / pictures; };
}`;
