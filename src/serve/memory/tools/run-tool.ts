/**
 * A call of a tool from what was sent to what is answered, whatever the transport: arguments are checked, faults of the
 * caller become an answer with a code and a next step, our own go to the log with their stack.
 */
import { describeError, KgError, stackOf } from '../../../kernel/errors.js';
import { codeOf } from '../../../memory/errors.js';
import type { ToolAnswer } from '../../tool.js';
import type { Memory } from '../memory-port.js';
import { readInput } from '../read-input.js';
import type { MemoryTool } from './memory-tool.js';

export interface ToolWorld {
  readonly memory: Memory;
  /** Takes a line with a stack. */
  readonly onFault: (line: string) => void;
}

/** Runs a tool; never rejects. */
export async function runMemoryTool(
  tool: MemoryTool,
  given: unknown,
  { memory, onFault }: ToolWorld,
): Promise<ToolAnswer> {
  try {
    return await tool.run(readInput(tool, given), memory);
  } catch (error) {
    if (error instanceof KgError) return { text: `${codeOf(error)}: ${describeError(error)}`, isError: true };
    onFault(`${tool.name}: ${stackOf(error)}`);
    return {
      text: `internal: ${tool.name} failed by a fault of its own.\nNothing was changed; kg-memory server logs has details.`,
      isError: true,
    };
  }
}
