/** A name that says enough by itself: there are many files `__init__.py`. */
import type { GraphData } from './graph-data.js';

export function labelOf({ names, paths }: GraphData, node: number): string {
  const name = names[node] ?? '';
  return name === '__init__.py' ? (paths[node] ?? name).split('/').slice(-2).join('/') : name;
}
