/**
 * From what was written to a value of the right kind, or an error that says what is allowed. Variables and flags are text;
 * files may use TOML's own booleans, numbers and arrays, and text as well.
 */
import { compilePattern } from '../kernel/pattern.js';
import { Secret } from '../kernel/secret.js';
import { printable } from '../kernel/text.js';
import { badSetting, type RawSetting } from './raw-setting.js';
import { settingOf } from './settings.js';

/** How yes and no are written, in lower case. */
const SWITCH: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  '1': true,
  false: false,
  no: false,
  off: false,
  '0': false,
};

/** Whether the value says nothing, which is the same as not setting it. */
export function isEmpty(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

export function readSwitch(raw: RawSetting): boolean {
  if (typeof raw.value === 'boolean') return raw.value;
  const known = typeof raw.value === 'string' ? SWITCH[raw.value.trim().toLowerCase()] : undefined;
  if (known === undefined) throw badSetting(raw, 'it must be true or false');
  return known;
}

export function readNumber(raw: RawSetting, min: number, max: number): number {
  const text = typeof raw.value === 'string' ? raw.value.trim() : '';
  const number = /^\d{1,9}$/.test(text) ? Number(text) : raw.value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < min || number > max) {
    throw badSetting(raw, `it must be a whole number from ${min} to ${max}`);
  }
  return number;
}

/** One line of text. */
export function readText(raw: RawSetting): string {
  if (typeof raw.value !== 'string') throw badSetting(raw, 'it must be text');
  const text = raw.value.trim();
  if (text !== printable(text)) throw badSetting(raw, 'it must be one line without control characters');
  return text;
}

export function readSecret(raw: RawSetting): Secret {
  return new Secret(readText(raw));
}

/** An address without a trailing slash. */
export function readUrl(raw: RawSetting): string {
  const text = readText(raw);
  if (!/^https?:\/\/[^\s/]/.test(text) || !URL.canParse(text)) {
    throw badSetting(raw, 'it must be an address that begins with http:// or https://');
  }
  return text.replace(/\/+$/, '');
}

export function readPattern(raw: RawSetting): string {
  const pattern = readText(raw);
  const compiled = compilePattern(pattern);
  if (!compiled.ok) {
    throw badSetting(raw, `it must be a regular expression without look-around, but ${compiled.problem}`);
  }
  return pattern;
}

/** One word of a closed list, in any case; `synonyms` are words that others use for them. */
export function readChoice<T extends string>(
  raw: RawSetting,
  allowed: readonly T[],
  synonyms: Readonly<Record<string, T>> = {},
): T {
  const word = readText(raw).toLowerCase();
  const found = allowed.find((each) => each === word) ?? synonyms[word];
  if (found === undefined) throw badSetting(raw, `it must be ${allowed.join(', ')}`);
  return found;
}

// Letters of a host's name or address; brackets and ports are not part of it.
const HOST = /^[a-z0-9][a-z0-9.-]{0,252}$|^[0-9a-f:]{2,39}$/;

/** A host's name or address in lower case, without brackets. */
export function readHost(raw: RawSetting): string {
  const name = readText(raw)
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1');
  if (!HOST.test(name)) throw badSetting(raw, 'it must be a host name or an address, without a port');
  return name;
}

/** The items of an array, or of text with commas between them, trimmed, without empty and repeated ones. */
export function readList(raw: RawSetting): string[] {
  const items: unknown[] = typeof raw.value === 'string' ? raw.value.split(',') : asArray(raw);
  const texts = items.map((item) => readText({ ...raw, value: item })).filter((item) => item !== '');
  if (texts.length === 0) throw badSetting(raw, 'it must name at least one');
  return [...new Set(texts)];
}

/** A list whose items come from a closed list. */
export function readNames(raw: RawSetting, allowed: readonly string[]): string[] {
  const names = readList(raw).map((name) => name.toLowerCase());
  if (!names.every((name) => allowed.includes(name))) {
    throw badSetting(raw, `it may hold ${allowed.join(', ')}`);
  }
  return names;
}

function asArray(raw: RawSetting): unknown[] {
  if (Array.isArray(raw.value)) return raw.value;
  const isList = !['path', 'place'].includes(settingOf(raw.key).kind.is);
  throw badSetting(raw, isList ? 'it must be a list, such as ["a", "b"]' : 'it must be text');
}
