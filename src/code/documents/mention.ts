/**
 * What a span of code or the target of a link in a document may name, as far as its text tells: a path, a dotted name, a
 * word. Nothing of the project is known here; most spans are neither (commands, values, prose) and say nothing.
 */
import { posix } from 'node:path';
import { inFolder } from '../../kernel/paths.js';
import type { CodeMention } from '../document-facts.js';
import { decodeTarget, isAddress } from '../link-target.js';
import { isSourceName } from '../skip-rules.js';

/** A span read. */
export type Named =
  /**
   * `path` is relative to the root or a part of such a path; `below`: the same read from the document's own folder;
   * `isElsewhere`: it lies in a repository that need not be this one; `isFolder`: it is written as a folder.
   */
  | {
      readonly kind: 'path';
      readonly path: string;
      readonly below: string;
      readonly isExact: boolean;
      readonly isElsewhere?: boolean;
      readonly isFolder?: boolean;
      readonly member?: Member;
    }
  | { readonly kind: 'dotted'; readonly parts: readonly string[]; readonly isCall: boolean }
  | { readonly kind: 'word'; readonly name: string; readonly isCall: boolean };

/** What is named in a file: `bake` of `oven.py:bake()`. `isNeeded`: without it the path would be another one. */
interface Member {
  readonly parts: readonly string[];
  readonly isNeeded: boolean;
}

const IDENTIFIER = String.raw`[\p{L}_][\p{L}\p{N}_]*`;
const DOTTED = new RegExp(`^${IDENTIFIER}(?:\\.${IDENTIFIER})*$`, 'u');
const CALLED = new RegExp(`^(${IDENTIFIER}(?:\\.${IDENTIFIER})*)\\(.*\\)$`, 'su');
const INDEXED = new RegExp(`^(${IDENTIFIER}(?:\\.${IDENTIFIER})*)\\[.*\\]$`, 'su');
const FROM_IMPORT = new RegExp(
  `^from\\s+(${IDENTIFIER}(?:\\.${IDENTIFIER})*)\\s+import\\s+(${IDENTIFIER})$`,
  'u',
);
/** `oven.py:bake()`, `oven.py::Oven::bake`, `oven.py:Oven.bake`. */
const IN_FILE = new RegExp(`^(.+\\.pyi?)::?(${IDENTIFIER}(?:(?:\\.|::)${IDENTIFIER})*)(?:[([].*)?$`, 'su');
/** `bakery/oven.bake`: a module as a path, and what is in it. */
const IN_MODULE = new RegExp(`^([^. ]+\\/${IDENTIFIER})\\.(${IDENTIFIER})(?:\\(.*\\))?$`, 'su');
/** `Oven.heat_*`: what begins so in a class or module. */
const OPEN_END = new RegExp(`^(${IDENTIFIER}(?:\\.${IDENTIFIER})*)\\.[\\p{L}\\p{N}_]*\\*$`, 'u');
/** Commands that are given a file or a module of the project. */
const COMMAND = /^(?:\$ )?(?:python3?(?:\.\d+)?|uv|poetry|pipenv|pdm|hatch|pytest)\s+(.+)$/s;
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
  if (onForge === undefined && isAddress(plain)) return undefined;
  const path = decodeTarget(onForge ?? plain).replace(/(?<=[^/])\/+$/, '');
  // A folder may be a package; of files only sources are code.
  if (!isSourceName(path) && (onForge !== undefined || /\.[^/]*$/.test(path))) return undefined;
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
  const command = written.match(COMMAND)?.[1];
  if (command !== undefined) return readCommand(command, folder);
  const text = written
    .replace(/^(?:class|def|async def|await|import)\s+(?=\S)/, '')
    .replace(/^@(?=\S)/, '')
    .replace(/[:;,]$/, '')
    .replace(/\)\s*->\s.*$/s, ')');
  const called = text.match(CALLED)?.[1];
  if (called !== undefined) return dotted(called, true);
  const indexed = text.match(INDEXED)?.[1];
  if (indexed !== undefined) return dotted(indexed, false);
  const openEnd = text.match(OPEN_END)?.[1];
  if (openEnd !== undefined) return dotted(openEnd, false);
  const [, file = '', inFile] = text.match(IN_FILE) ?? [];
  if (inFile !== undefined && isPath(file)) {
    return readPath(file, folder, { parts: inFile.split(/\.|::/), isNeeded: false });
  }
  const [, module = '', inModule] = text.match(IN_MODULE) ?? [];
  if (inModule !== undefined && !isSourceName(text) && isPath(module)) {
    return readPath(module, folder, { parts: [inModule], isNeeded: true });
  }
  const place = text.replace(/(?:::.*|:\d+(?:[-:]\d+)?|#L\d+(?:-L?\d+)?)$/, '');
  if (isPath(place)) return readPath(place, folder);
  return DOTTED.test(text) ? dotted(text, false) : undefined;
}

/** `python tools/bake.py --now`, `python -m bakery.oven`: what is run, when it is a file or a module within a package. */
function readCommand(words: string, folder: string): Named | undefined {
  const [, file] = words.match(/(?:^|\s)([^\s'"]+\.py(?:::?[\w:.]+)?)(?=\s|$)/) ?? [];
  if (file !== undefined) return readSpan(file, folder);
  const [, module] = words.match(/(?:^|\s)-m\s+([\w]+(?:\.\w+)+)(?=\s|$)/) ?? [];
  return module === undefined ? undefined : dotted(module, false);
}

/** A source file by its name; a module or a package by two names or more, `bakery/oven`, `bakery/ovens/`. */
function isPath(text: string): boolean {
  return PATH.test(text) && (isSourceName(text) || /^[^ ]*[^ /]\/[^ /]+\/?$|^\/[^ /]+$/.test(text));
}

function readPath(text: string, folder: string, member?: Member): Named | undefined {
  const relative = text.replace(/^(?:\.\/|\/)+/, '').replace(/\/$/, '');
  const below = posix.normalize(inFolder(folder, relative));
  const path = posix.normalize(relative);
  return {
    kind: 'path',
    path: path.startsWith('../') ? '' : path,
    below,
    isExact: false,
    ...(text.endsWith('/') && { isFolder: true }),
    ...(member && { member }),
  };
}

function dotted(text: string, isCall: boolean): Named | undefined {
  const parts = text.split('.');
  if (parts[0] === 'self' || parts[0] === 'cls') return undefined;
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return { kind: 'word', name: only, isCall };
  return { kind: 'dotted', parts, isCall };
}
