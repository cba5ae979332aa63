/** `kg-memory context`: all that is worth knowing about a file, a symbol, a decision. */
import type { Project, SourceText } from '../code/project-face.js';
import { contextOf, type NodeContext } from '../code/query/context.js';
import { entityDocument, fileDocument } from '../code/render/context.js';
import { recordDocument } from '../code/render/context-record.js';
import { symbolDocument } from '../code/render/context-symbol.js';
import { withLines } from '../code/render/naming.js';
import { blindSpots } from '../code/render/state-line.js';
import { type Document, pageFrom } from '../code/render.js';
import { askIndex, PAGE_OPTIONS } from './ask.js';
import { defineCommand } from './command.js';
import { nodeNamed } from './named-node.js';

export const contextCommand = defineCommand({
  name: 'context',
  summary: 'Show everything about a file or symbol in one answer',
  about: [
    'Of a file: its structure, imports, dependents, governing decisions. Of a class or function: its source, callers, callees, the tests that reach it. Of a decision or concept: what it says and what it is joined to.',
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
        ask: (view, _offset, project) => {
          const named = nodeNamed(view, project, node);
          notes = named.notes;
          return contextOf(view, named.node);
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

async function documentOf(context: NodeContext, project: Project): Promise<Document> {
  switch (context.kind) {
    case 'file':
    case 'module':
      return fileDocument(context);
    case 'symbol':
      return symbolDocument(context, await sourceOf(context.symbol, project), {
        outside: blindSpots(project.state()),
        face: 'commands',
      });
    case 'record':
      return recordDocument(context);
    case 'entity':
      return entityDocument(context);
  }
}

function sourceOf(
  { path, line, endLine = line }: { path: string; line: number; endLine?: number },
  project: Project,
): Promise<SourceText> {
  return project.readSource(path, line, endLine);
}
