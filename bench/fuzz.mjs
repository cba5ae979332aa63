// `node bench/fuzz.mjs`: bundles bench/fuzz.ts and runs it from the project's root. It judges nothing itself.

import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildDist, commonOptions, definitions } from '../scripts/bundles.mjs';
import { distUrl, root } from '../scripts/project.mjs';

const outdir = join(root, '.build', `fuzz-${process.pid}`);

try {
  // Of dist/ only the parser's own runtime is used, which is the same in every build.
  if (!existsSync(join(root, 'dist', 'web-tree-sitter.wasm'))) await buildDist();
  await build({
    ...commonOptions,
    entryPoints: [join(root, 'bench', 'fuzz.ts')],
    outdir,
    format: 'esm',
    packages: 'external',
    define: definitions(JSON.stringify(distUrl)),
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
  });
  process.exitCode = await run(join(outdir, 'fuzz.mjs'));
} finally {
  rmSync(outdir, { recursive: true, force: true });
}

/**
 * @param {string} file
 * @returns {Promise<number>} its exit code
 */
function run(file) {
  const child = spawn(process.execPath, [file, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('exit', (code) => done(code ?? 1));
  });
}
