/**
 * What a tool is: a value. Name, texts, a closed schema of its arguments, hints for the client, and one function from
 * arguments to an answer. It knows nothing of MCP messages, so the same value serves any transport, and a test calls it.
 */
import type * as z from 'zod/v4';
import type { Project, ReportProgress } from '../code/project-face.js';
import type { MemoryFace } from './remembered/beside.js';

/** What a tool answers. Markdown made for a model; `isError` when the request could not be fulfilled. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError?: boolean;
}

/** What a call brings along beside its arguments. */
export interface ToolCall {
  /** The project, opened by the first who asks. Rejects with a KgError when the settings or the root are bad. */
  readonly project: () => Promise<Project>;
  /** Aborted when the caller takes the request back. */
  readonly signal: AbortSignal;
  readonly onProgress: ReportProgress;
  /** The agent memory beside the code; absent where a face has none to offer. */
  readonly memory?: () => Promise<MemoryFace>;
  /** When the question was put, on the clock of durations; when it arrived, when absent. */
  readonly asked?: number;
  /** How the caller asks for the status; `kg_status` when absent. */
  readonly statusName?: string;
}

/** Hints for clients, as MCP spells them. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the model; under 2,000 characters, since clients cut longer ones. */
  readonly description: string;
  readonly input: z.ZodObject;
  readonly annotations: ToolAnnotations;
  /** Arguments must have passed `input`. Rejects with a KgError for what the caller can mend. */
  run(input: unknown, call: ToolCall): Promise<ToolAnswer>;
}

/** Makes a tool whose function sees its arguments as the schema types them. */
export function defineTool<S extends z.ZodObject>(tool: {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: S;
  readonly annotations: ToolAnnotations;
  readonly run: (input: z.output<S>, call: ToolCall) => Promise<ToolAnswer>;
}): Tool {
  // `readArguments` has parsed the input with this very schema.
  return { ...tool, run: (input, call) => tool.run(input as z.output<S>, call) };
}

/** Only looks; repeating it changes nothing; it stays within the project. */
export const READ_ONLY: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
