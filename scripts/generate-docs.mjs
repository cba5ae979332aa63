// `npm run docs`: writes what the README takes from the sources: the tables of tools, settings and endpoints, each
// between two comments, such as `<!-- tools -->` … `<!-- /tools -->`. With --check
// it writes nothing and fails when the README is not as it would be. Nothing else of the README is touched.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { commonOptions, definitions } from './bundles.mjs';
import { root } from './project.mjs';

const README = join(root, 'README.md');
// What only this script needs of the sources.
const ENTRY = `
  import { toJSONSchema } from 'zod/v4';
  import { CODE_TOOLS } from './src/serve/code-tools/all.js';
  import { renderRoutesTable } from './src/serve/memory/rest/route-table.js';
  import { ROUTES } from './src/serve/memory/rest/routes.js';
  import { MEMORY_TOOLS } from './src/serve/memory/tools/all.js';
  export { renderMemorySettingsTable } from './src/config/memory-settings.js';
  export { renderSettingsTable } from './src/config/render.js';
  export const memoryEndpoints = renderRoutesTable(ROUTES);
  export const memoryTools = MEMORY_TOOLS.map(({ name, description, input }) => ({
    name, description, schema: toJSONSchema(input, { io: 'input' }),
  }));
  export const tools = CODE_TOOLS.map(({ name, description, input }) => ({
    name, description, schema: toJSONSchema(input, { io: 'input' }),
  }));`;
// On all tools, or nearly so: said once below the table.
const COMMON = ['max_tokens', 'cursor'];

/**
 * @typedef {{ properties: Record<string, Record<string, unknown>>, required?: string[] }} Schema
 * @typedef {{ name: string, description: string, schema: Schema }} ToolText
 */

/** @returns {Promise<{ tools: ToolText[], memoryTools: ToolText[], memoryEndpoints: string, renderSettingsTable: () => string, renderMemorySettingsTable: () => string }>} */
async function loadSources() {
  const folder = join(root, '.build', `docs-${process.pid}`);
  const outfile = join(folder, 'sources.mjs');
  mkdirSync(folder, { recursive: true });
  try {
    await build({
      ...commonOptions,
      stdin: { contents: ENTRY, resolveDir: root, loader: 'ts' },
      outfile,
      format: 'esm',
      define: definitions(),
      banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {ToolText[]} tools */
function toolRows(tools) {
  const rows = tools.map(({ name, description, schema }) => {
    return `| \`${name}\` | ${cell(firstSentence(description))} | ${cell(argumentsOf(schema))} |`;
  });
  return ['| Tool | What it does | Arguments |', '|---|---|---|', ...rows];
}

/** @param {ToolText[]} tools */
function toolsTable(tools) {
  const limit = tools[0]?.schema.properties.max_tokens;
  const range = `${limit?.minimum}–${limit?.maximum}, default ${limit?.default}`;
  const whole = tools.filter(({ schema }) => schema.properties.cursor === undefined);
  const but = whole.length === 0 ? '' : ` (not ${whole.map(({ name }) => `\`${name}\``).join(', ')})`;
  return [
    ...toolRows(tools),
    '',
    `Each also takes \`max_tokens\` (${range}), which its answer never exceeds, and \`cursor\`${but}, to go on where an answer ended.`,
  ].join('\n');
}

/** @param {Schema} schema */
function argumentsOf({ properties, required = [] }) {
  const own = Object.entries(properties).filter(([name]) => !COMMON.includes(name));
  const texts = own.map(([name, field]) => {
    const range = field.maximum === undefined ? '' : ` (${field.minimum}–${field.maximum})`;
    if (required.includes(name)) return `**\`${name}\`**${range}`;
    return `\`${name}\`${field.default === undefined ? '' : ` = ${field.default}`}${range}`;
  });
  return texts.join(', ') || 'none';
}

/** @param {string} text */
function firstSentence(text) {
  return text.match(/^[\s\S]*?[.:](?=\s|$)/)?.[0].replace(/:$/, '.') ?? text;
}

/** @param {string} text */
function cell(text) {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

/**
 * @param {string} text
 * @param {string} name
 * @param {string} contents
 */
function replaceBetween(text, name, contents) {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`README.md has no ${start} … ${end}`);
  return `${text.slice(0, from + start.length)}\n\n${contents.trim()}\n\n${text.slice(to)}`;
}

const { tools, memoryTools, memoryEndpoints, renderSettingsTable, renderMemorySettingsTable } =
  await loadSources();
const before = readFileSync(README, 'utf8');
/** @type {[string, string][]} */
const parts = [
  ['tools', toolsTable(tools)],
  ['settings', renderSettingsTable()],
  ['memory-tools', toolRows(memoryTools).join('\n')],
  ['memory-endpoints', memoryEndpoints],
  ['memory-settings', renderMemorySettingsTable()],
];
const after = parts.reduce((text, [name, contents]) => replaceBetween(text, name, contents), before);
if (after === before) console.log('README.md is as the sources say');
else if (process.argv.includes('--check')) {
  console.error('README.md is not as the sources say; run: npm run docs');
  process.exitCode = 1;
} else {
  writeFileSync(README, after);
  console.log('README.md is written');
}
