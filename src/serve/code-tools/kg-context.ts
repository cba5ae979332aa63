/** kg_context: everything worth knowing about a file or a symbol. */
import * as z from 'zod/v4';
import type { Project, SourceText } from '../../code/project-face.js';
import { contextOf, type NodeContext } from '../../code/query/context.js';
import { entityDocument, fileDocument } from '../../code/render/context.js';
import { withLists } from '../../code/render/context-lists.js';
import { recordDocument } from '../../code/render/context-record.js';
import { symbolDocument } from '../../code/render/context-symbol.js';
import { withLines } from '../../code/render/naming.js';
import { blindSpots } from '../../code/render/state-line.js';
import { type Document, pageFrom } from '../../code/render.js';
import { answerFresh, type Draft } from '../answer.js';
import { readCursor } from '../cursor.js';
import type { Few, RememberedBrief } from '../remembered/beside.js';
import { rememberedLists } from '../remembered/lists.js';
import { memoryDocument } from '../remembered/memory-document.js';
import { defineTool, READ_ONLY } from '../tool.js';
import { cursor, maxTokens, NODE_HELP, textField } from './fields.js';
import { memoryDraft } from './named-memory.js';
import { nodeNamed } from './named-node.js';

const NAME = 'kg_context';

export const kgContext = defineTool({
  name: NAME,
  title: 'Context of a file or symbol',
  description: `What you want to know before you read or change something, in one answer.

For a file or package: its structure, what it imports, who depends on it, governing ADRs, their decisions and concepts, reconciled duplicates, calls that could not be resolved. For a class or function: its source (checked against the disk), signature, callers with the lines of their calls, callees, bases and subclasses, what it overrides and what overrides it, the tests that reach it, governing ADRs, unresolved calls. For an ADR or concept: what it says and what it is joined to. At its end what earlier sessions noted about it, when there is an agent memory, and whether the code has changed since; its ids (\`memory:project/…\`) can be asked for, too.

Use it instead of opening a file to find out what is in it, and before an edit to see who is affected.`,
  input: z.strictObject({
    file_path: textField(`The file, relative to the project, or a symbol. ${NODE_HELP}`),
    max_tokens: maxTokens,
    cursor,
  }),
  annotations: READ_ONLY,
  run: (input, call) => {
    const offset = readCursor(NAME, input);
    return answerFresh(call, NAME, input, (view, project, memory) => {
      const name = { field: 'file_path', text: input.file_path, offset };
      const ofMemory = memoryDraft({ view, memory }, name, (context) => memoryDocument(context, 'tools'));
      if (ofMemory !== undefined) return ofMemory;
      const named = nodeNamed(view, project, { ...name, offset: 0 });
      // An item takes at least thirty bytes, ten tokens: more of a list than this cannot be shown at once.
      const itemsMax = offset + Math.ceil(input.max_tokens / 10);
      if (named.kind === 'draft') {
        return withNaming(named.draft, memory?.naming(input.file_path, itemsMax), offset);
      }
      const context = contextOf(view, named.node, itemsMax);
      const remembered = memory?.remembered([named.node], itemsMax);
      return {
        cites: context,
        document: async () =>
          withLines(pageFrom(await contextDocument(project, context, remembered), offset), named.notes),
      };
    });
  },
});

/** A file that is none of the graph may still be one that something was noted about. */
function withNaming(draft: Draft, naming: Few<RememberedBrief> | undefined, offset: number): Draft {
  const lists = draft.isMiss !== true || naming === undefined ? [] : rememberedLists(naming, 'tools');
  return { ...draft, document: async () => pageFrom(withLists(lists, await draft.document()), offset) };
}

async function contextDocument(
  project: Project,
  context: NodeContext,
  remembered: Few<RememberedBrief> | undefined,
): Promise<Document> {
  const more = remembered === undefined ? [] : rememberedLists(remembered, 'tools');
  switch (context.kind) {
    case 'file':
    case 'module':
      return fileDocument(context, more);
    case 'symbol':
      return symbolDocument(context, await sourceOf(project, context.symbol), {
        outside: blindSpots(project.state()),
        more,
      });
    case 'record':
      return recordDocument(context, more);
    case 'entity':
      return entityDocument(context, more);
  }
}

function sourceOf(
  project: Project,
  { path, line, endLine = line }: { path: string; line: number; endLine?: number },
): Promise<SourceText> {
  return project.readSource(path, line, endLine);
}
