/** `kg-memory debt`: how much care each graph of the agent memory needs, the neediest first. */

import { counted, printable } from '../kernel/text.js';
import type { StaleNode } from '../memory/code-places.js';
import { type Debt, debtLine } from '../memory/debt.js';
import { defineCommand } from './command.js';
import { withMemory } from './memory-access.js';
import { MEMORY_PLACE_OPTIONS, readMemorySettings } from './memory-options.js';

interface Surveyed {
  readonly graph: string;
  readonly debt: Debt;
  /** Of a project with an index. */
  readonly stale?: readonly StaleNode[];
}

// What a pass looks through; all of them are in --json.
const STALE_SHOWN = 5;

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
    const lines = graphs.map(({ graph, debt, stale = [] }) => {
      const head = `${printable(graph)} (${counted(debt.active_nodes, 'active node')})\n  ${debtLine(debt)}`;
      return stale.length === 0 ? head : `${head}\n  ${staleText(stale)}`;
    });
    return { text: lines.join('\n'), result: { graphs } };
  },
});

function staleText(stale: readonly StaleNode[]): string {
  const named = stale.slice(0, STALE_SHOWN).map(({ id, words }) => `${printable(id)} (${words})`);
  const more = stale.length - named.length;
  const others = more > 0 ? ` and ${more} more` : '';
  return `${counted(stale.length, 'node')} whose code is no longer what it was: ${named.join(', ')}${others}`;
}
