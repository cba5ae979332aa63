#!/usr/bin/env node
'use strict';

process.stderr.write('kg-memory-viz: not yet: the explorer comes in a later release\n');
process.exitCode = 1;
