/**
 * What a text of the memory says about a place in code, as text alone: an entry of `touches`, or an end of an edge. People
 * and models write `src/auth/refresh.py:30-40`, `refresh.py#L30`, `src/auth/refresh.py::rotate`, `func:src.auth.refresh.rotate`,
 * `refresh.rotate`, `ADR-0003`, `C:\work\app\src\auth\refresh.py (the retry)`; they write prose and addresses of pages as well.
 *
 * A text is read in one or more ways, the likeliest first. Whether a way leads to anything is for `find-touch.ts` to see: here
 * is no graph. Prose has no reading, so that no sentence ever becomes a link.
 */
import { relativeInside } from '../kernel/paths.js';

/** Where the checkouts of a project lie, as `ProjectIdentity` has it. */
export interface Place {
  /** The folder that is indexed; paths of the code graph are relative to it. */
  readonly root: string;
  /** The main checkout. */
  readonly main: string;
  /** The top of the worktree that `root` lies in, when it is not the main checkout. */
  readonly worktree?: string;
}

export type Lines = readonly [first: number, last: number];

/** One way to read a text. */
export type Touch =
  /** An id of the code graph, as it is. */
  | { readonly kind: 'id'; readonly id: string }
  /** A path relative to the root, `/` between its parts. `isAbsolute`: written so, hence no end of another path. */
  | {
      readonly kind: 'path';
      readonly path: string;
      readonly isAbsolute: boolean;
      readonly lines?: Lines;
      /** What stands behind it as lines is none: `:0`, `:20-10`. */
      readonly hasNoLines?: true;
      /** What is named in it, dotted. */
      readonly symbol?: string;
    }
  /** The last parts of a dotted name; a single one only when it is spelt as no word of prose is. */
  | { readonly kind: 'name'; readonly name: string; readonly type?: 'class' | 'function' }
  /** A decision record by its number. */
  | { readonly kind: 'record'; readonly number: string };

/** The ways to read a text, the likeliest first; none for prose, addresses of pages, and paths outside of the project. */
export function readTouch(text: string, place: Place): readonly Touch[] {
  const written = unwrapped(text);
  if (written === '' || written.length > CHARS_MAX || isAddress(written)) return [];
  const id = idIn(written);
  if (id !== undefined) return [id];
  const plain = withoutNote(written);
  const texts = plain === written ? [written] : [written, plain];
  return texts.flatMap((each) => [...recordsIn(each), ...namesIn(each), ...pathsIn(each, place)]);
}

// Longer texts are prose; PATH_MAX of Linux.
const CHARS_MAX = 4096;

/** Without the quotes, backticks or the `@` that some put around a path. */
function unwrapped(text: string): string {
  const trimmed = text.trim();
  const [, inner] = /^(?:`+([^`]+)`+|"([^"]+)"|'([^']+)'|<([^>]+)>)$/.exec(trimmed)?.filter(isText) ?? [];
  return (inner ?? trimmed).replace(/^@(?=[\w./~-])/, '').trim();
}

function isText(part: string | undefined): part is string {
  return part !== undefined;
}

/** `https://…`, `mailto:…`; a file's own address is a path. */
function isAddress(text: string): boolean {
  return /^(?!file:)[a-z][a-z0-9+.-]+:\/\//i.test(text) || /^(?:mailto|urn|doi|data):/i.test(text);
}

const ID = /^(?:func|class|module|adr|config|concept|decision|trade_off|file):(?!\/\/)\S(?:.*\S)?$/;

