// Starts a bundle of dist/ with V8's code cache, which spares compiling it (docs/adr/0003 has the figures).
// The cache is written once for each bundle and version of Node, next to the bundle or, where that may not be
// written, in the user's cache folder: shortly after the start, so that the functions a start needs are in it,
// or at the exit of a run that ends before. It is an optimisation only: whatever goes wrong with it, the bundle
// runs without. Nothing here writes to stdout, which may belong to a protocol. A script from a cache cannot
// import(): the build leaves none in a bundle.
//
// V8 compares versions, flags and the length of the source, not the contents: a damaged cache would crash the
// process and another source of the same length would run old code. So a cache carries a checksum, and the
// bundle's first line, which holds a hash of the rest.

'use strict';

const NODE_MAJOR_MIN = 20;
// After the first reply of a server, before collections of garbage drop the code that only a start needs. On a busy machine
// a start has not come far by then: so much processor time is waited for, but not for ever.
const SAVE_AFTER_MS = 300;
const SAVE_LOOKS_MAX = 10;
// Two 32-bit words, the checksum and the length of the key; then the key; then, aligned, V8's data.
const HEADER_BYTES = 8;
const ALIGNMENT_BYTES = 8;
// By how many percent the heap may grow before the next collection. V8 would let it double: a first index of the
// standard library peaks an eighth lower, for the same processor time. Part of the flags a cache is made for.
const HEAP_GROWTH = 50;
// V8 copies called functions into the code it optimizes, up to so many bytes of their code for each and of all together. With
// half of what it takes by itself its compiler has a fifth less to do in a first index, and that code is slower by a fortieth.
const INLINED_EACH = 230;
const INLINED_ALL = 460;

/**
 * Runs a bundle as `node bundle` would.
 * @param {string} name the bundle's file name in dist/
 */
function launch(name) {
  if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
    return fail(` needs Node ${NODE_MAJOR_MIN} or later; this is ${process.version} (${process.execPath})`);
  }
  const fs = require('node:fs');
  const path = require('node:path');
  const file = path.join(__dirname, '..', 'dist', name);
  if (!fs.existsSync(file)) return fail(`: ${file} is missing; in a clone, run: npm ci && npm run build`);
  run(file, fs.readFileSync(file, 'utf8'));
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`kg-memory${message}\n`);
  process.exitCode = 1;
}

/**
 * @param {string} file
 * @param {string} source
 */
