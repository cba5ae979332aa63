/**
 * Prompts that a person picks in the client: each asks the model for something and hands it the graph's answer along, so
 * that it starts from facts.
 */
import { KgError } from '../kernel/errors.js';
import { readArguments } from './arguments.js';
import { kgContext } from './code-tools/kg-context.js';
import { kgPath } from './code-tools/kg-path.js';
import { kgRelate } from './code-tools/kg-relate.js';
import type { Tool, ToolCall } from './tool.js';

/** An argument of a prompt; clients complete it with names from the graph. */
export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** The text of the one message. Rejects with a KgError for names that fit nothing. */
  write(args: Readonly<Record<string, unknown>>, call: ToolCall): Promise<string>;
}

const MAX_TOKENS = 8_000;

export const CODE_PROMPTS: readonly Prompt[] = [
  {
    name: 'explain_file',
    title: 'Explain a file',
    description:
      'What a file or symbol is for, how it works, who uses it, and which decisions stand behind it.',
    arguments: [
      { name: 'file_path', description: 'A file, class or function of the project.', required: true },
    ],
    write: async ({ file_path }, call) =>
      `Explain this part of the codebase to someone who is new to it: why it exists, how it works, who uses it, and which decisions govern it. Name files with lines. Say what the context below does not show.\n\n${await textOf(kgContext, { file_path }, call)}`,
  },
  {
    name: 'plan_change',
    title: 'Plan a change',
    description: 'What a change to a class, function or file affects, and how to go about it.',
    arguments: [
      { name: 'node_id', description: 'What is to change: a class, function or file.', required: true },
      { name: 'change', description: 'What is to be done to it.', required: false },
    ],
    write: async ({ node_id, change }, call) => {
      const wanted =
        typeof change === 'string' && change.trim() !== '' ? change.trim() : 'a change yet to be described';
      // First the question whose argument has the prompt's name: a name that does not fit is said of it.
      const around = await textOf(kgRelate, { node_id, direction: 'in', depth: 2 }, call);
      const context = await textOf(kgContext, { file_path: node_id }, call);
      return `Plan this change: ${wanted}. Say which callers and tests are affected, which decisions it must respect, in which order to edit, and how to verify it. Calls marked candidate or unresolved need a look at the source.\n\n${context}\n\n${around}`;
    },
  },
  {
    name: 'trace_connection',
    title: 'Trace how two things are connected',
    description: 'How one class, function, file or decision reaches another.',
    arguments: [
      { name: 'source', description: 'Where to start.', required: true },
      { name: 'target', description: 'Where to end.', required: true },
    ],
    write: async ({ source, target }, call) =>
      `Explain how the first of these reaches the second, step by step, with the lines that join them, and what flows along the way.\n\n${await textOf(kgPath, { source, target, max_depth: 10 }, call)}`,
  },
];

/** Throws a KgError `bad-argument` that names the arguments which are missing, as the prompt calls them. */
export function checkPromptArguments(prompt: Prompt, given: Readonly<Record<string, unknown>>): void {
  const missing = prompt.arguments.filter(({ name, required }) => required && isBlank(given[name]));
  if (missing.length === 0) return;
  const faults = missing.map(({ name }) => `\`${name}\` is missing.`);
  const all = prompt.arguments.map(({ name, required }) => (required ? name : `${name} (optional)`));
  throw new KgError('bad-argument', `${prompt.name}: ${faults.join(' ')}`, {
    hint: `Arguments of ${prompt.name}: ${all.join(', ')}.`,
  });
}

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}

async function textOf(tool: Tool, args: Readonly<Record<string, unknown>>, call: ToolCall): Promise<string> {
  const { text, isError } = await tool.run(readArguments(tool, { ...args, max_tokens: MAX_TOKENS }), call);
  if (isError === true) throw new KgError('not-found', text);
  return text;
}
