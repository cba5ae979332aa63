/**
 * Reads one settings file: its settings with their lines, its aliases, and warnings about what cannot be meant.
 *
 * A file that is absent is empty. One that is no TOML is an error, since a setting that is silently not in force is worse
 * than a stop. An unknown key is a warning with the nearest known one: it may come from a newer version.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readFault, readTextIfThere } from '../kernel/disk.js';
import { KgError } from '../kernel/errors.js';
import { isTable, type Table } from '../kernel/tables.js';
import { nearestNames, printable } from '../kernel/text.js';

import type { RawSetting } from './raw-setting.js';
import { ALIASES, ANY_SETTING_KEYS, isAnySettingKey, isSettingKey, settingOf } from './settings.js';
import { isEmpty } from './values.js';

/** Which file it is: `label` is how messages name it, `remedy` where a setting that it may not hold belongs. */
export interface FileSource {
  readonly kind: 'project' | 'user';
  readonly path: string;
  readonly label: string;
  readonly remedy: string;
}

export interface SettingsFile {
  readonly settings: readonly RawSetting[];
  /** Alias and what it stands for, as written, in the file's order. */
  readonly aliases: readonly (readonly [alias: string, name: string])[];
  readonly warnings: readonly string[];
}

// A settings file has some hundred bytes; one with a thousand aliases has 50 KB.
const FILE_BYTES_MAX = 1_000_000;
// More of them say nothing new: the file is meant for something else.
const UNKNOWN_KEYS_SHOWN = 20;
// Enough to recognise a key by.
const KEY_CHARS_MAX = 80;

const EMPTY: SettingsFile = { settings: [], aliases: [], warnings: [] };

export async function readSettingsFile(source: FileSource): Promise<SettingsFile> {
  const text = readText(source);
  if (text === undefined) return EMPTY;
  const { parseToml } = await import('../kernel/toml.js');
  const parsed = parseToml(text);
  if (!parsed.ok) {
    throw new KgError('bad-setting', `${source.label}:${parsed.line}:${parsed.column}: ${parsed.problem}`, {
      hint: 'The file must be TOML: one `name = value` a line, text in quotes.',
    });
  }
  const warnings: string[] = [];
  const settings: RawSetting[] = [];
  const lines = linesOfKeys(text);
  const where = (key: string, table = '') => {
    const line = lines.get(inTable(table, key));
    return line === undefined ? source.label : `${source.label}:${line}`;
  };
  let unknown = 0;
  for (const [key, value] of Object.entries(parsed.table)) {
    if (key === ALIASES) continue;
    if (!isAnySettingKey(key)) {
      unknown += 1;
      if (unknown <= UNKNOWN_KEYS_SHOWN) warnings.push(`${where(key)}: ${describeUnknown(key, value)}`);
    } else if (!isEmpty(value)) {
      const origin = { kind: source.kind, where: where(key) } as const;
      const objection = objectionToHolding(source, { key, value, origin });
      if (objection === undefined) settings.push({ key, value, origin });
      else warnings.push(`${origin.where}: ${objection}`);
    }
  }
  if (unknown > UNKNOWN_KEYS_SHOWN)
    warnings.push(`${source.label}: ${unknown - UNKNOWN_KEYS_SHOWN} more unknown settings`);
  const aliases = readAliases(parsed.table[ALIASES], where);
  if (settings.some(({ key }) => key === 'llm_api_key') && isReadByOthers(source.path)) {
    warnings.push(`${source.label}: it holds a key and others can read it: chmod 600 ${source.path}`);
  }
  return { settings, aliases, warnings };
}

/** The user's own `config.toml` in the folder for this program's settings; empty without such a folder. */
export async function readUserFile(folder: string | undefined): Promise<SettingsFile> {
  if (folder === undefined) return EMPTY;
  const file = join(folder, 'config.toml');
  return readSettingsFile({ kind: 'user', path: file, label: file, remedy: file });
}

function readText({ path, label }: FileSource): string | undefined {
  try {
    return readTextIfThere(path, FILE_BYTES_MAX);
  } catch (error) {
    throw new KgError('bad-setting', `cannot read ${label} (${readFault(error)})`, {
      hint: `Make ${path} a file that you can read, or remove it.`,
      cause: error,
    });
  }
}

/** What sends text and keys somewhere is the user's own choice; a project's file comes with a clone. */
function objectionToHolding({ kind, remedy }: FileSource, { key }: RawSetting): string | undefined {
  const { env, file } = settingOf(key);
  if (file === 'none') return `${key} is ignored in a file; set ${env}, or give -C on the command line`;
  if (file === 'project' || kind === 'user') return undefined;
  if (!isSettingKey(key))
    return `${key} is ignored: the agent memory is the user's, not a project's; set ${env}, or put it into ${remedy}`;
  return `${key} is ignored: a project's file must not choose where texts and keys are sent; set ${env}, or put it into ${remedy}`;
}

function describeUnknown(whole: string, value: unknown): string {
  const key = whole.slice(0, KEY_CHARS_MAX);
  const shown = printable(key);
  if (isTable(value)) {
    const flat = Object.keys(value).find(
      (name) => isAnySettingKey(`${key}_${name}`) || isAnySettingKey(name),
    );
    if (flat === undefined) return `unknown table [${shown}]; the only one is [${ALIASES}]`;
    const meant = isAnySettingKey(flat) ? flat : `${key}_${flat}`;
    return `unknown table [${shown}]; settings stand at the top: ${meant} = …`;
  }
  const [nearest] = nearestNames(key.replace(/^KG_/i, ''), ANY_SETTING_KEYS);
  return `unknown setting ${shown}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
}

function readAliases(value: unknown, where: (key: string, table?: string) => string): [string, string][] {
  if (value === undefined) return [];
  if (!isTable(value)) throw badAliases(`${where(ALIASES)}: ${ALIASES} must be a table`);
  return Object.entries(value as Table).map(([alias, name]) => {
    if (typeof name === 'string' && !isEmpty(name) && !isEmpty(alias)) return [alias.trim(), name.trim()];
    throw badAliases(`${where(alias, ALIASES)}: the alias ${printable(alias)} must stand for a text`);
  });
}

function badAliases(message: string): KgError {
  return new KgError('bad-setting', message, {
    hint: `Write, for example: [${ALIASES}] and below it kg = "knowledge graph".`,
  });
}

/** The lines (1-based) that assign keys, by `inTable`, and those of table headers as keys of the top. */
function linesOfKeys(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  let table = '';
  for (const [index, line] of text.split('\n').entries()) {
    const header = headerOf(line);
    if (header !== undefined) table = header;
    const key = header ?? /^\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*[=.]/.exec(line)?.slice(1).join('');
    if (key === undefined) continue;
    const name = inTable(header === undefined ? table : '', key);
    if (!lines.has(name)) lines.set(name, index + 1);
  }
  return lines;
}

function inTable(table: string, key: string): string {
  return `${table}\n${key}`;
}

/** The name between the brackets of a table's header, its quotes left out. */
function headerOf(line: string): string | undefined {
  const start = line.trimStart();
  const end = start.indexOf(']');
  if (!start.startsWith('[') || end < 0) return undefined;
  return start
    .slice(1, end)
    .replace(/^\[/, '')
    .trim()
    .replace(/^["']|["']$/g, '');
}

function isReadByOthers(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;
}
