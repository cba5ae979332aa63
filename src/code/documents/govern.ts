/**
 * Which code a mention means. Precision before recall: a path must be whole or unique, a name must be unique, and what could
 * be several things is none. A mention that looks like code of this project and is not found is `dangling`: a document that
 * names what is gone is news. A bare `snake_case` name may as well be a column or a variable: it is `unknown`, and whether it ever
 * was the name of a definition only the history tells.
 */
import { isSourceName } from '../skip-rules.js';
import { TEST_CODE } from '../test-paths.js';
import { type CodeNames, type CodeNode, fileAt } from './code-names.js';
import type { Named } from './mention.js';
import { isKnownElsewhere, isStopWord } from './words.js';

/** The code that a mention means, and how sure that is. */
export interface Governed {
  readonly id: string;
  readonly source: 'path' | 'identifier' | 'link';
  /** 0–1. */
  readonly confidence: number;
}

export type Meaning = Governed | 'dangling' | 'unknown' | 'nothing';

/** What there is to mean: the code, and source files that lie outside of what is indexed, as paths. */
export interface Sources {
  readonly names: CodeNames;
  readonly outside: ReadonlySet<string>;
}

// How sure a reading is, from a path that is written whole down to a single word in lower case.
const SURE = { whole: 1, suffix: 0.9, bare: 0.8, dotted: 0.95, way: 0.85, owner: 0.7 } as const;
const WORD = { class: 0.9, call: 0.85, snake: 0.8, plain: 0.6 } as const;

/** The simple names under which a mention has to be looked up. */
export function namesIn(named: Named): string[] {
  switch (named.kind) {
    case 'path':
      return [
        ...pathsOf(named).map((path) => path.slice(path.lastIndexOf('/') + 1)),
        ...(named.member?.parts.slice(-1) ?? []),
      ];
    case 'dotted':
      return [...named.parts, `${named.parts.at(-1)}.py`, `${named.parts[0]}.py`, '__init__.py'];
    case 'word':
      return [named.name, `${named.name}.py`, ...singularsOf(named.name)];
  }
}

/** Reads a mention against the code. */
export function meaningOf(named: Named, sources: Sources): Meaning {
  switch (named.kind) {
    case 'path':
      return pathMeaning(named, sources);
    case 'dotted':
      return dottedMeaning(named, sources.names);
    case 'word':
      return wordMeaning(named, sources.names);
  }
}

type PathNamed = Extract<Named, { readonly kind: 'path' }>;
type DottedNamed = Extract<Named, { readonly kind: 'dotted' }>;
type WordNamed = Extract<Named, { readonly kind: 'word' }>;

function pathsOf({ path, below, isFolder = false }: Omit<PathNamed, 'kind' | 'isExact'>): string[] {
  const written = [path, below].filter((each) => each !== '');
  return written.flatMap((each) => {
    // A package is the file that makes it one.
    if (!isSourceName(each)) return [...(isFolder ? [] : [`${each}.py`]), `${each}/__init__.py`];
    // A stub may have been merged into the source beside it.
    return each.endsWith('.pyi') ? [each, each.slice(0, -1)] : [each];
  });
}

function pathMeaning(named: PathNamed, sources: Sources): Meaning {
  const meaning = fileMeaning(named, sources);
  const { member } = named;
  if (member === undefined) return meaning;
  const inside = typeof meaning === 'object' && definitionIn(meaning.id, member.parts, sources.names);
  if (inside) return { ...meaning, id: inside.id };
  return member.isNeeded ? 'nothing' : meaning;
}

/** What is defined in a file under the end of a dotted name. */
function definitionIn(fileId: string, parts: readonly string[], names: CodeNames): CodeNode | undefined {
  const fits = names.named(parts.at(-1) ?? '').filter((node) => {
    return (
      isDefinition(node) && `file:${node.path}` === fileId && endsWith(bodyOf(node.id).split('.'), parts)
    );
  });
  return theOne(fits);
}

