/**
 * A setting as somebody wrote it, with the place where it stands, before anything is known about its value.
 */
import { KgError } from '../kernel/errors.js';
import { printable } from '../kernel/text.js';
import { type AnySettingKey, flagOf, settingOf } from './settings.js';

/** Where a value comes from: the strongest first. */
export type OriginKind = 'flag' | 'env' | 'project' | 'user' | 'default';

/** `where` names the flag, the variable, or file and line, as a person would look for it. */
export interface Origin {
  readonly kind: OriginKind;
  readonly where: string;
}

export const STANDARD: Origin = { kind: 'default', where: 'default' };

/** A value that was set: text from a flag or a variable, a TOML value from a file. */
export interface RawSetting<K extends AnySettingKey = AnySettingKey> {
  readonly key: K;
  readonly value: unknown;
  readonly origin: Origin;
}

// Enough to recognise a value by.
const SHOWN_CHARS_MAX = 80;

/** The error for a value that is not allowed: it says where the value stands, what it is, and what it may be. */
export function badSetting(raw: RawSetting, allowed: string): KgError {
  return new KgError('bad-setting', `${nameRaw(raw)}: ${allowed}`, {
    hint: `Change or remove it; kg-memory.toml.example lists every setting.`,
  });
}

/** How an origin spells the setting: `KG_LLM_CONCURRENCY=0`, `kg-memory.toml:7: llm_concurrency = 0`. */
export function nameRaw({ key, value, origin }: RawSetting): string {
  const shown = showValue(key, value);
  switch (origin.kind) {
    case 'flag':
      return shown === '' ? flagOf(key) : `${flagOf(key)} ${shown}`;
    case 'env':
      return shown === '' ? origin.where : `${origin.where}=${shown}`;
    default:
      return shown === '' ? `${origin.where}: ${key}` : `${origin.where}: ${key} = ${shown}`;
  }
}

/** Never a key, nor an address that may hold one. */
function showValue(key: AnySettingKey, value: unknown): string {
  const kind = settingOf(key).kind.is;
  if (kind === 'secret' || kind === 'url') return '';
  // JSON has no word for TOML's `nan` and `inf`.
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
  const short = text.length > SHOWN_CHARS_MAX ? `${text.slice(0, SHOWN_CHARS_MAX)}…` : text;
  return printable(short);
}
