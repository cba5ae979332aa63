/**
 * From the bytes of a source file to its text, as CPython's tokenizer reads it: by byte-order mark, else by the cookie of
 * PEP 263, else as UTF-8. What is none of these is taken as Latin-1, which every byte sequence is, and has a problem
 * that says so: names in ASCII are right then, other letters may not be.
 *
 * Line ends become `\n`, also `\r` alone, so that lines count as CPython counts them. NUL bytes stay: the parser copes
 * with them. It never fails and never looks at the disk.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { type ByteCodec, decodeBytes, findCodec } from './codecs.js';
import type { Problem } from './facts.js';

/** A file's text; `problems` are all of kind `encoding`. */
export interface DecodedSource {
  readonly text: string;
  /** In lower case, as the Encoding Standard spells it (`utf-8`, `windows-1252`), or `iso-8859-1`, or `ascii`. */
  readonly encoding: string;
  readonly problems: readonly Problem[];
}

/** Decodes a file. The text does not share memory with the bytes. */
export function decodeSource(bytes: Uint8Array): DecodedSource {
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoded = decodeByMark(buffer) ?? decodeByCookie(buffer);
  const text = decoded.text.includes('\r') ? decoded.text.replace(/\r\n?/g, '\n') : decoded.text;
  const nul = text.indexOf('\0');
  if (nul < 0) return { ...decoded, text };
  const line = countLines(text.slice(0, nul + 1));
  const problem: Problem = { kind: 'encoding', message: 'it contains NUL bytes, which Python refuses', line };
  return { ...decoded, text, problems: [...decoded.problems, problem] };
}

/**
 * Decodes a document: by byte-order mark, else as UTF-8, else as Windows-1252, which is what editors of old wrote. NUL bytes
 * become spaces. Cookies are Python's: a title such as "Encoding: use UTF-8" declares nothing.
 */
export function decodeDocument(bytes: Uint8Array): DecodedSource {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const utf16 = markOfUtf16(buffer);
  const hasMark = buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf;
  const body = utf16 !== undefined ? buffer.subarray(2) : hasMark ? buffer.subarray(3) : buffer;
  const decoded = decodeAs(body, utf16 ?? 'utf-8', []) ?? decodeAsWindows1252(body, utf16 ?? 'utf-8');
  const lines = decoded.text.includes('\r') ? decoded.text.replace(/\r\n?/g, '\n') : decoded.text;
  return { ...decoded, text: lines.includes('\0') ? lines.replaceAll('\0', ' ') : lines };
}

/** Lines of a text whose line ends are `\n`; a last line without one counts, an empty text has none. */
export function countLines(text: string): number {
  let lines = 0;
  let from = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
    lines += 1;
    from = end + 1;
  }
  return from < text.length ? lines + 1 : lines;
}

/** By a byte-order mark. CPython takes the one of UTF-8 only; the others come from Windows editors. */
function decodeByMark(buffer: Buffer): DecodedSource | undefined {
  if (buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf) {
    const body = buffer.subarray(3);
    const cookie = findCookie(body);
    const isContradicted = cookie !== undefined && findCodec(cookie.name)?.name !== 'utf-8';
    const problems = isContradicted
      ? [encodingProblem(`the byte-order mark says UTF-8, the line says ${cookie.name}`, cookie.line)]
      : [];
    return decodeAs(body, 'utf-8', problems) ?? decodeAsLatin1(body, 'utf-8', problems);
  }
  const label = markOfUtf16(buffer);
  if (label === undefined) return undefined;
  const body = buffer.subarray(2);
  const problems = [encodingProblem(`it is ${label.toUpperCase()}, which Python refuses`)];
  return decodeAs(body, label, problems) ?? decodeAsLatin1(body, label, problems);
}

function markOfUtf16(buffer: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return 'utf-16le';
  return buffer[0] === 0xfe && buffer[1] === 0xff ? 'utf-16be' : undefined;
}

function decodeByCookie(buffer: Buffer): DecodedSource {
  const cookie = findCookie(buffer);
  if (cookie === undefined) return decodeUtf8(buffer, []);
  const codec = findCodec(cookie.name);
  if (codec === undefined)
    return decodeUtf8(buffer, [encodingProblem(`unknown encoding ${cookie.name}`, cookie.line)]);
  if (codec.name === 'utf-8') return decodeUtf8(buffer, []);
  const decoded = codec.by === 'label' ? decodeAs(buffer, codec.name, []) : decodeEach(buffer, codec.name);
  return decoded ?? decodeUtf8(buffer, [mismatch(cookie.name, cookie.line)]);
}

