/**
 * Text from the sources inside markdown. A docstring, a name or a line of code is data: whatever it holds (backticks,
 * headings, links, control characters) it must not open or close anything in the answer around it.
 */
import { printable } from '../../kernel/text.js';

/** Inline code, on one line, with a fence longer than any run of backticks inside. */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  const fence = '`'.repeat(longestRun(line) + 1);
  const isTight = !line.startsWith('`') && !line.endsWith('`') && line !== '';
  return isTight ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

/** A fenced block. Tabs and line ends stay, other control characters become visible. */
export function codeBlock(lines: readonly string[], language: string): string {
  const clean = lines.map((line) => line.split('\t').map(printable).join('\t'));
  const runs = clean.map((line) => (/^\s*`{3,}/.test(line) ? longestRun(line) : 0));
  const fence = '`'.repeat(Math.max(3, runs.reduce((a, b) => Math.max(a, b), 0) + 1));
  return `${fence}${language}\n${clean.join('\n')}\n${fence}`;
}

/** Running text on one line, at most `charsMax` characters, `…` at the end when cut; no heading where it begins a line. */
export function prose(text: string, charsMax = 200): string {
  const line = oneLine(text);
  const cut = line.length > charsMax ? `${cutAt(line, charsMax - 1)}…` : line;
  return cut
    .replace(/`+/g, "'")
    .replace(/^(?=#{1,6}(?: |$))/, '\\')
    .replace(/\]([([])/g, ']\\$1')
    .replace(/<(?=[A-Za-z/!?])/g, '\\<');
}

/** `1,790`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 file`, `1,790 files`. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${grouped(count)} ${count === 1 ? singular : plural}`;
}

/** How many bytes a text takes as UTF-8. */
export function bytesOf(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/** The longest beginning of a text that takes at most `bytesMax` bytes; no character is cut in two. */
export function clipBytes(text: string, bytesMax: number): string {
  if (bytesOf(text) <= bytesMax) return text;
  const clipped = Buffer.from(text, 'utf8').subarray(0, Math.max(0, bytesMax)).toString('utf8');
  return clipped.replace(/\uFFFD+$/, '');
}

function oneLine(text: string): string {
  return printable(text.replace(/\s+/g, ' ').trim());
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** Never between the two halves of a surrogate pair. */
function cutAt(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
