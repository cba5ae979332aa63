/** What the status of the code graph says of the agent memory beside it; nothing when there is none and nothing is wrong. */
import type { Lines } from '../../code/render/status.js';
import { codeSpan, countOf, grouped, prose } from '../../code/render/text.js';
import type { MemoryStatus } from './beside.js';

/** `problems`: why a memory that is there is not used. */
export function memoryStatusLines(
  status: MemoryStatus | undefined,
  problems: readonly string[],
): readonly Lines[] {
  const unused = problems.map((problem) => `- not used: ${prose(problem, 500)}`);
  if (status === undefined) return [{ heading: 'Agent memory', lines: unused }];
  return [
    { heading: 'Agent memory', lines: [...levelLines(status), placeLine(status), ...unused] },
    { heading: 'Memories whose code has changed', lines: staleLines(status) },
  ];
}

function levelLines({ levels }: MemoryStatus): string[] {
  return levels.map(({ level, nodes: { active, archived, orphaned } }) => {
    const parts = [
      `${grouped(active)} active`,
      archived > 0 ? `${grouped(archived)} archived` : '',
      orphaned > 0 ? `${grouped(orphaned)} orphaned` : '',
    ];
    const total = active + archived + orphaned;
    return `- ${level}: ${countOf(total, 'memory', 'memories')} (${parts.filter(Boolean).join(', ')})`;
  });
}

/** `linked`: sound, or never compared. */
function placeLine({ linked, counts }: MemoryStatus): string {
  if (linked === 0) return '- none of them names code of this project';
  const { fresh, linked: unpinned, changed, moved, unsure, gone } = counts;
  const places = fresh + unpinned + changed + moved + unsure + gone;
  const known = unpinned === 0 ? '' : `, ${grouped(unpinned)} never compared`;
  return `- ${countOf(linked, 'memory', 'memories')} with ${countOf(places, 'place')} in the code: ${grouped(fresh)} unchanged, ${grouped(changed)} changed since, ${grouped(moved)} moved, ${grouped(unsure)} unsure, ${grouped(gone)} gone${known}`;
}

function staleLines({ stale: { total, items } }: MemoryStatus): string[] {
  const lines = items.map(({ memory, place }) => {
    return `- ${codeSpan(memory.id)} [${prose(place.words, 240)}] on ${codeSpan(place.touch)}`;
  });
  return total > items.length ? [...lines, `- and ${grouped(total - items.length)} more`] : lines;
}
