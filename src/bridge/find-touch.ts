/**
 * Which node of the code graph a text of the memory means. It is strict where the questions of a person are lenient
 * (`code/query/resolve-node.ts`): a path must be whole or the only one of its end, a name must be the only one, letter case
 * counts, and what could be several things is none. A link that is not there is looked for by nobody; a false one misleads.
 */
import type { GraphView, NodeRef } from '../code/graph.js';
import { dottedPath, fileId, moduleId, type NodeType } from '../code/model.js';
import { propertyText } from '../code/query/brief.js';
import { foundThrough } from '../code/query/named-through.js';
import { bodyOf, meantAmong } from '../code/query/same-name.js';
import { groupBy } from '../kernel/groups.js';
import { type Lines, type Place, readTouch, type Touch } from './touch.js';

/** What a text means. */
export interface Found {
  readonly node: NodeRef;
  /** Lines of the node's file as they are written. */
  readonly lines?: Lines;
  /** Lines are written that the file does not have; the file is meant as a whole. */
  readonly hasNoLines?: true;
  /** Whether no other project can have been meant: an id, a path that is whole. */
  readonly isWhole: boolean;
  /** Whether it is written as an absolute path. */
  readonly isAbsolute: boolean;
}

// A file that is no code.
const DOCUMENTS: ReadonlySet<NodeType> = new Set<NodeType>(['adr', 'config']);

/** Looks texts up in one view; what it has to look for more than once it keeps. */
export class TouchFinder {
  #records: ReadonlyMap<string, readonly NodeRef[]> | undefined;
  #documents: ReadonlyMap<string, readonly NodeRef[]> | undefined;

  constructor(
    private readonly view: GraphView,
    private readonly place: Place,
  ) {}

  /** The one node that a text means, in the first reading that leads to any; `undefined` when that leads to several. */
  find(text: string): Found | undefined {
    const exact = this.view.find(text);
    if (exact !== undefined) return { node: exact, isWhole: true, isAbsolute: false };
    for (const touch of readTouch(text, this.place)) {
      const nodes = this.#nodesOf(touch);
      const [node] = nodes;
      if (node === undefined) continue;
      if (nodes.length > 1) return undefined;
      const isWhole = touch.kind === 'id' || (touch.kind === 'path' && this.#isWhole(touch.path));
      const isAbsolute = touch.kind === 'path' && touch.isAbsolute;
      return { node, isWhole, isAbsolute, ...(touch.kind === 'path' && this.#linesIn(node, touch)) };
    }
    return undefined;
  }

  #nodesOf(touch: Touch): readonly NodeRef[] {
    switch (touch.kind) {
      case 'id':
        return listOf(this.view.find(touch.id));
      case 'record':
        return this.#recordsByNumber().get(touch.number) ?? [];
      case 'name':
        return this.#named(touch.name, touch.type);
      case 'path':
        return touch.symbol === undefined
          ? this.#at(touch.path, touch.isAbsolute)
          : this.#in(this.#at(touch.path, touch.isAbsolute), touch.symbol);
    }
  }

  #linesIn(
    node: NodeRef,
    { lines, hasNoLines }: Extract<Touch, { kind: 'path' }>,
  ): Pick<Found, 'lines' | 'hasNoLines'> {
    if (hasNoLines === true) return { hasNoLines };
    if (lines === undefined) return {};
    const { lines: length } = this.view.properties(node);
    const end = typeof length === 'number' ? length : Number.POSITIVE_INFINITY;
    const [first, last] = lines;
    return first > end ? { hasNoLines: true } : { lines: [first, Math.min(last, end)] };
  }

  #isWhole(path: string): boolean {
    return this.view.inFile(path).length > 0 || this.#folder(path).length > 0;
  }

