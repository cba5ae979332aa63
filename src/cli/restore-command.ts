/** `kg-memory restore`: takes a change of the agent memory back. That, too, is a change, and can be taken back. */
import { KgError } from '../kernel/errors.js';
import { counted, printable } from '../kernel/text.js';
import { defineCommand } from './command.js';
import { withMemory } from './memory-access.js';
import { GRAPH_OPTIONS, graphFields } from './memory-graph-options.js';
import { readMemorySettings } from './memory-options.js';

export const restoreCommand = defineCommand({
  name: 'restore',
  summary: 'Take a change of the agent memory back',
  about: ['Refused when what it changed was changed again since: take that back first.'],
  operands: [
    { name: 'number', isRequired: true, why: 'The change, as kg-memory history numbers it' },
    { name: 'id', isRequired: false, why: 'Only of this node, or of this edge: from->to:rel' },
  ],
  options: GRAPH_OPTIONS,
  examples: [
    ['kg-memory restore 42', 'Puts back what change 42 replaced or deleted.'],
    ['kg-memory restore 42 auth-refresh --level user', 'The same for one node of yours.'],
  ],
  run: async ({ operands: [number = '', id], options }, session) => {
    if (!/^\d{1,9}$/.test(number)) {
      throw new KgError('usage', `"${printable(number)}" is no number of a change`, {
        hint: 'kg-memory history lists them.',
      });
    }
    const config = await readMemorySettings(options, session);
    const fields = {
      ...graphFields(options.level, session),
      n: Number(number),
      ...(id !== undefined && { key: id }),
    };
    const { changes } = (await withMemory(config, session, (call) => call('POST', '/api/undo', fields))) as {
      changes: readonly unknown[];
    };
    return { text: `Took back ${counted(changes.length, 'change')}.`, result: { changes } };
  },
});
