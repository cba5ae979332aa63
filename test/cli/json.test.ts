/**
 * What programs rely on: the JSON document of every command, field by field. Whoever adds a field to an answer adds it here;
 * whoever takes one away, or changes what it is, raises the schemaVersion.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as z from 'zod';
import { EDGE_TYPES, NODE_TYPES, RESOLUTIONS } from '../../src/code/model.js';
import { createPottery, type Pottery } from './pottery.js';

const count = z.int().min(0);
const nodeType = z.enum(NODE_TYPES);
const edgeType = z.enum(EDGE_TYPES);
const time = z.iso.datetime();

const node = z.strictObject({
  id: z.string(),
  type: nodeType,
  name: z.string(),
  path: z.string(),
  line: count,
  endLine: count.optional(),
  signature: z.string().optional(),
  summary: z.string().optional(),
});
const edge = z.strictObject({
  source: z.string(),
  type: edgeType,
  target: z.string(),
  lines: z.array(count),
  resolution: z.enum(RESOLUTIONS).optional(),
  confidence: z.number().min(0).max(1).optional(),
  names: z.array(z.string()).optional(),
  type_only: z.boolean().optional(),
  kind: z.string().optional(),
  foundBy: z.string().optional(),
  why: z.string().optional(),
});
const relation = z.strictObject({ node, edge });
/** What runs in a method's place. */
const standIns = z
  .strictObject({
    kind: z.enum(['protocol', 'abstract', 'overridden']),
    methods: z.array(node),
    total: count,
    callers: z.array(relation),
    callersTotal: count,
  })
  .optional();
const unresolved = z.strictObject({
  name: z.string(),
  total: count,
  places: z.array(z.strictObject({ path: z.string(), line: count, callee: z.string() })),
});
const definitions = z
  .strictObject({ meant: node, others: z.array(node.extend({ kind: z.string() })) })
  .optional();
/** What may use a thing unseen. */
const hiddenUses = z.array(
  z.strictObject({
    kind: z.enum([
      'value',
      'operator',
      'property',
      'decorator',
      'fixture',
      'test',
      'framework',
      'computed',
      'base',
    ]),
    decorators: z.array(z.string()).optional(),
    bases: z.array(z.string()).optional(),
    calls: z.array(z.strictObject({ id: z.string(), line: count })).optional(),
    id: z.string().optional(),
  }),
);
const index = z.strictObject({
  indexedAt: time.nullable(),
  changedSince: z.array(z.string()),
  filesNotParsed: count,
  callsUnresolved: count,
});
const answer = { nextCursor: z.string().nullable(), index };
const problem = z.strictObject({
  path: z.string(),
  problem: z.strictObject({
    kind: z.string(),
    message: z.string(),
    line: count.optional(),
    endLine: count.optional(),
  }),
});
const setting = z.strictObject({
  name: z.string(),
  variable: z.string(),
  value: z.string(),
  origin: z.enum(['flag', 'env', 'project', 'user', 'default']),
  where: z.string(),
});
const counts = z.strictObject({ nodes: z.record(nodeType, count), edges: z.record(edgeType, count) });
const phases = z.array(z.strictObject({ name: z.string(), ms: z.number().min(0) }));

