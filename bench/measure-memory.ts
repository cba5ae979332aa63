/**
 * The agent memory at several sizes: what a write, a read and a search compute, how long a write waits for the disk, and how
 * long anything holds the event loop. The store is the real one with its real rules, on a real disk.
 *
 * What is computed is CPU time of the process, so that other work on the machine does not count. What is waited for is wall
 * time, beside a bare write and sync of the same number of bytes to the same disk at the same moment.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createLog } from '../src/kernel/log.js';
import { apply } from '../src/memory/apply.js';
import { memoryDomain } from '../src/memory/memory-domain.js';
import type { Operation } from '../src/memory/operations.js';
import type { ResultOf } from '../src/memory/results.js';
import type { Domain } from '../src/memory/store/domain.js';
import { MemoryStore } from '../src/memory/store/memory-store.js';
import { MemoryClient } from './memory-client.js';
import { memoryGist, memoryGraph, memoryNodeId } from './memory-graph.js';
import { median, quantile } from './processes.js';
import { judged, milliseconds, type Row, shown, times } from './rows.js';

const SIZES = [100, 1_000, 5_000];
const WRITES = 60;
// A server lives for days; its first writes still compile.
const WARM_UP_WRITES = 20;
const SEARCHES = 40;
const READS = 20;
// The targets of the issue.
const COMPUTE_MAX_MS = 20;
const ACKNOWLEDGED_MAX_MS = 80;
const TURN_MAX_MS = 50;
// What a journal line of such a write has.
const LINE_BYTES = 700;

/** The rows of every size. */
export async function measureMemory(home: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const size of SIZES) {
    const root = filledRoot(home, size);
    rows.push(...(await measureFirstWrites(root, size)));
    rows.push(...(await measureStore(root, size)));
    rows.push(...(await measureHttp(root, size)));
  }
  rows.push(...(await measureImport(home, SIZES.at(-1) ?? 0)));
  return rows;
}

/** A graph that nothing has compacted: what loading it and the first two writes cost. */
async function measureFirstWrites(root: string, size: number): Promise<Row[]> {
  const opening = await longestTurn(() => openStore(root));
  const store = opening.result;
  const first = await longestTurn(() => store.apply(putNode(size, 0)));
  const second = await longestTurn(() => store.apply(putNode(size, 1)));
  const maintained = await longestTurn(() => store.maintain());
  await store.close();
  const turns = [opening, first, second, maintained].map(({ turnMs }) => turnMs);
  return [
    judged(
      `memory of ${size} nodes, never compacted → longest turn of the event loop`,
      Math.max(...turns),
      TURN_MAX_MS,
      milliseconds,
      `CPU; opening ${milliseconds(turns[0] ?? 0)}, first write ${milliseconds(turns[1] ?? 0)}, second ${milliseconds(turns[2] ?? 0)}, maintenance ${milliseconds(turns[3] ?? 0)}`,
    ),
  ];
}

/** A graph that has come to rest. */
async function measureStore(root: string, size: number): Promise<Row[]> {
  const computed: number[] = [];
  const store = await openStore(root, computed);
  for (let round = 0; round < 5; round += 1) await store.maintain();
  const { session } = await store.apply({ kind: 'register-session' });
  await store.apply({ kind: 'search', query: 'warm', session });
  const search = await cpuOf(SEARCHES, (at) => {
    const query = `${memoryNodeId(at * 37).replaceAll('-', ' ')} supplier sensor`;
    return store.apply({ kind: 'search', query, session });
  });
  const read = await cpuOf(READS, () => store.apply({ kind: 'read-graph', session }));
  computed.length = 0;
  const waited: number[] = [];
  const bare: number[] = [];
  const turns: number[] = [];
  for (let at = 0; at < WRITES; at += 1) {
    bare.push(await writeBare(root));
    const started = performance.now();
    await store.apply(putNode(size, 10 + at, session));
    waited.push(performance.now() - started);
  }
  const compute = quantile(computed, 0.95);
  for (let at = 0; at < READS; at += 1)
    turns.push((await longestTurn(() => store.apply(putNode(size, 100 + at, session)))).turnMs);
  await store.close();
  return [
    judged(
      `memory write computed with compaction, ${size} nodes`,
      compute,
      COMPUTE_MAX_MS,
      milliseconds,
      `CPU, p95 of ${computed.length}; median ${milliseconds(median(computed))}`,
    ),
    acknowledged(`memory write acknowledged in process, ${size} nodes`, waited, bare),
    judged(
      `memory write → longest turn of the event loop, ${size} nodes`,
      Math.max(...turns),
      TURN_MAX_MS,
      milliseconds,
      `CPU, the worst of ${turns.length} writes with what follows them`,
    ),
    judged(
      `memory search, ${size} nodes`,
      quantile(search, 0.95),
      TURN_MAX_MS,
      milliseconds,
      `CPU, p95 of ${SEARCHES}; median ${milliseconds(median(search))}`,
    ),
    judged(
      `memory full read, ${size} nodes`,
      quantile(read, 0.95),
      TURN_MAX_MS,
      milliseconds,
      `CPU, p95 of ${READS}; median ${milliseconds(median(read))}`,
    ),
  ];
}

