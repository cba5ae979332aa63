/**
 * What is said beside a prompt when the memory has nothing to say itself: before the full read that it is due, after it one
 * line of a pool that fits how far the conversation is. The lines of a pool follow each other, so that none repeats before
 * all were said.
 */

/** How far a conversation is. */
export type Stage = 'recall' | 'capture' | 'wrap-up';

// Bytes of a transcript: some prompts, and near the end of what a context holds.
const RECALL_BYTES_MAX = 200_000;
const WRAP_UP_BYTES_MIN = 2_500_000;

const POOLS: Readonly<Record<Stage, readonly string[]>> = {
  recall: [
    'before you explore, kg_search may know it already.',
    'kg_read(ids=[…]) shows notes and touches behind a gist.',
    'archived ids are still there: kg_read with the id brings one back.',
    'subagents start without the memory; give them the gists they need.',
    'other sessions may have written: kg_sync shows what.',
  ],
  capture: [
    'a decision and its reason are worth a node (kg_put_node).',
    'a correction by the user is worth a node, at level user when it holds everywhere.',
    'a root cause that took long to find is worth a node with touches.',
    'what hangs together is worth an edge (kg_put_edge).',
    'a gist that turned out wrong should be put again, under the same id.',
    'a convention of this codebase that you had to infer is worth a node.',
  ],
  'wrap-up': [
    'what did you learn that no node has? Save it before the context ends.',
    'kg_useful marks up to five nodes that really helped.',
    'gists that no longer hold should be put again or deleted.',
    'nodes of today without an edge are hard to find later: connect them.',
    'when DEBT is HIGH, /kg-maintain pays it down; a subagent can do it.',
  ],
};

/** The stage by the size of the transcript; in between when that is not known. */
export function stageOf(transcriptBytes: number | undefined): Stage {
  if (transcriptBytes === undefined) return 'capture';
  if (transcriptBytes < RECALL_BYTES_MAX) return 'recall';
  return transcriptBytes > WRAP_UP_BYTES_MIN ? 'wrap-up' : 'capture';
}

/** The line for the n-th time that a session is reminded. */
export function reminder(stage: Stage, n: number): string {
  const pool = POOLS[stage];
  return `Agent memory: ${pool[n % pool.length]}`;
}

/** What is said with every prompt until the full read was made. Without a session the folder makes one. */
export function fullReadNudge(asker: { readonly session: string } | { readonly folder: string }): string {
  const call =
    'session' in asker
      ? `kg_read(session_id=${JSON.stringify(asker.session)})`
      : `kg_read(cwd=${JSON.stringify(asker.folder)})`;
  return `Agent memory: you have a partial view at most. Call ${call} once before substantive work; it shows the full graph.`;
}
