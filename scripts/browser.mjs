// The browser that the explorer is tested in: the system's Chromium or Chrome. No package brings one, so a machine without it
// gets Debian's when that can be done (as root, as in CI), and else is told what to install.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const ADVICE =
  'The tests of the explorer need Chromium. On Debian: apt-get install chromium. Elsewhere install Chrome, or name a browser in KG_TEST_BROWSER.';

/** Without a window, a sandbox (CI runs as root) or a network of its own; WebGL in software. */
export const BROWSER_ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-unsafe-swiftshader',
];

/**
 * The browser's program. Throws an error that says what to install when there is none.
 * @returns {string}
 */
export function findBrowser() {
  const found = [process.env.KG_TEST_BROWSER ?? '', ...PLACES].find(
    (path) => path !== '' && existsSync(path),
  );
  if (found === undefined) throw new Error(ADVICE);
  return found;
}

/**
 * The same, after an attempt to install it.
 * @returns {string}
 */
export function ensureBrowser() {
  const isThere = [process.env.KG_TEST_BROWSER ?? '', ...PLACES].some(
    (path) => path !== '' && existsSync(path),
  );
  if (!isThere && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) installOnDebian();
  return findBrowser();
}

function installOnDebian() {
  console.error('no Chromium here: apt-get installs it for the tests of the explorer');
  apt('update', '-q');
  apt('install', '-y', '-q', '--no-install-recommends', 'chromium');
}

/** @param {string[]} args */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env });
}
