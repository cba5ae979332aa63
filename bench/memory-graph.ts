/**
 * A memory of any size for measuring: the file of a user's graph, as if some years of work had filled it. Nodes have the
 * lengths that real ones have (a gist of one sentence, two notes, a file), edges tie neighbours and some far ones. The same
 * size gives the same bytes.
 */

// Long past every grace, so that compaction may move each node.
const WRITTEN_TS = 1_700_000_000;
const SUBJECTS = ['oven', 'dough', 'flour', 'starter', 'delivery', 'invoice', 'counter', 'rota', 'cellar'];
const TOPICS = [
  'temperature',
  'schedule',
  'retry',
  'cache',
  'supplier',
  'refund',
  'label',
  'recipe',
  'audit',
];
const CLAIMS = [
  'must be checked before the first batch leaves, since the sensor drifts after a cold night',
  'is computed in two places; the one in the nightly run wins and overwrites what was entered by hand',
  'fails silently when the supplier sends an empty list, so the caller has to look at the count',
  'was moved out of the request path because a slow printer held up every order behind it',
];

/** The id of a node. */
export function memoryNodeId(at: number): string {
  return `${pick(SUBJECTS, at)}-${pick(TOPICS, Math.floor(at / 9))}-${at}`;
}

/** The gist of a node. */
export function memoryGist(at: number): string {
  return `${pick(SUBJECTS, at)} ${pick(TOPICS, Math.floor(at / 9))} no. ${at} ${pick(CLAIMS, at * 7)}`;
}

/** What a file of so many nodes holds, all of them active. */
export function memoryGraph(count: number): { readonly nodes: object; readonly edges: object } {
  const nodes: [string, object][] = [];
  const edges: [string, object][] = [];
  for (let at = 0; at < count; at += 1) {
    const id = memoryNodeId(at);
    nodes.push([
      id,
      {
        id,
        gist: memoryGist(at),
        notes: [
          `seen in week ${at % 52}: ${pick(CLAIMS, at)}`,
          `asked by team ${at % 13}; ${pick(CLAIMS, at + 2)}`,
        ],
        touches: [`src/${pick(SUBJECTS, at)}/${pick(TOPICS, at)}_${at % 40}.py:${at % 300}`],
        _created_ts: WRITTEN_TS + at,
        _last_read_ts: WRITTEN_TS + ((at * 7919) % 1_000_000),
      },
    ]);
    for (const to of [at - 1, (at * 31) % count]) {
      if (to < 0 || to === at) continue;
      const edge = { from: id, to: memoryNodeId(to), rel: pick(['uses', 'explains', 'blocks'], at + to) };
      edges.push([`${edge.from}->${edge.to}:${edge.rel}`, edge]);
    }
  }
  return { nodes: Object.fromEntries(nodes), edges: Object.fromEntries(edges) };
}

function pick(words: readonly string[], at: number): string {
  return words[at % words.length] ?? '';
}
