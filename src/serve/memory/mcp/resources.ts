/**
 * The user's memory as resources: `kg://user/{id}` is a node in full, as kg_read gives it, for people who attach one to what
 * they write. What is active is listed; any other is read by its id. Reading brings nothing back and marks nothing.
 *
 * A project's nodes are none: a URI cannot say in which project its reader works.
 */
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { describeError, KgError } from '../../../kernel/errors.js';
import { printable } from '../../../kernel/text.js';
import { MemoryError } from '../../../memory/errors.js';
import { tierOf } from '../../../memory/model.js';
import { makeCursor, readCursor } from '../../cursor.js';
import type { MemoryPort } from '../memory-port.js';

const USER = 'kg://user/';
const MIME_TYPE = 'text/plain';
const PAGE = 100;
// A line in a client's menu.
const GIST_CHARS = 200;
// The question that the list's cursors belong to.
const LIST = 'resources/list';

export const MEMORY_TEMPLATES = [
  {
    name: 'node',
    title: "A node of the user's memory",
    uriTemplate: `${USER}{id}`,
    description: 'What is remembered of this user under that id: gist, notes, files, edges.',
    mimeType: MIME_TYPE,
  },
];

/** A page of the user's active nodes, in order of their ids. Throws a `ProtocolError` for a foreign cursor. */
export function listUserNodes(memory: Pick<MemoryPort, 'state'>, cursor: string | undefined) {
  const offset = offsetOf(cursor);
  const active = [...memory.state().user.nodes.values()].filter((node) => tierOf(node) === 'active');
  const nodes = active.sort((a, b) => (a.id < b.id ? -1 : 1));
  const resources = nodes.slice(offset, offset + PAGE).map(({ id, gist }) => ({
    uri: `${USER}${encodeURIComponent(id)}`,
    name: printable(id),
    description: printable(gist.replace(/\s+/g, ' ').trim().slice(0, GIST_CHARS)),
    mimeType: MIME_TYPE,
  }));
  const next = offset + PAGE;
  return { resources, ...(next < nodes.length && { nextCursor: makeCursor(LIST, {}, next) }) };
}

/** The node of a URI as text. Rejects with a `ResourceNotFoundError` when there is none. */
export async function readUserNode(memory: Pick<MemoryPort, 'apply'>, uri: string) {
  const id = idIn(uri);
  if (id === undefined) throw notFound(uri);
  try {
    const asked = { kind: 'read-nodes', level: 'user', ids: [id], promote: false } as const;
    const { found, text } = await memory.apply(asked);
    if (found.length === 0) throw notFound(uri);
    return { contents: [{ uri, mimeType: MIME_TYPE, text }] };
  } catch (error) {
    // What can be no id names no resource.
    if (error instanceof MemoryError) throw notFound(uri);
    throw error;
  }
}

function offsetOf(cursor: string | undefined): number {
  try {
    return readCursor(LIST, { cursor });
  } catch (error) {
    if (!(error instanceof KgError)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, describeError(error));
  }
}

function idIn(uri: string): string | undefined {
  if (!uri.startsWith(USER)) return undefined;
  try {
    const id = decodeURIComponent(uri.slice(USER.length));
    return id === '' ? undefined : id;
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function notFound(uri: string): ResourceNotFoundError {
  const shown = printable(uri.slice(0, 200));
  return new ResourceNotFoundError(
    uri,
    `Resource not found: ${shown}. resources/list names those there are.`,
  );
}
