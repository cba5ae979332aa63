/**
 * The reply to a client's first message, without the SDK: loading that takes as long as starting Node, and all it would do
 * here is put our name into a frame. Only handshakes of the plain form are answered, everything else is left to the SDK,
 * which gets the handshake too and whose own reply is held back (`stdio-main.ts`). A test holds both replies against each
 * other for every revision.
 */
import { CAPABILITIES, INSTRUCTIONS, LIST_CACHE, SERVER_INFO } from './identity.js';

/** Revisions whose `initialize` the SDK answers in kind. */
export const LEGACY_REVISIONS = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const;
/** The one whose `server/discover` it answers. */
export const MODERN_REVISION = '2026-07-28';

export interface Greeting {
  /** Of the request; nobody else may answer it. */
  readonly id: string | number;
  /** The whole reply. */
  readonly reply: object;
}

const META = 'io.modelcontextprotocol/';

/** The reply to a line that is a plain handshake; `undefined` for everything else. */
export function greet(line: string): Greeting | undefined {
  const message = parse(line);
  const params = message?.params;
  const id = message?.id;
  if (message?.jsonrpc !== '2.0' || !isObject(params)) return undefined;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined;
  const result = resultOf(message.method, params);
  if (result === undefined) return undefined;
  return { id: id as string | number, reply: { result, jsonrpc: '2.0', id } };
}

function resultOf(method: unknown, params: Fields): object | undefined {
  if (method === 'initialize') return initialized(params);
  return method === 'server/discover' ? discovered(params) : undefined;
}

function initialized({ protocolVersion, capabilities, clientInfo, _meta }: Fields): object | undefined {
  const isPlain = isObject(capabilities) && isImplementation(clientInfo) && _meta === undefined;
  if (!isPlain || !LEGACY_REVISIONS.some((revision) => revision === protocolVersion)) return undefined;
  return { protocolVersion, capabilities: CAPABILITIES, serverInfo: SERVER_INFO, instructions: INSTRUCTIONS };
}

function discovered({ _meta }: Fields): object | undefined {
  if (!isObject(_meta) || _meta[`${META}protocolVersion`] !== MODERN_REVISION) return undefined;
  const clientInfo = _meta[`${META}clientInfo`];
  if (!isObject(_meta[`${META}clientCapabilities`])) return undefined;
  if (clientInfo !== undefined && !isImplementation(clientInfo)) return undefined;
  return {
    supportedVersions: [MODERN_REVISION],
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
    resultType: 'complete',
    ...LIST_CACHE,
    _meta: { [`${META}serverInfo`]: SERVER_INFO },
  };
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isImplementation(value: unknown): boolean {
  return isObject(value) && typeof value.name === 'string' && typeof value.version === 'string';
}

function parse(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    // What is no JSON is the SDK's to refuse.
    return undefined;
  }
}
