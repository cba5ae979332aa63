/** Memories that a user names by their ids. As with nodes, an id that fits none is an error that lists those which come nearest. */
import { KgError } from '../kernel/errors.js';
import { printable } from '../kernel/text.js';
import { memoryNamed } from '../serve/code-tools/named-memory.js';
import type { MemoryBeside, MemoryContext } from '../serve/remembered/beside.js';
import { endOfMemory, type PathEnd } from '../serve/remembered/path.js';

/** The memory that a text names; `undefined` when it names none. Throws a `KgError` of code `not-found` for an id of no memory. */
export function contextOfMemory(memory: MemoryBeside | undefined, text: string): MemoryContext | undefined {
  const named = oneNamed(memory, text);
  return named === undefined ? undefined : memory?.context(named.level, named.id);
}

/** Where the memory that a text names touches the code. Throws as `contextOfMemory`, and when it touches none. */
export function memoryEnd(memory: MemoryBeside | undefined, text: string): PathEnd | undefined {
  const named = oneNamed(memory, text);
  if (memory === undefined || named === undefined) return undefined;
  const end = endOfMemory(memory, named);
  if (end !== undefined) return end;
  throw new KgError('not-found', `"${printable(text.trim())}" touches no code of this project`);
}

function oneNamed(memory: MemoryBeside | undefined, text: string) {
  const named = memoryNamed(memory, text);
  if (named === undefined || named.kind === 'one') return named;
  const lines = named.nearest.map(({ id }) => `  ${printable(id)}`);
  const meant = ['Did you mean:', ...lines].join('\n');
  throw new KgError('not-found', `no memory is called "${printable(text.trim())}"`, {
    hint: lines.length > 0 ? meant : 'kg-memory search --type memory finds memories by words.',
  });
}
