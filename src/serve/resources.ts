/**
 * Nodes as resources: `kg://node/{id}` for any, `kg://adr/{number}` for decision records, both as the markdown that
 * kg_context gives. ADRs are listed, since they are documents a person may want to attach; a million functions are not.
 */
import { resolveNode } from '../code/query/resolve-node.js';
import { readyView } from './answer.js';
import { readArguments } from './arguments.js';
import { kgContext } from './code-tools/kg-context.js';
import { makeCursor, readCursor } from './cursor.js';
import { MEMORY_PREFIX } from './remembered/beside.js';
import type { ToolCall } from './tool.js';

const NODE = 'kg://node/';
const ADR = 'kg://adr/';
const MARKDOWN = 'text/markdown';
const PAGE = 100;
const MAX_TOKENS = 10_000;
const NEAREST_MAX = 5;
// The question that the list's cursors belong to.
const LIST = 'resources/list';

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
  const offset = readCursor(LIST, { cursor });
  const { view } = await readyView(call);
  const adrs = view.ofType('adr');
  const resources = adrs.slice(offset, offset + PAGE).map((node) => ({
    uri: uriOf(view.id(node)),
    name: view.id(node),
    title: view.name(node),
    mimeType: MARKDOWN,
  }));
  const next = offset + PAGE;
  return { resources, ...(next < adrs.length && { nextCursor: makeCursor(LIST, {}, next) }) };
}

/** A resource, or what its URI may have meant: URIs, best first. */
export type ReadResult =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing'; readonly nearest: readonly string[] };

/** The markdown of a resource. */
export async function readNode(uri: string, call: ToolCall): Promise<ReadResult> {
  const name = nameIn(uri);
  if (name === undefined || name.trim() === '') return { kind: 'missing', nearest: [] };
  const { project, view } = await readyView(call);
  if (!name.startsWith(MEMORY_PREFIX)) {
    const resolved = resolveNode(view, name, { root: project.root });
    if (resolved.kind !== 'one') {
      const nodes = resolved.kind === 'several' ? resolved.nodes : resolved.nearest;
      return { kind: 'missing', nearest: nodes.slice(0, NEAREST_MAX).map((node) => uriOf(view.id(node))) };
    }
  }
  const input = readArguments(kgContext, { file_path: name, max_tokens: MAX_TOKENS });
  const { text, isError } = await kgContext.run(input, call);
  return isError === true ? { kind: 'missing', nearest: [] } : { kind: 'text', text };
}

function uriOf(id: string): string {
  return `${NODE}${encodeURIComponent(id)}`;
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
