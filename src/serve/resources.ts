/**
 * Nodes as resources: `kg://node/{id}` for any, `kg://adr/{number}` for decision records, both as the markdown that
 * kg_context gives. ADRs are listed, since they are documents a person may want to attach; a million functions are not.
 */
import { KgError } from '../kernel/errors.js';
import { readyView } from './answer.js';
import { readArguments } from './arguments.js';
import { kgContext } from './code-tools/kg-context.js';
import type { ToolCall } from './tool.js';

const NODE = 'kg://node/';
const ADR = 'kg://adr/';
const MARKDOWN = 'text/markdown';
const PAGE = 100;
const MAX_TOKENS = 10_000;

export const RESOURCE_TEMPLATES = [
  {
    name: 'node',
    title: 'A node of the code graph',
    uriTemplate: `${NODE}{id}`,
    description: 'Context of a file, class, function, module, concept…: what kg_context gives.',
    mimeType: MARKDOWN,
  },
  {
    name: 'adr',
    title: 'An architectural decision record',
    uriTemplate: `${ADR}{number}`,
    description: 'What an ADR says and what it governs.',
    mimeType: MARKDOWN,
  },
] as const;

/** A page of the project's ADRs. */
export async function listAdrs(cursor: string | undefined, call: ToolCall) {
  const offset = readOffset(cursor);
  const { view } = await readyView(call);
  const adrs = view.ofType('adr');
  const resources = adrs.slice(offset, offset + PAGE).map((node) => ({
    uri: `${NODE}${encodeURIComponent(view.id(node))}`,
    name: view.id(node),
    title: view.name(node),
    mimeType: MARKDOWN,
  }));
  const next = offset + PAGE;
  return { resources, ...(next < adrs.length && { nextCursor: String(next) }) };
}

/** The markdown of a resource; `undefined` when there is no such resource. */
export async function readNode(uri: string, call: ToolCall): Promise<string | undefined> {
  const name = nameIn(uri);
  if (name === undefined) return undefined;
  const input = readArguments(kgContext, { file_path: name, max_tokens: MAX_TOKENS });
  const { text, isError } = await kgContext.run(input, call);
  return isError === true ? undefined : text;
}

/** The loose name of the node that a URI stands for. */
function nameIn(uri: string): string | undefined {
  if (uri.startsWith(NODE)) return decode(uri.slice(NODE.length));
  if (uri.startsWith(ADR)) return `ADR-${decode(uri.slice(ADR.length)).replace(/^adr[-:]?/i, '')}`;
  return undefined;
}

/** Clients encode what they put into a template, or not. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    // A bare % of a file name that nobody encoded.
    if (error instanceof URIError) return text;
    throw error;
  }
}

function readOffset(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,8}$/.test(cursor))
    throw new KgError('bad-argument', 'the cursor is not one that resources/list gave');
  return Number(cursor);
}