const state = z.strictObject({
  progress: z.strictObject({ phase: z.literal('ready'), done: count, total: count }),
  failure: z.string().optional(),
  indexedAt: z.number(),
  changedSince: z.array(z.string()),
  sources: z.strictObject({
    directories: z.array(z.string()),
    reason: z.string().optional(),
    files: count,
    lines: count,
    bytes: count,
    outside: z.array(z.strictObject({ folder: z.string(), files: count })),
  }),
  documents: z.strictObject({
    directories: z.array(z.string()),
    reason: z.string().optional(),
    instructions: z.array(z.string()),
    files: count,
    unread: z.array(z.string()),
  }),
  calls: z.record(z.enum([...RESOLUTIONS, 'external', 'unresolved']), count),
  problemCounts: z.array(z.strictObject({ kind: z.string(), count })),
  filesNotParsed: count,
  snapshot: z.strictObject({ path: z.string(), bytes: count, savedAt: z.number() }),
  notes: z.array(z.string()),
  watcher: z.strictObject({ enabled: z.literal(false), backend: z.string() }),
  role: z.enum(['writer', 'reader', 'none']),
  llm: z.strictObject({
    enabled: z.boolean(),
    model: z.string(),
    endpoint: z.string(),
    failures: z.array(z.string()),
  }),
  clusters: count,
  memory: z.strictObject({ rss: count, heap: count, heapLimit: count }),
  settings: z.array(z.strictObject({ name: z.string(), value: z.string(), origin: z.string() })),
});
const status = {
  root: z.string(),
  graph: z.strictObject({ nodes: count, edges: count, byType: counts }),
  state,
  resolutionYield: z.number().min(0).max(1).optional(),
  problems: z.array(problem),
};

const property = z.string();
const edgeName = z.strictObject({ source: z.string(), type: edgeType, target: z.string() });
const side = z.enum(['index', 'fresh']);
const values = { property, index: z.unknown().optional(), fresh: z.unknown().optional() };
const difference = z.union([
  z.strictObject({ kind: z.literal('node'), only: side, node: z.string() }),
  z.strictObject({ kind: z.literal('edge'), only: side, edge: edgeName }),
  z.strictObject({ kind: z.literal('node-property'), node: z.string(), ...values }),
  z.strictObject({ kind: z.literal('edge-property'), edge: edgeName, ...values }),
]);

const governance = {
  governing: z.array(z.strictObject({ node, edge, governed: node })),
  decisions: z.array(relation),
  concepts: z.array(relation),
};
/** Of lists that are not whole. */
const totals = z.record(z.string(), count).optional();
const outlined = z.strictObject({ node, level: count });

const RESULTS = {
  index: z.strictObject({ ...status, phases }),
  status: z.strictObject({ indexed: z.literal(true), ...status }),
  search: z.strictObject({
    query: z.string(),
    nodeTypes: z.array(nodeType),
    total: count,
    offset: count,
    totalByScore: z.array(z.strictObject({ score: z.number().min(0).max(1), total: count })),
    mayBeVariable: z.boolean(),
    isEmptyGraph: z.boolean(),
    hits: z.array(z.strictObject({ node, score: z.number().min(0).max(1) })),
    named: node.optional(),
    nearest: z.array(node),
    ...answer,
  }),
  relate: z.strictObject({
    start: node,
    depth: count,
    direction: z.enum(['in', 'out', 'both']),
    edgeTypes: z.array(edgeType),
    definitions,
    total: count,
    totalByType: z.partialRecord(nodeType, count),
    offset: count,
    nodes: z.array(z.strictObject({ node, distance: count, edges: z.array(edge) })),
    selfEdges: z.array(edge),
    callers: z
      .strictObject({
        constructors: z.array(node),
        inheritedConstructors: z.array(node),
        throughDecorator: count,
        isCalled: z.boolean(),
        standIns,
        hiddenUses,
      })
      .optional(),
    unresolved: unresolved.optional(),
    ...answer,
  }),
  path: z.strictObject({
    source: node,
    target: node,
    maxDepth: count,
    edgeTypes: z.array(edgeType),
    nodes: z.array(node),
    edges: z.array(edge),
    reached: z.strictObject({ fromSource: count, fromTarget: count }),
    index,
  }),
  reindex: z.strictObject({
    root: z.string(),
    counts,
    phases,
    files: count,
    problems: z.array(problem),
    changes: z
      .strictObject({
        filesAdded: z.array(z.string()),
        filesChanged: z.array(z.string()),
        filesRemoved: z.array(z.string()),
        nodesAdded: count,
        nodesRemoved: count,
        edgesAdded: count,
        edgesRemoved: count,
      })
      .optional(),
    notes: z.array(z.string()),
  }),
  export: z.strictObject({
    format: z.literal('kg-memory/graph@1'),
    nodes: z.array(
      z.looseObject({ id: z.string(), type: nodeType, name: z.string(), path: z.string(), line: count }),
    ),
    edges: z.array(z.looseObject({ source: z.string(), target: z.string(), type: edgeType })),
  }),
  verify: z.strictObject({
    root: z.string(),
    nodes: count,
    edges: count,
    damage: z.string().optional(),
    differences: count,
    first: z.array(difference),
  }),
  config: z.strictObject({
    root: z.string(),
    settings: z.array(setting),
    memorySettings: z.array(setting),
    aliases: z.array(z.tuple([z.string(), z.string()])),
    warnings: z.array(z.string()),
  }),
};

