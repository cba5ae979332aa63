/**
 * The properties of a node, taken apart into their keys and their values: a project has some dozens of different lists of
 * keys, and only the values are searched. The JSON text is cut, not parsed, since a large graph has a million of them; it
 * must be as `JSON.stringify` writes it.
 */
import type { Properties, PropertyValue } from '../model.js';
import type { Shape } from './columns.js';
import { stringEnd } from './json-text.js';

/** A properties text taken apart. */
export interface SplitProperties {
  /** The keys as a JSON array without its brackets. */
  readonly keys: string;
  /** The values as a JSON array. */
  readonly values: string;
  /** Whether a value is an object or holds one. */
  readonly isNested: boolean;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Takes a JSON object apart. Throws on a text that is none as `JSON.stringify` writes it. */
export function splitProperties(json: string): SplitProperties {
  if (json === '{}') return { keys: '', values: '[]', isNested: false };
  let keys = '';
  let values = '[';
  let isNested = false;
  let at = 0;
  do {
    const keyEnd = stringEnd(json, at + 1);
    const end = valueEnd(json, keyEnd + 1);
    const comma = at === 0 ? '' : ',';
    keys += comma + json.slice(at + 1, keyEnd);
    values += comma + json.slice(keyEnd + 1, end.at);
    isNested ||= end.isNested;
    at = end.at;
  } while (json.charCodeAt(at) === COMMA);
  if (at !== json.length - 1) throw new Error(`properties are not JSON in its shortest form: ${json}`);
  return { keys, values: `${values}]`, isNested };
}

/** Puts keys and values together again. */
export function joinProperties(shape: Shape, values: string): Properties {
  const parsed = JSON.parse(values) as readonly PropertyValue[];
  return Object.fromEntries(parsed.map((value, index) => [shape[index + 1], value]));
}

/** Behind the value that starts at `from`. */
function valueEnd(json: string, from: number): { readonly at: number; readonly isNested: boolean } {
  const first = json.charCodeAt(from);
  if (first === QUOTE) return { at: stringEnd(json, from), isNested: false };
  let depth = 0;
  let isNested = false;
  let at = from;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(json, at);
      continue;
    }
    if (depth === 0 && (code === COMMA || code === CLOSE_OBJECT)) break;
    if (code === OPEN_LIST || code === OPEN_OBJECT) depth++;
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
    isNested ||= code === OPEN_OBJECT;
    at++;
  }
  return { at, isNested };
}
