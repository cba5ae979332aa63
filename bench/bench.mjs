// `npm run bench`: bundles bench/main.ts (and the bare parse it is compared with) and runs it from the project's root.
// It measures nothing itself. `npm run bench -- --help` lists the options.

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildDist, commonOptions, definitions } from '../scripts/bundles.mjs';
import { distUrl, root } from '../scripts/project.mjs';

const outdir = join(root, '.build', `bench-${process.pid}`);

try {
  await buildDist();
  await build({
    ...commonOptions,
    entryPoints: ['main', 'bare-parse'].map((name) => join(root, 'bench', `${name}.ts`)),
    outdir,
    format: 'esm',
    packages: 'external',
    define: definitions(JSON.stringify(distUrl)),
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
  });
  process.exitCode = await run(join(outdir, 'main.mjs'));
} finally {
  rmSync(outdir, { recursive: true, force: true });
}

/**
 * @param {string} file
 * @returns {Promise<number>} its exit code
 */
function run(file) {
  const args = ['--expose-gc', file, ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('exit', (code) => done(code ?? 1));
  });
}
