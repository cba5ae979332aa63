/** Memories that a user names by their ids. As with nodes, an id that fits none is an error that lists those which come nearest. */
import { KgError } from '../kernel/errors.js';
import { printable } from '../kernel/text.js';
import { memoryNamed } from '../serve/code-tools/named-memory.js';
import type { MemoryBeside, MemoryContext } from '../serve/remembered/beside.js';

/** The memory that a text names; `undefined` when it names none. Throws a `KgError` of code `not-found` for an id of no memory. */
export function contextOfMemory(memory: MemoryBeside | undefined, text: string): MemoryContext | undefined {
  const named = memoryNamed(memory, text);
  if (memory === undefined || named === undefined) return undefined;
  if (named.kind === 'one') return memory.context(named.level, named.id);
  const lines = named.nearest.map(({ id }) => `  ${printable(id)}`);
  const meant = ['Did you mean:', ...lines].join('\n');
  throw new KgError('not-found', `no memory is called "${printable(text.trim())}"`, {
    hint: lines.length > 0 ? meant : 'kg-memory search --type memory finds memories by words.',
  });
}