/** The same writes as an agent sends them. */
async function measureHttp(root: string, size: number): Promise<Row[]> {
  const client = await MemoryClient.start(root);
  try {
    const session = await client.session(root);
    const waited: number[] = [];
    const bare: number[] = [];
    for (let at = 0; at < WARM_UP_WRITES + WRITES; at += 1) {
      const bareMs = await writeBare(root);
      const { id, gist } = putNode(size, 200 + at);
      const started = performance.now();
      await client.call('kg_put_node', { session_id: session, level: 'user', id, gist });
      const waitedMs = performance.now() - started;
      if (at < WARM_UP_WRITES) continue;
      bare.push(bareMs);
      waited.push(waitedMs);
    }
    return [acknowledged(`memory write acknowledged over HTTP, ${size} nodes`, waited, bare)];
  } finally {
    await client.stop();
  }
}

async function measureImport(home: string, size: number): Promise<Row[]> {
  const store = await openStore(mkdtempSync(join(home, 'memory-import-')));
  const { nodes, edges } = memoryGraph(size);
  const operation = {
    kind: 'import',
    level: 'user',
    nodes: Object.values(nodes),
    edges: Object.values(edges),
  } as const;
  const started = performance.now();
  const { turnMs, cpuMs } = await longestTurn(() => store.apply(operation));
  const wallMs = performance.now() - started;
  await store.close();
  return [
    shown(`memory import of ${size} nodes`, milliseconds(wallMs), `${milliseconds(cpuMs)} of CPU`),
    judged(
      `memory import of ${size} nodes → longest turn of the event loop`,
      turnMs,
      TURN_MAX_MS,
      milliseconds,
      'CPU',
    ),
  ];
}

function acknowledged(what: string, waited: readonly number[], bare: readonly number[]): Row {
  const [p95, bareP95] = [quantile(waited, 0.95), quantile(bare, 0.95)];
  const basis = `p95 of ${waited.length}, ${times(p95 / bareP95)} a bare write and sync; median ${milliseconds(median(waited))}, ${times(median(waited) / median(bare))}`;
  return judged(what, p95, ACKNOWLEDGED_MAX_MS, milliseconds, basis);
}

function putNode(size: number, at: number, session?: string) {
  const gist = memoryGist(size + at);
  const operation = { kind: 'put-node', level: 'user', id: memoryNodeId(size + at), gist } as const;
  return session === undefined ? operation : { ...operation, session };
}

function filledRoot(home: string, size: number): string {
  const root = mkdtempSync(join(home, `memory-${size}-`));
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'user.json'), JSON.stringify({ ...memoryGraph(size), _meta: {} }, null, 2));
  return root;
}

/** Opens a store; how long each operation computes goes to `computed`. */
function openStore(root: string, computed: number[] = []): Promise<MemoryStore> {
  const log = createLog('quiet', (text) => process.stderr.write(`${text}\n`));
  const timed: Domain['apply'] = (state, operation, context) => {
    const before = process.cpuUsage();
    const outcome = apply(state, operation, context);
    computed.push(cpuSince(before));
    return outcome;
  };
  return MemoryStore.open({ root, domain: { ...memoryDomain, apply: timed }, log });
}

async function cpuOf<O extends Operation>(
  count: number,
  run: (at: number) => Promise<ResultOf<O>>,
): Promise<number[]> {
  const taken: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const before = process.cpuUsage();
    await run(at);
    taken.push(cpuSince(before));
  }
  return taken;
}

/** Runs something while the event loop turns as fast as it can; the longest turn is what a request would have waited. */
async function longestTurn<Result>(
  run: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly turnMs: number; readonly cpuMs: number }> {
  let turnMs = 0;
  let isOver = false;
  const begun = process.cpuUsage();
  let before = begun;
  const turn = () => {
    turnMs = Math.max(turnMs, cpuSince(before));
    before = process.cpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const result = await run();
  isOver = true;
  turnMs = Math.max(turnMs, cpuSince(before));
  return { result, turnMs, cpuMs: cpuSince(begun) };
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Appends as much as a journal line has to a file beside the memory, as a journal is written; returns how long it took. */
async function writeBare(root: string): Promise<number> {
  const started = performance.now();
  const handle = await open(join(root, 'baseline.txt'), 'a');
  await handle.write(Buffer.alloc(LINE_BYTES, 'x'));
  await handle.sync();
  await handle.close();
  return performance.now() - started;
}
