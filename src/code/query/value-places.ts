/**
 * Where what a call is made on may have got its value: the extents of code to look through, nearest first (the function, its
 * class and what that derives from, the file), and the calls that stand in them. The text itself is not here.
 *
 * It looks for the place, not for the value: that the linker followed it is what the edge says.
 */
import type { GraphView, NodeRef } from '../graph.js';
import type { EdgeType } from '../model.js';
import { briefNode, type NodeBrief } from './brief.js';

/** Lines of a file, the last one included. */
export interface Extent {
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  readonly isClass: boolean;
}

/** A call as it stands, and what it leads to. */
export interface CallPlace {
  readonly path: string;
  readonly line: number;
  readonly target: NodeBrief;
}

export interface ValuePlaces {
  readonly extents: readonly Extent[];
  readonly calls: readonly CallPlace[];
}

/** Classes above the one around that are looked through. */
const CLASSES_MAX = 8;

/** For what stands in a node of code. */
export function valuePlaces(view: GraphView, source: NodeRef): ValuePlaces {
  const classes = classesAround(view, source);
  const nodes = [source, ...classes];
  const inside = classes.flatMap((each) => endsOf(view, each, 'contains'));
  return {
    extents: nodes.flatMap((node) => extentOf(view, node)),
    calls: [...new Set([source, ...inside])].flatMap((node) => callsIn(view, node)),
  };
}

/** The class of a method, then those that it derives from, breadth first. */
function classesAround(view: GraphView, source: NodeRef): readonly NodeRef[] {
  const found = endsOf(view, source, 'method_of');
  for (let i = 0; i < found.length && found.length < CLASSES_MAX; i++) {
    const node = found[i];
    if (node === undefined) break;
    for (const base of endsOf(view, node, 'inherits')) if (!found.includes(base)) found.push(base);
  }
  return found;
}

function endsOf(view: GraphView, node: NodeRef, type: EdgeType): NodeRef[] {
  return view
    .outgoing(node)
    .filter((edge) => view.edgeType(edge) === type)
    .map((edge) => view.target(edge));
}

function extentOf(view: GraphView, node: NodeRef): readonly Extent[] {
  const { path, line, endLine, type } = briefNode(view, node);
  if (type === 'file') return [{ path, line: 1, endLine: Number.MAX_SAFE_INTEGER, isClass: false }];
  return endLine === undefined ? [] : [{ path, line, endLine, isClass: type === 'class' }];
}

function callsIn(view: GraphView, node: NodeRef): readonly CallPlace[] {
  return view
    .outgoing(node)
    .filter((edge) => view.edgeType(edge) === 'calls')
    .flatMap((edge) => {
      const target = briefNode(view, view.target(edge));
      return (view.detail(edge).sites ?? []).map(({ line }) => ({ path: view.path(node), line, target }));
    });
}

/** What a reason is about: `self.store` of `self.store: Store`; undefined when it names no place. */
export function placeNamed(why: string): string | undefined {
  return /^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?): /.exec(why)?.[1];
}

/** Places that are shown of one name. */
const PLACES_MAX = 4;

/** The lines, counted from the first one given, that give a name or attribute its value. */
export function settingLines(place: string, lines: readonly string[], isClass: boolean): readonly number[] {
  const isAttribute = place.includes('.');
  if (isAttribute !== isClass) return [];
  const name = place.slice(place.indexOf('.') + 1);
  const own = place.replace('.', '\\.');
  const patterns = [
    new RegExp(`(?<![\\w.])${own}\\s*(?::[^=]*)?=(?!=)`),
    new RegExp(`\\b(?:as|for)\\s+(?:[\\w, ()]*\\b)?${own}\\b`),
    ...(isAttribute
      ? [new RegExp(`^\\s*${name}\\s*(?::|=(?!=))`)]
      : [new RegExp(`^\\s*(?:async )?def .*\\b${name}\\b`)]),
  ];
  const found = lines.flatMap((text, i) => (patterns.some((pattern) => pattern.test(text)) ? [i] : []));
  return found.slice(0, PLACES_MAX);
}
