/**
 * What a person can ask an agent to do with the memory, as clients offer it in their menus. Texts only: the agent does the
 * work with the tools.
 */

export interface MemoryPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly argument: { readonly name: string; readonly description: string; readonly required: boolean };
  write(given: string): string;
}

export const MEMORY_PROMPTS: readonly MemoryPrompt[] = [
  {
    name: 'recall',
    title: 'Recall a topic',
    description: 'Look up what the memory knows about a topic.',
    argument: { name: 'topic', description: 'A few words, a file or a node id.', required: true },
    write: (topic) =>
      `Find what the memory knows about this topic: ${JSON.stringify(topic)}. Use kg_search, then kg_read with the ids of the hits that matter, and tell me what holds, where it comes from, and what contradicts the code as it is now.`,
  },
  {
    name: 'capture',
    title: 'Save what was learned',
    description: 'Save the insights of this conversation.',
    argument: { name: 'focus', description: 'What it should be about; default: all of it.', required: false },
    write: (focus) =>
      `Go through our conversation${focus === '' ? '' : ` with an eye to ${JSON.stringify(focus)}`} and save what will matter in later sessions: decisions with their reasons, root causes, conventions, traps, preferences of mine. Search first (kg_search) and sharpen what is there; one sentence per gist, the why in notes, files in touches, and edges between what belongs together. Tell me in one line each what you saved.`,
  },
];
