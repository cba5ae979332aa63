// Runs a program of the kg-memory package for the plugin: `node run.cjs kg-memory hook session-start`,
// `node run.cjs kg-memory connect`, `node run.cjs kg-memory-mcp`. A host keeps plugins in a folder of its own, so the
// package is looked for: around this file (the plugin as it lies in the package), where KG_MEMORY_PACKAGE says, where
// `kg-memory install` wrote it down, and behind the command `kg-memory` on the PATH. A hook that finds nothing is silent,
// since it must never stop a prompt.

'use strict';

const fs = require('node:fs');
const path = require('node:path');

const [, , program = 'kg-memory', ...words] = process.argv;
const isHook = words[0] === 'hook';

/** @returns {string | undefined} the program's file, without links */
function findProgram() {
  for (const place of places()) {
    const file = path.join(place, 'bin', `${program}.cjs`);
    if (fs.existsSync(file)) return fs.realpathSync(file);
  }
  return undefined;
}

/** @returns {Generator<string>} folders that may be the package, the nearest first */
function* places() {
  yield path.join(__dirname, '..');
  const { KG_MEMORY_PACKAGE, PATH = '' } = process.env;
  if (KG_MEMORY_PACKAGE) yield KG_MEMORY_PACKAGE;
  const noted = readIfThere(path.join(stateFolder(), 'package-folder'));
  if (noted) yield noted.trim();
  for (const folder of PATH.split(path.delimiter)) {
    const command = path.join(folder, 'kg-memory');
    if (path.isAbsolute(folder) && fs.existsSync(command)) yield packageOf(command, folder);
  }
}

/**
 * The package behind a command: the link leads into it; on Windows the command is a script beside it.
 * @param {string} command
 * @param {string} folder
 */
function packageOf(command, folder) {
  const real = fs.realpathSync(command);
  const around = path.join(path.dirname(real), '..');
  return real.endsWith('.cjs') ? around : path.join(folder, 'node_modules', 'kg-memory');
}

function stateFolder() {
  const { XDG_STATE_HOME, LOCALAPPDATA, HOME, USERPROFILE } = process.env;
  if (process.platform === 'win32') return path.join(LOCALAPPDATA || USERPROFILE || '', 'kg-memory');
  return path.join(XDG_STATE_HOME || path.join(HOME || '', '.local', 'state'), 'kg-memory');
}

/** @param {string} file */
function readIfThere(file) {
  return path.isAbsolute(file) && fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}

function run() {
  const file = findProgram();
  if (file === undefined) {
    if (isHook) return;
    process.stderr.write('kg-memory is not installed; run: npm install --global kg-memory\n');
    process.exitCode = 1;
    return;
  }
  process.argv.splice(1, 2, file);
  require(file);
}

if (isHook) {
  try {
    run();
  } catch {
    // There is nothing to say to a host.
  }
  process.exitCode = 0;
} else run();
