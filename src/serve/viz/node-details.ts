/** One node as the page shows it beside the picture: pure, and bounded however many edges the node has. */
import type { GraphView, NodeRef } from '../../code/graph.js';
import type { Properties } from '../../code/model.js';
import { briefEdge, briefNode, propertyText } from '../../code/query/brief.js';
import { governanceOf } from '../../code/query/governing.js';
import { containersOf } from '../../code/query/relations.js';
import type { NodeDetails } from './wire.js';

// Edges with their reasons; nobody reads more, and the page knows all of them by number.
const EDGES_MAX = 300;
// Longer texts are read in the file.
const TEXT_CHARS_MAX = 4_000;
// Said elsewhere, or of use to the index alone.
const UNSHOWN = new Set([
  'unknown_names',
  'docstring',
  'hash',
  'problems',
  'params',
  'returns',
  'bases',
  'line',
  'end_line',
]);

/** The details of one node. */
export function nodeDetails(view: GraphView, node: NodeRef): NodeDetails {
  const properties = view.properties(node);
  return {
    node: briefNode(view, node),
    docstring: propertyText(properties.docstring).slice(0, TEXT_CHARS_MAX),
    properties: shownProperties(properties),
    outgoing: view
      .outgoing(node)
      .slice(0, EDGES_MAX)
      .map((edge) => briefEdge(view, edge)),
    incoming: view
      .incoming(node)
      .slice(0, EDGES_MAX)
      .map((edge) => briefEdge(view, edge)),
    governing: governanceOf(view, governedPlaces(view, node)).governing.map(
      ({ node: document, governed, status, decision }) => ({ node: document, governed, status, decision }),
    ),
  };
}

/** The node, what it stands in, and, for a file, what stands in it. */
function governedPlaces(view: GraphView, node: NodeRef): NodeRef[] {
  const held = view.type(node) === 'file' ? view.inFile(view.path(node)) : [];
  return [node, ...held.filter((each) => each !== node), ...containersOf(view, node)];
}

function shownProperties(properties: Properties): NodeDetails['properties'] {
  return Object.entries(properties)
    .filter(([name]) => !UNSHOWN.has(name))
    .map(([name, value]) => [name, propertyText(value).slice(0, TEXT_CHARS_MAX)] as const)
    .filter(([, text]) => text !== '' && text !== 'false')
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
