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
  /** How alike the most alike text of the same name elsewhere was, and that of a sibling of another name; 0..1. */
  readonly named: number;
  readonly beside: number;
}

// Of a name that is everywhere some tell whether there are twins.
const NAMED_MAX = 64;
// As many names as tell one place from another; an anchor stays below two hundred characters.
const SIBLINGS_MAX = 8;
const INSIDE_MAX = 12;
const CALLS_MAX = 8;
const HASH_LENGTH = 3;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Reads neighbourhoods in one view; children are looked up once for each parent. */
export class Neighbours {
  readonly #children = new Map<NodeRef, readonly NodeRef[]>();

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
      named: 0,
      beside: 0,
    };
  }

  /** With what could be taken for the node already, when it is pinned. */
  withRivals(node: NodeRef): Near {
    const { view } = this;
    const [name, print, type] = [view.name(node), view.fingerprint(node), view.type(node)];
    const most = (nodes: readonly NodeRef[]) => {
      const others = nodes.filter((each) => each !== node && view.type(each) === type);
      return Math.max(0, ...others.map((each) => likeness(print, view.fingerprint(each))));
    };
    const parent = this.parentOf(node);
    const siblings = parent === undefined ? [] : this.childrenOf(parent);
    return {
      ...this.of(node),
      named: most(
        view
          .named(name.toLowerCase())
          .filter((each) => view.name(each) === name)
          .slice(0, NAMED_MAX),
      ),
      beside: most(siblings.filter((each) => view.name(each) !== name)),
    };
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
export function writeNear({ around, before, behind, inside, callees, callers, named, beside }: Near): string {
  const rivals = [named, beside].map((likeness) => Math.round(likeness * TENTHS).toString(36)).join('');
  return [rivals, around, ...[before, behind, inside, callees, callers].map((each) => each.join(''))].join(
    '.',
  );
}

/** Reads what `writeNear` wrote; what is none gives an empty neighbourhood. */
export function readNear(text: string): Near {
  const [rivals = '', ...parts] = text.split('.');
  const [named = 0, beside = 0] = [...rivals].map((digit) => Number.parseInt(digit, 36) / TENTHS || 0);
  const [[around = ''] = [], before = [], behind = [], inside = [], callees = [], callers = []] = parts.map(
    (part): string[] => part.match(HASHES) ?? [],
  );
  return { around, before, behind, inside, callees, callers, named, beside };
}

const TENTHS = 10;
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
