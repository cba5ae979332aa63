/**
 * What a tool of the agent memory is: a value, as those of the code graph, whose function turns its arguments into one
 * operation and the operation's answer into text.
 */
import type * as z from 'zod/v4';
import type { ToolAnnotations, ToolAnswer } from '../../tool.js';
import type { Memory } from '../memory-port.js';

export interface MemoryTool {
  readonly name: string;
  readonly title: string;
  /** For the model; under 2,000 characters, since clients cut longer ones. */
  readonly description: string;
  readonly input: z.ZodObject;
  readonly annotations: ToolAnnotations;
  /** Arguments must have passed `input`. Rejects with a `KgError` for what the caller can mend. */
  run(input: unknown, memory: Memory): Promise<ToolAnswer>;
}

/** Makes a tool whose function sees its arguments as the schema types them, and gives its text. */
export function defineMemoryTool<S extends z.ZodObject>(tool: {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: S;
  readonly annotations: ToolAnnotations;
  readonly run: (input: z.output<S>, memory: Memory) => Promise<string>;
}): MemoryTool {
  return {
    ...tool,
    // `readInput` has parsed the input with this very schema.
    run: async (input, memory) => ({ text: await tool.run(input as z.output<S>, memory) }),
  };
}

/** Adds or replaces; what it replaces can be had back. */
export const WRITES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Takes something away; it can be had back for a while. */
export const REMOVES: ToolAnnotations = { ...WRITES, destructiveHint: true };
