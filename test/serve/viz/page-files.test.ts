/** The page's files while the page is built anew under a server that runs. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { PageFiles } from '../../../src/serve/viz/page-files.js';
import { createWorkFolder } from '../../support/run-bin.js';

const work = createWorkFolder('page-files');
after(() => work.remove());

function build(script: string): void {
  writeFileSync(join(work.path, 'assets', script), `say('${script}');\n`);
  writeFileSync(join(work.path, 'index.html'), `<script src="assets/${script}"></script>\n`);
}

test('a page that was built anew is served, and the earlier one keeps its parts', () => {
  const files = new PageFiles(work.path);
  assert.equal(files.get('index.html'), undefined);
  assert.equal(files.isBuilt, false);
  mkdirSync(join(work.path, 'assets'));
  build('oven-1.js');
  assert.match(String(files.get('index.html')?.bytes), /oven-1/);
  assert.equal(files.get('assets/oven-1.js')?.isLasting, true);
  const { tag } = files.get('index.html') ?? {};
  build('stone-oven-2.js');
  const start = files.get('index.html');
  assert.match(String(start?.bytes), /stone-oven-2/);
  assert.notEqual(start?.tag, tag);
  for (const script of ['oven-1.js', 'stone-oven-2.js'])
    assert.match(String(files.get(`assets/${script}`)?.bytes), new RegExp(script));
  assert.equal(files.get('../index.html'), undefined);
});
