#!/usr/bin/env node
'use strict';

// The explorer is a command of the command line with a name of its own.
process.argv.splice(2, 0, 'viz');
require('./launch.cjs').launch('main.cjs');
