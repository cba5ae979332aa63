// The licences of the packages whose code is in the bundles, as one text. esbuild says which files went in; a
// package that was itself bundled from others names them in the "#region" comments its bundler leaves behind.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, root } from './project.mjs';

const RULE = '-'.repeat(80);

/**
 * Name, version and licence of every package among the inputs, sorted by name. Throws when one of them has no licence
 * text to be found.
 * @param {string[]} inputs paths relative to the root, as in esbuild's metafile
 */
export function licenseText(inputs) {
  /** @type {Map<string, string>} */
  const versions = new Map();
  for (const [name, version] of inputs.flatMap(packagesInside)) versions.set(name, version);
  for (const name of inputs.flatMap((path) => packageOf(path) ?? []))
    versions.set(name, readManifest(name).version);
  const sections = [...versions]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, version]) => section(name, version));
  return ['kg-memory contains code of the following packages.\n', ...sections, grammarSection()].join(
    `\n${RULE}\n`,
  );
}

/** The vendored grammars, which no bundler sees: their licences stand in their own list. */
function grammarSection() {
  const [, text] = readFileSync(join(root, 'grammars/README.md'), 'utf8').split('\n## Licences\n');
  if (text === undefined) throw new Error('grammars/README.md has no section "Licences"');
  return `tree-sitter grammars (MIT)\n${text}`;
}

/** @param {string} path */
function packageOf(path) {
  return path.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1];
}

/**
 * @param {string} path
 * @returns {[string, string][]} names and versions
 */
function packagesInside(path) {
  if (packageOf(path) === undefined || !existsSync(join(root, path))) return [];
  const regions = readFileSync(join(root, path), 'utf8').matchAll(
    /^\/\/#region .*\.pnpm\/(@?[^@/]+)@([^/_]+).*$/gm,
  );
  return [...regions].map(([, name = '', version = '']) => [name.replace('+', '/'), version]);
}

/**
 * The licence text is that of the installed version, which for a package inside another one may be a later one.
 * @param {string} name
 * @param {string} version
 */
function section(name, version) {
  const folder = join(root, 'node_modules', name);
  const file = existsSync(folder) && readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) throw new Error(`${name} is bundled, but there is no licence in node_modules/${name}`);
  const text = readFileSync(join(folder, file), 'utf8').trim();
  return `${name} ${version} (${readManifest(name).license})\n\n${text}\n`;
}

/** @param {string} name */
function readManifest(name) {
  return readJson(`node_modules/${name}/package.json`);
}