/** Ids have no lines; a file with lines is a path. Decision records have numbers that are written in many ways. */
function idIn(text: string): Touch | undefined {
  if (!ID.test(text)) return undefined;
  if (/^adr:\d+$/.test(text)) return { kind: 'record', number: String(Number(text.slice(4))) };
  return /^file:.*(?:[:#]L?\d|::)/.test(text) ? undefined : { kind: 'id', id: text };
}

/** `src/a.py (the retry)`, `src/a.py — the retry`, `src/a.py: the retry`: what stands in front of the note. */
function withoutNote(text: string): string {
  const [, front] = /^(\S.*?)(?:\s+\(.*\)|\s+[—–-]+\s.*|:\s.*|,\s.*|\s+[#/]{1,2}\s.*)$/s.exec(text) ?? [];
  return front ?? text;
}

function recordsIn(text: string): Touch[] {
  const [, digits] = /^ADR[-_ #:]*0*(\d{1,6})$/i.exec(text) ?? [];
  return digits === undefined ? [] : [{ kind: 'record', number: digits }];
}

const WORD = String.raw`[\p{L}_][\p{L}\p{N}_]*(?:#\d+)?`;
const NAME = new RegExp(
  String.raw`^(?:(class|def|func|function|method)[\s:]\s*)?(${WORD}(?:\.${WORD})*)(\([^()]*\))?$`,
  'u',
);
// What stands behind the dot of a file's name, and not of a method's.
const ENDINGS =
  /\.(?:pyi?|ipynb|md|rst|txt|json|toml|ya?ml|cfg|ini|sh|js|mjs|cjs|tsx?|jsx|css|html?|sql|go|rs|java|c|h|cc|cpp|hpp|rb|php|lock|csv|xml|svg|png|env|proto|tf)$/i;

function namesIn(text: string): Touch[] {
  const [, word, name, call] = NAME.exec(text) ?? [];
  if (name === undefined || ENDINGS.test(name)) return [];
  const isSpelt = name.includes('.') || /_\p{L}|\p{Ll}\p{Lu}/u.test(name) || name.includes('#');
  if (!isSpelt && call === undefined && word === undefined) return [];
  const type = word === undefined ? undefined : word === 'class' ? ('class' as const) : ('function' as const);
  return [{ kind: 'name', name, ...(type !== undefined && { type }) }];
}

const LINES = /(?::|#)L?(\d{1,7})(?::\d+)?(?:\s*[-–]\s*L?(\d{1,7})(?::\d+)?)?$/;
const SYMBOL = new RegExp(
  String.raw`(?:::|[:#])(${WORD}(?:(?:\.|::)${WORD})*)(?:\([^()]*\)|\[[^[\]]*\])?$`,
  'u',
);

/** A path as it is, then without what may be lines or a symbol behind it. */
function pathsIn(text: string, place: Place): Touch[] {
  const posix = posixOf(text);
  if (!isPathLike(posix)) return [];
  const found = pathTouches(posix, {}, place);
  const lines = LINES.exec(posix);
  if (lines !== null) {
    const [behind, first = '', last = first] = lines;
    return [
      ...found,
      ...pathTouches(posix.slice(0, -behind.length), rangeOf(Number(first), Number(last)), place),
    ];
  }
  const symbol = SYMBOL.exec(posix);
  if (symbol === null) return found;
  const [behind, name = ''] = symbol;
  const named = { symbol: name.replaceAll('::', '.') };
  return [...found, ...pathTouches(posix.slice(0, -behind.length), named, place)];
}

/** Lines are counted from 1. */
function rangeOf(first: number, last: number): Inside {
  return first < 1 || last < first ? { hasNoLines: true } : { lines: [first, last] };
}

/** A path has a slash or a file's ending. What has blanks has both, and no sentence in front. */
function isPathLike(text: string): boolean {
  const path = text.replace(LINES, '').replace(SYMBOL, '');
  const hasSlash = path.includes('/');
  if (!/\s/.test(path)) return hasSlash || ENDINGS.test(path);
  return hasSlash && (ENDINGS.test(path) || path.endsWith('/'));
}

function posixOf(text: string): string {
  const plain = /^file:\/\//i.test(text) ? decoded(text.slice('file://'.length)) : text.replace(/^file:/, '');
  const drive = plain.replace(/^\/(?=[a-z]:[/\\])/i, '');
  // A backslash before a blank is an escape of a shell, elsewhere it stands between folders.
  return drive.replace(/\\ /g, ' ').replaceAll('\\', '/');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that is none of an address stands for itself.
    return text;
  }
}

type Inside = { readonly lines?: Lines; readonly hasNoLines?: true; readonly symbol?: string };

/** Relative to the root: paths are written from there, from the top of the checkout, or from the folder around it. */
function pathTouches(written: string, inside: Inside, place: Place): Touch[] {
  const make = (path: string, isAbsolute: boolean): Touch => ({ kind: 'path', path, isAbsolute, ...inside });
  if (written.startsWith('/') || /^[a-z]:\//i.test(written)) {
    const path = fromRoots(written, place);
    return path === undefined ? [] : [make(path, true)];
  }
  const path = normalized(written);
  if (path === undefined) return [];
  const below = [place.worktree ?? place.main].flatMap((top) => prefixOf(top, place.root));
  const names = [place.root, place.main].map((folder) => `${lastPart(folder)}/`);
  const shorter = [...below, ...names].filter((front) => front !== '' && path.startsWith(front));
  return [path, ...shorter.map((front) => path.slice(front.length))].map((each) => make(each, false));
}

/** A path below the root or the same one of the main checkout. */
function fromRoots(absolute: string, place: Place): string | undefined {
  const inMain = prefixOf(place.worktree ?? place.main, place.root).map((below) => `${place.main}/${below}`);
  for (const root of [
    place.root,
    ...(place.worktree === undefined ? [] : inMain.length > 0 ? inMain : [place.main]),
  ]) {
    const base = posixOf(root).replace(/\/+$/, '');
    const isDrive = /^[a-z]:/i.test(base);
    const [a, b] = isDrive ? [absolute.toLowerCase(), base.toLowerCase()] : [absolute, base];
    if (a === b || a === `${b}/`) return undefined;
    if (a.startsWith(`${b}/`)) return normalized(absolute.slice(base.length + 1));
  }
  return undefined;
}

/** `services/api/` of a root that lies so far below the top of its checkout; none when it is the top or lies elsewhere. */
function prefixOf(top: string, root: string): string[] {
  const below = relativeInside(top, root);
  return below === undefined || below === '.' ? [] : [`${below}/`];
}

/** `./src//a/../b.py` → `src/b.py`; `undefined` for what leads out, and for the folder itself. */
function normalized(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  const isHome = parts[0]?.startsWith('~') === true;
  return parts.length === 0 || isHome ? undefined : parts.join('/');
}

function lastPart(folder: string): string {
  return folder.slice(Math.max(folder.lastIndexOf('/'), folder.lastIndexOf('\\')) + 1);
}
