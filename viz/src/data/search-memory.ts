/** Words among the memory's nodes, in the page: there are a few thousand at most. Every word must be in id, gist or notes. */
import type { GraphData } from './graph-data.js';

/** Nodes of the memory that have all words, those with them in id or gist first. */
export function searchMemory(data: GraphData, query: string): readonly number[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const [first, later]: [number[], number[]] = [[], []];
  for (const [node, { id, gist, notes, touches }] of data.memories) {
    const head = `${id} ${gist}`.toLowerCase();
    if (words.every((word) => head.includes(word))) first.push(node);
    else {
      const all = `${head} ${notes.join(' ')} ${touches.join(' ')}`.toLowerCase();
      if (words.every((word) => all.includes(word))) later.push(node);
    }
  }
  return [...first, ...later];
}
