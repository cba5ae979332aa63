/**
 * Memories that callers name by their ids (`memory:project/oven-heat`). Only what begins so is read as one, so that no name of
 * code ever leads to a memory; and only where there is a memory, since else the name means nothing.
 */
import type { GraphView } from '../../code/graph.js';
import { codeSpan } from '../../code/render/text.js';
import { type Document, pageFrom } from '../../code/render.js';
import type { Draft } from '../answer.js';
import {
  MEMORY_PREFIX,
  type MemoryBeside,
  type MemoryContext,
  type NamedMemory,
} from '../remembered/beside.js';
import { nearestMemories } from '../remembered/memory-document.js';
import type { NameToResolve } from './named-node.js';

/** The memory that a name means, or which come nearest; `undefined` when the name is none of a memory. */
export function memoryNamed(memory: MemoryBeside | undefined, text: string): NamedMemory | undefined {
  return text.trim().startsWith(MEMORY_PREFIX) ? memory?.find(text) : undefined;
}

/** An answer about the memory that a name means; `undefined` when it means none. */
export function memoryDraft(
  { view, memory }: { readonly view: GraphView; readonly memory: MemoryBeside | undefined },
  name: NameToResolve,
  documentOf: (context: MemoryContext) => Document,
): Draft | undefined {
  const named = memoryNamed(memory, name.text);
  if (memory === undefined || named === undefined) return undefined;
  if (named.kind === 'none') return missingMemory(name, named);
  const context = memory.context(named.level, named.id);
  const cites = memory.nodesOf(named.level, named.id).map((node) => ({ path: view.path(node) }));
  return { cites, document: () => pageFrom(documentOf(context), name.offset) };
}

/** What is said of a memory from which no path can start. */
export function unplacedMemory({ field, text, offset }: NameToResolve): Draft {
  const said = `${codeSpan(text.trim())} (${field}) touches no code of this project, so no path leads there.`;
  return { cites: [], isError: true, document: () => pageFrom(nearestMemories('No path', said, []), offset) };
}

/** What is said of an id that no memory has. */
export function missingMemory(
  { field, text, offset }: NameToResolve,
  { nearest }: Extract<NamedMemory, { readonly kind: 'none' }>,
): Draft {
  const said = `No memory is called ${codeSpan(text.trim())} (${field}). kg_search with node_types ["memory"] finds them by words.`;
  return {
    cites: [],
    isError: true,
    document: () => pageFrom(nearestMemories('No such memory', said, nearest), offset),
  };
}
