/**
 * How tools are listed over MCP, and what is said of a name that is not in a list: the same for every server of ours, whatever
 * its tools do.
 */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import { nearestNames, printable } from '../kernel/text.js';
import type { ToolAnnotations } from './tool.js';

// Longer than any name of ours.
const NAME_SHOWN_MAX = 80;

/** What a list says of a tool. */
interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly annotations: ToolAnnotations;
}

/** A tool as `tools/list` gives it. `resultCharsMax`: clients that would cut an answer earlier take it as leave. */
export function describeTool(
  { name, title, description, input, annotations }: ListedTool,
  resultCharsMax: number,
) {
  return {
    name,
    title,
    description,
    inputSchema: jsonSchemaOf(input),
    annotations: { title, ...annotations },
    _meta: { 'anthropic/maxResultSizeChars': resultCharsMax },
  };
}

function jsonSchemaOf(input: z.ZodObject) {
  // As clients see it: no dialect, and without the methods that zod hangs on it.
  const { $schema: _, ...schema } = JSON.parse(JSON.stringify(z.toJSONSchema(input, { io: 'input' })));
  return { ...schema, type: 'object' as const };
}

/** The error for a tool or prompt that there is not, with the nearest that there is. */
export function unknownName(
  kind: string,
  name: string,
  known: readonly { readonly name: string }[],
): ProtocolError {
  const names = known.map((each) => each.name);
  const shown = name.slice(0, NAME_SHOWN_MAX);
  const [nearest] = nearestNames(shown, names, 1);
  const hint = nearest === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${nearest}?`;
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no ${kind} ${printable(shown)}. ${hint}`,
  );
}