function fileMeaning(named: PathNamed, { names, outside }: Sources): Meaning {
  const paths = pathsOf(named);
  const source = named.isExact ? 'link' : 'path';
  for (const path of paths) {
    const file = fileAt(names, path);
    if (file !== undefined) return { id: file.id, source, confidence: SURE.whole };
  }
  if (paths.some((path) => outside.has(path))) return 'nothing';
  const isSource = isSourceName(named.path === '' ? named.below : named.path);
  if (named.isElsewhere === true) return 'nothing';
  if (named.isExact || named.path === '') return isSource ? 'dangling' : 'nothing';
  const [path = '', ...ways] = pathsOf({ ...named, below: '' });
  const base = path.slice(path.lastIndexOf('/') + 1);
  const fits = [path, ...ways].flatMap((way) => {
    const files = names.named(way.slice(way.lastIndexOf('/') + 1));
    return files.filter((node) => node.type === 'file' && node.path.endsWith(`/${way}`));
  });
  const [only, second] = fits;
  if (only === undefined) {
    // A bare file name may be any project's.
    if (!isSource || path === base) return 'nothing';
    return [...outside].some((other) => other.endsWith(`/${path}`)) ? 'nothing' : 'dangling';
  }
  if (second !== undefined) return 'nothing';
  return { id: only.id, source, confidence: path === base ? SURE.bare : SURE.suffix };
}

function dottedMeaning({ parts }: DottedNamed, names: CodeNames): Meaning {
  const found = definitionAt(parts, names) ?? fileNamed(parts, names);
  if (found !== undefined) return found;
  const owner = parts.slice(0, -1);
  const isOwned = owner.length > 0 && isPascal(owner.at(-1) ?? '');
  if (isOwned) {
    // An attribute is no node of its own; its class is.
    const holder =
      owner.length === 1 ? wordMeaning({ name: owner[0] ?? '' }, names) : definitionAt(owner, names);
    // A class that is not here is a library's more often than one that is gone, unless its package is the project's.
    if (typeof holder === 'object') return { ...holder, confidence: SURE.owner };
  }
  return isOfProject(parts, names) ? 'dangling' : 'nothing';
}

/** A class or function by the end of its dotted id, else by parts of it in order: `bakery.Oven` of `bakery.oven.Oven`. */
function definitionAt(parts: readonly string[], names: CodeNames): Governed | undefined {
  const named = names.named(parts.at(-1) ?? '').filter(isDefinition);
  const bodies = named.map((node) => ({ node, body: bodyOf(node.id).split('.') }));
  const exact = theOne(bodies.filter(({ body }) => endsWith(body, parts)).map(({ node }) => node));
  if (exact !== undefined) return { id: exact.id, source: 'identifier', confidence: SURE.dotted };
  const inOrder = theOne(bodies.filter(({ body }) => isInOrder(parts, body)).map(({ node }) => node));
  return inOrder && { id: inOrder.id, source: 'identifier', confidence: SURE.way };
}

/** A module or a package by its import name: its file. */
function fileNamed(parts: readonly string[], names: CodeNames): Governed | undefined {
  const path = parts.join('/');
  const isAt = (file: string) => (node: CodeNode) =>
    node.type === 'file' && (node.path === file || node.path.endsWith(`/${file}`));
  const files = [
    ...names.named(`${parts.at(-1)}.py`).filter(isAt(`${path}.py`)),
    ...names.named('__init__.py').filter(isAt(`${path}/__init__.py`)),
  ];
  const [only, second] = files;
  if (only === undefined || second !== undefined) return undefined;
  return { id: only.id, source: 'identifier', confidence: SURE.dotted };
}

/** Whether a dotted name begins with a package of the project, so that its end should be there too. */
function isOfProject(parts: readonly string[], names: CodeNames): boolean {
  const [head = ''] = parts;
  return !isStopWord(head) && names.named(head).some(({ type }) => type === 'module');
}

