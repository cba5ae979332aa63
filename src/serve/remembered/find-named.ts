/** A memory by the name that somebody gives it. A name without a level means the project's memory before the user's. */
import type { MemoryLevel } from '../../bridge/anchor-view.js';
import { compareText, nearestNames } from '../../kernel/text.js';
import { type Level, type MemoryGraph, type MemoryNode, tierOf } from '../../memory/model.js';
import { oneLine } from '../../memory/one-line.js';
import { MEMORY_PREFIX, type MemoryBrief, type NamedMemory } from './beside.js';

// As many as one looks through.
const NEAREST_MAX = 5;

/** Reads `memory:project/oven-heat` or `memory:oven-heat`; else the memories of the nearest names. */
export function findNamed(memory: readonly MemoryLevel[], text: string): NamedMemory {
  const named = text.trim().slice(MEMORY_PREFIX.length);
  const [, level, rest = named] = /^(project|user)\/(.*)$/s.exec(named) ?? [];
  const levels = memory
    .toSorted((a, b) => compareText(a.level, b.level))
    .filter((each) => level === undefined || each.level === level);
  for (const { level: of, graph } of levels) {
    const id = idIn(graph, rest) ?? idIn(graph, named);
    if (id !== undefined) return { kind: 'one', level: of, id };
  }
  const near = levels.flatMap(({ level: of, graph }) =>
    nearestNames(rest, graph.nodes.keys(), NEAREST_MAX).flatMap((id) => {
      const node = graph.nodes.get(id);
      return node === undefined ? [] : [briefOf(of, node)];
    }),
  );
  return { kind: 'none', nearest: near.slice(0, NEAREST_MAX) };
}

/** A memory as answers show it. */
export function briefOf(level: Level, node: MemoryNode): MemoryBrief {
  const { id, gist, notes = [] } = node;
  return { id: `${MEMORY_PREFIX}${level}/${id}`, gist, tier: tierOf(node), notes: notes.length };
}

/** The id itself, or the one that is shown so. */
function idIn({ nodes }: MemoryGraph, text: string): string | undefined {
  if (nodes.has(text)) return text;
  const shown = oneLine(text);
  for (const id of nodes.keys()) if (id !== text && oneLine(id) === shown) return id;
  return undefined;
}
