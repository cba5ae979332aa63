/**
 * Whether the memory has something about a target already: in touches, gists, notes or edges of any node of any tier, or by
 * where these were found in the code. Paths are compared by their parts, so `a.py` is not `data.py`; a folder covers what lies in it; addresses are compared in the
 * form in which they are counted; a search is covered by a node that has all its words.
 */
import type { Anchored } from '../anchor.js';
import type { MemoryGraph, MemoryNode } from '../model.js';
import { mayHold, type Term, termsOf, wordsOfNode } from '../words.js';
import { termsOfPrompt } from './prompt-terms.js';
import { type Target, webTarget } from './target.js';

// Alone these names mean another file in every folder.
const COMMON_NAMES =
  /^(?:index|main|mod|lib|__init__|__main__|readme|package|setup|conftest|app|utils?|types?|constants|config|settings|models?|views|urls|tests?|license|changelog|makefile|dockerfile)(?:\.\w+)*$/;
// A touch that names one of these says nothing about a file in it.
const COMMON_FOLDERS = new Set([
  'src',
  'lib',
  'app',
  'apps',
  'packages',
  'test',
  'tests',
  'docs',
  'internal',
]);
const URLS = /https?:\/\/[^\s"'`<>()[\]{}|\\]+/gi;
const BREAKS = /[\s,;()[\]{}"'`<>|]+/u;

/** Whether one of the graphs refers to the target. `project`: the root that a file's path counts from. */
export function isCovered(target: Target, graphs: readonly MemoryGraph[], project?: string): boolean {
  const file = target.kind === 'read' ? partsOf(target.name) : [];
  const covers = {
    read: (graph: MemoryGraph) => coversFile(graph, file, project),
    web: (graph: MemoryGraph) => coversPage(graph, target.name),
    search: (graph: MemoryGraph) => coversSearch(graph, target.name),
  }[target.kind];
  return graphs.some(covers);
}

/** Whether a single node refers to it, for telling what a nudge led to. */
export function isAbout(target: Target, node: MemoryNode, project?: string): boolean {
  const touches = node.touches ?? [];
  if (target.kind === 'search') return false;
  if (target.kind === 'web')
    return addressesIn([...touches, ...prose(node)]).some((each) => each === target.name);
  const parts = partsOf(target.name);
  if (isAnchoredIn(node, parts, project)) return true;
  return touches.some((touch) => pointsAt(touch, parts)) || prose(node).some((text) => mentions(text, parts));
}

/** Whether a node or an edge names something in the file, whatever it calls it. */
function isAnchoredIn(
  { _anchors = [] }: Anchored,
  file: readonly string[],
  project: string | undefined,
): boolean {
  return _anchors.some((anchor) => {
    const isHere = anchor.project === undefined || anchor.project === project;
    return isHere && anchor.path !== '' && partsOf(anchor.path).join('/') === file.join('/');
  });
}

function coversFile(graph: MemoryGraph, file: readonly string[], project: string | undefined): boolean {
  for (const node of graph.nodes.values()) {
    if (isAnchoredIn(node, file, project)) return true;
    if ((node.touches ?? []).some((touch) => pointsAt(touch, file))) return true;
    if (prose(node).some((text) => mentions(text, file))) return true;
  }
  for (const edge of graph.edges.values()) {
    const { from, to, notes = [] } = edge;
    if (isAnchoredIn(edge, file, project)) return true;
    if (pointsAt(from, file) || pointsAt(to, file) || notes.some((text) => mentions(text, file))) return true;
  }
  return false;
}

/** A touch or an edge's end: the file itself, or a folder around it. */
function pointsAt(reference: string, file: readonly string[]): boolean {
  const written = reference.replace(/^(?:file|module):/, '').split(BREAKS)[0] ?? '';
  if (mentions(reference, file)) return true;
  const folder = partsOf(withoutLines(written));
  const isFolder = /[/\\]$/.test(written) || (folder.length > 1 && !/\.\w+$/.test(written));
  const isBroad = folder.length === 1 && COMMON_FOLDERS.has(folder[0] ?? '');
  return isFolder && !isBroad && folder.length > 0 && folder.every((part, at) => part === file[at]);
}

/** A text that names the file by its path or the end of it. */
function mentions(text: string, file: readonly string[]): boolean {
  const name = file.at(-1) ?? '';
  if (!text.toLowerCase().includes(name)) return false;
  return text.split(BREAKS).some((token) => {
    const parts = partsOf(withoutLines(token.replace(/^(?:file|module):/, '')));
    if (parts.at(-1) !== name) return false;
    if (parts.length === 1) return file.length === 1 || !COMMON_NAMES.test(name);
    const [shorter, longer] = parts.length <= file.length ? [parts, file] : [file, parts];
    return (
      shorter.length > 1 && shorter.every((part, at) => part === longer[longer.length - shorter.length + at])
    );
  });
}

/** `src/a.py:30-40` and `src/a.py#L3` name `src/a.py`. */
function withoutLines(token: string): string {
  return token.replace(/(?:#L?\d[\w-]*|:\d[\d:,-]*)$/, '').replace(/[.:]+$/, '');
}

function partsOf(path: string): string[] {
  return path
    .toLowerCase()
    .split(/[/\\]+/)
    .filter((part) => part !== '' && part !== '.');
}

function coversPage(graph: MemoryGraph, page: string): boolean {
  for (const node of graph.nodes.values()) {
    if (addressesIn(node.touches ?? []).some((each) => isPageOrAbove(each, page))) return true;
    if (addressesIn(prose(node)).includes(page)) return true;
  }
  for (const { from, to, notes = [] } of graph.edges.values())
    if (addressesIn([from, to, ...notes]).includes(page)) return true;
  return false;
}

/** Whether an address is the page, or one above it that is more than a host. */
function isPageOrAbove(address: string, page: string): boolean {
  if (address === page) return true;
  return new URL(address).pathname.length > 1 && !address.includes('?') && page.startsWith(`${address}/`);
}

function addressesIn(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.match(URLS) ?? [])
    .flatMap((url) => webTarget(url.replace(/[.,:;!?]+$/, ''))?.name ?? []);
}

function coversSearch(graph: MemoryGraph, query: string): boolean {
  const meant = termsOfPrompt(query).map(({ forms }) => forms.flatMap((form) => termsOf(form)));
  const terms = meant.length > 0 ? meant : termsOf(query).map((term) => [term]);
  if (terms.length === 0) return true;
  return [...graph.nodes.values()].some((node) => {
    const words = wordsOfNode(graph.words, node);
    const all = `${words.id}${words.gist}${words.touches}${words.notes}`;
    const has = (term: Term) =>
      mayHold(words.filter, term) &&
      (all.includes(` ${term.word} `) || (term.stem !== undefined && all.includes(` ${term.stem}`)));
    return terms.every((forms) => forms.some(has));
  });
}

function prose({ gist, notes = [] }: MemoryNode): readonly string[] {
  return [gist, ...notes];
}