function wordMeaning(
  { name, isCall = false }: Partial<WordNamed> & Pick<WordNamed, 'name'>,
  names: CodeNames,
): Meaning {
  if (name.length < 3 || /^__.*__$/.test(name)) return 'nothing';
  const named = names.named(name);
  if (isPascal(name)) {
    const found = theOne(named.filter(isDefinition));
    if (found !== undefined && !isStopWord(name)) return word(found, WORD.class);
    if (found?.type === 'class') return word(found, WORD.snake);
    const one = singularsOf(name).flatMap((each) => theOne(names.named(each).filter(isDefinition)) ?? []);
    if (one[0] !== undefined && !named.some(isDefinition)) return word(one[0], WORD.plain);
    const isGone = !named.some(isDefinition) && isCompound(name) && !isKnownElsewhere(name);
    return isGone ? 'dangling' : 'nothing';
  }
  if (!/[a-z]/.test(name)) return 'nothing';
  const isPlain = !/[_A-Z]/.test(name.replace(/^_+/, ''));
  if (isStopWord(name) || isKnownElsewhere(name)) return 'nothing';
  if (isPlain && !isCall) return plainMeaning(named);
  const found = theOne(named.filter(isDefinition));
  if (found !== undefined) return word(found, isCall ? WORD.call : WORD.snake);
  const module = isCall || named.some(isDefinition) ? undefined : theModule(name, names);
  if (module !== undefined) return { id: module.id, source: 'path', confidence: WORD.plain };
  if (isPlain || named.some(isDefinition)) return 'nothing';
  return isCall ? 'dangling' : 'unknown';
}

/** A word in lower case is prose as often as a name: only a function at the top of its file, and nothing else called so. */
function plainMeaning(named: readonly CodeNode[]): Meaning {
  const only = theOne(named);
  const isTop = only?.type === 'function' && bodyOf(only.id) === `${dottedOf(only.path)}.${only.name}`;
  return isTop && named.length === 1 ? word(only, WORD.plain) : 'nothing';
}

/** A file by its name without the ending, as commands and jobs are called: `scrub_data`. */
function theModule(name: string, names: CodeNames): CodeNode | undefined {
  const files = names.named(`${name}.py`).filter(({ type }) => type === 'file');
  return files.length === 1 ? files[0] : undefined;
}

/** `InvitedUser` of `InvitedUsers`: prose puts names of classes into the plural. */
function singularsOf(name: string): string[] {
  if (!isPascal(name) || !/[^s]s$/.test(name)) return [];
  return name.endsWith('ies') ? [`${name.slice(0, -3)}y`] : [name.slice(0, -1)];
}

function word({ id }: CodeNode, confidence: number): Governed {
  return { id, source: 'identifier', confidence };
}

/**
 * The one of several that is meant: classes before functions, what is no test before tests, what can be imported before what
 * is local to a function; none when two are left.
 */
function theOne(nodes: readonly CodeNode[]): CodeNode | undefined {
  const firsts = nodes.filter(({ id }) => !/[#@]/.test(id));
  let left = firsts.length > 0 ? firsts : nodes;
  for (const isBetter of [
    (node: CodeNode) => node.type === 'class',
    (node: CodeNode) => !TEST_CODE.test(node.path),
    (node: CodeNode) => !isLocal(node),
  ]) {
    const better = left.filter(isBetter);
    if (better.length > 0) left = better;
  }
  return left.length === 1 ? left[0] : undefined;
}

/** Whether a definition stands in a function, as far as names tell: what holds others and is no class. */
function isLocal({ id, path }: CodeNode): boolean {
  const holders = bodyOf(id)
    .slice(dottedOf(path).length + 1)
    .split('.')
    .slice(0, -1);
  return holders.some((holder) => !isPascal(holder));
}

function isDefinition({ type }: CodeNode): boolean {
  return type === 'class' || type === 'function';
}

/** `src.bakery.oven.Oven.bake` of its id, without the marks of second definitions and second claims. */
function bodyOf(id: string): string {
  return id.slice(id.indexOf(':') + 1).replace(/[#@].*$/, '');
}

function dottedOf(path: string): string {
  return path.replace(/(?:\/__init__)?\.[a-z]+$/, '').replaceAll('/', '.');
}

function endsWith(body: readonly string[], parts: readonly string[]): boolean {
  const from = body.length - parts.length;
  return from >= 0 && parts.every((part, index) => body[from + index] === part);
}

function isInOrder(parts: readonly string[], body: readonly string[]): boolean {
  if (parts.length < 2 || parts.at(-1) !== body.at(-1)) return false;
  let at = 0;
  for (const part of parts) {
    at = body.indexOf(part, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function isPascal(name: string): boolean {
  return /^_*\p{Lu}/u.test(name) && /\p{Ll}/u.test(name) && !name.replace(/^_+/, '').includes('_');
}

/** Two words in one, as names of classes are and few others. */
function isCompound(name: string): boolean {
  return /\p{Ll}\p{N}*\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(name);
}
