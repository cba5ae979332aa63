// The licences of the packages whose code is in the bundles, as one text. esbuild says which files went in; a
// package that was itself bundled from others names them in the "#region" comments its bundler leaves behind.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, root } from './project.mjs';

const RULE = '-'.repeat(80);

/**
 * Name, version and licence of every package among the inputs, sorted by name. Throws when a package that is
 * bundled directly carries no licence text.
 * @param {string[]} inputs paths relative to the root, as in esbuild's metafile
 */
export function licenseText(inputs) {
  const direct = new Set(inputs.flatMap((path) => packageOf(path) ?? []));
  const inner = new Set(inputs.flatMap(packagesInside).filter((name) => !direct.has(name)));
  const sections = [
    ...[...direct].map((name) => [name, sectionOf(name)]),
    ...[...inner].map((name) => [name, innerSectionOf(name)]),
  ];
  sections.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const intro = 'kg-memory contains code of the following packages.\n';
  return [intro, ...sections.map(([, text]) => text)].join(`\n${RULE}\n`);
}

/** @param {string} path */
function packageOf(path) {
  return path.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1];
}

/** @param {string} path */
function packagesInside(path) {
  if (packageOf(path) === undefined || !existsSync(join(root, path))) return [];
  const regions = readFileSync(join(root, path), 'utf8').matchAll(/^\/\/#region (.*node_modules\/.*)$/gm);
  return [...regions].flatMap(([, region = '']) => packageOf(region) ?? []);
}

/** @param {string} name */
function sectionOf(name) {
  const text = licenseOf(name);
  if (text === undefined)
    throw new Error(`${name} is bundled, but has no licence file in node_modules/${name}`);
  return text;
}

/** @param {string} name */
function innerSectionOf(name) {
  const installed = existsSync(join(root, 'node_modules', name, 'package.json'));
  return (installed ? licenseOf(name) : undefined) ?? `${name}\nLicence: see the package of this name.\n`;
}

/** @param {string} name */
function licenseOf(name) {
  const { version, license } = readJson(`node_modules/${name}/package.json`);
  const folder = join(root, 'node_modules', name);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) return undefined;
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
