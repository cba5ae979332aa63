/**
 * What stands around a node, as one short text: hashes of the names of what it stands in, of its siblings before and behind it,
 * of what it holds, of what it calls and of what calls it. With it a text that is no proof by itself (an `__init__` of three
 * words) is known again, and a neighbour that was there already is not taken for what was lost.
 *
 * Only names are hashed, so it outlives changes of the neighbours' texts. Eighteen bits a name: two names of a file are taken
 * for each other once in a quarter of a million.
 */
import { likeness } from '../code/fingerprint.js';
import type { EdgeRef, GraphView, NodeRef } from '../code/graph.js';

/** Hashes of names, nearest first. */
export interface Near {
  /** What it stands in: the class or function, else the file; of a file its folder. */
  readonly around: string;
  readonly before: readonly string[];
  readonly behind: readonly string[];
  readonly inside: readonly string[];
  readonly callees: readonly string[];
  readonly callers: readonly string[];
  /** Hashes of ids: what could have been taken for it already when it was pinned, the most alike first. */
  readonly rivals: readonly string[];
  /** Whether nothing else had its name then, and nothing else that of what it stands in. */
  readonly isAlone: boolean;
  readonly isOwnerAlone: boolean;
}

// Of a name that is everywhere some tell whether there are twins.
const NAMED_MAX = 1024;
// Less alike nothing is taken for another; a name of thousands has a few that are.
const RIVAL_MIN = 0.2;
const RIVALS_MAX = 8;
// As many names as tell one place from another; an anchor stays below two hundred characters.
const SIBLINGS_MAX = 8;
const INSIDE_MAX = 12;
const CALLS_MAX = 8;
const HASH_LENGTH = 3;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

interface Printed {
  readonly node: NodeRef;
  readonly print: string;
}

/** Reads neighbourhoods in one view; children are looked up once for each parent. */
export class Neighbours {
  readonly #children = new Map<NodeRef, readonly NodeRef[]>();

  readonly #alone = new Map<string, boolean>();
  readonly #prints = new Map<string, readonly Printed[]>();

  constructor(private readonly view: GraphView) {}

  /** Without a look at other texts. */
  of(node: NodeRef): Near {
    const { view } = this;
    const parent = this.parentOf(node);
    const siblings = parent === undefined ? [] : this.childrenOf(parent);
    const at = siblings.indexOf(node);
    const names = (nodes: readonly NodeRef[]) => hashesOf(nodes.map((each) => view.name(each)));
    return {
      around: parent === undefined ? '' : hashOf(view.name(parent)),
      before: names(siblings.slice(Math.max(0, at - SIBLINGS_MAX), Math.max(0, at)).reverse()),
      behind: names(siblings.slice(at + 1, at + 1 + SIBLINGS_MAX)),
      inside: names(this.childrenOf(node).slice(0, INSIDE_MAX)),
      callees: names(this.#ends(view.outgoing(node), (edge) => view.target(edge))),
      callers: names(this.#ends(view.incoming(node), (edge) => view.source(edge))),
      rivals: [],
      isAlone: this.#isAlone(node),
      isOwnerAlone: parent !== undefined && this.#isAlone(parent),
    };
  }

  /** With what could have been taken for the node already: texts that are alike, of its name anywhere or beside it. */
  withRivals(node: NodeRef): Near {
    const { view } = this;
    const print = view.fingerprint(node);
    const parent = this.parentOf(node);
    const siblings =
      parent === undefined ? [] : this.#printsOf(`in ${parent}`, () => this.childrenOf(parent));
    const name = view.name(node).toLowerCase();
    const named = this.#printsOf(`as ${name}`, () => view.named(name).slice(0, NAMED_MAX));
    const alike = new Map<NodeRef, number>();
    for (const each of [...named, ...siblings]) {
      if (each.node === node || view.type(each.node) !== view.type(node)) continue;
      const share = likeness(print, each.print);
      if (share >= RIVAL_MIN) alike.set(each.node, share);
    }
    const rivals = [...alike].sort(([a, x], [b, y]) => y - x || a - b).slice(0, RIVALS_MAX);
    return { ...this.of(node), rivals: rivals.map(([each]) => hashOf(view.id(each))) };
  }

  /** Nodes with their fingerprints, kept under a key: many are pinned that have one name, or stand in one file. */
  #printsOf(key: string, nodesOf: () => readonly NodeRef[]): readonly Printed[] {
    const known = this.#prints.get(key);
    if (known !== undefined) return known;
    const prints = nodesOf().map((node) => ({ node, print: this.view.fingerprint(node) }));
    this.#prints.set(key, prints);
    return prints;
  }

  /** Whether no other node of its type has its name. */
  #isAlone(node: NodeRef): boolean {
    const { view } = this;
    const [type, name] = [view.type(node), view.name(node).toLowerCase()];
    const key = `${type} ${name}`;
    const known = this.#alone.get(key);
    if (known !== undefined) return known;
    const isAlone = view.named(name).every((each) => each === node || view.type(each) !== type);
    this.#alone.set(key, isAlone);
    return isAlone;
  }

