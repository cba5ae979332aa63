/** How the reader asks on, in the words of the face that is spoken to: a model calls tools, a person types commands. */
import type { EdgeType } from '../model.js';
import type { Direction } from '../query/relate.js';
import { codeSpan } from './text.js';

export type Face = 'tools' | 'commands';

/** The question for all nodes that edges of one type join to a node. */
export function relateCall(face: Face, id: string, direction: Direction, edgeType: EdgeType): string {
  if (face === 'commands') {
    const word = /^[\w.:/#@-]+$/.test(id) ? id : `'${id}'`;
    return codeSpan(`kg-memory relate ${word} --direction ${direction} --edge ${edgeType}`);
  }
  return codeSpan(`kg_relate ${JSON.stringify({ node_id: id, direction, edge_types: [edgeType] })}`);
}
