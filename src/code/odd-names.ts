/**
 * Names of files that are no printable text, made into paths that are: one line, valid Unicode, and leading back to the
 * file. A system may allow any bytes but `/` and NUL in a name; ids and answers may not.
 *
 * In a path, a control character (those that turn the direction of writing too), a backslash and a byte that is no UTF-8 are written `\xHH`, and half a surrogate pair
 * (on Windows) `\uHHHH`. Ordinary names, spaces and all letters included, stay as they are.
 */

import type { Location } from '../kernel/disk.js';
import { joinRoot } from '../kernel/paths.js';

/** The part of a path that stands for a name as the system gives it. */
export function escapeName(name: Location): string {
  if (typeof name === 'string') return ODD.test(name) ? name.replace(ODD_ALL, escapeUnit) : name;
  let text = '';
  for (let from = 0; from < name.length; ) {
    const length = validLength(name, from);
    text +=
      length === 0 ? escapeByte(name[from] ?? 0) : escapeName(name.toString('utf8', from, from + length));
    from += Math.max(length, 1);
  }
  return text;
}

/** Where the file of such a path lies. */
export function locate(root: string, path: string): Location {
  if (!path.includes('\\')) return joinRoot(root, path);
  const bytes: Buffer[] = [];
  let isText = true;
  const parts = path.split(/\\(x[0-9a-f]{2}|u[0-9a-f]{4})/);
  for (const [index, part] of parts.entries()) {
    const code = index % 2 === 1 ? Number.parseInt(part.slice(1), 16) : 0;
    if (index % 2 === 0) bytes.push(Buffer.from(part));
    else if (part.startsWith('u')) return joinRoot(root, unescapeUnits(path));
    else {
      bytes.push(Buffer.from([code]));
      isText &&= code < 0x80;
    }
  }
  if (isText) return joinRoot(root, Buffer.concat(bytes).toString('utf8'));
  return Buffer.concat([Buffer.from(`${root}/`), ...bytes]);
}

/** `name` in the folder at `location`; the folder must not end in a separator. */
export function locateIn(folder: Location, name: Location, separator: string): Location {
  if (typeof folder === 'string' && typeof name === 'string') return folder + separator + name;
  return Buffer.concat([Buffer.from(folder), Buffer.from(separator), Buffer.from(name)]);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const ODD = /[\u0000-\u001f\u007f-\u009f\\\u2028-\u202e\u2066-\u2069\ud800-\udfff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const ODD_ALL = /[\u0000-\u001f\u007f-\u009f\\\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/gu;

function escapeUnit(unit: string): string {
  const code = unit.charCodeAt(0);
  if (code >= 0xd800 && code <= 0xdfff) return `\\u${code.toString(16)}`;
  return [...Buffer.from(unit)].map(escapeByte).join('');
}

function escapeByte(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, '0')}`;
}

function unescapeUnits(path: string): string {
  return path.replace(/\\[xu]([0-9a-f]{4}|[0-9a-f]{2})/g, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** How many bytes from here on are UTF-8: whole letters, up to the first byte that is none; 0 when this one is not. */
function validLength(bytes: Buffer, from: number): number {
  const decoded = bytes.toString('utf8', from);
  const bad = decoded.indexOf('\ufffd');
  if (bad < 0) return bytes.length - from;
  const length = Buffer.byteLength(decoded.slice(0, bad));
  const isLetter = bytes.subarray(from + length, from + length + 3).equals(REPLACEMENT);
  return isLetter ? length + 3 : length;
}

const REPLACEMENT = Buffer.from('\ufffd');
