/** `kg-memory debt`: how much care each graph of the agent memory needs, the neediest first. */

import { counted, printable } from '../kernel/text.js';
import { type Debt, debtLine } from '../memory/debt.js';
import { defineCommand } from './command.js';
import { withMemory } from './memory-access.js';
import { MEMORY_PLACE_OPTIONS, readMemorySettings } from './memory-options.js';

interface Surveyed {
  readonly graph: string;
  readonly debt: Debt;
}

export const debtCommand = defineCommand({
  name: 'debt',
  summary: 'Show which graphs of the agent memory need care',
  about: [
    'Staleness × activity × wear of every graph on the disk, the neediest first. /kg-maintain in Claude Code makes a pass over one; only its stamp resets staleness.',
  ],
  operands: [],
  options: MEMORY_PLACE_OPTIONS,
  examples: [
    ['kg-memory debt', 'All graphs.'],
    ['kg-memory debt --json', 'With their factors, for programs.'],
  ],
  run: async ({ options }, session) => {
    const config = await readMemorySettings(options, session);
    const { graphs } = (await withMemory(config, session, (call) =>
      call('GET', '/api/maintenance_debt'),
    )) as {
      graphs: readonly Surveyed[];
    };
    const lines = graphs.map(({ graph, debt }) => {
      return `${printable(graph)} (${counted(debt.active_nodes, 'active node')})\n  ${debtLine(debt)}`;
    });
    return { text: lines.join('\n'), result: { graphs } };
  },
});