const CONTEXT = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.enum(['file', 'module']),
    file: node,
    docstring: z.string(),
    lines: count,
    calls: z.strictObject({ resolved: count, external: count, unresolved: count }).optional(),
    problems: z.array(z.string()),
    structure: z.array(outlined),
    imports: z.array(relation),
    externalImports: z.array(z.string()),
    dependents: z.array(relation),
    ...governance,
    links: z.array(z.strictObject({ of: node, node, edge })),
    openCalls: z.array(z.strictObject({ line: count, callee: z.string() })),
    totals,
    index,
  }),
  z.strictObject({
    kind: z.literal('symbol'),
    symbol: node,
    flavour: z.string(),
    decorators: z.array(z.string()),
    docstring: z.string(),
    definitions,
    containers: z.array(node),
    members: z.array(node),
    bases: z.array(relation),
    subclasses: z.array(relation),
    overrides: node.optional(),
    overriddenBy: z.array(node),
    callers: z.array(relation),
    inheritedConstructors: z.array(node),
    standIns,
    hiddenUses,
    unresolved: unresolved.optional(),
    openCalls: z.array(z.strictObject({ line: count, callee: z.string() })),
    callees: z.array(relation),
    reachedBy: z.strictObject({
      tests: z.array(z.strictObject({ node, hops: count, via: z.array(z.string()) })),
      total: count,
      hopsMax: count,
      isCut: z.boolean(),
      folders: z.array(z.string()),
    }),
    source: z.strictObject({ kind: z.literal('text'), startLine: count, lines: z.array(z.string()) }),
    ...governance,
    totals,
    index,
  }),
]);

const LINES: readonly (readonly [schema: z.ZodType, line: string])[] = [
  [RESULTS.index, 'index'],
  [RESULTS.status, 'status'],
  [RESULTS.search, 'search kiln'],
  [RESULTS.search, 'search Kiln.fire --type function --limit 1'],
  [RESULTS.search, 'search klin'],
  [RESULTS.relate, 'relate Kiln.fire'],
  [RESULTS.relate, 'relate shop.py --direction in --depth 2 --limit 3'],
  [CONTEXT, 'context src/pottery/kiln.py'],
  [CONTEXT, 'context pottery.Kiln'],
  [CONTEXT, 'context Kiln.fire'],
  [CONTEXT, 'context cracked.py'],
  [RESULTS.path, 'path open_shop glaze'],
  [RESULTS.reindex, 'reindex'],
  [RESULTS.export, 'export'],
  [RESULTS.verify, 'verify'],
  [RESULTS.config, 'config'],
];

let pottery: Pottery;
before(async () => {
  pottery = createPottery();
  await pottery.ask('index');
});
after(() => pottery.remove());

describe('the JSON document', () => {
  for (const [schema, line] of LINES) {
    it(`of ${line}`, async () => {
      const document = await pottery.ask(...line.split(' '));
      const envelope = z.strictObject({ schemaVersion: z.literal(1), command: z.string(), result: schema });
      const parsed = envelope.safeParse(document);
      assert.ok(parsed.success, parsed.success ? '' : z.prettifyError(parsed.error));
      assert.equal(parsed.data.command, line.split(' ')[0]);
    });
  }

  it('is one line, and nothing is said beside it', async () => {
    const { stdout, stderr } = await pottery.run('search', 'kiln', '--json');
    assert.match(stdout, /^[^\n]+\n$/);
    assert.equal(stderr, '');
  });
});
