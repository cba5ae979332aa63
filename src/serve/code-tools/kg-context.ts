/** kg_context: everything worth knowing about a file or a symbol. */
import * as z from 'zod/v4';
import type { Project, SourceText } from '../../code/project-face.js';
import { contextOf, type NodeContext } from '../../code/query/context.js';
import { entityDocument, fileDocument } from '../../code/render/context.js';
import { recordDocument } from '../../code/render/context-record.js';
import { symbolDocument } from '../../code/render/context-symbol.js';
import { withLines } from '../../code/render/naming.js';
import { blindSpots } from '../../code/render/state-line.js';
import { type Document, pageFrom } from '../../code/render.js';
import { answerFresh } from '../answer.js';
import { readCursor } from '../cursor.js';
import { defineTool, READ_ONLY } from '../tool.js';
import { cursor, maxTokens, NODE_HELP, textField } from './fields.js';
import { nodeNamed } from './named-node.js';

const NAME = 'kg_context';

export const kgContext = defineTool({
  name: NAME,
  title: 'Context of a file or symbol',
  description: `What you want to know before you read or change something, in one answer.

For a file or package: its structure, what it imports, who depends on it, governing ADRs, their decisions and concepts, reconciled duplicates, calls that could not be resolved. For a class or function: its source (checked against the disk), signature, callers with the lines of their calls, callees, bases and subclasses, what it overrides and what overrides it, the tests that reach it, governing ADRs, unresolved calls. For an ADR or concept: what it says and what it is joined to.

Use it instead of opening a file to find out what is in it, and before an edit to see who is affected.`,
  input: z.strictObject({
    file_path: textField(`The file, relative to the project, or a symbol. ${NODE_HELP}`),
    max_tokens: maxTokens,
    cursor,
  }),
  annotations: READ_ONLY,
  run: (input, call) => {
    const offset = readCursor(NAME, input);
    return answerFresh(call, NAME, input, (view, project) => {
      const named = nodeNamed(view, project, { field: 'file_path', text: input.file_path, offset });
      if (named.kind === 'draft') return named.draft;
      // An item takes at least thirty bytes, ten tokens: more of a list than this cannot be shown at once.
      const context = contextOf(view, named.node, offset + Math.ceil(input.max_tokens / 10));
      return {
        cites: context,
        document: async () =>
          withLines(pageFrom(await contextDocument(project, context), offset), named.notes),
      };
    });
  },
});

async function contextDocument(project: Project, context: NodeContext): Promise<Document> {
  switch (context.kind) {
    case 'file':
    case 'module':
      return fileDocument(context);
    case 'symbol':
      return symbolDocument(context, await sourceOf(project, context.symbol), {
        outside: blindSpots(project.state()),
      });
    case 'record':
      return recordDocument(context);
    case 'entity':
      return entityDocument(context);
  }
}

function sourceOf(
  project: Project,
  { path, line, endLine = line }: { path: string; line: number; endLine?: number },
): Promise<SourceText> {
  return project.readSource(path, line, endLine);
}
