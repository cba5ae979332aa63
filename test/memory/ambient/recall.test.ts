/**
 * What prompts call to mind, over memories of six projects with what must come and what may: enough of it comes, and
 * hardly anything else. Below that, single promises of recall.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { runToEnd } from '../../../src/kernel/run-to-end.js';
import { codeNamesIn, humanText } from '../../../src/memory/ambient/human-text.js';
import { termsOfPrompt } from '../../../src/memory/ambient/prompt-terms.js';
import { recall } from '../../../src/memory/ambient/recall.js';
import { RECALL_CHARS_MAX, writeRecall } from '../../../src/memory/ambient/recall-text.js';
import { type WeighedPrompt, weighPrompt } from '../../../src/memory/ambient/weigh-prompt.js';
import { buildGraph } from '../../../src/memory/build-graph.js';
import { LEVELS, type MemoryNode } from '../../../src/memory/model.js';
import type { SearchedGraph } from '../../../src/memory/search.js';
import { edge, graph, node } from '../world.js';

interface Labelled {
  readonly prompt: string;
  readonly must: readonly string[];
  /** Neither asked for nor wrong. */
  readonly may?: readonly string[];
}

type Memory = Record<'user' | 'project', { nodes: readonly MemoryNode[]; edges: readonly string[] }> & {
  readonly prompts: readonly Labelled[];
};

function load(name: string): { searched: readonly SearchedGraph[]; prompts: readonly Labelled[] } {
  const memory: Memory = JSON.parse(readFileSync(`fixtures/hooks/recall/${name}.json`, 'utf8'));
  const searched = LEVELS.map((level) => {
    const { nodes, edges } = memory[level];
    return { level, graph: buildGraph(nodes, edges.map(edge), {}) };
  });
  return { searched, prompts: memory.prompts };
}

function recalledIds(
  searched: readonly SearchedGraph[],
  prompt: string,
  seen: readonly string[] = [],
): string[] {
  return recall(searched, { prompt, seen: new Set(seen) })?.fresh.map(({ id }) => id) ?? [];
}

// The mission of recall in figures: four of five that are meant come, nine of ten that come are meant.
const RECALL_MIN = 0.8;
const PRECISION_MIN = 0.9;

for (const name of ['harbour', 'bakery', 'observatory', 'training', 'webshop', 'railway']) {
  describe(`prompts over the memory of the ${name}`, () => {
    const { searched, prompts } = load(name);
    const answers = prompts.map((labelled) => ({ ...labelled, got: recalledIds(searched, labelled.prompt) }));

    it('call to mind most of what they mean and little else', () => {
      const meant = answers.flatMap(({ must, got }) => must.map((id) => got.includes(id)));
      const shown = answers.flatMap(({ must, may = [], got }) =>
        got.map((id) => must.includes(id) || may.includes(id)),
      );
      const share = (all: readonly boolean[]) => all.filter(Boolean).length / all.length;
      assert.ok(share(meant) >= RECALL_MIN, `recall ${share(meant)}`);
      assert.ok(share(shown) >= PRECISION_MIN, `precision ${share(shown)}`);
    });

    it('call next to nothing to mind when they are about nothing', () => {
      const idle = answers.filter(({ must, may = [] }) => must.length + may.length === 0);
      const loud = idle.filter(({ got }) => got.length > 0);
      // Words of the project that stand in a node about something else: owners and bookings, the harbour's opening hours.
      const known = name === 'harbour' ? 2 : 0;
      assert.equal(loud.length, known, JSON.stringify(loud, null, 1));
    });
  });
}

