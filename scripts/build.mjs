// `npm run build`: everything in dist/, the types included. How it is made stands in bundles.mjs.

import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildDist } from './bundles.mjs';
import { root } from './project.mjs';

const { built, missing } = await buildDist().catch((/** @type {Error} */ error) => {
  console.error(`build: ${error.message}`);
  process.exit(1);
});
for (const out of built) console.log(`${out}  ${Math.round(statSync(join(root, out)).size / 1024)} KB`);
for (const entry of missing) console.log(`skipped: ${entry} does not exist`);
if (existsSync(join(root, 'src/index.ts'))) emitTypes();

function emitTypes() {
  rmSync(join(root, 'dist/types'), { recursive: true, force: true });
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status === 0) console.log('dist/types');
  else process.exitCode = 1;
}
