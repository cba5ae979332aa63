// `node bench/fuzz.mjs`: bundles bench/fuzz.ts and runs it from the project's root. It judges nothing itself.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildDist } from '../scripts/bundles.mjs';
import { root } from '../scripts/project.mjs';
import { runBundle } from './run-bundle.mjs';

// Of dist/ only the parser's own runtime is used, which is the same in every build.
if (!existsSync(join(root, 'dist', 'web-tree-sitter.wasm'))) await buildDist();
process.exitCode = await runBundle(['fuzz']);