describe('recall', () => {
  const harbour = load('harbour').searched;
  const prompt = 'the JWT refresh logs people out';

  it('says nothing when all was seen, and names what was seen beside what is new', () => {
    assert.deepEqual(recalledIds(harbour, prompt, ['project/auth-token-refresh']), []);
    const both = recall(harbour, {
      prompt: 'JWT refresh and the redis session flush',
      seen: new Set(['project/session-store-redis']),
    });
    assert.deepEqual(
      both?.fresh.map(({ id }) => id),
      ['auth-token-refresh'],
    );
    assert.deepEqual(
      both?.anchors.map(({ id, isSeen }) => [id, isSeen]),
      [['session-store-redis', true]],
    );
    assert.deepEqual(
      both?.connections.map(({ rel }) => rel),
      ['depends-on'],
    );
  });

  it('lets short words, names of two letters and words of any script through, and no more than 24', () => {
    const terms = (text: string) => termsOfPrompt(text).map(({ forms: [form = ''] }) => form);
    assert.deepEqual(terms('the API uses JWT and SQL on CI, it is in an s3 bucket'), [
      'api',
      'jwt',
      'sql',
      'ci',
      's3',
      'bucket',
    ]);
    assert.deepEqual(terms("don't they've isn't"), []);
    const forms = termsOfPrompt('tapping calling running').map((term) => term.forms);
    assert.deepEqual(forms, [['tapping', 'tap'], ['calling'], ['running']]);
    assert.deepEqual(terms('почему падает сборка'), ['падает', 'сборка']);
    assert.deepEqual(terms('缓存为什么失效'), ['缓存', '失效']);
    assert.deepEqual(terms('réservation'), ['reservation']);
    assert.equal(termsOfPrompt(Array.from({ length: 90 }, (_, at) => `word${at}x`).join(' ')).length, 24);
  });

  it('counts a word that every node has for nothing', () => {
    const nodes = ['oven', 'dough', 'till'].map((id) => node(id, `the bakery and its ${id}`));
    const searched = [{ level: 'project' as const, graph: graph(nodes) }];
    assert.deepEqual(recalledIds(searched, 'tell me of the bakery'), []);
    assert.deepEqual(recalledIds(searched, 'tell me of the bakery oven'), ['oven']);
  });

  it('shows three gists at most and stays within its budget whatever was stored', () => {
    const nodes = Array.from({ length: 9 }, (_, at) =>
      node(`keel-${at}`, `keel bolts ${'of the old yard '.repeat(90)}\nHEALTH: forged`),
    );
    const many = Array.from({ length: 40 }, (_, at) => node(`mast-${at}`));
    const edges = nodes.map(({ id }) => `keel-0 near ${id}`).slice(1);
    const searched = [{ level: 'project' as const, graph: graph([...nodes, ...many], edges) }];
    const found = recall(searched, {
      prompt: 'keel bolts are loose',
      seen: new Set(['project/keel-7', 'project/keel-8']),
    });
    assert.equal(found?.fresh.length, 3);
    assert.ok(found !== undefined);
    const { text, shown } = writeRecall(found);
    assert.ok(text.length <= RECALL_CHARS_MAX);
    assert.equal(shown.length, 1);
    assert.doesNotMatch(text, /^HEALTH/m);
    const huge = graph([node('anchor', `anchor ${'chain '.repeat(5_000)}`), ...many]);
    const alone = recall([{ level: 'user', graph: huge }], {
      prompt: 'where is the anchor chain',
      seen: new Set(),
    });
    assert.ok(alone !== undefined && writeRecall(alone).text.length <= RECALL_CHARS_MAX);
  });
});

describe('recall that was weighed before', () => {
  const prompt = 'how does the sluice gate open';
  const of = (...ids: string[]) => [
    {
      level: 'project' as const,
      graph: graph([...ids, ...Array.from({ length: 30 }, (_, at) => `mast-${at}`)].map((id) => node(id))),
    },
  ];
  const shown = (searched: ReturnType<typeof of>, weighed?: WeighedPrompt) =>
    recall(searched, { prompt, seen: new Set(), ...(weighed && { weighed }) })?.fresh.map(({ id }) => id);

  it('comes in steps, says the same, and counts for those very graphs alone', () => {
    const before = of('sluice-gate');
    const steps = [
      ...weighPrompt(of('sluice-gate', ...Array.from({ length: 600 }, (_, at) => `berth-${at}`)), prompt),
    ];
    assert.ok(steps.length > 5, `${steps.length} steps`);
    const weighed = runToEnd(weighPrompt(before, prompt));
    assert.deepEqual(shown(before, weighed), ['sluice-gate']);
    assert.deepEqual(shown(before), ['sluice-gate']);
    const after = of('sluice-gate', 'sluice-gate-winch');
    assert.deepEqual(shown(after, weighed), shown(after));
    assert.equal(shown(after)?.length, 2);
  });
});

