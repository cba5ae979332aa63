/**
 * What the agent memory promises, and the test that holds it to each promise: for whoever wants to know whether something is
 * tested, and where. It fails when a test named here is gone or has another name.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

type Promised = readonly [promise: string, file: string, title: string];

const PROMISES: readonly Promised[] = [
  [
    'one server: MCP at / and /mcp',
    'serve/memory/memory-server',
    'speaks to the client of today and of yesterday at',
  ],
  [
    'MCP without sessions of the transport',
    'serve/memory/protocol',
    'begins without a session of the transport',
  ],
  ['REST below /api/', 'serve/memory/shapes', 'sends what the schemas name, and no field of other programs'],
  ['a WebSocket at /ws', 'serve/memory/websocket', 'hear of each change by its own message'],
  ['the files of the storage root', 'memory/store/earlier', 'an earlier folder loads whole and unchanged'],
  [
    'project graphs come on demand',
    'memory/store/memory-store',
    'graphs that nobody uses leave memory and come back',
  ],
  [
    'nodes and edges; ends that are no node',
    'serve/memory/operations-table',
    'leaves the same graphs behind',
  ],
  [
    'each write is whole on the disk before its answer',
    'serve/memory/kill-server',
    'keeps what it acknowledged through',
  ],
  ['a failing disk', 'memory/store/memory-store', 'whichever call to the disk fails, what was'],
  ['several sessions at once', 'serve/memory/swarm', 'sessions write at once'],
  ['two servers never write one folder', 'serve/memory/manage-server', 'keeps one memory to one server'],
  ['the preload: partial, with its session', 'serve/memory/session-flow', 'starts with a partial view'],
  ['the preload stays inline', 'memory/vectors', '6: the preload never exceeds its budget'],
  [
    'the full read announces itself once',
    'serve/memory/session-flow',
    'announces itself at the full read alone',
  ],
  ['resumed, compacted, cleared', 'serve/memory/session-flow', 'is the same when it is resumed or compacted'],
  ['sync: what others did, deletions too', 'serve/memory/session-flow', 'hears what others did'],
  ['an own write hides nothing', 'memory/vectors', '8: own writes hide nothing from sync'],
  ['recall: words, gates, gists once', 'memory/ambient/recall', 'call to mind most of what they mean'],
  ['capture: never at a first look', 'memory/ambient/capture', 'is never due at a first look'],
  ['hooks never break a session', 'hook/bad-servers', 'says nothing when the server dies'],
  ['DEBT and HEALTH lines', 'memory/vectors', '5: a full read of two empty levels'],
  ['debt by its formula', 'memory/vectors', '2: debt'],
  ['no stored text forges them', 'memory/operations', 'no stored text forges a line'],
  [
    'the stamp of maintenance; neediest first',
    'serve/memory/session-flow',
    'stamps maintenance by the clock of the server',
  ],
  ['one tier a run', 'memory/compaction', 'a node moves at most one tier a run'],
  ['archive down to the target', 'memory/compaction', 'archiving ends at the target'],
  ['scores', 'memory/vectors', '3: scores'],
  ['edges of the archived', 'serve/memory/session-flow', 'shows each live edge once'],
  ['resurrection', 'memory/passes', 'what was archived before goes up'],
  ['nothing just archived comes back', 'memory/vectors', '11: what was just archived'],
  ['refill: the hub first', 'memory/passes', 'a refill pulls the hub first'],
  ['refill: skip, not block', 'memory/passes', 'a candidate that is too large stops no smaller one'],
  ['orphans by their connectivity', 'memory/passes', 'what has no tie to anything active'],
  ['an archive that is too full', 'memory/vectors', '10: an archive that is too full'],
  ['deletion after a year', 'memory/operations', 'a year after it was orphaned'],
  ['chain rescue', 'memory/vectors', '12: reading a hub rescues'],
  ['endorsements', 'memory/operations', 'five endorsements a session'],
  ['what is shown is what is charged', 'memory/vectors', '4: what a level costs is what it shows'],
  ['a read is always inline', 'memory/vectors', '7: 300 fresh nodes are read inline'],
  ['search finds what every node has', 'memory/vectors', '9: a word that every node has'],
  ['rename and merge carry all', 'memory/operations', 'a rename carries edges'],
  ['undo', 'memory/store/memory-store', 'deletes and overwrites are in the history'],
  ['export and import', 'serve/memory/session-flow', 'can be kept elsewhere and taken in again'],
  ['pages of other sites', 'serve/memory/memory-server', 'lets no page of another site in'],
  ['a GET changes nothing', 'serve/memory/memory-server', 'changes nothing by GET'],
  ['the token', 'serve/memory/memory-server', 'answers those alone who have it'],
  ['too many, too long', 'serve/memory/gate', 'refuses what is too much'],
  ['secrets are refused', 'memory/operations', 'a credential is refused'],
  ['folders of one name', 'memory/store/project-places', 'two folders of one name have two memories'],
  ['worktrees share a memory', 'memory/store/project-places', 'a worktree, a folder in it'],
];

test('each promise of the memory has its test', () => {
  const missing = PROMISES.filter(([, file, title]) => {
    return !readFileSync(`test/${file}.test.ts`, 'utf8').includes(title);
  });
  assert.deepEqual(missing, []);
});
