// Loaded into a measured process by `node --require`: writes what the process used (process.resourceUsage, of all its
// threads) to the file that BENCH_USAGE names, when it exits. It changes nothing else.

'use strict';

const { writeFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

if (isMainThread && process.env.BENCH_USAGE) {
  const file = process.env.BENCH_USAGE;
  process.on('exit', () => writeFileSync(file, JSON.stringify(process.resourceUsage())));
}