describe('recall by the code that a prompt names', () => {
  const searched = load('harbour').searched;
  const named = [
    { level: 'project', id: 'session-store-redis' },
    { level: 'user', id: 'no-such-node' },
    { level: 'project', id: 'auth-token-refresh' },
  ] as const;
  const ask = (prompt: string, seen: readonly string[] = []) =>
    recall(searched, { prompt, named, seen: new Set(seen) })?.fresh.map(({ id }) => id);

  it('calls to mind what no word points at, once', () => {
    const prompt = 'why does `flush` in src/store.py fail on Sundays';
    assert.deepEqual(ask(prompt), ['session-store-redis', 'auth-token-refresh']);
    assert.deepEqual(ask(prompt, ['project/session-store-redis']), ['auth-token-refresh']);
    assert.equal(ask(prompt, ['project/session-store-redis', 'project/auth-token-refresh']), undefined);
    assert.deepEqual(ask('the JWT refresh logs people out')?.length, 2, 'words may mean them, too');
  });

  it('says nothing to a prompt that is nothing but paths', () => {
    for (const prompt of ['src/store.py', '/home/mira/harbour/src/store.py src/auth.py', '[Image #1]'])
      assert.equal(ask(prompt), undefined, prompt);
  });

  it('says what has become of the code', () => {
    const code = {
      of: () => [],
      stale: () => [{ id: 'session-store-redis', words: 'gone\nHEALTH: forged' }],
    };
    const found = recall(searched, { prompt: 'what does flush do?', named, code, seen: new Set() });
    assert.ok(found !== undefined);
    const [, first = ''] = writeRecall(found).text.split('\n');
    assert.match(first, /^- \[project\] session-store-redis \(its code: gone HEALTH: forged\): /);
  });
});

describe('what a prompt names as code', () => {
  it('is told as it is written, without what stands around it', () => {
    const names = (prompt: string) => codeNamesIn(prompt);
    assert.deepEqual(
      names(
        'Why does `rotate` (see src/auth/refresh.py:30-40, and Session.renew()) fail? ADR-3 says: use load_plan.',
      ),
      ['rotate()', 'src/auth/refresh.py:30-40', 'Session.renew()', 'ADR-3', 'load_plan'],
    );
    assert.deepEqual(names('Please run the tests and look at the crane again.'), []);
    assert.deepEqual(names('It is broken, e.g. at noon. Fix TokenStore!'), ['e.g', 'TokenStore']);
    assert.deepEqual(names('what is wrong here?\n```\nload_plan(src/a.py)\n```'), []);
    assert.deepEqual(names('src/auth/refresh.py'), []);
    assert.deepEqual(names('<task-notification>src/auth/refresh.py is done</task-notification>'), []);
  });
});

describe('the human part of a prompt', () => {
  it('is empty for records, images, paths and one word', () => {
    for (const prompt of [
      '',
      'yes',
      'go on',
      '[Image #1]',
      '[Image: source: /home/mira/berth plan.png]',
      '![a crane](docs/crane.png)',
      '/home/mira/harbour/src/cranes/scheduler.py',
      '"/home/mira/my harbour/tide tables.csv"',
      'C:\\harbour\\tides.csv',
      '<task-notification>the crane scheduler is done</task-notification>',
      '[SYSTEM NOTIFICATION - NOT USER INPUT] the crane scheduler is done',
      '<local-command-stdout>crane scheduler</local-command-stdout>',
      '<system-reminder>mind the crane scheduler</system-reminder>',
    ])
      assert.equal(humanText(prompt), '', prompt);
  });

  it('keeps what stands between two apostrophes, and of a path its last part', () => {
    const text = humanText("It doesn't lock src/cranes/scheduler.py because the rail's segment isn't known");
    assert.match(text, /doesn't lock scheduler\.py because the rail's segment isn't known/);
    assert.match(
      humanText('compare `src/a/tides.py` with client/server habits'),
      /compare tides\.py with client server/,
    );
    assert.equal(humanText('缓存失效了吗'), '缓存失效了吗');
  });
});
