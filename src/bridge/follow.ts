/**
 * Where lost places are now. All that were lost are followed at once: one walk over the texts of the view (`alike.ts`), and
 * what several of them say together (all of a file's went to one other file) counts for each.
 *
 * For each there are candidates: texts that are the same or alike, definitions of the same name, what is new where it stood.
 * They share one belief among them and "it is gone" (`confidence.ts`), so two that are equally likely are each at most half
 * sure, and a follow that is not sure is a question.
 */
import { likeness } from '../code/fingerprint.js';
import type { GraphView, NodeRef } from '../code/graph.js';
import { dottedPath, type NodeType } from '../code/model.js';
import { groupBy } from '../kernel/groups.js';
import type { Anchor } from '../memory/anchor.js';
import { type Alike, findAlike } from './alike.js';
import type { Hints } from './anchor-view.js';
import { confidences } from './confidence.js';
import { type Candidate, evidenceOf, isQualified, type Lost, moduleFiles } from './evidence.js';
import { hashOf, type Near, type Neighbours, readNear } from './near.js';

/** Where a lost place most likely is, and how sure that is, 0..1. */
export interface Followed {
  readonly node: NodeRef;
  readonly confidence: number;
  readonly likeness: number;
}

// A name that is everywhere is looked at as far as its text is alike.
const NAMED_MAX = 24;
const NEW_MAX = 64;

/** Follows into one view; keeps the surroundings that it looked at. */
export class Follower {
  readonly #near = new Map<NodeRef, Near>();

  constructor(
    private readonly view: GraphView,
    private readonly neighbours: Neighbours,
    private readonly hints: Hints,
  ) {}

  /** In steps. Those for which nothing speaks are not in the result. */
  *follow(anchors: readonly Anchor[]): Generator<void, ReadonlyMap<Anchor, Followed>> {
    const found = new Map<Anchor, Followed>();
    for (const [type, some] of groupBy(anchors, ({ id }) => typeOf(id))) {
      const alike = yield* findAlike(
        this.view,
        type,
        some.map(({ print }) => print),
      );
      const renamed = this.#renamedFiles(some, alike);
      for (const anchor of some) {
        const lost = lostOf(anchor, renamed(anchor));
        const best = this.best(lost, type, alike.get(anchor.print) ?? []);
        if (best !== undefined) found.set(anchor, best);
        yield;
      }
    }
    return found;
  }

  /** The most likely of all candidates. */
  best(lost: Lost, type: NodeType, alike: readonly Alike[]): Followed | undefined {
    const candidates = this.candidates(lost, type, alike);
    const beliefs = confidences(candidates.map((each) => evidenceOf(this.view, lost, each)));
    const most = Math.max(...beliefs);
    const winner = candidates[beliefs.indexOf(most)];
    return winner && { node: winner.node, confidence: most, likeness: winner.likeness };
  }

  /** What may be what was lost, each once. Packages have no text: any that holds some of the same files may be one. */
  candidates(lost: Lost, type: NodeType, alike: readonly Alike[]): readonly Candidate[] {
    const { view } = this;
    const found = new Map<NodeRef, number>(alike.map((each) => [each.node, each.likeness]));
    const add = (node: NodeRef) => {
      if (view.type(node) !== type || found.has(node)) return;
      found.set(node, Math.min(0.99, likeness(lost.print, view.fingerprint(node))));
    };
    const named = view.named(lost.name.toLowerCase()).filter((node) => view.name(node) === lost.name);
    for (const node of named.length > NAMED_MAX
      ? named.filter((each) => isQualified(view, each, lost.qualified))
      : named)
      add(node);
    if (type === 'file') for (const node of moduleFiles(view, lost.path)) add(node);
    const siblings = new Set([...lost.near.before, ...lost.near.behind]);
    const here = view.inFile(lost.path).filter((node) => !siblings.has(hashOf(view.name(node))));
    for (const node of type === 'module' ? view.ofType(type) : here.slice(0, NEW_MAX)) add(node);
    const candidates = [...found].map(([node, likeness]) => ({ node, likeness, near: this.#nearOf(node) }));
    if (type !== 'module') return candidates;
    return candidates.filter(({ near }) => near.inside.some((hash) => lost.near.inside.includes(hash)));
  }

  #nearOf(node: NodeRef): Near {
    const known = this.#near.get(node);
    if (known !== undefined) return known;
    const near = this.neighbours.of(node);
    this.#near.set(node, near);
    return near;
  }

  /** What a lost file is called: as git says, else where most of what was pinned in it went, by text and name. */
  #renamedFiles(
    anchors: readonly Anchor[],
    alike: ReadonlyMap<string, readonly Alike[]>,
  ): (anchor: Anchor) => string {
    const { view } = this;
    const votes = new Map<string, Map<string, number>>();
    for (const { path, print, id } of anchors) {
      if (view.inFile(path).length > 0) continue;
      const same = (alike.get(print) ?? []).filter((each) => each.likeness === 1);
      const [only, ...others] = same.filter(({ node }) => view.name(node) === nameOf(id));
      if (only === undefined || others.length > 0) continue;
      const counts = votes.get(path) ?? new Map<string, number>();
      votes.set(path, counts);
      counts.set(view.path(only.node), (counts.get(view.path(only.node)) ?? 0) + 1);
    }
    return ({ path, commit }) => {
      if (view.inFile(path).length > 0) return '';
      const told = this.hints.renamed?.(path, commit);
      if (told !== undefined) return told;
      const [best, next] = [...(votes.get(path) ?? [])].sort(([, a], [, b]) => b - a);
      return best !== undefined && best[1] > 1 && best[1] > (next?.[1] ?? 0) ? best[0] : '';
    };
  }
}

/** What is compared of an anchor; `renamed`: what its file is called. */
function lostOf({ id, path, print, near }: Anchor, renamed: string): Lost {
  return { name: nameOf(id), qualified: qualifiedOf(id, path), path, renamed, print, near: readNear(near) };
}

const TYPES: Readonly<Record<string, NodeType>> = {
  func: 'function',
  class: 'class',
  file: 'file',
  module: 'module',
  adr: 'adr',
  config: 'config',
};

/** The type that an id says. */
export function typeOf(id: string): NodeType | undefined {
  const word = id.slice(0, id.indexOf(':'));
  return Object.hasOwn(TYPES, word) ? TYPES[word] : undefined;
}

/** The simple name in an id: of a definition behind its last dot, of a file behind its last slash. */
export function nameOf(id: string): string {
  const body = id.slice(id.indexOf(':') + 1);
  if (typeOf(id) === 'file') return body.slice(body.lastIndexOf('/') + 1);
  const plain = body.replace(/@[^@]*$|#\d+(?=\.|$|@)/g, '');
  return plain.slice(plain.lastIndexOf('.') + 1);
}

/** `Token.rotate` of `func:src.auth.Token.rotate` in `src/auth.py`; '' for what stands right in its file. */
function qualifiedOf(id: string, path: string): string {
  const body = id.slice(id.indexOf(':') + 1).replace(/@[^@]*$|#\d+(?=\.|$|@)/g, '');
  const before = dottedPath(path);
  const own = before !== '' && body.startsWith(`${before}.`) ? body.slice(before.length + 1) : body;
  return own.includes('.') ? own.split('.').slice(-2).join('.') : '';
}
