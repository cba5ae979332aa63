/** `kg-memory history`: what was changed in a graph of the agent memory, with the numbers that `restore` takes. */
import { printable } from '../kernel/text.js';
import { defineCommand } from './command.js';
import { withMemory } from './memory-access.js';
import { GRAPH_OPTIONS, graphFields } from './memory-graph-options.js';
import { readMemorySettings } from './memory-options.js';
import { integer } from './options.js';

const GIST_CHARS = 80;

interface Change {
  readonly kind: 'node' | 'edge';
  readonly id?: string;
  readonly key?: string;
  readonly before: { readonly gist?: string } | null;
  readonly after: { readonly gist?: string } | null;
}

interface Entry {
  readonly n: number;
  readonly ts: number;
  readonly session_id: string | null;
  readonly op: string;
  readonly changes: readonly Change[];
}

export const historyCommand = defineCommand({
  name: 'history',
  summary: 'Show what was changed in the agent memory',
  about: [
    'Newest first. Changes that compaction alone made are left out. The number takes a change back: kg-memory restore.',
  ],
  operands: [
    { name: 'id', isRequired: false, why: 'Only changes of this node, or of this edge: from->to:rel' },
  ],
  options: {
    ...GRAPH_OPTIONS,
    limit: integer('At most this many changes', { min: 1, max: 1_000, standard: 20 }),
  },
  examples: [
    ['kg-memory history', 'Of the project of this folder; -C names another.'],
    ['kg-memory history prefers-tabs --level user', 'Of one node of yours.'],
  ],
  run: async ({ operands: [id], options }, session) => {
    const config = await readMemorySettings(options, session);
    const fields = {
      ...graphFields(options.level, session),
      limit: options.limit,
      ...(id !== undefined && { key: id }),
    };
    const { entries } = (await withMemory(config, session, (call) =>
      call('GET', '/api/history', fields),
    )) as {
      entries: readonly Entry[];
    };
    const text = entries.length === 0 ? 'Nothing was changed.' : entries.map(entryText).join('\n');
    return { text, result: { entries } };
  },
});

function entryText({ n, ts, session_id, op, changes }: Entry): string {
  const time = new Date(ts * 1_000).toISOString().slice(0, 19).replace('T', ' ');
  const head = `${n}  ${time}  ${op}${session_id === null ? '' : ` by ${printable(session_id)}`}`;
  return [head, ...changes.map(changeText)].join('\n');
}

function changeText({ kind, id = '', key = '', before, after }: Change): string {
  const did = before === null ? 'new' : after === null ? 'deleted' : 'changed';
  const gist = (after ?? before)?.gist?.replace(/\s+/g, ' ').slice(0, GIST_CHARS);
  return `    ${did} ${kind} ${printable(kind === 'node' ? id : key)}${gist === undefined ? '' : `: ${printable(gist)}`}`;
}
