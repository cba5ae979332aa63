/**
 * What is wrong with a line that is no JSON-RPC message as MCP spells it, for programs that read one message a line. Nothing is
 * answered here, and a sound message is never asked about.
 */

/** What is to be said to whoever sent it. */
export interface Fault {
  readonly id: string | number | null;
  readonly message: string;
}

/** What is wrong with JSON that is no message; `undefined` for what must not be answered: replies and notifications. */
export function faultOf(value: unknown): Fault | undefined {
  if (Array.isArray(value)) {
    return {
      id: null,
      message: 'Invalid request: batches are not part of MCP; send each message on a line of its own',
    };
  }
  if (typeof value !== 'object' || value === null) {
    return { id: null, message: 'Invalid request: a message is a JSON object' };
  }
  const { jsonrpc, id, method, params } = value as Readonly<Record<string, unknown>>;
  if (method === undefined && ('result' in value || 'error' in value)) return undefined;
  if (typeof method === 'string' && id === undefined) return undefined;
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  const fault = (message: string) => ({ id: known, message: `Invalid request: ${message}` });
  if (jsonrpc !== '2.0') return fault('`jsonrpc` must be "2.0"');
  if (typeof method !== 'string') return fault('`method` must be a string');
  if (known === null || (typeof known === 'number' && !Number.isSafeInteger(known))) {
    return fault('`id` must be a string or a whole number');
  }
  if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params))) {
    return fault('`params` must be an object, or left out');
  }
  return fault('it is not as MCP spells it');
}

const ID = String.raw`"id"\s*:\s*(\d{1,15}|"[^"\\]{1,200}")`;
const OTHERS = String.raw`"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*`;
const ID_BEFORE = new RegExp(String.raw`^\s*\{\s*(?:${OTHERS},\s*)*${ID}`);
const ID_BEHIND = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*${OTHERS})*\}\s*$`);

/** The id of a message of which only the beginning and the end are known. */
export function idIn(head: string, tail: string): string | number | null {
  const found = ID_BEFORE.exec(head)?.[1] ?? ID_BEHIND.exec(tail)?.[1];
  return found === undefined ? null : (JSON.parse(found) as string | number);
}