function run(file, source) {
  const { setFlagsFromString } = require('node:v8');
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  setFlagsFromString(`--max-inlined-bytecode-size=${INLINED_EACH}`);
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${INLINED_ALL}`);
  const { dirname } = require('node:path');
  const Module = require('node:module');
  const vm = require('node:vm');
  const key = keyOf(file, source);
  const places = cachePlaces(file);
  const cachedData = readCache(places, key);
  const script = new vm.Script(Module.wrap(source), { filename: file, ...(cachedData && { cachedData }) });
  if (!cachedData || script.cachedDataRejected) saveLater(script, places, key);
  const bundle = new Module(file);
  bundle.filename = file;
  bundle.paths = require.main ? require.main.paths : [];
  const start = script.runInThisContext();
  start.call(bundle.exports, bundle.exports, Module.createRequire(file), bundle, file, dirname(file));
  bundle.loaded = true;
}

/**
 * What a cache must have been made from. The first line of a bundle holds its hash.
 * @param {string} file
 * @param {string} source
 */
function keyOf(file, source) {
  const { mtimeMs } = require('node:fs').statSync(file);
  return [source.slice(0, source.indexOf('\n')), source.length, mtimeMs, process.version, process.arch].join(
    ' ',
  );
}

/**
 * The files a cache may be in, the preferred one first.
 * @param {string} file
 */
function cachePlaces(file) {
  const path = require('node:path');
  const name = `${path.basename(file)}.${process.version}-${process.arch}.cache`;
  const places = [path.join(path.dirname(file), name)];
  const { HOME, LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  const base = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && path.join(HOME, '.cache'));
  if (base && path.isAbsolute(base)) places.push(path.join(base, 'kg-memory', name));
  return places;
}

/**
 * @param {string[]} places
 * @param {string} key
 * @returns {Buffer | undefined} V8's data of the first sound cache made for this key
 */
function readCache(places, key) {
  const fs = require('node:fs');
  for (const place of places) {
    if (!fs.existsSync(place)) continue;
    try {
      const data = unpack(fs.readFileSync(place), key);
      if (data) return data;
    } catch {
      // Not readable: as good as not there.
    }
  }
  return undefined;
}

/**
 * @param {Buffer} packed
 * @param {string} key
 */
function unpack(packed, key) {
  const start = dataStart(key);
  if (packed.length <= start) return undefined;
  const keyEnd = HEADER_BYTES + packed.readInt32LE(4);
  if (packed.toString('utf8', HEADER_BYTES, keyEnd) !== key) return undefined;
  return packed.readInt32LE(0) === checksum(packed) ? packed.subarray(start) : undefined;
}

/**
 * @param {Buffer} data
 * @param {string} key
 */
function pack(data, key) {
  const start = dataStart(key);
  const packed = Buffer.alloc(start + data.length);
  packed.writeInt32LE(Buffer.byteLength(key), 4);
  packed.write(key, HEADER_BYTES);
  packed.set(data, start);
  packed.writeInt32LE(checksum(packed), 0);
  return packed;
}

/** @param {string} key */
function dataStart(key) {
  return Math.ceil((HEADER_BYTES + Buffer.byteLength(key)) / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
}

/**
 * FNV-1a over the 32-bit words behind the checksum itself; 2 ms for 700 KB, less than loading node's own.
 * @param {Buffer} packed
 */
function checksum(packed) {
  const words = new Int32Array(packed.buffer, packed.byteOffset, packed.length >> 2);
  let sum = packed.length;
  // Counted loops: iterators take twice as long in code that has only just started.
  for (let at = 1; at < words.length; at += 1) sum = Math.imul(sum ^ Number(words[at]), 0x01000193);
  for (let at = words.length * 4; at < packed.length; at += 1) {
    sum = Math.imul(sum ^ Number(packed[at]), 0x01000193);
  }
  return sum | 0;
}

/**
 * @param {import('node:vm').Script} script
 * @param {string[]} places
 * @param {string} key
 */
function saveLater(script, places, key) {
  const save = () => {
    clearTimeout(timer);
    process.removeListener('exit', save);
    saveCache(pack(script.createCachedData(), key), places);
  };
  let looks = 0;
  const look = () => {
    const { user, system } = process.cpuUsage();
    looks += 1;
    if ((user + system) / 1000 >= SAVE_AFTER_MS || looks >= SAVE_LOOKS_MAX) save();
    else timer = setTimeout(look, SAVE_AFTER_MS).unref();
  };
  let timer = setTimeout(look, SAVE_AFTER_MS).unref();
  process.once('exit', save);
}

/**
 * Writes the first place that can be written, whole or not at all.
 * @param {Buffer} packed
 * @param {string[]} places
 */
function saveCache(packed, places) {
  const fs = require('node:fs');
  const path = require('node:path');
  for (const place of places) {
    const temporary = `${place}.${process.pid}.tmp`;
    try {
      fs.mkdirSync(path.dirname(place), { recursive: true });
      fs.writeFileSync(temporary, packed);
      fs.renameSync(temporary, place);
      return;
    } catch {
      // Read-only, full, or not ours: the next place, and in the end no cache.
      tryRemove(temporary);
    }
  }
}

/** @param {string} file */
function tryRemove(file) {
  try {
    require('node:fs').unlinkSync(file);
  } catch {
    // It was never made, or nothing can be removed where it is.
  }
}

module.exports = { launch };
