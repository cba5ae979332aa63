/** Arguments as clients send them that know texts only; and what clients are told of the fields. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/v4';
import { KgError } from '../../src/kernel/errors.js';
import { readArguments } from '../../src/serve/arguments.js';
import { CODE_TOOLS } from '../../src/serve/code-tools/all.js';
import { SEARCHED_TYPES } from '../../src/serve/remembered/beside.js';

function toolNamed(name: string) {
  const tool = CODE_TOOLS.find((each) => each.name === name);
  assert.ok(tool, name);
  return tool;
}

function assertHas(actual: unknown, part: object): void {
  assert.ok(typeof actual === 'object' && actual !== null);
  assert.deepEqual(actual, { ...actual, ...part });
}

const READ: readonly (readonly [tool: string, given: object, read: object])[] = [
  ['kg_search', { query: 'oven', limit: '5', max_tokens: ' 900 ' }, { limit: 5, max_tokens: 900 }],
  ['kg_relate', { node_id: 'oven', depth: '2', limit: '7' }, { depth: 2, limit: 7 }],
  ['kg_relate', { node_id: 'oven', edge_types: 'calls' }, { edge_types: ['calls'] }],
  ['kg_relate', { node_id: 'oven', edge_types: 'calls, inherits' }, { edge_types: ['calls', 'inherits'] }],
  ['kg_relate', { node_id: 'oven', edge_types: '["calls"]' }, { edge_types: ['calls'] }],
  ['kg_relate', { node_id: 'oven', edge_types: '[]' }, { edge_types: [] }],
  ['kg_path', { source: 'a', target: 'b', max_depth: '3' }, { max_depth: 3 }],
  ['kg_reindex', { llm: 'False' }, { llm: false }],
  ['kg_reindex', { llm: 'true' }, { llm: true }],
];
for (const [tool, given, read] of READ) {
  test(`${tool} takes ${JSON.stringify(given)}`, () => {
    assertHas(readArguments(toolNamed(tool), given), read);
  });
}

const REFUSED: readonly (readonly [tool: string, given: object, message: RegExp])[] = [
  ['kg_search', { query: 'oven', limit: '500' }, /`limit` must be at most 100, got 500\./],
  ['kg_search', { query: 'oven', limit: '2.5' }, /`limit` must be an integer, got 2\.5\./],
  ['kg_search', { query: 'oven', limit: 'few' }, /`limit` must be a number, got "few"\./],
  ['kg_search', { query: 'oven', limit: '' }, /`limit` must be a number, got ""\./],
  ['kg_reindex', { llm: 'maybe' }, /`llm` must be a boolean, got "maybe"\./],
  ['kg_relate', { node_id: 'oven', edge_types: 'call' }, /cannot be "call"; .*Did you mean "calls"\?/],
];
for (const [tool, given, message] of REFUSED) {
  test(`${tool} refuses ${JSON.stringify(given)}`, () => {
    assert.throws(
      () => readArguments(toolNamed(tool), given),
      (error) => error instanceof KgError && message.test(error.message),
    );
  });
}

test('clients are told the strict form, with defaults', () => {
  const told = (tool: string) => z.toJSONSchema(toolNamed(tool).input, { io: 'input' });
  assert.deepEqual(told('kg_relate').properties?.limit, {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 30,
    description: 'At most this many nodes.',
  });
  assertHas(told('kg_reindex').properties?.llm, { type: 'boolean', default: true });
  assert.deepEqual(told('kg_search').properties?.node_types, {
    type: 'array',
    items: { type: 'string', enum: [...SEARCHED_TYPES] },
    maxItems: SEARCHED_TYPES.length,
    description: 'Only nodes of these types. Default: all.',
  });
  assert.deepEqual(told('kg_relate').required, ['node_id']);
});
