#!/usr/bin/env node
'use strict';

const { launch } = require('./launch.cjs');
const [, , command, ...words] = process.argv;

const isHelpWanted = words.some((word) => word === '--help' || word === '-h');

// A hook runs with every prompt and a connector with every client, so each has a small bundle of its own; and hosts take some
// exit codes for orders, so a hook has one.
if (command === 'connect' && !isHelpWanted) launch('connect.cjs');
else if (command === 'hook' && !isHelpWanted) {
  try {
    launch('hook.cjs');
  } catch {
    // There is nothing to say to a host.
  }
  process.exitCode = 0;
} else launch('main.cjs');
