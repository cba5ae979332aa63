/** Names that say enough by themselves: there are many files `__init__.py` and methods `__init__`, and packages `tests`. */
import type { GraphData } from './graph-data.js';
import { NODE_KINDS } from './vocabulary.js';

const CLASS = NODE_KINDS.indexOf('class');
const MODULE = NODE_KINDS.indexOf('module');
// What nearly every class or package has says nothing without it.
const COMMON = /^(?:__\w+__|tests?)$/;

/** In the picture, where what is around a node says the rest. */
export function labelOf(data: GraphData, node: number): string {
  const { names, paths, parents } = data;
  const name = names[node] ?? '';
  if (name === '__init__.py') return (paths[node] ?? name).split('/').slice(-2).join('/');
  if (!COMMON.test(name)) return name;
  const parent = parents[node] ?? -1;
  if (data.kinds[parent] === MODULE && data.kinds[node] === MODULE) return `${names[parent]}/${name}`;
  return qualified(data, node);
}

/** In lists, where nothing else says whose method it is. */
export function fullLabelOf(data: GraphData, node: number): string {
  const label = labelOf(data, node);
  return label === data.names[node] ? qualified(data, node) : label;
}

function qualified({ names, parents, kinds }: GraphData, node: number): string {
  const parent = parents[node] ?? -1;
  const name = names[node] ?? '';
  return kinds[parent] === CLASS ? `${names[parent]}.${name}` : name;
}
