/** A journal's records as a property: done again upon what was there before, they give what was there after. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runToEnd } from '../../../src/kernel/run-to-end.js';
import { emptyGraph } from '../../../src/memory/build-graph.js';
import { GraphDraft } from '../../../src/memory/draft.js';
import { edgeKey, edgeVersionKey, type MemoryGraph, nodeVersionKey } from '../../../src/memory/model.js';
import { parseGraphInSteps } from '../../../src/memory/store/graph-parse.js';
import { GraphText } from '../../../src/memory/store/graph-text.js';
import { decodeInSteps, encodeInSteps } from '../../../src/memory/store/journal-line.js';
import { type JournalRecord, recordOf, rollForward } from '../../../src/memory/store/journal-record.js';

const decode = (lines: string) => runToEnd(decodeInSteps(Buffer.from(lines)));
const encode = (records: readonly JournalRecord[]) => runToEnd(encodeInSteps(records)).toString();

const NAMES = ['oven', 'flour', '7', 'constructor', 'yeast'];
const name = fc.constantFrom(...NAMES);
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '\n', '\u2028', '🥐', '\ud800'));

type Step =
  | { kind: 'put'; id: string; gist: string; notes: string[] }
  | { kind: 'tier'; id: string; isArchived: boolean; ts: number }
  | { kind: 'delete'; id: string }
  | { kind: 'edge'; from: string; to: string; rel: string }
  | { kind: 'unlink'; from: string; to: string; rel: string }
  | { kind: 'progress'; task: string; value: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('put' as const),
    id: name,
    gist: text,
    notes: fc.array(text, { maxLength: 2 }),
  }),
  fc.record({ kind: fc.constant('tier' as const), id: name, isArchived: fc.boolean(), ts: fc.nat() }),
  fc.record({ kind: fc.constant('delete' as const), id: name }),
  fc.record({ kind: fc.constantFrom('edge' as const, 'unlink' as const), from: name, to: name, rel: name }),
  fc.record({
    kind: fc.constant('progress' as const),
    task: fc.constantFrom('__proto__', '', 'scout'),
    value: text,
  }),
);

function walk(graph: MemoryGraph, step: Step): MemoryGraph {
  const draft = new GraphDraft(graph);
  const author = { now: 1763603000.5, session: null };
  const node = 'id' in step ? draft.graph.nodes.get(step.id) : undefined;
  switch (step.kind) {
    case 'put':
      draft.setNode({ ...node, id: step.id, gist: step.gist, notes: step.notes });
      draft.recordPut(nodeVersionKey(step.id), author);
      break;
    case 'tier':
      if (node !== undefined) draft.setNode({ ...node, _archived: step.isArchived, _last_read_ts: step.ts });
      break;
    case 'delete':
      draft.deleteNode(step.id);
      draft.dropVersions([nodeVersionKey(step.id)]);
      break;
    case 'edge':
      draft.setEdge({ from: step.from, to: step.to, rel: step.rel });
      draft.recordPut(edgeVersionKey(step), author);
      break;
    case 'unlink':
      draft.deleteEdge(edgeKey(step));
      break;
    case 'progress':
      draft.setProgress(step.task, { value: step.value });
      break;
  }
  return draft.finish();
}

/** Everything a file shows, in an order of its own. */
function shown(graph: MemoryGraph) {
  const sorted = (map: ReadonlyMap<string, unknown>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  const { nodes, edges, versions, progress, seq } = graph;
  return [sorted(nodes), sorted(edges), sorted(versions), sorted(progress), seq];
}

function recorded(
  graph: MemoryGraph,
  steps: readonly Step[],
): { end: MemoryGraph; records: JournalRecord[] } {
  const records: JournalRecord[] = [];
  let end = graph;
  for (const each of steps) {
    const next = walk(end, each);
    const source = { n: records.length + 1, ts: 1, session: null, op: each.kind };
    const record = recordOf(end, next, source);
    if (record !== undefined) records.push(record);
    end = next;
  }
  return { end, records };
}

const steps = fc.array(step, { maxLength: 20 });

test('records through their lines lead from the old graph to the new one', () => {
  fc.assert(
    fc.property(steps, steps, (before, after) => {
      const { end: start } = recorded(emptyGraph(), before);
      const { end, records } = recorded(start, after);
      const read = decode(encode(records));
      assert.equal(read.damaged, 0);
      assert.deepEqual(shown(rollForward(start, read.records)), shown(end));
    }),
  );
});

test('a file that was written and read holds the same graph', () => {
  fc.assert(
    fc.property(steps, (walked) => {
      const { end } = recorded(emptyGraph('/srv/bakery'), walked);
      const write = (graph: MemoryGraph) => Buffer.from([...new GraphText().chunks(graph, 7)].join(''));
      const bytes = write(end);
      const parsed = runToEnd(parseGraphInSteps(bytes));
      assert.deepEqual([parsed.problems, parsed.journal, parsed.graph.projectPath], [[], 7, '/srv/bakery']);
      assert.deepEqual(shown(parsed.graph), shown(end));
      assert.equal(write(parsed.graph).length, bytes.length, 'nothing is there twice, in whatever order');
      assert(
        bytes.every((byte) => byte < 0x7f),
        'ASCII only',
      );
    }),
  );
});

test('a line that was cut or changed anywhere is seen', () => {
  const { records } = recorded(emptyGraph(), [{ kind: 'put', id: 'oven', gist: 'hot', notes: [] }]);
  const line = encode(records);
  fc.assert(
    fc.property(fc.nat({ max: line.length - 2 }), (at) => {
      assert.deepEqual(decode(line.slice(0, at)).records, []);
      const changed = line[at] === 'x' ? 'y' : 'x';
      assert.deepEqual(decode(line.slice(0, at) + changed + line.slice(at + 1)).records, []);
    }),
  );
});
