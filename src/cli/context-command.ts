/** `kg-memory context`: all that is worth knowing about a file, a symbol, a decision. */
import type { Project, SourceText } from '../code/project-face.js';
import { contextOf, type NodeContext } from '../code/query/context.js';
import { entityDocument, fileDocument } from '../code/render/context.js';
import { recordDocument } from '../code/render/context-record.js';
import { symbolDocument } from '../code/render/context-symbol.js';
import { withLines } from '../code/render/naming.js';
import { blindSpots } from '../code/render/state-line.js';
import { prose } from '../code/render/text.js';
import { type Document, pageFrom } from '../code/render.js';
import { KgError } from '../kernel/errors.js';
import { printable } from '../kernel/text.js';
import type { Few, MemoryContext, RememberedBrief } from '../serve/remembered/beside.js';
import { rememberedLists } from '../serve/remembered/lists.js';
import { memoryDocument } from '../serve/remembered/memory-document.js';
import { askIndex, PAGE_OPTIONS } from './ask.js';
import { defineCommand } from './command.js';
import { contextOfMemory } from './named-memory.js';
import { nodeNamed } from './named-node.js';

export const contextCommand = defineCommand({
  name: 'context',
  summary: 'Show everything about a file or symbol in one answer',
  about: [
    'Of a file: its structure, imports, dependents, governing decisions. Of a class or function: its source, callers, callees, the tests that reach it. Of a decision or concept: what it says and what it is joined to. Then what the agent memory holds on it, with what has become of the code since; its ids (memory:project/…) can be asked for, too.',
  ],
  operands: [{ name: 'node', isRequired: true, why: 'A file, a symbol, a decision; an id or a loose name' }],
  options: PAGE_OPTIONS,
  examples: [
    ['kg-memory context src/bakery/oven.py', 'What the file holds, uses, and is used by.'],
    ['kg-memory context Oven.bake', 'The source of a method, with its callers and callees.'],
  ],
  run: ({ operands: [node = ''], options }, session) => {
    let notes: readonly string[] = [];
    return askIndex(
      'context',
      {
        asked: { node },
        page: options,
        ask: (view, _offset, project, memory): Answer => {
          const ofMemory = contextOfMemory(memory, node);
          if (ofMemory !== undefined) return { kind: 'memory', ...ofMemory };
          const named = orRemembered(() => nodeNamed(view, project, node), memory?.naming(node, IDS_MAX));
          notes = named.notes;
          const remembered = memory?.remembered([named.node], Number.POSITIVE_INFINITY);
          return {
            ...contextOf(view, named.node),
            ...(remembered !== undefined && remembered.total > 0 && { remembered: remembered.items }),
          };
        },
        document: async (answer, project, offset) =>
          withLines(pageFrom(await documentOf(answer, project), offset), notes),
        more: async (answer, project) =>
          answer.kind === 'symbol' ? { source: await sourceOf(answer.symbol, project) } : {},
      },
      session,
    );
  },
});

type Answer =
  | (NodeContext & { readonly remembered?: readonly RememberedBrief[] })
  | ({ readonly kind: 'memory' } & MemoryContext);

// As many as one looks through.
const IDS_MAX = 10;

/** A file that is none of the graph may still be one that something was noted about: the error says so. */
function orRemembered<T>(find: () => T, naming: Few<RememberedBrief> | undefined): T {
  try {
    return find();
  } catch (error) {
    const items = naming?.items ?? [];
    if (!(error instanceof KgError && error.code === 'not-found') || items.length === 0) throw error;
    const noted = items.map(({ memory }) => `  ${printable(memory.id)} ${prose(memory.gist)}`);
    const hint = [error.hint, 'Noted about it:', ...noted].filter(Boolean).join('\n');
    throw new KgError('not-found', error.message, { cause: error, hint });
  }
}

async function documentOf(context: Answer, project: Project): Promise<Document> {
  if (context.kind === 'memory') return memoryDocument(context, 'commands');
  const { remembered = [] } = context;
  const more = rememberedLists({ total: remembered.length, items: remembered }, 'commands');
  switch (context.kind) {
    case 'file':
    case 'module':
      return fileDocument(context, more);
    case 'symbol':
      return symbolDocument(context, await sourceOf(context.symbol, project), {
        outside: blindSpots(project.state()),
        face: 'commands',
        more,
      });
    case 'record':
      return recordDocument(context, more);
    case 'entity':
      return entityDocument(context, more);
  }
}

function sourceOf(
  { path, line, endLine = line }: { path: string; line: number; endLine?: number },
  project: Project,
): Promise<SourceText> {
  return project.readSource(path, line, endLine);
}
