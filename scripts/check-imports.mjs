// Checks who imports whom: `node scripts/check-imports.mjs [folder]`, default src and the page in viz/src. Prints one line for each
// violation of import-rules.mjs and for each import cycle (types included), and then exits with 1.

import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findCycles } from './cycles.mjs';
import { BANS, LAYERS, PAGE_LAYERS, PAGE_MAY_SEE, PAGE_RESERVES, RESERVES } from './import-rules.mjs';
import { listFiles, root } from './project.mjs';
import { readSourceFacts } from './source-facts.mjs';

/**
 * @typedef {{ path: string, line: number, message: string }} Violation
 * @typedef {{
 *   layers: readonly import('./import-rules.mjs').Layer[],
 *   bans: readonly import('./import-rules.mjs').Ban[],
 *   reserves: readonly import('./import-rules.mjs').Reserve[],
 *   maySee: readonly string[],
 * }} Rules `maySee`: files outside the folder, relative to the root
 */

const PAGE = 'viz/src';

/** @type {Rules} */
const SOURCE_RULES = { layers: LAYERS, bans: BANS, reserves: RESERVES, maySee: [] };
/** @type {Rules} */
const PAGE_RULES = { layers: PAGE_LAYERS, bans: [], reserves: PAGE_RESERVES, maySee: PAGE_MAY_SEE };

/**
 * All violations in a folder of the project, in order of path and line. Paths are relative to the folder.
 * @param {string} folder relative to the root
 * @returns {Violation[]}
 */
export function findViolations(folder) {
  const rules = folder === PAGE ? PAGE_RULES : SOURCE_RULES;
  const paths = listFiles(folder, (path) => /\.[cm]?tsx?$/.test(path)).map((path) =>
    posix.relative(folder, path),
  );
  /** @type {Violation[]} */
  const found = [];
  /** @type {Map<string, string[]>} */
  const edges = new Map();
  for (const path of paths) {
    const { imports, touches } = readSourceFacts(path, readFileSync(join(root, folder, path), 'utf8'));
    /** @type {string[]} */
    const targets = [];
    const add = (/** @type {number} */ line, /** @type {string | undefined} */ message) => {
      if (message !== undefined) found.push({ path, line, message });
    };
    for (const { specifier, line } of imports) {
      if (!specifier.startsWith('.')) {
        add(
          line,
          specifier === '' ? 'a computed import cannot be checked' : judgeTouch(rules, path, specifier),
        );
        continue;
      }
      if (rules.maySee.includes(resolveFromRoot(folder, path, specifier))) continue;
      const target = resolveImport(folder, path, specifier);
      if (target === undefined) add(line, `${specifier} is not a file of ${folder}/`);
      else {
        targets.push(target);
        add(line, judgeImport(rules, path, target));
      }
    }
    for (const { name, line } of touches) add(line, judgeTouch(rules, path, name));
    edges.set(path, targets);
  }
  for (const cycle of findCycles(edges)) {
    found.push({
      path: cycle[0] ?? '',
      line: 1,
      message: `import cycle: ${[...cycle, cycle[0]].join(' → ')}`,
    });
  }
  return found.sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}

/**
 * @param {string} folder
 * @param {string} from
 * @param {string} specifier
 */
function resolveImport(folder, from, specifier) {
  const target = posix.join(posix.dirname(from), specifier).replace(/\.([cm]?)js$/, '.$1ts');
  const candidates = [target, target.replace(/\.ts$/, '.tsx')];
  return candidates.find((each) => !each.startsWith('..') && existsSync(join(root, folder, each)));
}

/**
 * @param {string} folder
 * @param {string} from
 * @param {string} specifier
 */
function resolveFromRoot(folder, from, specifier) {
  return posix.join(folder, posix.dirname(from), specifier).replace(/\.js$/, '.ts');
}

/**
 * @param {Rules} rules
 * @param {string} from
 * @param {string} to
 */
function judgeImport({ layers, bans }, from, to) {
  const layer = layers.filter((each) => covers(each.in, from)).sort((a, b) => b.in.length - a.in.length)[0];
  if (layer === undefined) return 'no layer holds this file: give it one in scripts/import-rules.mjs';
  if (!layer.may.some((part) => covers(part, to))) return `may not import ${to}: ${layer.because}`;
  const ban = bans.find((each) => covers(each.in, from) && each.not.some((part) => covers(part, to)));
  return ban && `may not import ${to}: ${ban.because}`;
}

/**
 * @param {Rules} rules
 * @param {string} from
 * @param {string} what a package, one of node's modules, or a global
 */
function judgeTouch({ reserves }, from, what) {
  const reserve = reserves.find((each) => each.what.some((name) => names(name, what)));
  const isAllowed = reserve === undefined || reserve.only.some((part) => covers(part, from));
  return isAllowed ? undefined : `may not touch ${what}: ${reserve.because}`;
}

/**
 * @param {string} part
 * @param {string} path
 */
function covers(part, path) {
  return part.endsWith('/') ? path.startsWith(part) : path === part;
}

/**
 * @param {string} pattern
 * @param {string} name
 */
function names(pattern, name) {
  return pattern.endsWith('/*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folders = process.argv[2] === undefined ? ['src', PAGE] : [process.argv[2]];
  for (const folder of folders) {
    for (const { path, line, message } of findViolations(folder)) {
      console.log(`${folder}/${path}:${line} ${message}`);
      process.exitCode = 1;
    }
  }
}
