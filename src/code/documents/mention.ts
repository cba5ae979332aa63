/**
 * What a span of code or the target of a link in a document may name, as far as its text tells: a path, a dotted name, a
 * word. Nothing of the project is known here; most spans are neither (commands, values, prose) and say nothing.
 */
import { posix } from 'node:path';
import { inFolder } from '../../kernel/paths.js';
import type { CodeMention } from '../document-facts.js';
import { isSourceName } from '../skip-rules.js';

/** A span read. */
export type Named =
  /**
   * `path` is relative to the root or a part of such a path; `below`: the same read from the document's own folder;
   * `isElsewhere`: it lies in a repository that need not be this one.
   */
  | {
      readonly kind: 'path';
      readonly path: string;
      readonly below: string;
      readonly isExact: boolean;
      readonly isElsewhere?: boolean;
    }
  | { readonly kind: 'dotted'; readonly parts: readonly string[]; readonly isCall: boolean }
  | { readonly kind: 'word'; readonly name: string; readonly isCall: boolean };

const IDENTIFIER = String.raw`[\p{L}_][\p{L}\p{N}_]*`;
const DOTTED = new RegExp(`^${IDENTIFIER}(?:\\.${IDENTIFIER})*$`, 'u');
const CALLED = new RegExp(`^(${IDENTIFIER}(?:\\.${IDENTIFIER})*)\\(.*\\)$`, 'su');
const INDEXED = new RegExp(`^(${IDENTIFIER}(?:\\.${IDENTIFIER})*)\\[.*\\]$`, 'su');
const FROM_IMPORT = new RegExp(
  `^from\\s+(${IDENTIFIER}(?:\\.${IDENTIFIER})*)\\s+import\\s+(${IDENTIFIER})$`,
  'u',
);
const PATH = /^[\p{L}\p{N}_@.+\- /]+$/u;
// Longer texts are code, not names of it.
const CHARS_MAX = 200;

/** Reads a mention in a document that lies in `folder`; `undefined` when it cannot name code. */
export function readMention({ kind, text }: CodeMention, folder: string): Named | undefined {
  const written = text.trim();
  if (written === '' || written.length > CHARS_MAX) return undefined;
  return kind === 'link' ? readLink(written, folder) : readSpan(written, folder);
}

/** The target of a link: a file of this project, or one on a forge, whose path stands behind the branch. */
function readLink(target: string, folder: string): Named | undefined {
  const [plain = ''] = target.split(/[?#]/, 1);
  const [, onForge] =
    plain.match(/^https?:\/\/[^/]+\/.+?\/(?:-\/)?(?:blob|tree|src|raw)\/[^/]+\/(.+)$/) ?? [];
  if (onForge === undefined && /^[a-z][a-z0-9+.-]*:|^\/\//i.test(plain)) return undefined;
  const path = decode(onForge ?? plain);
  if (!isSourceName(path)) return undefined;
  const whole = posix.normalize(path.replace(/^\/+/, ''));
  if (onForge !== undefined) {
    // A file at the top of any repository may be called so.
    return whole.includes('/')
      ? { kind: 'path', path: whole, below: '', isExact: true, isElsewhere: true }
      : undefined;
  }
  if (path.startsWith('/')) return { kind: 'path', path: whole, below: '', isExact: true };
  const below = posix.normalize(inFolder(folder, path));
  return { kind: 'path', path: whole.startsWith('../') ? '' : whole, below, isExact: true };
}

function readSpan(written: string, folder: string): Named | undefined {
  const imported = written.match(FROM_IMPORT);
  if (imported !== null) return dotted(`${imported[1]}.${imported[2]}`, false);
  const text = written
    .replace(/^(?:class|def|async def|import)\s+(?=\S+$)/, '')
    .replace(/^@(?=\S)/, '')
    .replace(/[:;,]$/, '');
  const called = text.match(CALLED)?.[1];
  if (called !== undefined) return dotted(called, true);
  const indexed = text.match(INDEXED)?.[1];
  if (indexed !== undefined) return dotted(indexed, false);
  const place = text.replace(/(?:::.*|:\d+(?:[-:]\d+)?|#L\d+(?:-L?\d+)?)$/, '');
  if (isPath(place)) return readPath(place, folder);
  return DOTTED.test(text) ? dotted(text, false) : undefined;
}

function isPath(text: string): boolean {
  return PATH.test(text) && (isSourceName(text) || (/^[^ ]*\/[^ ]*$/.test(text) && !text.endsWith('/')));
}

function readPath(text: string, folder: string): Named | undefined {
  const relative = text.replace(/^(?:\.\/|\/)+/, '');
  const below = posix.normalize(inFolder(folder, relative));
  const path = posix.normalize(relative);
  return { kind: 'path', path: path.startsWith('../') ? '' : path, below, isExact: false };
}

function dotted(text: string, isCall: boolean): Named | undefined {
  const parts = text.split('.');
  if (parts[0] === 'self' || parts[0] === 'cls') return undefined;
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return { kind: 'word', name: only, isCall };
  return { kind: 'dotted', parts, isCall };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    // A bare % that nobody encoded.
    if (error instanceof URIError) return text;
    throw error;
  }
}
