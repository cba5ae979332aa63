// `npm run bench`: bundles bench/main.ts (and the bare parse it is compared with) and runs it from the project's root.
// It measures nothing itself. `npm run bench -- --help` lists the options.

import { buildDist } from '../scripts/bundles.mjs';
import { runBundle } from './run-bundle.mjs';

await buildDist();
process.exitCode = await runBundle(['main', 'bare-parse'], ['--expose-gc']);
