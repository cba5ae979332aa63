/**
 * Where a project's packaging files say its packages lie. Each build backend has its own way to say it; what they have in
 * common is a folder from which `import package` finds `package`.
 *
 * Known: setuptools (pyproject.toml and setup.cfg), hatch, poetry, pdm, flit and uv (by their convention), maturin,
 * scikit-build-core, and pytest's `pythonpath`, on which tests are run. A mapping that gives a package another name than
 * its folder's is no such folder and is left out. Pure: texts in, folders out.
 */

import { type IniFile, parseIni } from '../kernel/ini.js';
import { folderOf } from '../kernel/paths.js';
import { isTable, stringsIn, type Table, tableIn } from '../kernel/tables.js';
import { parseToml } from '../kernel/toml.js';
import type { Problem } from './facts.js';

/** Folders as they are written, relative to the file's own; `members` are a workspace's projects and may hold `*`. */
export interface PackageFolders {
  readonly roots: readonly string[];
  readonly members: readonly string[];
  /** Functions of which installing makes commands, or which other programs find as plugins. */
  readonly scripts: readonly PackagingScript[];
  readonly problem?: Problem;
}

/** `oven = "bakery.cli:main"`; `attribute` may be dotted. */
export interface PackagingScript {
  readonly name: string;
  /** Of what other programs find as a plugin; absent for commands. */
  readonly group?: string;
  readonly module: string;
  readonly attribute: string;
}

/** Reads a `pyproject.toml`. */
export function readPyproject(text: string): PackageFolders {
  const parsed = parseToml(text);
  if (!parsed.ok) {
    const message = `it is no TOML: ${parsed.problem}`;
    return { roots: [], members: [], scripts: [], problem: { kind: 'settings', message, line: parsed.line } };
  }
  const tool = tableIn(parsed.table, 'tool');
  const roots = [
    ...inSetuptools(tableIn(tool, 'setuptools')),
    ...inHatch(tableIn(tool, 'hatch', 'build')),
    ...inPoetry(tableIn(tool, 'poetry')),
    ...stringsIn(tableIn(tool, 'pdm', 'build')['package-dir']),
    ...stringsIn(tableIn(tool, 'uv', 'build-backend')['module-root']),
    ...stringsIn(tableIn(tool, 'maturin')['python-source']),
    ...stringsIn(tableIn(tool, 'scikit-build', 'wheel').packages).map(folderOf),
    ...splitWords(tableIn(tool, 'pytest', 'ini_options').pythonpath),
  ];
  const { project } = parsed.table;
  const scripts = [
    ...scriptsIn(tableIn(parsed.table, 'project', 'scripts')),
    ...scriptsIn(tableIn(parsed.table, 'project', 'gui-scripts')),
    ...pluginsIn(tableIn(isTable(project) ? project : {}, 'entry-points')),
    ...scriptsIn(tableIn(tool, 'poetry', 'scripts')),
    ...pluginsIn(tableIn(tool, 'poetry', 'plugins')),
    ...scriptsIn(tableIn(tool, 'pdm', 'scripts')),
  ];
  return { roots, members: stringsIn(tableIn(tool, 'uv', 'workspace').members), scripts };
}

/** `name = "module:function"`; poetry also writes a table with a `reference`. */
function scriptsIn(table: Table): PackagingScript[] {
  return Object.entries(table).flatMap(([name, value]) => {
    const text = isTable(value) ? (value.reference ?? value.callable ?? value.call) : value;
    return typeof text === 'string' ? scriptOf(name, text) : [];
  });
}

/** Tables of such by the name of their group. */
function pluginsIn(groups: Table): PackagingScript[] {
  return Object.entries(groups).flatMap(([group, table]) =>
    isTable(table) ? scriptsIn(table).map((script) => inGroup(script, group)) : [],
  );
}

/** The groups of commands are no plugins, however they are written. */
function inGroup(script: PackagingScript, group: string): PackagingScript {
  return group === 'console_scripts' || group === 'gui_scripts' ? script : { ...script, group };
}

function scriptOf(name: string, text: string): PackagingScript[] {
  const [, module, attribute] = /^\s*([\w.]+)\s*:\s*([\w.]+)/.exec(text) ?? [];
  return module === undefined || attribute === undefined ? [] : [{ name, module, attribute }];
}

/** Reads a `setup.cfg`. */
export function readSetupCfg(text: string): PackageFolders {
  const ini = parseIni(text);
  const mapping = Object.fromEntries(
    linesOf(ini, 'options', 'package_dir').map((line) => {
      const [name = '', folder = ''] = line.split('=').map((part) => part.trim());
      return [name, folder];
    }),
  );
  const found = linesOf(ini, 'options.packages.find', 'where');
  const tests = linesOf(ini, 'tool:pytest', 'pythonpath').flatMap(splitWords);
  const scripts = [...(ini.get('options.entry_points') ?? [])].flatMap(([group, lines]) =>
    lines.split('\n').flatMap((line) => {
      const [name = '', text = ''] = line.split('=', 2).map((part) => part.trim());
      return scriptOf(name, text).map((script) => inGroup(script, group));
    }),
  );
  return { roots: [...inMapping(mapping), ...found, ...tests], members: [], scripts };
}

function inSetuptools(setuptools: Table): string[] {
  return [
    ...inMapping(tableIn(setuptools, 'package-dir')),
    ...stringsIn(tableIn(setuptools, 'packages', 'find').where),
  ];
}

/** `{"": "src"}` is the folder of all packages, `{"oven": "lib/oven"}` that of one. */
function inMapping(mapping: Table): string[] {
  return Object.entries(mapping).flatMap(([name, folder]) => {
    if (typeof folder !== 'string') return [];
    if (name === '') return [folder];
    const parts = name.split('.');
    const path = folder.replace(/\/+$/, '').split('/');
    const isSame = parts.every((part, index) => path[path.length - parts.length + index] === part);
    return isSame ? [path.slice(0, path.length - parts.length).join('/') || '.'] : [];
  });
}

function inHatch(build: Table): string[] {
  const targets = [build, tableIn(build, 'targets', 'wheel')];
  return targets.flatMap((target) => [
    ...stringsIn(target.packages).map((each) => folderOf(each.replace(/\/+$/, ''))),
    ...stringsIn(target['dev-mode-dirs']),
    ...stringsIn(target.sources),
    // A table takes prefixes away: {"src/oven" = "oven"} leaves `src`, {"src" = ""} too.
    ...Object.entries(tableIn(target, 'sources')).flatMap(([from, to]) =>
      typeof to === 'string' ? inMapping({ [to.replaceAll('/', '.')]: from }) : [],
    ),
  ]);
}

function inPoetry(poetry: Table): string[] {
  const packages = Array.isArray(poetry.packages) ? poetry.packages.filter(isTable) : [];
  return packages.flatMap((each) => stringsIn(each.from));
}

function linesOf(ini: IniFile, section: string, key: string): string[] {
  const value = ini.get(section)?.get(key) ?? '';
  return value
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean);
}

/** pytest takes a list, or text with blanks between. */
function splitWords(value: unknown): string[] {
  return stringsIn(value)
    .flatMap((text) => text.split(/\s+/))
    .filter(Boolean);
}
