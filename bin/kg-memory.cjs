#!/usr/bin/env node
'use strict';

const { launch } = require('./launch.cjs');
const [, , command, ...words] = process.argv;

// A hook runs with every prompt, so it has a small bundle of its own; and hosts take some exit codes for orders, so it has one.
if (command === 'hook' && !words.some((word) => word === '--help' || word === '-h')) {
  try {
    launch('hook.cjs');
  } catch {
    // There is nothing to say to a host.
  }
  process.exitCode = 0;
} else launch('main.cjs');
