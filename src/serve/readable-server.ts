/**
 * The SDK's server with errors that a person can read. It checks requests against its schemas before any handler runs, and
 * what it says about a wrong one is the checker's JSON, with the code of an internal error; here it becomes a sentence that
 * names the field, with the code for invalid parameters.
 */
import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import { printable } from '../kernel/text.js';

type WrapHandler = Server['_wrapHandler'];
type Handler = Parameters<WrapHandler>[1];

/** `Server`, but for what it says about requests that are not as MCP spells them. */
export class ReadableServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): ReturnType<WrapHandler> {
    const wrapped = super._wrapHandler(method, handler);
    return async (request: Parameters<Handler>[0], context: ServerContext) => {
      try {
        return await wrapped(withoutNullArguments(request), context);
      } catch (error) {
        throw readable(method, error);
      }
    };
  }
}

/** Some clients send null for arguments that they do not have. */
function withoutNullArguments(request: Parameters<Handler>[0]): Parameters<Handler>[0] {
  if (request.params?.arguments !== null) return request;
  const { arguments: _, ...params } = request.params;
  return { ...request, params };
}

/** What the checker finds wrong. */
interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

function readable(method: string, error: unknown): unknown {
  const issues = error instanceof Error ? issuesIn(error.message) : [];
  if (issues.length === 0) return error;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${method}: ${issues.map(sentenceOf).join(' ')}`);
}

/** The issues in a message that ends with the checker's JSON; empty for all others. */
function issuesIn(message: string): readonly Issue[] {
  const [, json] = message.match(/^(?:Invalid [\w/]+ request: )?(\[\s*\{[\s\S]*\])$/) ?? [];
  if (json === undefined) return [];
  try {
    const parsed: unknown = JSON.parse(json);
    return Array.isArray(parsed) && parsed.every(isIssue) ? parsed : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function isIssue(value: unknown): value is Issue {
  const { path, message } = Object(value) as Partial<Record<keyof Issue, unknown>>;
  return Array.isArray(path) && typeof message === 'string';
}

function sentenceOf({ path, message }: Issue): string {
  const field = path[0] === 'params' ? path.slice(1) : path;
  const name = field.length === 0 ? 'params' : printable(field.join('.'));
  const [, expected, received] = message.match(/expected (\w+), received (\w+)$/) ?? [];
  if (expected === undefined) return `\`${name}\` is not as MCP spells it.`;
  if (received === 'undefined') return `\`${name}\` is missing.`;
  const wanted = expected === 'record' ? 'object' : expected;
  return `\`${name}\` must be ${/^[aeiou]/.test(wanted) ? 'an' : 'a'} ${wanted}, not ${received}.`;
}