  /** The class, function or file that a definition stands in; the package of a file. */
  parentOf(node: NodeRef): NodeRef | undefined {
    const { view } = this;
    const edge = view.incoming(node).find((each) => view.edgeType(each) === 'contains');
    return edge === undefined ? undefined : view.source(edge);
  }

  /** What a node contains, in order of line, files and packages in order of id. */
  childrenOf(node: NodeRef): readonly NodeRef[] {
    const known = this.#children.get(node);
    if (known !== undefined) return known;
    const { view } = this;
    const children = view
      .outgoing(node)
      .flatMap((edge) => (view.edgeType(edge) === 'contains' ? [view.target(edge)] : []));
    const lines = new Map(children.map((child) => [child, view.line(child)]));
    children.sort((a, b) => (lines.get(a) ?? 0) - (lines.get(b) ?? 0) || a - b);
    this.#children.set(node, children);
    return children;
  }

  /** In order of type then id, so the same calls give the same names. */
  #ends(edges: readonly EdgeRef[], endOf: (edge: EdgeRef) => NodeRef): readonly NodeRef[] {
    const ends: NodeRef[] = [];
    for (const edge of edges) {
      if (this.view.edgeType(edge) !== 'calls') continue;
      ends.push(endOf(edge));
      if (ends.length === CALLS_MAX) break;
    }
    return ends;
  }
}

/** As anchors keep it. */
export function writeNear({ isAlone, isOwnerAlone, around, ...names }: Near): string {
  const { before, behind, inside, callees, callers, rivals } = names;
  const alone = `${isAlone ? 'n' : ''}${isOwnerAlone ? 'o' : ''}`;
  const lists = [[around], before, behind, inside, callees, callers, rivals].map((each) => each.join(''));
  return [alone, ...lists].join('.');
}

/** Reads what `writeNear` wrote; what is none gives an empty neighbourhood. */
export function readNear(text: string): Near {
  const [alone = '', ...rest] = text.split('.');
  const parts = rest.map((part): string[] => part.match(HASHES) ?? []);
  const [[around = ''] = [], before = [], behind = [], inside = [], callees = [], callers = [], rivals = []] =
    parts;
  const [isAlone, isOwnerAlone] = [alone.includes('n'), alone.includes('o')];
  return { around, before, behind, inside, callees, callers, rivals, isAlone, isOwnerAlone };
}

const HASHES = new RegExp(`.{${HASH_LENGTH}}`, 'gs');

function hashesOf(names: readonly string[]): string[] {
  return names.map(hashOf);
}

/** FNV-1a, folded to eighteen bits. */
export function hashOf(name: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  let rest = hash ^ (hash >>> 18);
  let text = '';
  for (let digit = 0; digit < HASH_LENGTH; digit++, rest >>>= 6) text += DIGITS[rest & 63];
  return text;
}
