/** Everything a view answers, as plain values without refs, so that two views can be compared. */
import type { GraphView, NodeRef } from '../../src/code/graph.js';
import { NODE_TYPES } from '../../src/code/model.js';

/** Texts and words to search for. */
export const PROBES = [
  'oven',
  'bake',
  'e',
  'n',
  'null',
  'ul',
  'nfoo',
  '1,2',
  ',',
  '[',
  '"',
  '\\n',
  'end_line',
  'end',
  'message',
  'é',
  'éc',
  'i̇o',
  'http',
  'oven2',
  'main',
  'tray',
  'b "c"\nd',
  'd',
  'k',
  'kelvin k',
  'größe der ö',
  '001f',
  'true',
  '0.5',
  'e+21',
  '42',
  '',
  'zebra',
];

export function describeView(view: GraphView) {
  const id = (node: NodeRef) => view.id(node);
  const all = [...view.nodes()];
  const names = [...new Set(all.map((node) => view.name(node)))];
  const paths = [...new Set(all.map((node) => view.path(node))), 'nowhere.py'];
  return {
    nodeCount: view.nodeCount,
    edgeCount: view.edgeCount,
    nodes: all.map((node) => describeNode(view, node)),
    found: all.map((node) => view.find(view.id(node)) === node),
    missing: view.find('func:nowhere'),
    types: NODE_TYPES.map((type) => view.ofType(type).map(id)),
    named: names.map((name) => [name, view.named(name.toLowerCase()).map(id)]),
    paths: paths.map((path) => [path, view.inFile(path).map(id)]),
    nameContains: PROBES.map((text) => [text, view.nameContains(text).map(id)]),
    nameHasWord: PROBES.map((text) => [text, view.nameHasWord(text).map(id)]),
    propertyContains: PROBES.map((text) => [text, view.propertyContains(text).map(id)]),
    pathContains: PROBES.map((text) => [text, view.pathContains(text).map(id)]),
    nameIsNear: PROBES.map((text) => [text, view.nameIsNear(text, 2 / 5).map(id)]),
    nameIsNearer: PROBES.map((text) => [text, view.nameIsNear(text, 1, 2).map(id)]),
    unresolved: ['put', '', 'run', 'pu'].map((name) => view.unresolvedCalls(name)),
    counts: view.countByType(),
  };
}

function describeNode(view: GraphView, node: NodeRef) {
  const edge = (ref: number) => {
    return [view.id(view.source(ref)), view.edgeType(ref), view.id(view.target(ref)), view.detail(ref)];
  };
  return {
    id: view.id(node),
    type: view.type(node),
    name: view.name(node),
    path: view.path(node),
    line: view.line(node),
    properties: view.properties(node),
    fingerprint: view.fingerprint(node),
    references: view.references(node),
    outgoing: view.outgoing(node).map(edge),
    incoming: view.incoming(node).map(edge),
  };
}
