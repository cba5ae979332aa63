// `npm test`: everything that must hold before a commit, the quick checks first, the tests last, so that the last
// lines are the summary of node's test runner. The first that fails ends it.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

const CHECKS = [
  ['types', 'node_modules/typescript/bin/tsc', '-p', '.'],
  ['types of the page', 'node_modules/typescript/bin/tsc', '-p', 'viz'],
  ['format and lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  ['imports', 'scripts/check-imports.mjs'],
  ['generated documents', 'scripts/generate-docs.mjs', '--check'],
  ['tests', 'scripts/test.mjs'],
];

for (const [name, script = '', ...args] of CHECKS) {
  if (!existsSync(join(root, script))) {
    console.log(`- ${name}: left out, ${script} does not exist`);
    continue;
  }
  console.log(`- ${name}`);
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error(`${name}: failed`);
    process.exit(status ?? 1);
  }
}
