/** The tools in process, over the bakery: what every tool promises, whatever it is asked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Project } from '../../src/code/project-face.js';
import { describeError, KgError } from '../../src/kernel/errors.js';
import { readArguments } from '../../src/serve/arguments.js';
import { CODE_TOOLS } from '../../src/serve/code-tools/all.js';
import type { ToolAnswer, ToolCall } from '../../src/serve/tool.js';
import { BAKERY, bakery } from '../support/bakery.js';
import { bakeryProject } from '../support/bakery-project.js';
import { indexState } from '../support/index-state.js';
import { naiveGraph } from '../support/naive-graph.js';

function callOn(project: Project, signal = new AbortController().signal): ToolCall {
  return { project: async () => project, signal, onProgress: () => undefined };
}

async function ask(name: string, args: unknown, project = bakeryProject()): Promise<ToolAnswer> {
  const tool = CODE_TOOLS.find((each) => each.name === name);
  assert.ok(tool, name);
  try {
    return await tool.run(readArguments(tool, args), callOn(project));
  } catch (error) {
    assert.ok(error instanceof KgError);
    return { text: describeError(error), isError: true };
  }
}

const QUESTIONS: readonly (readonly [tool: string, args: Record<string, unknown>])[] = [
  ['kg_search', { query: 'e', limit: 100 }],
  ['kg_search', { query: 'nothing of the kind' }],
  ['kg_relate', { node_id: 'Oven', depth: 3 }],
  ['kg_relate', { node_id: 'heat' }],
  ['kg_context', { file_path: 'oven.py' }],
  ['kg_context', { file_path: 'Oven.bake' }],
  ['kg_context', { file_path: 'ADR-8' }],
  ['kg_context', { file_path: 'no such file.py' }],
  ['kg_path', { source: 'ADR 8', target: 'heat()' }],
  ['kg_path', { source: 'concept:heat', target: 'test_opening', max_depth: 10 }],
  ['kg_ask', { question: 'Why is there only one oven?' }],
  ['kg_reindex', {}],
  ['kg_status', {}],
];

test('no answer exceeds its budget, and each ends with the state', async () => {
  for (const [tool, args] of QUESTIONS) {
    for (const max_tokens of [200, 300, 500, 1_000, 4_000]) {
      const { text } = await ask(tool, { ...args, max_tokens });
      assert.ok(
        Buffer.byteLength(text) <= max_tokens * 3,
        `${tool} ${JSON.stringify(args)} at ${max_tokens}`,
      );
      assert.match(text.split('\n').at(-1) ?? '', /^Index: 2026-11-30T10:00:00Z; 0 files changed since\.$/);
    }
  }
});

test('cursors lead through every hit once, however small the pages', async () => {
  const idsIn = (text: string) => [...text.matchAll(/^- `([^`]+)`/gm)].map((match) => match[1] ?? '');
  const whole = idsIn((await ask('kg_search', { query: 'e', limit: 100 })).text);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 200, max: 500 }),
      fc.integer({ min: 1, max: 30 }),
      async (max_tokens, limit) => {
        const seen: string[] = [];
        for (let cursor: string | undefined, pages = 0; pages < 40; pages++) {
          const args = { query: 'e', limit, max_tokens, ...(cursor !== undefined && { cursor }) };
          const { text } = await ask('kg_search', args);
          seen.push(...idsIn(text));
          cursor = text.match(/cursor "([^"]+)"/)?.[1];
          if (cursor === undefined) break;
        }
        assert.deepEqual(seen, whole);
      },
    ),
    { numRuns: 20 },
  );
});

test('a cursor of another question is refused with a hint', async () => {
  const { text, isError } = await ask('kg_search', { query: 'e', cursor: '1.abc' });
  assert.equal(isError, true);
  assert.match(text, /belongs to a question with other arguments\nRepeat the call/);
});

test('several nodes of a name are an error with the candidates, none is one with what comes near', async () => {
  const several = await ask('kg_context', { file_path: 'residual HEAT' });
  assert.equal(several.isError, true);
  assert.match(several.text, /## Candidates \(2\)\n- `concept:heat`/);
  const none = await ask('kg_context', { file_path: 'preheatoven' });
  assert.equal(none.isError, true);
  assert.match(none.text, /## Nearest \(1\)\n- `func:src\.bakery\.oven\.preheat_oven`/);
});

test('without a graph a question waits and then says how far it is', async () => {
  const state = indexState({ progress: { phase: 'parsing', done: 3, total: 9 } });
  const project = bakeryProject({ view: () => undefined, state: () => state });
  const { text, isError } = await ask('kg_search', { query: 'oven' }, project);
  assert.equal(isError, true);
  assert.match(text, /^There is no graph yet: parsing, 3 of 9\.\nAsk again/);
});

test('an answer over files that are no longer as indexed says so', async () => {
  const project = bakeryProject({ ensureFresh: async (paths) => ({ stale: paths.slice(0, 1) }) });
  const { text } = await ask('kg_context', { file_path: 'oven.py' }, project);
  assert.match(text, /; 1 file changed since \(`CLAUDE\.md`: lines there may have moved\)\.$/);
});

test('a graph that has changed while its files were checked is asked again', async () => {
  const after = bakery();
  let now = naiveGraph(BAKERY.filter(({ key }) => key !== 'src/bakery/oven.py'));
  const project = bakeryProject({
    view: () => now,
    ensureFresh: async () => {
      now = after;
      return { stale: [] };
    },
  });
  const { text } = await ask('kg_search', { query: 'preheat_oven' }, project);
  assert.match(text, /^- `func:src\.bakery\.oven\.preheat_oven`/m);
});

test('nothing is said not to exist before the whole tree has been looked at', async () => {
  const after = bakery();
  for (const [tool, args] of [
    ['kg_search', { query: 'preheat_oven' }],
    ['kg_context', { file_path: 'src/bakery/oven.py' }],
  ] as const) {
    let now = naiveGraph([]);
    const catchUp = async () => {
      now = after;
    };
    const { text } = await ask(tool, args, bakeryProject({ view: () => now, catchUp }));
    assert.match(text, /preheat_oven/);
  }
});

test('kg_ask without a model is an error that says how to turn it on and what the graph holds', async () => {
  const { text, isError } = await ask('kg_ask', { question: 'Why only one oven?' });
  assert.equal(isError, true);
  assert.match(text, /set KG_LLM_ENABLED=true, KG_LLM_MODEL/);
  assert.match(text, /## Context from the graph/);
});

test('kg_ask with a model gives its answer and where it comes from', async () => {
  const contexts: string[] = [];
  const model = {
    answer: async ({ question, context }: { question: string; context: string }) => {
      contexts.push(`${question}\n${context}`);
      return 'Because wood is dear [class:src.bakery.oven.Oven], says ADR-99.\n\n## Sources\n- made up';
    },
  };
  const { text, isError } = await ask('kg_ask', { question: 'Why only one oven?' }, bakeryProject({ model }));
  assert.equal(isError, undefined);
  assert.match(
    text,
    /dear \[class:src\.bakery\.oven\.Oven\], says ADR-99 \(not in the graph\)\.\n\n## Sources/,
  );
  assert.match(text, /Cited and not in the graph, so perhaps made up: `ADR-99`\./);
  assert.doesNotMatch(text, /- made up/);
  assert.match(contexts[0] ?? '', /^Why only one oven\?\n[\s\S]*class:src\.bakery\.oven\.Oven/);
});

test('texts stay within what clients show', () => {
  for (const { name, description, input, annotations } of CODE_TOOLS) {
    assert.match(name, /^kg_[a-z]+$/);
    assert.ok(description.length < 2_000, name);
    for (const [field, schema] of Object.entries(input.shape))
      assert.ok(schema.description, `${name}.${field}`);
    assert.equal(annotations.destructiveHint, false);
  }
  assert.equal(CODE_TOOLS.length, 7);
});
