#!/usr/bin/env node
'use strict';

require('./launch.cjs').launch('main.cjs');
