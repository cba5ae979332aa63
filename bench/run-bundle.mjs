// Bundles programs of bench/ and runs the first of them from the project's root, in a process of its own.

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { commonOptions, definitions } from '../scripts/bundles.mjs';
import { distUrl, root } from '../scripts/project.mjs';

/**
 * @param {readonly [string, ...string[]]} names files of bench/ without their ending; the others lie beside the first
 * @param {readonly string[]} [nodeFlags]
 * @returns {Promise<number>} the exit code
 */
export async function runBundle(names, nodeFlags = []) {
  const outdir = join(root, '.build', `${names[0]}-${process.pid}`);
  try {
    await build({
      ...commonOptions,
      entryPoints: names.map((name) => join(root, 'bench', `${name}.ts`)),
      outdir,
      format: 'esm',
      packages: 'external',
      define: definitions(JSON.stringify(distUrl)),
      outExtension: { '.js': '.mjs' },
      logLevel: 'error',
    });
    return await run([...nodeFlags, join(outdir, `${names[0]}.mjs`), ...process.argv.slice(2)]);
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<number>} its exit code
 */
function run(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('exit', (code) => done(code ?? 1));
  });
}
