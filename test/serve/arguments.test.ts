import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KgError } from '../../src/kernel/errors.js';
import { readArguments } from '../../src/serve/arguments.js';
import { CODE_TOOLS } from '../../src/serve/code-tools/all.js';
import type { Tool } from '../../src/serve/tool.js';

function toolNamed(name: string): Tool {
  const tool = CODE_TOOLS.find((each) => each.name === name);
  assert.ok(tool);
  return tool;
}

function faultIn(name: string, given: unknown): string {
  try {
    readArguments(toolNamed(name), given);
  } catch (error) {
    assert.ok(error instanceof KgError && error.code === 'bad-argument');
    return error.message;
  }
  assert.fail('the arguments were taken');
}

test('defaults are put in, and null is absent', () => {
  assert.deepEqual(readArguments(toolNamed('kg_search'), { query: ' oven ', node_types: null }), {
    query: 'oven',
    limit: 20,
    max_tokens: 4_000,
  });
  assert.deepEqual(readArguments(toolNamed('kg_reindex'), undefined), { llm: true, max_tokens: 4_000 });
});

const FAULTS: readonly (readonly [tool: string, given: unknown, message: string])[] = [
  ['kg_search', {}, 'kg_search: `query` is missing.'],
  ['kg_search', { query: '  ' }, 'kg_search: `query` must not be empty.'],
  ['kg_search', { query: 7 }, 'kg_search: `query` must be a string, got 7.'],
  ['kg_search', { query: 'x', limit: 101 }, 'kg_search: `limit` must be at most 100, got 101.'],
  ['kg_search', { query: 'x', limit: 1e308 }, 'kg_search: `limit` must be at most 100, got 1e+308.'],
  ['kg_search', { query: 'x', limit: 2.5 }, 'kg_search: `limit` must be an integer, got 2.5.'],
  [
    'kg_search',
    { query: 'x', max_token: 9 },
    'kg_search: there is no field "max_token". Did you mean `max_tokens`?',
  ],
  ['kg_search', [], 'kg_search: the arguments must be an object.'],
  [
    'kg_search',
    { query: 'x', node_types: ['clas'] },
    'kg_search: `node_types[0]` cannot be "clas"; it is one of class, function, module, file, adr, concept, decision, trade_off, config, memory. Did you mean "class"?',
  ],
  [
    'kg_relate',
    { node_id: 'x', depth: 0, direction: 'up' },
    'kg_relate: `depth` must be at least 1, got 0. `direction` cannot be "up"; it is one of in, out, both.',
  ],
  ['kg_path', { source: 'x' }, 'kg_path: `target` is missing.'],
  ['kg_status', { root: '/' }, 'kg_status: there is no field "root".'],
];
for (const [tool, given, message] of FAULTS) {
  test(`${tool} ${JSON.stringify(given)}`, () => assert.equal(faultIn(tool, given), message));
}

test('a long wrong value is not echoed whole', () => {
  assert.ok(faultIn('kg_search', { query: 'x', limit: 'y'.repeat(10_000) }).length < 300);
});