  /** A file, a record or the project's instructions, a folder; else the only file or record that ends so. */
  #at(path: string, isAbsolute: boolean): readonly NodeRef[] {
    const { view } = this;
    const file = view.find(fileId(path));
    if (file !== undefined) return [file];
    const documents = view.inFile(path).filter((node) => DOCUMENTS.has(view.type(node)));
    if (documents.length > 0) return documents;
    const folder = this.#folder(path);
    if (folder.length > 0 || isAbsolute) return folder;
    const base = path.slice(path.lastIndexOf('/') + 1);
    const files = view.named(base.toLowerCase()).filter((node) => view.type(node) === 'file');
    const others = this.#documentsByBase().get(base) ?? [];
    return [...files, ...others].filter((node) => view.path(node).endsWith(`/${path}`));
  }

  #folder(path: string): readonly NodeRef[] {
    const { view } = this;
    const plain = moduleId(path);
    return [view.find(plain), view.find(`${plain}@${path}`)].filter((node): node is NodeRef => {
      // A dot in a folder's name may spell the id of another folder.
      return (
        node !== undefined && [path, `${path}/__init__.py`, `${path}/__init__.pyi`].includes(view.path(node))
      );
    });
  }

  /** What a file or folder defines under a name, or under the end of one. */
  #in(places: readonly NodeRef[], symbol: string): readonly NodeRef[] {
    const { view } = this;
    return places.flatMap((file) => {
      if (view.type(file) !== 'file') return [];
      const path = view.path(file);
      const before = dottedPath(path);
      const whole = before === '' ? symbol : `${before}.${symbol}`;
      const exact = [`func:${whole}`, `class:${whole}`].flatMap((id) => listOf(view.find(id)));
      const own = exact.filter((node) => view.path(node) === path);
      if (own.length > 0) return own;
      return this.#definitions(symbol).filter((node) => view.path(node) === path);
    });
  }

  #named(name: string, type?: 'class' | 'function'): readonly NodeRef[] {
    const { view } = this;
    const ofType = (node: NodeRef) => type === undefined || view.type(node) === type;
    const found = [
      ...this.#definitions(name).filter(ofType),
      ...(type === undefined ? this.#modules(name) : []),
    ];
    if (found.length > 0 || !name.includes('.')) return found;
    return foundThrough(view, name).flatMap(({ node, through }) => {
      return through.kind === 'elsewhere' && ofType(node) ? [node] : [];
    });
  }

  /** Classes and functions with a dotted name or the end of one; of those that share one in a file the one that it means. */
  #definitions(name: string): readonly NodeRef[] {
    const { view } = this;
    const last = name.slice(name.lastIndexOf('.') + 1).replace(/#\d+$/, '');
    const isMarked = name.includes('#');
    const found = view.named(last.toLowerCase()).filter((node) => {
      const type = view.type(node);
      if (type !== 'class' && type !== 'function') return false;
      const id = view.id(node);
      return isTail(isMarked ? id.slice(id.indexOf(':') + 1) : bodyOf(view, node), name);
    });
    return isMarked ? found : meantAmong(view, found);
  }

  /** Files by the name under which they are imported. */
  #modules(name: string): readonly NodeRef[] {
    if (!name.includes('.')) return [];
    const { view } = this;
    const file = `${name.slice(name.lastIndexOf('.') + 1)}.py`;
    return view.named(file.toLowerCase()).filter((node) => {
      return view.type(node) === 'file' && isTail(dottedPath(view.path(node)), name);
    });
  }

  #recordsByNumber(): ReadonlyMap<string, readonly NodeRef[]> {
    this.#records ??= groupBy(this.view.ofType('adr'), (node) => {
      const stated = propertyText(this.view.properties(node).number);
      return /^\d+$/.test(stated) ? String(Number(stated)) : undefined;
    });
    return this.#records;
  }

  #documentsByBase(): ReadonlyMap<string, readonly NodeRef[]> {
    this.#documents ??= groupBy(this.view.ofType('adr'), (node) => {
      const path = this.view.path(node);
      return path.slice(path.lastIndexOf('/') + 1);
    });
    return this.#documents;
  }
}

/** The innermost class or function around all of the lines, else the file itself; with its lines counted from its first. */
export function innermostAround(
  view: GraphView,
  file: NodeRef,
  [first, last]: Lines,
): { node: NodeRef; lines: Lines } {
  const begun = view.inFile(view.path(file)).filter((each) => view.line(each) <= first);
  // In order of line, so a later one that is around the lines stands inside an earlier one.
  const node = begun.findLast((each) => isAround(view, each, last)) ?? file;
  const start = node === file ? 1 : view.line(node);
  return { node, lines: [first - start, last - start] };
}

function isAround(view: GraphView, node: NodeRef, last: number): boolean {
  const type = view.type(node);
  if (type !== 'class' && type !== 'function') return false;
  const end = view.properties(node).end_line;
  return typeof end === 'number' && last <= end;
}

function isTail(whole: string, name: string): boolean {
  return whole === name || whole.endsWith(`.${name}`);
}

function listOf<T>(item: T | undefined): readonly T[] {
  return item === undefined ? [] : [item];
}