function decodeEach(buffer: Buffer, codec: ByteCodec): DecodedSource | undefined {
  const text = decodeBytes(buffer, codec);
  return text === undefined ? undefined : { text, encoding: codec, problems: [] };
}

function decodeUtf8(buffer: Buffer, problems: readonly Problem[]): DecodedSource {
  // ASCII bytes are a string's own one-byte form: nothing has to be decoded.
  if (isAscii(buffer)) return { text: buffer.toString('latin1'), encoding: 'utf-8', problems };
  if (isUtf8(buffer)) return { text: buffer.toString('utf8'), encoding: 'utf-8', problems };
  return decodeAsLatin1(buffer, 'utf-8', problems);
}

/** `undefined` when the bytes are not valid in that encoding, or this build of Node lacks its decoder. */
function decodeAs(buffer: Buffer, label: string, problems: readonly Problem[]): DecodedSource | undefined {
  try {
    const text = new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(buffer);
    return { text, encoding: label, problems };
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function decodeAsLatin1(buffer: Buffer, claimed: string, problems: readonly Problem[]): DecodedSource {
  const told = problems.length > 0 ? problems : [mismatch(claimed, firstBadLine(buffer, claimed))];
  const guessed = told.map((problem) => ({ ...problem, message: `${problem.message}; read as Latin-1` }));
  return { text: buffer.toString('latin1'), encoding: 'iso-8859-1', problems: guessed };
}

function decodeAsWindows1252(buffer: Buffer, claimed: string): DecodedSource {
  const { message, ...where } = mismatch(claimed, firstBadLine(buffer, claimed));
  const problems = [{ ...where, message: `${message}; read as Windows-1252` }];
  return decodeAs(buffer, 'windows-1252', problems) ?? decodeAsLatin1(buffer, claimed, problems);
}

function mismatch(claimed: string, line: number | undefined): Problem {
  return encodingProblem(`it is not valid ${claimed.toUpperCase()}`, line);
}

/** Where UTF-8 goes wrong; its lines can be judged alone. `undefined` for any other encoding. */
function firstBadLine(buffer: Buffer, claimed: string): number | undefined {
  if (claimed !== 'utf-8') return undefined;
  let from = 0;
  for (let line = 1; from < buffer.length; line += 1) {
    const end = buffer.indexOf(LINE_FEED, from);
    const to = end < 0 ? buffer.length : end;
    if (!isUtf8(buffer.subarray(from, to))) return line;
    from = to + 1;
  }
  return undefined;
}

/** The encoding that one of the first two lines declares; the second one counts when the first is blank or a comment. */
function findCookie(buffer: Buffer): { readonly name: string; readonly line: 1 | 2 } | undefined {
  const first = lineAt(buffer, 0);
  const declared = COOKIE.exec(first.text)?.[1];
  if (declared !== undefined) return { name: declared, line: 1 };
  if (!BLANK.test(first.text)) return undefined;
  const second = COOKIE.exec(lineAt(buffer, first.end).text)?.[1];
  return second === undefined ? undefined : { name: second, line: 2 };
}

/** A line as Latin-1 text, cut where no cookie would be looked for, and where the next one begins. */
function lineAt(buffer: Buffer, from: number): { readonly text: string; readonly end: number } {
  let end = from;
  while (end < buffer.length && buffer[end] !== LINE_FEED && buffer[end] !== CARRIAGE_RETURN) end += 1;
  const text = buffer.toString('latin1', from, Math.min(end, from + COOKIE_CHARS_MAX));
  const isPair = buffer[end] === CARRIAGE_RETURN && buffer[end + 1] === LINE_FEED;
  return { text, end: end + (isPair ? 2 : 1) };
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
// A generated file may be one line of megabytes; nobody declares an encoding far to the right.
const COOKIE_CHARS_MAX = 1000;
// Both from PEP 263 and CPython's tokenizer.
const COOKIE = /^[ \t\f]*#.*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)/;
const BLANK = /^[ \t\f]*(?:#.*)?$/;

function encodingProblem(message: string, line?: number): Problem {
  return line === undefined ? { kind: 'encoding', message } : { kind: 'encoding', message, line };
}
